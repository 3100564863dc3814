"""Says at the end of a run how many inputs there were."""

from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the counts."""
    from tests.fuzz.traffic import SEEN

    if SEEN:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(SEEN.items()))
        terminalreporter.write_line(f"fuzz: {SEEN.total()} inputs ({kinds})")
