"""The games that the tests of the search play, with their evaluation."""

from functools import lru_cache

from engine.rules import Game, compile_rules
from eval.values import install_values
from variants.catalog import Catalog

GAMES = ("leaperhouse", "okisakishogi", "yarishogi", "chess", "mightylion")


@lru_cache(maxsize=16)
def game_of(name: str) -> Game:
    """Return a game of the catalogue, ready to be searched."""
    game = compile_rules(Catalog().get(name))
    install_values(game)
    return game
