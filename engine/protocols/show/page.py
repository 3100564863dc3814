"""A game as one HTML page that needs nothing else: drawings inside it, no scripts, nothing from the network."""

from collections.abc import Sequence
from html import escape
from typing import Final

from engine.protocols.show import svg
from engine.protocols.show.marks import Mark
from engine.protocols.show.pieces import Card, cards
from engine.protocols.show.rule_words import END, Chapter, chapters
from variants.draft import Draft
from variants.errors import FenError
from variants.fen import parse_fen
from variants.spec import VariantSpec

_GLYPHS: Final[tuple[tuple[Mark, str], ...]] = (
    (Mark.MOVE | Mark.CAPTURE, "moves or captures"),
    (Mark.MOVE, "moves only"),
    (Mark.CAPTURE, "captures only"),
    (Mark.INITIAL, "moves, from the squares of double steps"),
    (Mark.HOP_MOVE, "moves over a hurdle"),
    (Mark.HOP_CAPTURE, "captures over a hurdle"),
    (Mark.FIRST_CAPTURE, "may be the first of two steps"),
    (Mark.SECOND, "end of a second step"),
    (Mark.PASSED, "must be empty for a longer move"),
)

_STYLE: Final = """
:root{--paper:#faf8f4;--card:#fff;--ink:#26221c;--soft:#6d6558;--line:#ddd5c7;--light:#f0e6d2;--dark:#d9c6a3;
--hole:#3b362e;--both:#1f6f8b;--move:#3c8d40;--capture:#c0392b;--zone:#8e5bb5;--flag:#d88a00;--first:#e08e0b}
@media (prefers-color-scheme:dark){:root{--paper:#1d1b18;--card:#282521;--ink:#ece6da;--soft:#a79e8e;--line:#443f37;
--light:#6d6250;--dark:#554a39;--hole:#0e0d0b;--both:#6cc3e0;--move:#7fd184;--capture:#ff7f70;--zone:#c79ae8}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
main{max-width:1100px;margin:0 auto;padding:28px 20px 60px}
h1{font-size:30px;margin:0 0 2px}
h2{font-size:20px;margin:38px 0 12px;padding-bottom:4px;border-bottom:2px solid var(--line)}
h3{font-size:16px;margin:0}p{margin:4px 0}.soft{color:var(--soft);font-size:14px}
code{font:13px/1.4 ui-monospace,"DejaVu Sans Mono",monospace;background:var(--light);padding:1px 5px;border-radius:4px;
overflow-wrap:anywhere}
.start{display:flex;flex-wrap:wrap;gap:26px;align-items:flex-start;margin-top:18px}
.start>svg{flex:1 1 420px;width:100%;height:auto}.start>div{flex:1 1 260px}
.pieces{columns:3 320px;column-gap:14px}
.card{display:flex;gap:14px;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px;
margin-bottom:14px;break-inside:avoid}
.card svg{flex:none;width:132px;height:132px}.card p{font-size:14px;line-height:1.4}.card .letter{color:var(--both)}
.rules{columns:2 400px;column-gap:30px}.rules section{break-inside:avoid;margin-bottom:16px}
section ul{margin:4px 0 0;padding-left:20px}section li{margin:3px 0}.start section{margin-top:18px}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0 0 14px;font-size:14px}
.legend span{display:inline-flex;align-items:center;gap:7px}.legend svg{width:24px;height:24px}
.bar{display:inline-block;width:22px;height:5px;border-radius:3px;vertical-align:middle;margin-right:7px}
svg .light{fill:var(--light)}svg .dark{fill:var(--dark)}svg .hole{fill:var(--hole)}
svg rect{stroke:var(--line);stroke-width:.6}
svg .zone{stroke:var(--zone);stroke-width:2.4;stroke-dasharray:7 4;fill:none}svg .flag{fill:var(--flag)}
svg text{text-anchor:middle;font-family:inherit}svg .name{font-size:12px;fill:var(--soft)}
svg .man circle,svg .man polygon{stroke:#2b2620;stroke-width:1.6}
svg .man.white circle,svg .man.white polygon{fill:#fffdf7}
svg .man.black circle,svg .man.black polygon{fill:#3a342c}svg .man text{font-weight:600;fill:#26221c}
svg .man.black text{fill:#fffdf7}
svg .both{fill:var(--both)}svg .move{fill:var(--move)}svg .capture{fill:none;stroke:var(--capture);stroke-width:2.6;
stroke-linecap:round}
svg .initial{fill:none;stroke:var(--move);stroke-width:2;stroke-dasharray:3 2}
svg .hop{fill:none;stroke-width:2.2}svg .hop.move{stroke:var(--move)}svg .hop.capture{stroke:var(--capture)}
svg .first{fill:none;stroke:var(--first);stroke-width:2}svg .second{fill:none;stroke:var(--zone);stroke-width:1.6;
stroke-dasharray:2 2}
svg .passed{stroke:var(--soft);stroke-width:2;fill:none}
svg .slide{fill:none;stroke-width:1.6;opacity:.75}svg .slide.both{stroke:var(--both)}svg .slide.move{stroke:var(--move)}
svg .slide.capture{stroke:var(--capture)}
@media print{body{background:#fff}.card{break-inside:avoid}}
"""


