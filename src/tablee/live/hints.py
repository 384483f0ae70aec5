"""Hints: what a strong bot would do in a person's place. Only for those who are the only person at their table."""

import asyncio
import logging
import secrets
from collections.abc import Callable

from tablee.bots.questions import Bots, Question
from tablee.game import load
from tablee.games.document import Document
from tablee.games.levels import STRONGEST
from tablee.games.styles import Style
from tablee.live.connection import Connection
from tablee.live.limits import Asker
from tablee.show.answers import refused_message
from tablee.show.frames import encode
from tablee.show.hints import are_allowed, hint
from tablee.table.events import Refused
from tablee.table.folded import THROW
from tablee.table.table import Table

logger = logging.getLogger("tablee")

LEVEL = STRONGEST
"""The level of the bot that is asked."""


def question_of(table: Table, seat: int, knowledge: Document, level: int, asker: Asker, style: Style = "") -> Question:
    """What a bot is asked for a seat; all questions of one seat at one table are one session."""
    session, seed = f"{table.id} {seat}", secrets.randbits(32)
    who, where = asker.person or table.id, asker.address
    return Question(
        table.opening.game, knowledge, level, seed, session=session, asker=who, household=where, style=style
    )


class Hints:
    """The hints of one table: one at a time, thought out by the bots' workers, and kept until the table moves on."""

    def __init__(self, bots: Bots, table: Callable[[], Table], when_done: Callable[[], None]) -> None:
        """`table` gives the table as it is now; `when_done` is called whenever nobody waits any more."""
        self._bots = bots
        self._table = table
        self._when_done = when_done
        self._task: asyncio.Task[None] | None = None
        self._latest: tuple[int, str] = (0, "")

    @property
    def under_way(self) -> bool:
        """Is somebody waiting for one?"""
        return self._task is not None

    def ask(self, seat: int, step: int, connection: Connection) -> None:
        """Answer a wish for a hint, later if it has to be thought about; raises `Refused`."""
        table = self._table()
        check(table, seat, step)
        if self._task is not None:
            raise Refused("too_fast")
        if self._latest[0] == step:
            connection.send(encode(hint(table, seat, self._latest[1], LEVEL, connection.say)))
        else:
            self._task = asyncio.create_task(self._answer(table, seat, connection))

    async def stop(self) -> None:
        """Think no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _answer(self, table: Table, seat: int, connection: Connection) -> None:
        """Send a hint, unless the table has moved on meanwhile."""
        step = table.step
        try:
            action = await self._think(table, seat, connection)
            if self._table().step == step:
                connection.send(encode(hint(table, seat, action, LEVEL, connection.say)))
                self._latest = (step, action)
        except Exception as error:  # whatever is wrong with the bot, the person is told that none comes
            logger.warning("table %s: no hint: %r", table.id, error)
            connection.send(encode(refused_message(Refused("no_idea"), connection.say)))
        finally:
            self._task = None
            self._when_done()

    async def _think(self, table: Table, seat: int, connection: Connection) -> str:
        """A legal action; with the next one where the page offers it only together with that."""
        actions = table.actions(seat)
        if actions == [THROW]:
            return THROW
        knowledge, painter = table.knowledge(seat), connection.painter
        action = await self._choose(question_of(table, seat, knowledge, LEVEL, connection.asker), actions)
        if painter is None or not painter.offers_more_than(action):
            return action
        after = load(knowledge)
        after.play(action)
        following = question_of(table, seat, after.knowledge(seat), LEVEL, connection.asker)
        return f"{action}; {await self._choose(following, after.legal())}"

    async def _choose(self, question: Question, legal: list[str]) -> str:
        action = (await self._bots.choose(question)).action
        if action not in legal:
            raise ValueError(f"the bot wanted to play {action:.60}")
        return action


def check(table: Table, seat: int, step: int) -> None:
    """Raise `Refused` if there is no hint for that seat now."""
    if not are_allowed(table, seat):
        raise Refused("no_hints")
    if seat != table.to_act:
        raise Refused("not_your_turn")
    if step != table.step:
        raise Refused("stale")
