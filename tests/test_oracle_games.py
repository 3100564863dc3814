"""The slow oracle against the rules texts of Mighty Lion Chess and of the 104-square game."""

from __future__ import annotations

import pytest

from tests.oracle.api import (
    Options,
    Oracle,
    Pos,
    perft,
)
from tests.oracle.tables import reason

# -- Mighty Lion Chess: rules text, section 6.4

GOLDEN = [
    ("rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR w KQkq - 0 1", 22),
    ("4k3/8/8/8/3L4/8/8/4K3 w - - 0 1", 30),
    ("7k/8/8/8/8/8/8/L6K w - - 0 1", 12),
    ("k7/8/8/4p3/3L4/8/8/7K w - - 0 1", 36),
    ("k7/8/8/3pp3/3L4/8/8/7K w - - 0 1", 44),
    ("k7/8/8/2PPP3/2PLP3/2PPP3/8/7K w - - 0 1", 22),
    ("k7/8/8/2PpP3/2PLP3/2PPP3/8/7K w - - 0 1", 28),
    ("8/8/8/8/1k6/2l5/8/L6K w - - 0 1", 12),
    ("4k3/8/8/8/1p6/2l5/8/L6K w - - 0 1", 11),
    ("3k4/3b4/4l3/8/3RL3/8/8/4K3 w - - 0 1", 37),
    ("k7/8/8/3l4/8/3L3K/8/3r4 w - - 0 1", 29),
    ("k7/8/8/5l2/4p3/3L4/8/1b5K w - - 0 1", 35),
    ("k7/8/2p5/3l4/3n4/3L4/8/7K w - - 0 1", 35),
    ("k7/8/2p5/3l4/3p4/3L4/8/7K w - - 0 1", 34),
    ("k7/8/2p5/3l4/3L4/8/8/7K w - - 0 1", 36),
    ("k7/8/2p5/3l4/3Lp3/8/8/7K w - - 0 1", 44),
    ("4k3/4r3/8/8/8/8/4L3/4K3 w - - 0 1", 7),
    ("k3r3/8/8/8/8/L7/8/4K3 w - - 0 1", 4),
    ("k7/8/8/8/8/5L2/4q3/4K3 w - - 0 1", 9),
    ("r3k2r/8/8/8/8/6l1/8/R3K2R w KQkq - 0 1", 2),
    ("k7/8/8/3l4/8/3L4/8/7K w - - 0 1", 28),
    ("k7/8/2p5/1p6/2l5/8/L7/7K w - - 0 1", 14),
    ("k7/2r5/8/8/2l5/1p6/L7/7K w - - 0 1", 21),
    ("4k3/8/5L2/8/8/8/8/4K3 b - - 0 1", 0),
]

