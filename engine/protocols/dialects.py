"""The other protocols, entered by their first word from the UCI loop."""

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from engine.protocols.uci import Uci

DIALECTS: Final = ("xboard", "usi", "ucci", "ucicyclone", "play")


class Guest(Protocol):
    """One who reads all lines instead of the UCI loop.

    final : whether the program ends with him
    """

    final: bool

    def obey(self, line: str) -> bool:
        """Obey one line and return whether there are more to come for him."""

    def tell(self, text: str) -> None:
        """Tell the user something."""

    def close(self) -> None:
        """Stop what he has begun."""


def enter(loop: "Uci", word: str, rest: str) -> None:
    """Speak another protocol from now on."""
    if word == "xboard":
        from engine.protocols.xboard import Xboard

        loop.guest = Xboard(loop.output, loop.session)
        loop.release()
    elif word == "play":
        from engine.protocols.play import Play

        loop.guest = Play(loop.output, loop.session, rest)
        loop.release()
    elif word == "usi":
        from engine.protocols.usi import Usi

        Usi(loop).enter()
    else:
        from engine.protocols.ucci import Ucci

        Ucci(loop, cyclone=word == "ucicyclone").enter()
