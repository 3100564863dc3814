"""Making games ready in the background."""

import threading
import time
from typing import Any, cast

import pytest

from engine.protocols.loading import Loader, prepare, progress
from variants.catalog import Catalog
from variants.errors import VariantError
from variants.spec import VariantSpec

CATALOG = Catalog()
CHESS, YARI, LEAPER = (CATALOG.get(name) for name in ("chess", "yarishogi", "leaperhouse"))


class Fake:
    """Makes games that are only their names."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.may_go_on = threading.Event()

    def __call__(self, spec: VariantSpec, tell: Any) -> Any:
        self.may_go_on.wait(10)
        self.made.append(spec.name)
        if spec is YARI:
            raise VariantError("no such rule")
        if spec is LEAPER:
            raise ZeroDivisionError("oops")
        return f"game {spec.name}"


def test_a_game_is_made_once() -> None:
    fake = Fake()
    fake.may_go_on.set()
    loader = Loader(lambda text: None, fake)
    loader.want(CHESS)
    assert cast(Any, loader.game(CHESS)) == "game chess"
    assert cast(Any, loader.game(CHESS)) == "game chess"
    assert fake.made == ["chess"]


def test_only_the_last_wish_counts() -> None:
    fake = Fake()
    loader = Loader(lambda text: None, fake)
    loader.want(CHESS)
    while not loader.busy:
        time.sleep(0.01)
    time.sleep(0.05)
    loader.want(LEAPER)
    loader.want(YARI)
    fake.may_go_on.set()
    with pytest.raises(VariantError, match="no such rule"):
        loader.game(YARI)
    assert fake.made == ["chess", "yarishogi"]


def test_a_fault_of_ours_is_told_and_not_waited_for() -> None:
    fake = Fake()
    fake.may_go_on.set()
    with pytest.raises(VariantError, match="ZeroDivisionError: oops"):
        Loader(lambda text: None, fake).game(LEAPER)


def test_long_work_is_told() -> None:
    told: list[str] = []
    with progress(told.append, quiet=0.02, tick=0.02):
        time.sleep(0.2)
    assert len(told) >= 2 and told[0].startswith("compiling the kernels")
    with progress(told.append, quiet=5):
        before = len(told)
    assert len(told) == before
    with progress(told.append, quiet=0.02, tick=0.02, busy=lambda: False):
        time.sleep(0.1)
    assert len(told) == before


def test_a_real_game() -> None:
    assert prepare(CHESS, lambda text: None) is prepare(CHESS, lambda text: None)