LION_PERFT = [
    ("rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR w KQkq - 0 1", [22, 484, 12586]),
    ("r3k2r/p1ppqpb1/bl2pnp1/3PN3/1p2P3/2L2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [67, 3562]),
    ("8/2p5/3p4/KP5r/1R3p1k/3l4/4P1P1/3L4 w - - 0 1", [29, 1167, 29688]),
    ("r1bqkb1r/ppp2ppp/3p1n2/3lp3/4P3/2L2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1", [52, 1896]),
    ("4k3/8/8/3pp3/3L4/8/4l3/K7 w - - 0 1", [44, 905, 24140]),
    ("8/8/8/8/1k6/2l5/8/L6K w - - 0 1", [12, 214, 2848]),
    ("k7/8/8/5l2/4p3/3L4/8/1b5K w - - 0 1", [35, 1100, 26756]),
    ("k7/8/2p5/3l4/3n4/3L4/8/7K w - - 0 1", [35, 1171, 30353]),
    ("k7/8/2p5/3l4/3L4/8/8/7K w - - 0 1", [36, 809, 20021]),
    ("k7/8/2p5/3l4/3Lp3/8/8/7K w - - 0 1", [44, 1028, 27944]),
    ("k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", [23, 1048, 25016]),
]


def test_lion_golden_positions() -> None:
    """The counted positions and the perft table."""
    oracle = Oracle("mightylion")
    for fen, count in GOLDEN:
        assert len(oracle.from_fen(fen).legal()) == count, fen
    for fen, counts in LION_PERFT:
        for depth, count in enumerate(counts, 1):
            assert perft(oracle.from_fen(fen), depth) == count, (fen, depth)


@pytest.mark.parametrize(
    ("fen", "played", "text", "legal"),
    [
        ("k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", "d4d5", "a2h2", False),
        ("k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", "d4d5 a8a7 h1g1", "a2h2", True),
        ("k7/8/2p5/3l4/3R4/8/7L/7K w - - 0 1", "d4d5", "c6d5", True),
        ("3l4/2P3k1/8/8/8/7q/8/K6L w - - 0 1", "c7d8q", "h3h1", False),
        ("3l4/2P3k1/8/8/8/7q/8/K6L w - - 0 1", "c7d8q", "h3g3", True),
        ("k7/8/8/3l4/4P3/8/q6L/7K w - - 0 1", "e4d5", "a2h2", False),
        ("k7/8/8/3l4/1N6/8/q6L/7K w - - 0 1", "b4d5", "a2h2", False),
        ("k7/8/2p5/3l4/3L4/8/8/7K w - - 0 1", "d4d5", "c6d5", True),
        ("k7/8/2p5/3l4/3n4/3L4/8/7K w - - 0 1", "d3d4,d4d5", "c6d5", True),
        ("k7/8/8/5l2/4p3/3L4/8/1b5K w - - 0 1", "", "d3f5", True),
        ("k7/8/8/5l2/4p3/3L4/8/1b5K w - - 0 1", "", "d3e4,e4f5", False),
        ("8/8/8/8/1k6/2l5/8/L6K w - - 0 1", "a1c3", "b4c3", True),
    ],
)
def test_lion_bans(fen: str, played: str, text: str, legal: bool) -> None:
    """Counterstrike, bridge and protection."""
    pos = Oracle("mightylion").from_fen(fen)
    for move in played.split():
        pos = pos.play(move)
    assert (text in pos.legal()) is legal


def test_lion_takes_a_rook_on_the_way() -> None:
    """A rook taken on the transit square loses its castling right; a pass is reversible."""
    pos = Oracle("mightylion").from_fen("r3k2r/6L1/8/8/8/8/8/4K3 w kq - 3 1")
    assert pos.play("g7h8,h8h7").fen() == "r3k3/7L/8/8/8/8/8/4K3 b q - 0 1"
    pos = Oracle("mightylion").from_fen("4k3/8/8/8/3L4/8/8/4K3 w - - 3 1")
    for text in "d4d4 e8d8 d4d4 d8e8 d4d4 e8d8 d4d4 d8e8".split():
        pos = pos.play(text)
    result = pos.result()
    assert result is not None and result.reason == "third repetition: draw" and pos.half == 11


# -- the 104-square game's options, section 9, from the words of the rules text


def frolov(fen: str, **options: object) -> Pos:
    """A position of the 104-square game."""
    return Oracle("frolov10x10", options=Options(**options)).from_fen(fen)  # type: ignore[arg-type]


PAWN_ON_NINE = "6k5/*3P6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/6K5 w - - 0 1"


def test_frozen_general() -> None:
    """6.2 and 6.3: frozen for one turn, and giving check meanwhile unless the option says no."""
    pos = frolov(PAWN_ON_NINE).play("e9e10l")
    assert pos.fen().split()[3] == "!e10"
    assert not any(text.startswith("e10") for text in pos.legal())
    assert pos.play("g10h10").play("g1g2").legal() != []
    assert any(text.startswith("e10") for text in pos.play("g10h10").play("g1g2").legal())
    free = frolov(PAWN_ON_NINE, hostileFrozen=False).play("e9e10l")
    assert free.fen().split()[3] == "-" and "e10e9" in free.legal()
    beside = "k11/*3PK5*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/12 w - - 0 1"
    assert "e9e10l" not in frolov(beside).legal()
    assert "e9e10l" in frolov(beside, frozenGivesCheck=False).legal()


def test_dropped_general() -> None:
    """6.2: on any empty square, the pawn's own square included; one move per effect."""
    legal = frolov(PAWN_ON_NINE, hostileDrop=True).legal()
    generals = [text for text in legal if text.startswith("e9e10l")]
    # 104 squares less both kings, and no square from which the general would give check to the king on g1
    attacking = ["f1", "h1", "f2", "g2", "h2"]
    assert len(generals) == 104 - 2 - sum(f"e9e10l,l@{square}" not in generals for square in attacking)
    assert "e9e10l" in generals and "e9e10l,l@e9" in generals and "e9e10l,l@a1" in generals
    pos = frolov(PAWN_ON_NINE, hostileDrop=True).play("e9e10l,l@d5")
    assert pos.board["d5"] == "l" and pos.extra == "d5" and "e10" not in pos.board


def test_piece_options() -> None:
    """`wizard` and `caliph`."""
    base = Options()
    for options, man, counts in (
        (Options(wizard=True), "N", (8, 12)),
        (Options(wizard=True), "J", (8, 12)),
        (Options(wizard=True), "Y", (16, 24)),
        (Options(caliph=True), "A", (26, 26)),
        (Options(caliph=True), "Z", (44, 52)),
    ):
        for setting, count in zip((base, options), counts, strict=True):
            pieces = Oracle("frolov10x10", options=setting).rules.pieces
            assert len(pieces.targets({"f5": man}, "f5")) == count, man
    caliph = Oracle("frolov10x10-caliph").rules.pieces
    assert "g8" in caliph.targets({"f5": "A"}, "f5") and "g7" not in caliph.targets({"f5": "A"}, "f5")


def test_citadel_option() -> None:
    """The king in the opponent's citadel wins at once; his own citadels do nothing."""
    fen = "12/*K9*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/4k7 w - - 0 1"
    pos = frolov(fen, citadelWin=True).play("b9a10")
    assert pos.result() == ("immediate", "loss", "citadel: white king on a10") and pos.legal() == []
    assert frolov(fen).play("b9a10").result() is None
    home = "12/*9k*/*10*/*10*/*10*/*10*/*10*/*10*/*K9*/12 w - - 0 1"
    assert frolov(home, citadelWin=True).play("b2a1").result() is None


def test_sergeant_en_passant_option() -> None:
    """4.3: step and capture are two moves, or the capture is forced."""
    fen = "6k5/*10*/*10*/*10*/*2PFs5*/*10*/*10*/*10*/*3K6*/12 w - e7f6 0 1"
    optional, forced = frolov(fen).legal(), frolov(fen, sergeantEnPassant="forced").legal()
    assert {"e6e7", "e6e7x", "d6e7"} <= set(optional)
    assert set(optional) - set(forced) == {"e6e7"}


def test_special_taken_on_the_last_rank_option() -> None:
    """4.4: the sergeant's list, the pawn's own list with the general, or both."""
    fen = "3q8/*3P6*/*8k1*/*10*/*10*/*10*/*10*/*10*/*3K6*/12 w - - 0 1"
    lists = {"sergeant": "oqtuyz", "ordinary": "cglmnrw", "either": "cglmnoqrtuwyz"}
    for reading, letters in lists.items():
        legal = frolov(fen, specialTakenOnLastRank=reading).legal()
        assert [text[-1] for text in legal if text.startswith("e9d10")] == list(letters)


def test_nothing_to_promote_option() -> None:
    """5.3: the win by a bonus capture, no such win, and the win at any time."""
    fen = "6k5/*10*/*10*/*3u6*/*10*/*3Q6*/*10*/*10*/*3K6*/2r9 w - - 0 1"
    won = frolov(fen).play("e5e7")
    assert won.result() == ("immediate", "loss", "nothing left to promote: white wins") and won.legal() == []
    assert frolov(fen, onlySpecialsWin="off").play("e5e7").result() is None
    assert frolov(fen).play("e5e6").result() is None
    quiet = "6k5/*10*/*10*/*3u6*/*10*/*3Q6*/*10*/*10*/*3KP5*/2r9 w - - 0 1"
    assert frolov(quiet).legal() and {"e5e7", "e5e7,f2f"} <= set(frolov(quiet).legal())
    last = "6k5/*10*/*10*/*3u6*/*10*/*3R6*/*10*/*10*/*3K6*/2r9 w - - 0 1"
    assert frolov(last).play("e5e7q").result() is None
    result = frolov(last, onlySpecialsWin="always").play("e5e7q").result()
    assert result is not None and result.value == "loss"


def test_points() -> None:
    """7.3 and 7.4: fifty moves and the third occurrence are decided by points, half a point for Black."""
    pos = frolov("6k5/*10*/*10*/*10*/*10*/*4r5*/*10*/*10*/*3K6*/2R9 w - - 99 60").play("c1c2")
    assert pos.result() == ("claim", "win", "points 6.5 to 6: black wins")
    pos = frolov("6k5/*10*/*10*/*10*/*10*/*4r5*/*10*/*10*/*3K6*/2Q9 w - - 0 1")
    assert reason(pos, "c1d1 g10h10 d1c1 h10g10 " * 2) == "points 11 to 6.5: white wins"
    stale = frolov("12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*1k8*/K11 w - - 0 1")
    assert stale.result() == ("immediate", "loss", "stalemate")
