"""Stories of finished games, told once somebody asks: by the bots' workers, after those who play, and kept.

A first look at the whole game comes within seconds, the rest while one reads. Of several servers one does the work: it
claims the table for a while, and goes on claiming it for as long as it is at work.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from tablee.bots.process import BotFault
from tablee.bots.questions import Bots, Weighing
from tablee.bots.weighing import Weighed
from tablee.live.beside import beside
from tablee.live.limits import HOUSE, Asker
from tablee.store import NotSaved, Store, Unavailable
from tablee.store.stories import HALF, WHOLE, Kept
from tablee.study.budgets import Budget, first_look, whole
from tablee.study.story import LEAVE, Move
from tablee.study.tables import finished, moves_of, told, with_opening
from tablee.table.table import Table

logger = logging.getLogger("tablee")

CLAIM = 30_000
"""Milliseconds for which a table is claimed at a time."""
A_MOMENT, LONGEST = 0.5, 8.0
"""Seconds that a worker is kept from those who play, and at most, where it does not come to an end in less."""
AT_ONCE = 2
"""Stories that one server tells at a time."""
MOST_WAITING = 100
"""Stories that are looked at to find one that is to be told."""
A_LOOK = 5.0
"""Seconds between two looks at what is wanted, and nobody tells."""


Peek = Callable[[str], Awaitable[tuple[Table, dict[int, str]] | None]]


class Look(NamedTuple):
    """How far a story is."""

    kept: Kept | None
    is_under_way: bool
    """Is it being told, here or elsewhere?"""
    progress: float | None
    """From 0 to 1, if it is told here."""


class Lost(Exception):
    """The work on a story is another server's by now."""


class Stories:
    """Tells stories, and says how far they are."""

    def __init__(self, store: Store, bots: Bots, clock: Callable[[], int], peek: Peek) -> None:
        """`peek` finds a table, with its people."""
        self._peek = peek
        self._looking: asyncio.Task[None] | None = None
        self._store = store
        self._bots = bots
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, float] = {}
        self._failed: set[str] = set()
        """Tables whose stories could not be told here: only who asks for them makes us try again."""
        self._places = asyncio.Semaphore(AT_ONCE)

    async def look(self, table: str) -> Look:
        """How far the story of a table is."""
        kept = await self._store.stories.find(table)
        if kept is None or kept.is_current:
            return Look(kept, kept is None and table in self._tasks, None)
        if table in self._tasks or await self._store.stories.is_claimed(table, self._clock()):
            return Look(kept, True, self._progress.get(table))
        # Whoever told it may have come to the end between the two questions.
        return Look(await self._store.stories.find(table), False, None)

    async def ask(self, table: Table, asker: Asker = HOUSE) -> None:
        """Let the story of a finished table be told, unless it is, or is being told; raises `Refused`."""
        folder, _ = finished(table)
        if table.id not in self._tasks:
            await self._store.stories.want(table.id, folder.id, self._clock())
            task = self._tasks.setdefault(table.id, asyncio.create_task(self._tell(table, asker)))
            task.add_done_callback(lambda _: self._tasks.pop(table.id, None))

    def start(self) -> None:
        """From now on tell, too, what was wanted and never told: nobody may have waited, or a server was gone."""
        self._looking = asyncio.create_task(self._look_around())

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(A_LOOK)
            try:
                if not self._tasks:
                    await self._tell_another()
            except Exception as error:  # whatever is wrong with it, others may be told
                logger.warning("a story that is wanted is not told: %r", error)

    async def _tell_another(self) -> None:
        waiting = await self._store.stories.waiting(self._clock(), MOST_WAITING)
        for table_id in [table for table in waiting if table not in self._failed][:1]:
            known = await self._peek(table_id)
            if known is None or known[0].status != "over" or known[0].folder is None:
                await self._store.stories.forget(table_id)  # it is wanted again when somebody asks
            else:
                await self.ask(known[0])

    async def close(self) -> None:
        """Tell no more; what is not told yet is told when a server is open again."""
        tables, tasks = list(self._tasks), [*self._tasks.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in tables:
            await self._release(table)

    async def _release(self, table: str) -> None:
        """Let other servers go on with it; if that cannot be stored, they may once our claim has run out."""
        with suppress(NotSaved):
            await self._store.stories.release(table, self._store.server)

    async def _tell(self, table: Table, asker: Asker) -> None:
        folder, _ = finished(table)
        try:
            async with self._places:
                if await self._claim(table.id):
                    await self._pass(table, asker, first_look(folder), HALF)
                    await self._pass(table, asker, whole(folder), WHOLE)
        except (BotFault, NotSaved, Unavailable, Lost) as error:
            logger.warning("table %s: its story is not told: %r", table.id, error)
            self._failed.add(table.id)
        finally:
            self._progress.pop(table.id, None)
            await self._release(table.id)

    async def _claim(self, table: str) -> bool:
        now = self._clock()
        return await self._store.stories.claim(table, self._store.server, now, now + CLAIM)

    async def _pass(self, table: Table, asker: Asker, budget: Budget, status: str) -> None:
        """Weigh every step, and keep what that comes to."""
        moves = moves_of(table)
        weighed: list[Weighed] = []
        claimed = self._clock()
        for number, move in enumerate(moves):
            if status == WHOLE:
                self._progress[table.id] = number / len(moves)
            action = "" if status == HALF or move.text == LEAVE or move.who == "chance" else move.text
            weighed.append(await self._weigh(table, move, action, asker, budget))
            if self._clock() - claimed > CLAIM // 3:
                claimed = self._clock()
                if not await self._claim(table.id):
                    raise Lost(table.id)
        if budget.opening > 1 and moves:
            opening = await self._weigh(table, moves[0], "", asker, budget.of_opening())
            weighed = with_opening(weighed, moves[0], opening)
        story = await beside(told, table, weighed, budget)
        if not await self._store.stories.keep(table.id, self._store.server, status, story, self._clock()):
            raise Lost(table.id)

    async def _weigh(self, table: Table, move: Move, action: str, asker: Asker, budget: Budget) -> Weighed:
        """A position and, unless it is empty, what another action would have brought."""
        assert table.folder is not None
        weighing = Weighing(
            table.opening.game,
            table.folder.words.write(move.before),
            action,
            budget.level,
            budget.limit,
            budget.outcomes,
            A_MOMENT,
            session=f"story {table.id}",
            asker=asker.person or table.id,
            household=asker.address,
        )
        while (found := await self._bots.weigh(weighing)) is None:
            longer = min(LONGEST, 1.5 * weighing.seconds)  # another worker may have to begin anew
            weighing = msgspec.structs.replace(weighing, seconds=longer)
        return found
