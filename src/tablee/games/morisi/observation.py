"""What a seat is shown as numbers is the same in both route games."""

from tablee.games.routes.rules.observing import OBSERVATION, observe, observe_again

__all__ = ["OBSERVATION", "observe", "observe_again"]
