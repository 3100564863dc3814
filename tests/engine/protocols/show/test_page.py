"""Pages."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from engine.protocols.show.page import page
from tests.engine.protocols.show.test_marks import CATALOG
from variants.catalog import Catalog

VOID = ("meta",)


class Nesting(HTMLParser):
    """Checks that every tag is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", CATALOG.drafts())
def test_pages_are_whole(name: str) -> None:
    draft = CATALOG.draft(name)
    text = page(draft)
    parser = Nesting()
    parser.feed(text)
    assert not parser.open
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    for drawing in drawings:
        ElementTree.fromstring(drawing)
    assert sum('class="moves"' in drawing for drawing in drawings) == len(draft.spec().pieces)


@pytest.mark.parametrize("name", ["chess", "leaperhouse", "frolov10x10"])
def test_nothing_comes_from_elsewhere(name: str) -> None:
    text = page(CATALOG.draft(name))
    assert not re.search(r"https?:|src=|href=|@import|url\(|<script|<link", text)
    used = set(re.findall(r"var\((--\w+)\)", text))
    assert used <= set(re.findall(r"(--\w+):", text))


def test_foreign_text_is_escaped() -> None:
    catalog = Catalog()
    catalog.load_text("[x:chess]\nstartFen = <script>alert(1)</script> w\n")
    text = page(catalog.draft("x"))
    assert "<script" not in text and "cannot be shown" in text


def test_the_legend_has_what_is_used() -> None:
    text = page(CATALOG.draft("leaperhouse"))
    legend = text.split('<div class="legend">')[1].split("</div>")[0]
    assert "moves or captures" in legend and "captures only" not in legend
    legend = page(CATALOG.draft("mightylion")).split('<div class="legend">')[1].split("</div>")[0]
    assert "first of two steps" in legend and "captures only" in legend
