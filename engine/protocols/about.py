"""Who the engine says it is."""

from typing import Final

NAME: Final = "Lionleap"
VERSION: Final = "0.1.0"  # also in pyproject.toml; a test compares them
AUTHOR: Final = "the Lionleap authors"
