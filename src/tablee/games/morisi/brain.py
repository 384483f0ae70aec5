"""What a bot knows of Morisi beyond its rules: how to plan routes, as in Netzwerk."""

from tablee.games.shared.routes.brain.route_search import think
from tablee.games.shared.routes.brain.styles import traits

__all__ = ["think", "traits"]
