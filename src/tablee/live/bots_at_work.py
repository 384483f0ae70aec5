"""Bots at a table: they play when it is their turn, whatever goes wrong with them."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from tablee.bots.questions import Bots, Question, choose_surely
from tablee.games.levels import MOST_QUICK
from tablee.live.decisions import Decision
from tablee.live.hints import question_of
from tablee.live.limits import Asker
from tablee.live.servers import leases
from tablee.show.characters import who_plays
from tablee.table.events import Refused
from tablee.table.folded import THROW
from tablee.table.seating import Sitter
from tablee.table.table import Table

PAUSE = 2.0
"""Seconds until a bot tries again when its action could not be stored."""


class BotsAtWork:
    """Plays for the bots of one table, and for people whose seat was handed to a bot."""

    def __init__(
        self,
        bots: Bots,
        table: Callable[[], Table],
        decide: Callable[[Decision], Awaitable[None]],
        may_act: Callable[[], Awaitable[bool]],
        somebody_is_here: Callable[[], bool],
        when_done: Callable[[], None],
        asker: Callable[[], Asker] = Asker,
    ) -> None:
        """`table` gives the table as it is now; `when_done` is called whenever no bot plays any more.

        `may_act` says no while another server plays for these bots. `asker` says for whom bots think, if there
        is somebody.
        """
        self._bots = bots
        self._table = table
        self._decide = decide
        self._may_act = may_act
        self._somebody_is_here = somebody_is_here
        self._when_done = when_done
        self._asker = asker
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def under_way(self) -> bool:
        """Is a bot playing?"""
        return self._task is not None

    def wake(self) -> None:
        """Let bots play if it is a bot's turn."""
        if not self._stopped and self._task is None and self._to_act() is not None:
            self._task = asyncio.create_task(self._play())

    async def stop(self) -> None:
        """Let no bot play any more: the house closes, and they will think again when it opens."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _to_act(self) -> Sitter | None:
        """The bot to act. With all people gone, nobody's seat is played by a bot."""
        table = self._table()
        sitter = table.seats[table.to_act] if table.to_act is not None else None
        if sitter is None or not sitter.played_by:
            return None
        return sitter if sitter.level or self._somebody_is_here() else None

    async def _play(self) -> None:
        try:
            while (bot := self._to_act()) is not None:
                if await self._may_act():
                    await self._play_once(bot)
                else:
                    await asyncio.sleep(leases.PAUSE)  # then it has moved, or its server is gone
        finally:
            self._task = None
            self._when_done()

    async def _play_once(self, bot: Sitter) -> None:
        """One action of a bot. If the table or the lease has moved on meanwhile, its answer is forgotten."""
        assert bot.seat is not None
        seat, step = bot.seat, self._table().step
        action = await self._action(bot)
        if not await self._may_act():  # it has taken long, or this server has slept
            return
        try:
            await self._decide(lambda table, now: table.act(seat, step, action, now))
        except Refused as refused:
            if refused.code in ("not_saved", "unsure"):
                await asyncio.sleep(PAUSE)

    async def _action(self, bot: Sitter) -> str:
        """What a bot answers, or another in its place: a table never waits for a broken bot."""
        assert bot.seat is not None
        table = self._table()
        actions = table.actions(bot.seat)
        if actions == [THROW]:
            return THROW
        who = who_plays(table, bot)
        style = who.style if who else ""
        question = question_of(table, bot.seat, table.knowledge(bot.seat), bot.played_by, self._asker(), style)
        return (await choose_surely(self._bots, as_dealt(question, table, bot.seat), actions)).action


def as_dealt(question: Question, table: Table, seat: int) -> Question:
    """A question whose answer follows from the deal: at tables that draw by seat, in deals to the last simulation.

    Only what is quick can be thought to its end, whatever the machine: levels above may find less time than another
    time they had. What was thought before is not gone on from: it depends on when it was.
    """
    if not table.opening.by_seat:
        return question
    alone = all(sitter.level for sitter in table.seats)
    seeded = msgspec.structs.replace(question, seed=table.seed_of_thought(seat), can_wait=alone)
    if table.opening.deal is None or question.level > MOST_QUICK:
        return seeded
    return msgspec.structs.replace(seeded, session="", steady=True)
