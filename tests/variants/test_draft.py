"""Drafts: inheritance, and the finished specification."""

from variants.catalog import Catalog
from variants.draft import Draft
from variants.ini import read_text
from variants.keys import key_named
from variants.spec import BLACK, WHITE, VariantSpec


def game(text: str) -> VariantSpec:
    catalog = Catalog()
    reports = catalog.load_text("[game" + text)
    assert not [report for report in reports if report.severity == "error"], list(map(str, reports))
    return catalog.get("game")


def test_defaults_without_parent() -> None:
    draft = Draft("g", "f:1")
    assert draft.files == draft.ranks == 8
    assert draft.words("promotionPieceTypes", WHITE) == ()
    assert draft.words("castlingRookPieces", BLACK) == ("rook",)
    assert draft.flag("castling") and draft.number("nMoveRule") == 50


def test_a_child_is_a_copy() -> None:
    parent = Draft("g", "f:1")
    parent.set(key_named("aliases"), None, ("other",))
    child = parent.child("h", "f:2")
    child.set(key_named("castling"), None, False)
    assert parent.flag("castling") and not child.words("aliases")


def test_chess_as_a_specification() -> None:
    spec = Catalog().get("chess")
    assert spec.king == "k" and [piece.letter for piece in spec.pieces] == list("pnbrqk")
    assert spec.promotion_region == (frozenset(range(56, 64)), frozenset(range(8)))
    assert spec.double_step_region == (frozenset(range(8, 16)), frozenset(range(48, 56)))
    assert spec.promotion_piece_types == (tuple("nbrq"),) * 2
    assert spec.promotion_pawn_types == spec.en_passant_types == spec.n_move_rule_types == (("p",), ("p",))
    assert spec.castling_king_piece == ("k", "k") and spec.castling_rook_pieces == (("r",), ("r",))
    assert spec.en_passant_region[WHITE] == spec.drop_region[BLACK] == frozenset(range(64))
    assert spec.insufficient_material == ("n", "b", "b*") and spec.castling_rook_kingside_file == 7
    assert hash(spec) == hash(Catalog().get("normal"))


def test_removed_pieces_leave_the_promotions() -> None:
    spec = game(":chess]\nknight = -\ncustomPiece1 = n:NA")
    assert spec.promotion_piece_types[WHITE] == tuple("brq")


def test_regions_are_cut_to_the_board_and_keep_absolute_ranks() -> None:
    fen = "startFen = 4k/5/5/4K w - - 0 1\ncastling = no"
    spec = game(f":chess]\nmaxFile = 5\nmaxRank = 4\n{fen}")
    assert spec.promotion_region == (frozenset(), frozenset(range(5)))
    assert spec.double_step_region == (frozenset(range(5, 10)), frozenset())


def test_types_not_letters_are_inherited() -> None:
    spec = game(":chess]\nrook = t\nstartFen = tnbqkbnt/pppppppp/8/8/8/8/PPPPPPPP/TNBQKBNT w KQkq - 0 1")
    assert spec.castling_rook_pieces == (("t",), ("t",)) and spec.promotion_piece_types[WHITE] == tuple("nbtq")


def test_last_pawn_type_is_what_a_promoted_one_reverts_to() -> None:
    base = ":chess]\nfers = s\npromotionPawnTypes = "
    assert game(base + "ps").promotion_pawn_reverts_to == ("s", "s")
    assert game(base + "sp").promotion_pawn_reverts_to == ("p", "p")
    assert game(base + "s").promotion_pawn_types == (("p", "s"),) * 2


def test_double_step_off_empties_the_regions() -> None:
    assert game(":chess]\ndoubleStep = false").double_step_region == (frozenset(), frozenset())


def test_promotions_merge_with_the_parent_s() -> None:
    spec = game(":okisakishogi]\npromotedPieceType = r:- p:s")
    assert dict(spec.promoted_piece_type) == {"p": "s", "l": "g", "n": "g", "s": "g", "b": "h"}


def test_holes_belong_to_no_region() -> None:
    spec = game(":chess]\nholes = a2 h7\nstartFen = 4k3/7*/8/8/8/8/*7/4K3 w - - 0 1")
    assert spec.holes == {8, 55} and 8 not in spec.double_step_region[WHITE] | spec.drop_region[WHITE]


def test_en_passant_by_betza() -> None:
    spec = game(":chess]\ncustomPiece1 = s:mFcfeW")
    assert spec.en_passant_types == (("p", "s"),) * 2
    spec = game(":chess]\ncustomPiece1 = s:mFcfeW\nenPassantTypes = p")
    assert spec.en_passant_types == (("p",),) * 2


def test_differences() -> None:
    known = Catalog()._drafts
    same = "[x:chess]\nstalemateValue = draw\nflagRegion = -\nvariantTemplate = shogi"
    assert read_text(same, "f", known).games["x"].differences(known["chess"]) == []
    other = "[x:chess]\nqueen = -\namazon = q\nflagRegionWhite = *8\nnMoveRule = 40"
    found = read_text(other, "f", known).games["x"].differences(known["chess"])
    assert set(found) >= {"queen", "amazon", "flagRegionWhite", "nMoveRule"} and "flagRegionBlack" not in found
