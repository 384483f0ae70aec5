"""Bots at one table: they play when it is their turn, and give hints to a person who plays alone against them."""

import asyncio
import logging
import secrets
from collections.abc import Callable

import msgspec

from tablee.api.game import load
from tablee.bots.requests import Question, choose_with_fallback
from tablee.games.brains.levels import MOST_QUICK, STRONGEST
from tablee.games.brains.playing_styles import Style
from tablee.games.document import Document
from tablee.server.realtime.broadcast import Broadcaster
from tablee.server.realtime.connection import Connection
from tablee.server.realtime.decisions import Decisions
from tablee.server.realtime.peers import leases
from tablee.server.realtime.presence import Presence
from tablee.server.realtime.rate_limits import Asker
from tablee.server.realtime.table_services import TableServices
from tablee.server.realtime.tasks import OneTask
from tablee.server.table.events import Refused
from tablee.server.table.seating import Participant
from tablee.server.table.table import THROW, Table
from tablee.server.table.timeouts import somebody_waits
from tablee.server.views.bot_characters import who_plays
from tablee.server.views.frames import encode
from tablee.server.views.sentences import refused_message
from tablee.server.views.text_play import hint, hints_are_allowed

logger = logging.getLogger("tablee")

PAUSE = 2.0
"""Seconds until a bot tries again when its action could not be stored."""
LEVEL = STRONGEST
"""The level of the bot that gives hints."""


def question_of(table: Table, seat: int, knowledge: Document, level: int, asker: Asker, style: Style = "") -> Question:
    """The question to a bot for a seat; all questions of one seat at one table are one session."""
    session, seed = f"{table.id} {seat}", secrets.randbits(32)
    who, where = asker.person or table.id, asker.address
    return Question(
        table.opening.game, knowledge, level, seed, session=session, asker=who, household=where, style=style
    )


def as_dealt(question: Question, table: Table, seat: int) -> Question:
    """Seed the question by the deal; in shared deals, also fix the number of simulations.

    Only quick levels finish their simulations on any machine; higher ones may run out of time. The tree of an earlier
    thought is not reused: it depends on when that thought was.
    """
    alone = all(participant.level for participant in table.seats)
    seeded = msgspec.structs.replace(question, seed=table.seed_of_thought(seat), can_wait=alone)
    if table.opening.deal is None or question.level > MOST_QUICK:
        return seeded
    return msgspec.structs.replace(seeded, session="", steady=True)


class TableBots:
    """Plays for the bots of one table, and for people whose bot stands in."""

    def __init__(
        self,
        services: TableServices,
        decisions: Decisions,
        presence: Presence,
        broadcaster: Broadcaster,
        when_done: Callable[[], None],
    ) -> None:
        """`when_done` is called when no bot plays any more."""
        self._services = services
        self._decisions = decisions
        self._presence = presence
        self._broadcaster = broadcaster
        self.task = OneTask(when_done)

    def wake(self) -> None:
        """Let bots play if it is a bot's turn."""
        if self.task.may_begin and self._to_act() is not None:
            self.task.begin(self._play())

    def _to_act(self) -> Participant | None:
        """The bot to act. A stand-in plays only while somebody is there, or waits for it."""
        table = self._decisions.table
        participant = table.seats[table.to_act] if table.to_act is not None else None
        if participant is None or not participant.played_by:
            return None
        goes_on = participant.level or self._presence.somebody_is_here or somebody_waits(table)
        return participant if goes_on else None

    async def _play(self) -> None:
        while (bot := self._to_act()) is not None:
            if await self._services.leases.may_act(self._decisions.table.id):
                await self._play_once(bot)
            else:
                await asyncio.sleep(leases.PAUSE)  # by then the table has moved, or its server is gone

    async def _play_once(self, bot: Participant) -> None:
        """Play one action of a bot. Drop the answer if the table or the lease has changed meanwhile."""
        assert bot.seat is not None
        seat, step = bot.seat, self._decisions.table.step
        action = await self._action(bot)
        if not await self._services.leases.may_act(self._decisions.table.id):
            return  # the search took long, or this server has slept
        try:
            await self._decisions.decide_by_lease(lambda table, now: table.act(seat, step, action, now))
        except Refused as refused:
            if refused.code in ("not_saved", "unsure"):
                await asyncio.sleep(PAUSE)

    async def _action(self, bot: Participant) -> str:
        """The bot's action, or another one if the bot fails: a table never waits for a broken bot."""
        assert bot.seat is not None
        table = self._decisions.table
        actions = table.actions(bot.seat)
        if actions == [THROW]:
            return THROW
        who = who_plays(table, bot)
        style = who.style if who else ""
        # The bot thinks for the first person at the table, at the address of their connection.
        person = next(iter(self._decisions.people.values()), "")
        askers = (one.asker for one in self._broadcaster.connections if one.person == person)
        asker = next(askers, Asker(person=person))
        question = question_of(table, bot.seat, table.knowledge(bot.seat), bot.played_by, asker, style)
        answer = await choose_with_fallback(self._services.bots, as_dealt(question, table, bot.seat), actions)
        return answer.action


class Hints:
    """The hints of one table: one at a time, from the bots' workers, kept until the table changes."""

    def __init__(self, services: TableServices, decisions: Decisions, when_done: Callable[[], None]) -> None:
        """`when_done` is called when nobody waits for a hint any more."""
        self._bots = services.bots
        self._decisions = decisions
        self.task = OneTask(when_done)
        self._latest: tuple[int, str] = (0, "")

    def ask(self, seat: int, step: int, connection: Connection) -> None:
        """Send a hint, later if a bot has to think; raises `Refused`."""
        table = self._decisions.table
        if not hints_are_allowed(table, seat):
            raise Refused("no_hints")
        if seat != table.to_act:
            raise Refused("not_your_turn")
        if step != table.step:
            raise Refused("stale")
        if not self.task.may_begin:
            raise Refused("too_fast")
        if self._latest[0] == step:
            connection.send(encode(hint(table, seat, self._latest[1], LEVEL, connection.say)))
        else:
            self.task.begin(self._answer(table, seat, connection))

    async def _answer(self, table: Table, seat: int, connection: Connection) -> None:
        """Send a hint, unless the table has changed meanwhile."""
        step = table.step
        try:
            action = await self._think(table, seat, connection)
            if self._decisions.table.step == step:
                connection.send(encode(hint(table, seat, action, LEVEL, connection.say)))
                self._latest = (step, action)
        except Exception as error:  # whatever the bot raises, the person is told that there is no hint
            logger.warning("table %s: no hint: %r", table.id, error)
            connection.send(encode(refused_message(Refused("no_idea"), connection.say)))

    async def _think(self, table: Table, seat: int, connection: Connection) -> str:
        """A legal action; with the next one, if the page offers it only together with that."""
        actions = table.actions(seat)
        if actions == [THROW]:
            return THROW
        knowledge, builder = table.knowledge(seat), connection.builder
        action = await self._choose(question_of(table, seat, knowledge, LEVEL, connection.asker), actions)
        if builder is None or not builder.offers_more_than(table, action):
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
