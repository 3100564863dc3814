"""Positions as text."""

import random

import pytest

from variants.catalog import Catalog
from variants.errors import FenError
from variants.fen import Man, Right, Setup, parse_fen, parse_sfen, piece_named, square_at, square_name
from variants.spec import BLACK, WHITE

GAMES = Catalog()
GAMES.load_text(
    "[crazy:chess]\npieceDrops = 1\ncapturesToHand = 1\n[free:chess]\nchess960 = 1\n"
    "[holed:chess]\nholes = a1 h8\nstartFen = 4k2*/8/8/8/8/8/8/*3K3 w - - 0 1\n"
    "[wide]\nking = k\nrook = r\nmaxFile = 12\nmaxRank = 10\nstartFen = k11/12/12/12/12/12/12/12/12/11K w - - 0 1\n"
)
CHESS, CRAZY, OKISAKI, LEAPER = (GAMES.get(name) for name in ("chess", "crazy", "okisakishogi", "leaperhouse"))


def test_start_position() -> None:
    setup = parse_fen(CHESS, CHESS.start_fen)
    assert setup.pieces[0] == Man("r", WHITE) and setup.pieces[60] == Man("k", BLACK) and len(setup.pieces) == 32
    assert setup.rights == (
        Right(WHITE, False, 4, 7),
        Right(WHITE, True, 4, 0),
        Right(BLACK, False, 60, 63),
        Right(BLACK, True, 60, 56),
    )
    assert setup.fen(CHESS) == CHESS.start_fen


@pytest.mark.parametrize("name", GAMES.names())
def test_start_positions_round_trip(name: str) -> None:
    spec = GAMES.get(name)
    setup = parse_fen(spec, spec.start_fen)
    assert len(setup.fen(spec).split()) == 6 + spec.check_counting
    again = parse_fen(spec, setup.fen(spec))
    assert (again.pieces, again.rights, again.side) == (setup.pieces, setup.rights, setup.side)
    assert parse_sfen(spec, setup.sfen(spec)).pieces == setup.pieces


@pytest.mark.parametrize(
    "text, fen",
    [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w 3 7", "4k3/8/8/8/8/8/8/4K3 w - - 3 7"),
        ("4k3/8/8/8/8/8/8/4K3 w - 3 7", "4k3/8/8/8/8/8/8/4K3 w - - 3 7"),
        ("  4k3/8/8/8/8/8/8/4K3   w -  -  ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/4p3/8/8/4K3 b e3 5 0", "4k3/8/8/8/4p3/8/8/4K3 b - e3 5 1"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ d3c4 0 1", "4k3/8/8/8/8/8/8/4K3 w - d3c4 0 1"),
    ],
)
def test_lenient_forms(text: str, fen: str) -> None:
    assert parse_fen(CHESS, text).fen(CHESS) == fen


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "without a board"),
        ("8/8/8 w - - 0 1", "3 ranks"),
        ("4k3/8/8/8/8/8/8/4K4 w", "rank 1.*9 squares"),
        ("4k3/8/8/7/8/8/8/4K3 w", "rank 5.*7 squares"),
        ("4k3/8/8/8/8/8/x7/4K3 w", "rank 2.*'x'"),
        ("4k3/0/8/8/8/8/8/4K3 w", "'0'"),
        ("4k3/999/8/8/8/8/8/4K3 w", "'999'"),
        ("4k3/44/8/8/8/8/8/4K3 w", "44 squares"),  # digits side by side are one number
        ("4k3/*7/8/8/8/8/8/4K3 w", "a7 is no hole"),
        ("4k3/+P7/8/8/8/8/8/4K3 w", "no promoted form"),
        ("4k3/8/8/8/8/8/8/4K3 x", "side to move"),
        ("4k3/8/8/8/8/8/8/8 w", "White has no king"),
        ("4k3/4k3/8/8/8/8/8/4K3 w", "Black has 2 kings"),
        ("4k3/8/8/8/8/8/8/4K3 w z -", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "'e9' is off the board"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move counter"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "move number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "after the move number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 9999999", "move number"),
        ("4k3/8/8/8/8/8/8/4K3[P] w", "no drops"),
        ("4k3/8/8/8/8/8/8/4K3[P w", "does not end"),
        ("4k3/8/8/8/8/8/8/4K3+ w", "rank 1"),
        ("4k3/8/8/8/8/8/8/\u00e4 w", "rank 1"),
        ("k" * 1001, "1001 characters"),
    ],
)
def test_nonsense(text: str, reason: str) -> None:
    with pytest.raises(FenError, match=reason):
        parse_fen(CHESS, text)


def test_hands() -> None:
    board = "4k3/8/8/8/8/8/8/4K3"
    for text in (f"{board}[QPpn] w", f"{board}/QpPn w", f"{board}[nPQp]"):
        assert parse_fen(CRAZY, text).fen(CRAZY) == f"{board}[QPnp] w - - 0 1"
    for text in (board, f"{board}[]", f"{board}[-]", f"{board}/", f"{board}/-"):
        assert parse_fen(CRAZY, text).fen(CRAZY) == f"{board}[] w - - 0 1"
    for hand in ("K", "x", "[", "P" * 256):
        with pytest.raises(FenError):
            parse_fen(CRAZY, f"{board}[{hand}] w")


def test_hands_go_down_the_order_of_types() -> None:
    text = "4k5/10/10/10/10/10/10/10/10/4K5[ORCUPNorcupn] w - - 0 1"
    assert parse_fen(LEAPER, text).fen(LEAPER) == text