def page(draft: Draft) -> str:
    """Return the page of a game."""
    spec = draft.spec()
    pieces = cards(spec)
    shogi = spec.template == "shogi"
    rules = chapters(draft)
    aim = [part for part in rules if part.title == END]
    also = f'<p class="soft">also called {escape(", ".join(spec.aliases))}</p>' if spec.aliases else ""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
            f"<title>{escape(spec.name)}</title><style>{_STYLE}</style></head><body><main>",
            f"<h1>{escape(spec.name)}</h1>{also}",
            f'<div class="start">{_board(spec)}<div>{_board_notes(spec)}{_chapters(aim)}</div></div>',
            "<h2>Pieces</h2>",
            '<p class="soft">White moves up the board; Black moves by the half turn. An arrow goes on to the edge of'
            " the board or the next man.</p>",
            _legend(pieces),
            f'<div class="pieces">{"".join(_card(card, shogi) for card in pieces)}</div>',
            "<h2>Rules</h2>",
            f'<div class="rules">{_chapters([part for part in rules if part.title != END])}</div>',
            "</main></body></html>",
            "",
        ]
    )


def _board(spec: VariantSpec) -> str:
    try:
        return svg.board(spec, parse_fen(spec, spec.start_fen))
    except FenError as error:
        return f"<p>The start position cannot be shown: {escape(str(error))}.</p>"


def _board_notes(spec: VariantSpec) -> str:
    found = [f"<p>{spec.files} files, {spec.ranks} ranks</p>", f"<p><code>{escape(spec.start_fen)}</code></p>"]
    try:
        hands = parse_fen(spec, spec.start_fen).hands
    except FenError:
        hands = ({}, {})
    for name, hand in zip(("White", "Black"), hands, strict=True):
        if any(hand.values()):
            men = ", ".join(f"{count} {letter.upper()}" for letter, count in hand.items() if count)
            found.append(f"<p>{name} has in hand: {escape(men)}</p>")
    if spec.promoted_piece_type or any(spec.promotion_pawn_types):
        found.append(_bar("zone", "edges of the zones of promotion"))
    if any(spec.flag_region):
        found.append(_bar("flag", "squares that win, for White in the upper corner, for Black in the lower"))
    if spec.holes:
        found.append(_bar("hole", "no squares"))
    return "".join(found)


def _bar(name: str, text: str) -> str:
    return f'<p class="soft"><span class="bar" style="background:var(--{name})"></span>{text}</p>'


def _legend(pieces: list[Card]) -> str:
    both = Mark.MOVE | Mark.CAPTURE
    used: set[Mark] = set()
    for mark in (mark for card in pieces for mark in card.diagram.marks.values()):
        kinds = [both] if both in mark else list(mark & both)
        used.update(kinds, mark & ~both & ~Mark.PASSED, [mark] if mark == Mark.PASSED else [])
    shown = [
        f'<span><svg viewBox="0 0 24 24">{svg.glyph(mark, 12, 12)}</svg>{text}</span>'
        for mark, text in _GLYPHS
        if mark in used
    ]
    return f'<div class="legend">{"".join(shown)}</div>'


def _card(card: Card, shogi: bool) -> str:
    code = f"<code>{escape(card.betza)}</code>" if card.betza else ""
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in card.moves)
    facts = f'<p class="soft">{escape(" ".join(card.facts))}</p>' if card.facts else ""
    head = f'<h3><span class="letter">{escape(card.letter)}</span> {escape(card.title)}</h3>'
    picture = svg.moves(card.diagram, card.letter, shogi)
    return f'<div class="card">{picture}<div>{head}{code}{sentences}{facts}</div></div>'


def _chapters(parts: Sequence[Chapter]) -> str:
    found = []
    for part in parts:
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in part.sentences)
        found.append(f"<section><h3>{escape(part.title)}</h3><ul>{items}</ul></section>")
    return "".join(found)
