"""Count finished rated tables once, recompute ratings from the logs, show ratings at tables, and keep engines away."""

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tablee.server.features.ratings.model import RatedGame, anchor, pace_of, rated_game
from tablee.server.features.ratings.rating_texts import ShownRating
from tablee.server.features.ratings.store import SeatedRatings, recomputed
from tablee.server.realtime.tasks import BackgroundTasks
from tablee.server.storage import Store, Unavailable
from tablee.server.table.events import Refused
from tablee.server.table.table import Table

MOST = 50
"""Tables to count at a time."""


async def check_engine_allowed(store: Store, game: str, person: str) -> None:
    """Raise `Refused` while a person has a rated game of this title going on: asked before all that an engine knows.

    Opinions, hints, stories and answers to puzzles ask here, whatever the person's session, server or bot account.
    """
    if person and await store.ratings.is_playing(person, game):
        raise Refused("game_goes_on")


class RatingAudit(NamedTuple):
    """The number of counted games, and the differences between stored and recomputed ratings."""

    games: int
    differences: list[str]


async def count_finished(store: Store) -> None:
    """Count finished tables. Several servers at once count every table once."""
    for table in await store.ratings.waiting(MOST):
        await store.ratings.count(await _contest(store, table))


async def compare(store: Store, *, correct: bool = False) -> RatingAudit:
    """Recompute all ratings from the logs, report differences, and correct them if asked to."""
    ledger = await store.ratings.ledger()
    rated_games = {table: await _contest(store, table) for table, why in ledger.counted if not why}
    changes, ratings = recomputed(ledger, rated_games)
    told = {(one.table, one.participant): one for one in changes}
    wrong = [one for key, one in told.items() if ledger.changes.get(key) != one]
    misrated = {key: one for key, one in ratings.items() if ledger.ratings.get(key, one) != one}
    differences = [f"table {one.table}: participant {one.participant} came to {one.after}" for one in wrong]
    differences += [
        f"table {table}: participant {participant} did not play" for table, participant in ledger.changes.keys() - told
    ]
    differences += [
        f"{game}, {pace}: {person} stands at {one.rating}" for (person, game, pace), one in misrated.items()
    ]
    differences += [
        f"{game}, {pace}: {person} has not played" for person, game, pace in ledger.ratings.keys() - ratings
    ]
    if correct and (wrong or misrated):
        await store.ratings.correct(wrong, misrated)
    return RatingAudit(sum(not why for _, why in ledger.counted), differences)


async def _contest(store: Store, table: str) -> RatedGame:
    stored = await store.load(table)
    assert stored is not None  # tables are never deleted
    return rated_game(stored.opening, stored.events, stored.fault)


if TYPE_CHECKING:
    from tablee.server.realtime.decisions import Decisions

logger = logging.getLogger("tablee")


class TableRatings:
    """The ratings of those who sit at one table."""

    def __init__(
        self, store: Store, decisions: "Decisions", background: BackgroundTasks, changed: Callable[[], None]
    ) -> None:
        """`changed` is called when there is something new to show."""
        self._store = store
        self._decisions = decisions
        self._background = background
        self._changed = changed
        self._has_asked = self._is_settled = False
        self.shown: Mapping[int, ShownRating] = {}
        """By participant; ratings that are not reliable enough are missing."""
        self.uncounted = ""
        """Why the game did not count, if it did not."""

    def welcome(self) -> None:
        """Somebody has connected. The first of a crowd is enough to ask."""
        if not self._has_asked:
            self.ask()

    def ask(self) -> None:
        """Read the ratings, unless nothing can change any more."""
        if self._decisions.table.opening.rated and not self._is_settled:
            self._has_asked = True
            self._background.begin(self._look())

    def ask_whether_counted(self) -> None:
        """Read the ratings if the game is over: it may have been counted meanwhile."""
        if self._decisions.table.status == "over":
            self.ask()

    async def _look(self) -> None:
        table = self._decisions.table
        opening = table.opening
        try:
            found = await self._store.ratings.at(opening.table, opening.game, pace_of(opening.clock))
        except Unavailable as error:
            logger.warning("table %s: ratings cannot be read: %s", table.id, error)
            return
        if self._is_settled:
            return  # a later request was faster
        self._is_settled = found.is_counted
        shown = shown_at(table, found)
        if (shown, found.why) != (self.shown, self.uncounted):
            self.shown, self.uncounted = shown, found.why
            self._changed()


def shown_at(table: Table, found: SeatedRatings) -> dict[int, ShownRating]:
    """The ratings to show at a table: those that are reliable enough, and all that the game has changed. Bots' ratings
    never change."""
    game, shown = table.opening.game, {}
    for participant in table.participants:
        change = found.changes.get(participant.id)
        now = change.after if change else found.ratings.get(participant.id)
        if participant.level:
            now = anchor(game, participant.level)
        if now is not None and (now.is_sure or change):
            before = change.before if change else now
            points = before.points if change else None
            shown[participant.id] = ShownRating(now.points, now.doubt, points, now.is_sure, before.is_sure)
    return shown
