"""Tables for tests: those of the kit, of Isis & Osiris if no other game is named."""

from functools import partial

from tablee.games import find_game
from tablee.kit import trial_tables
from tablee.kit.trial_tables import NOW, SEED, happen, play_randomly

__all__ = ["ISIS", "NOW", "SEED", "finished", "happen", "new_table", "play_randomly", "started"]

ISIS = find_game("isis")
new_table = partial(trial_tables.new_table, game="isis")
started = partial(trial_tables.started, game="isis")
finished = partial(trial_tables.finished, game="isis")
