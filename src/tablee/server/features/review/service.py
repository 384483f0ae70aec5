"""Make the stories of finished games, once somebody asks: workers evaluate the moves after all players are served.

A first look at the whole game comes within seconds, the rest while one reads. Of several servers one does the work: it
claims the story in the database and renews its claim for as long as it works.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from tablee.bots.bot_process import BotFault
from tablee.bots.requests import Bots, Evaluation, EvaluationRequest
from tablee.server.features.readiness.service import NotReady
from tablee.server.features.review.model import (
    LEAVE,
    Budget,
    Move,
    finished,
    first_look,
    full_budget,
    moves_of,
    table_story,
    with_opening,
)
from tablee.server.features.review.store import HALF, WHOLE, StoredStory
from tablee.server.realtime.rate_limits import HOUSE, Asker
from tablee.server.realtime.tasks import OneTask, look_every, run_in_worker_thread
from tablee.server.storage import NotSaved, Store, Unavailable
from tablee.server.table.clock import AN_HOUR
from tablee.server.table.table import Table

logger = logging.getLogger("tablee")

CLAIM = 30_000
"""Milliseconds for which a story is claimed at a time."""
RENEWAL = CLAIM / 3_000
"""Seconds between two renewals of a claim."""
SLICE, LONGEST_SLICE = 0.5, 8.0
"""Seconds for which a request keeps a worker at first, and at most, if the worker does not finish in less."""
AT_ONCE = 2
"""Stories that one server makes at a time."""
MOST_WAITING = 100
"""Requested stories that are read at a time."""
POLLING = 5.0
"""Seconds between two searches for requested stories that no server works on."""


OFFERED_TO_ONE, OFFERED_TO_AN_ADDRESS, OFFERED_IN_ALL = 8, 16, 80
"""Stories that are made in an hour without anybody asking: for one person, for one address, and in all."""


Peek = Callable[[str], Awaitable[tuple[Table, dict[int, str]] | None]]


class StoryStatus(NamedTuple):
    """The stored story, and whether the work goes on."""

    kept: StoredStory | None
    is_under_way: bool
    """Does this server or another work on it?"""
    progress: float | None
    """From 0 to 1, if this server works on it."""


class ClaimLost(Exception):
    """Another server has claimed the story."""


class StoryService:
    """Makes stories and reports their status."""

    def __init__(self, store: Store, bots: Bots, clock: Callable[[], int], peek: Peek) -> None:
        """`peek` finds a table and its people."""
        self._peek = peek
        self._polling = OneTask()
        self._store = store
        self._bots = bots
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, float] = {}
        self._failed: set[str] = set()
        """Tables whose stories failed here: try them again only when somebody asks."""
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._offered: deque[tuple[int, Asker]] = deque(maxlen=OFFERED_IN_ALL)
        """When stories were made without anybody asking, and for whom."""

    async def status(self, table: str) -> StoryStatus:
        """How far the story of a table is."""
        kept = await self._store.review.find(table)
        if kept is None or kept.is_current:
            return StoryStatus(kept, kept is None and table in self._tasks, None)
        if table in self._tasks or await self._store.review.is_claimed(table, self._clock()):
            return StoryStatus(kept, True, self._progress.get(table))
        # The work may have ended between the two queries.
        return StoryStatus(await self._store.review.find(table), False, None)

    async def ask(self, table: Table, asker: Asker = HOUSE) -> None:
        """Start making the story of a finished table, unless it exists or is being made; raises `Refused`."""
        definition, _ = finished(table)
        if table.id not in self._tasks:
            await self._store.review.want(table.id, definition.id, self._clock())
            task = self._tasks.setdefault(table.id, asyncio.create_task(self._make(table, asker)))
            task.add_done_callback(lambda _: self._tasks.pop(table.id, None))

    async def offer(self, table: Table, asker: Asker) -> bool:
        """Make the story of a game that has just ended, if it was against bots or rated, and the server has time."""
        alone = sum(not participant.level for participant in table.seats) <= 1
        if not (alone or table.opening.rated) or len(self._tasks) >= AT_ONCE or not self._has_time_for(asker):
            return False
        self._offered.append((self._clock(), asker))
        await self.ask(table, asker)
        return True

    def _has_time_for(self, asker: Asker) -> bool:
        lately = [one for at, one in self._offered if at > self._clock() - AN_HOUR]
        return (
            len(lately) < OFFERED_IN_ALL
            and sum(one.person == asker.person for one in lately) < OFFERED_TO_ONE
            and sum(one.address == asker.address for one in lately) < OFFERED_TO_AN_ADDRESS
        )

    def start(self) -> None:
        """From now on also make requested stories that no server works on: one may have stopped."""
        self._polling.begin(look_every(POLLING, self._poll, "a requested story is not made"))

    async def _poll(self) -> None:
        if not self._tasks:
            with suppress(NotReady):  # the next look may find it ready
                await self.make_requested()

    async def make_requested(self) -> None:
        """Start the oldest requested story that no server works on."""
        waiting = await self._store.review.waiting(self._clock(), MOST_WAITING)
        for table_id in [table for table in waiting if table not in self._failed][:1]:
            known = await self._peek(table_id)
            if known is None or known[0].status != "over" or known[0].definition is None:
                await self._store.review.forget(table_id)  # until somebody asks again
            else:
                await self.ask(known[0])

    async def close(self) -> None:
        """Stop. Another server goes on with unfinished stories, or this one after its next start."""
        await self._polling.stop()
        under_way = dict(self._tasks)
        for task in under_way.values():
            task.cancel()
        await asyncio.gather(*under_way.values(), return_exceptions=True)
        for table in under_way:
            await self._release(table)

    async def _release(self, table: str) -> None:
        """Give up the claim; if that cannot be stored, it runs out by itself."""
        with suppress(NotSaved):
            await self._store.review.release(table, self._store.server)

    async def _make(self, table: Table, asker: Asker) -> None:
        definition, _ = finished(table)
        try:
            async with self._slots:
                now = self._clock()
                if await self._store.review.claim(table.id, self._store.server, now, now + CLAIM):
                    async with asyncio.TaskGroup() as group:
                        renewing = group.create_task(self._renew_claim(table.id))
                        await self._evaluate(table, asker, first_look(definition), HALF)
                        await self._evaluate(table, asker, full_budget(definition), WHOLE)
                        renewing.cancel()
        except* (BotFault, NotSaved, Unavailable, ClaimLost) as failure:
            logger.warning("table %s: its story is not made: %r", table.id, failure.exceptions[0])
            self._failed.add(table.id)
        finally:
            self._progress.pop(table.id, None)
            await self._release(table.id)

    async def _renew_claim(self, table: str) -> None:
        """Renew the claim on a story until cancelled: evaluating one position may take longer than a claim."""
        while True:
            if not await self._store.review.renew(table, self._store.server, self._clock() + CLAIM):
                raise ClaimLost(table)
            await asyncio.sleep(RENEWAL)

    async def _evaluate(self, table: Table, asker: Asker, budget: Budget, status: str) -> None:
        """Evaluate every move, and store the story that follows."""
        moves = moves_of(table)
        evaluated: list[Evaluation] = []
        for number, move in enumerate(moves):
            if status == WHOLE:
                self._progress[table.id] = number / len(moves)
            action = "" if status == HALF or move.text == LEAVE or move.who == "chance" else move.text
            evaluated.append(await self._evaluate_move(table, move, action, asker, budget))
        if budget.opening > 1 and moves:
            opening = await self._evaluate_move(table, moves[0], "", asker, budget.of_opening())
            evaluated = with_opening(evaluated, moves[0], opening)
        story = await run_in_worker_thread(table_story, table, evaluated, budget)
        if not await self._store.review.keep(table.id, self._store.server, status, story, self._clock()):
            raise ClaimLost(table.id)

    async def _evaluate_move(self, table: Table, move: Move, action: str, asker: Asker, budget: Budget) -> Evaluation:
        """Evaluate a position and, unless `action` is empty, the best alternative to it."""
        assert table.definition is not None
        request = EvaluationRequest(
            table.opening.game,
            table.definition.words.write(move.before),
            action,
            budget.level,
            budget.limit,
            budget.outcomes,
            SLICE,
            session=f"story {table.id}",
            asker=asker.person or table.id,
            household=asker.address,
        )
        while (found := await self._bots.evaluate(request)) is None:
            longer = min(LONGEST_SLICE, 1.5 * request.seconds)  # another worker may have to start over
            request = msgspec.structs.replace(request, seconds=longer)
        return found
