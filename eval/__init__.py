"""Evaluation: what a position is worth, for any game, from tables that are derived from the game's rules."""
