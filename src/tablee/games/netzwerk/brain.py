"""What a bot knows of Netzwerk beyond its rules: how to plan routes, as in Morisi."""

from tablee.games.shared.routes.brain.route_search import think
from tablee.games.shared.routes.brain.styles import traits

__all__ = ["think", "traits"]