def test_marks_of_promotion() -> None:
    text = "4k3/3Q~4/8/8/8/8/8/4K3[] b - - 0 1"
    setup = parse_fen(CRAZY, text)
    assert setup.pieces[51] == Man("q", WHITE, "~") and setup.fen(CRAZY) == text
    text = "4k5/+P8+r/10/10/10/10/10/10/10/4K5[] b - - 0 1"
    setup = parse_fen(OKISAKI, text)
    assert setup.pieces[80] == Man("p", WHITE, "+") and setup.fen(OKISAKI) == text
    with pytest.raises(FenError):
        parse_fen(OKISAKI, text.replace("+P", "+P~"))


@pytest.mark.parametrize(
    "text, castling, castling960",
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qK - 0 1", "Kq", "Ha"),
        ("4k3/8/8/8/8/8/8/R3K1RR w GK - 0 1", "KG", "HG"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "KQ", "GB"),
        ("4k3/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "-", "-"),
        ("4k3/8/8/8/8/8/8/R3K2r w KQ - 0 1", "Q", "A"),
    ],
)
def test_castling(text: str, castling: str, castling960: str) -> None:
    setup = parse_fen(CHESS, text)
    assert setup.fen(CHESS).split()[2] == castling
    assert setup.fen(CHESS, chess960=True).split()[2] == castling960
    assert setup.fen(GAMES.get("free")).split()[2] == castling960
    again = parse_fen(CHESS, setup.fen(CHESS))
    assert set(again.rights) == set(setup.rights)


def test_dropped_rights_are_told() -> None:
    setup = parse_fen(CHESS, "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1")
    assert setup.castling == "KQ" and len(setup.dropped) == 1 and "'K'" in setup.dropped[0]


def test_holes() -> None:
    holed = GAMES.get("holed")
    setup = parse_fen(holed, holed.start_fen)
    assert setup.fen(holed) == holed.start_fen and 0 not in setup.pieces
    for text in ("4k3/8/8/8/8/8/8/*3K3", "4k2*/8/8/8/8/8/8/R3K3", "4k2*/*7/8/8/8/8/8/*3K3"):
        with pytest.raises(FenError, match="hole"):
            parse_fen(holed, text)


def test_sfen() -> None:
    text = "4k5/10/10/10/10/10/10/10/10/4K5 w 2PR3p 6"
    setup = parse_sfen(OKISAKI, text)
    assert setup.side == BLACK and setup.fullmove == 3
    assert setup.hands == ({"r": 1, "p": 2}, {"p": 3}) and setup.sfen(OKISAKI) == text
    assert parse_sfen(OKISAKI, " ".join(text.split()[:2])).sfen(OKISAKI).endswith("w - 2")
    for bad in (text + " 7", text.replace(" w ", " x "), text.replace("2PR3p", "2"), text.replace(" 6", " x")):
        with pytest.raises(FenError):
            parse_sfen(OKISAKI, bad)


def test_squares() -> None:
    wide = GAMES.get("wide")
    assert square_name(wide, 119) == "l10" and square_at(wide, "l10") == 119 and square_at(wide, "a1") == 0
    for text in ("m1", "a11", "a0", "", "a", "1a", "A1"):
        with pytest.raises(FenError):
            square_at(wide, text)
    with pytest.raises(FenError):
        square_at(GAMES.get("holed"), "a1")


def test_piece_named() -> None:
    assert piece_named(CHESS, "N").name == "knight"
    with pytest.raises(FenError):
        piece_named(CHESS, "x")


@pytest.mark.parametrize("name", GAMES.names())
def test_random_positions_round_trip(name: str) -> None:
    spec = GAMES.get(name)
    chance = random.Random(name)
    promoting = {source for source, _ in spec.promoted_piece_type}
    squares = sorted(set(range(spec.files * spec.ranks)) - spec.holes)
    others = [piece.letter for piece in spec.pieces if piece.letter != spec.king]
    for _ in range(50):
        setup = Setup(side=chance.randrange(2), halfmove=chance.randrange(99), fullmove=chance.randrange(1, 99))
        places = chance.sample(squares, chance.randrange(2, len(squares)))
        setup.pieces = {places[colour]: Man(spec.king, colour) for colour in (WHITE, BLACK) if spec.king}
        for square in places[2:] if others else []:
            letter = chance.choice(others)
            mark = "+" if letter in promoting and chance.random() < 0.3 else ""
            setup.pieces[square] = Man(letter, chance.randrange(2), mark)
        if spec.piece_drops and not spec.free_drops:
            setup.hands = tuple({chance.choice(others): chance.randrange(1, 19)} for _ in "wb")  # type: ignore[assignment]
        setup.en_passant = tuple(chance.sample(squares, chance.randrange(3)))
        assert parse_fen(spec, setup.fen(spec)).fen(spec) == setup.fen(spec)
        again = parse_fen(spec, setup.fen(spec))
        assert (again.pieces, again.hands, again.side) == (setup.pieces, setup.hands, setup.side)
        again = parse_sfen(spec, setup.sfen(spec))
        assert (again.pieces, again.hands, again.side) == (setup.pieces, setup.hands, setup.side)


@pytest.mark.parametrize("name", ["chess", "okisakishogi", "yarishogi", "losalamos"])
def test_positions_of_fairy_stockfish(name: str) -> None:
    """Its positions along random games come back letter by letter."""
    pyffish = pytest.importorskip("pyffish")
    spec = GAMES.get(name)
    chance = random.Random(3)
    start = pyffish.start_fen(name)
    for _ in range(3):
        moves: list[str] = []
        for _ in range(80):
            legal = pyffish.legal_moves(name, start, moves)
            if not legal:
                break
            moves.append(chance.choice(legal))
            fen = pyffish.get_fen(name, start, moves)
            assert parse_fen(spec, fen).fen(spec) == fen
