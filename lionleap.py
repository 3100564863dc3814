"""Launcher of the program: puts the program's own folders first on `sys.path`.

In a checkout they lie beside this file. In an installation they lie in `_lionleap/`, so that site-packages gains no
package called `engine`, `search` or `eval`.
"""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_PRIVATE = _HERE / "_lionleap"
sys.path.insert(0, str(_PRIVATE if _PRIVATE.is_dir() else _HERE))


def main() -> int:
    """Run the command line and return its exit status."""
    from engine.protocols.cli import main as run

    return run()


if __name__ == "__main__":
    raise SystemExit(main())
