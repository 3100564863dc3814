"""Says at the end of a run how many inputs there were, those of parallel workers together."""

from typing import Any

import pytest


def pytest_sessionfinish(session: Any) -> None:
    """Hand the counts of a worker over to the process that reports."""
    from tests.fuzz.traffic import SEEN

    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["fuzz"] = dict(SEEN)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take a worker's counts."""
    from tests.fuzz.traffic import SEEN

    SEEN.update(getattr(node, "workeroutput", {}).get("fuzz", {}))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the counts."""
    from tests.fuzz.traffic import SEEN

    if SEEN:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(SEEN.items()))
        terminalreporter.write_line(f"fuzz: {SEEN.total()} inputs ({kinds})")
