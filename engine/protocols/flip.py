"""The same position with colours changed."""

from variants.fen import Man, Right, Setup
from variants.spec import VariantSpec


def flipped(spec: VariantSpec, setup: Setup) -> Setup:
    """Return the position turned top to bottom, with the men and the turn of the other colour."""

    def turned(square: int) -> int:
        rank, file = divmod(square, spec.files)
        return (spec.ranks - 1 - rank) * spec.files + file

    return Setup(
        pieces={turned(square): Man(man.letter, 1 - man.colour, man.mark) for square, man in setup.pieces.items()},
        hands=(dict(setup.hands[1]), dict(setup.hands[0])),
        side=1 - setup.side,
        rights=tuple(
            sorted(
                Right(1 - right.colour, right.queenside, turned(right.king), turned(right.rook))
                for right in setup.rights
            )
        ),
        en_passant=tuple(turned(square) for square in setup.en_passant),
        halfmove=setup.halfmove,
        fullmove=setup.fullmove,
    )
