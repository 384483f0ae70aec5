"""What a bot knows of Netzwerk beyond its rules: how to plan routes, as in Morisi."""

from tablee.games.routes.brain.tastes import traits
from tablee.games.routes.brain.thinking import think

__all__ = ["think", "traits"]
