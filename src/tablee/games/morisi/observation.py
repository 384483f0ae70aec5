"""What a seat is shown as numbers is the same in both route games."""

from tablee.games.shared.routes.rules.route_observation import MEANINGS, OBSERVATION, observe, observe_again

__all__ = ["MEANINGS", "OBSERVATION", "observe", "observe_again"]
