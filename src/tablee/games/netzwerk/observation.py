"""What a seat is shown as numbers is the same in both route games."""

from tablee.games.shared.routes.rules.route_observation import OBSERVATION, observe, observe_again

__all__ = ["OBSERVATION", "observe", "observe_again"]
