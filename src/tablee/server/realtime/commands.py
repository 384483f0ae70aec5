"""What is wished for at a table, and what becomes of it: a decision, an answer, or a refusal."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from tablee.games.levels import BOT_NAMES
from tablee.live import messages
from tablee.live.audience import Audience
from tablee.live.connection import Connection
from tablee.live.decisions import Decision, Decisions
from tablee.live.errands import Errands
from tablee.live.hints import Hints
from tablee.live.limits import Asker
from tablee.live.presence import Presence
from tablee.live.seen import Seen
from tablee.live.talking import Talking
from tablee.people.programs import is_program
from tablee.show.answers import PONG, why_message, why_not
from tablee.show.frames import encode
from tablee.show.friendly_names import friendly_name
from tablee.show.in_words import in_words
from tablee.show.replay import past_frame
from tablee.show.scenes import shape_of
from tablee.store import Store
from tablee.table.clock import MOST_LAG
from tablee.table.events import Event, Refused
from tablee.table.names import chosen_name
from tablee.table.table import Table

MOST_LATE = 10_000
"""Milliseconds that the house can have taken to store something, before who waits is told that it cannot."""


class Forgiven(NamedTuple):
    """What of the time until an action is not its sender's, in milliseconds: see `Act`."""

    lag: int
    late: int


class Wishes:
    """Matches every message that can come, here and nowhere else."""

    def __init__(
        self,
        decisions: Decisions,
        presence: Presence,
        audience: Audience,
        seen: Seen,
        hints: Hints,
        talking: Talking,
        store: Store,
        errands: Errands,
        again: Callable[[Asker], Awaitable[None]],
        introduce: Callable[[Connection], Awaitable[None]],
        clock: Callable[[], int],
    ) -> None:
        """`again` opens another table like this one, for those who sit at it; `introduce` keeps who somebody is."""
        self._decisions = decisions
        self._presence = presence
        self._audience = audience
        self._seen = seen
        self._hints = hints
        self._talking = talking
        self._store = store
        self._errands = errands
        self._again = again
        self._introduce = introduce
        self._clock = clock

    async def grant(self, connection: Connection, message: messages.Message) -> None:
        """Grant a wish or raise `Refused`."""
        arrived = self._clock()
        if self._decisions.table.unserved and not isinstance(message, messages.Ping):
            raise Refused("not_served")
        if isinstance(message, messages.Sit | messages.Name | messages.Talking):
            await self._introduce(connection)
        table, viewpoint, person = self._decisions.table, connection.viewpoint, connection.person
        match message:
            case messages.Ping(now=now, hidden=hidden):
                connection.took(arrived - now)
                connection.is_looking = not hidden
                connection.send(encode(PONG))
            case messages.Why(step=step, key=key):
                self._explain(connection, viewpoint.acting(table), step, key)
            case messages.Words(step=step):
                self._tell_in_words(connection, step)
            case messages.Look(number=number):
                self._look_back(connection, number)
            case messages.LookAs(seat=seat):
                viewpoint.lift(table, seat)
                self._audience.show_again(connection, table)
            case messages.Hint(step=step):
                self._hints.ask(viewpoint.acting(table), step, connection)
            case messages.Seen(number=number):
                await self._seen.note(table, self._presence.sitters_of(person), min(number, table.number))
            case messages.Name(name=name):
                await self._errands.carry_through(self._rename(person, chosen_name(name)))
            case messages.Again():
                await self._errands.carry_through(self._open_again(connection))
            case messages.Act(step=step, action=action):
                await self._act(connection, viewpoint.acting(table), step, action, arrived)
            case messages.Sit(nonce=nonce):
                await self._decisions.decide(await self._sitting_down(connection, nonce), person)
                self._talking.renew(person)  # who sits hears what is said among those who sit
            case messages.Say() | messages.Write() | messages.Mute() | messages.Report():
                await self._errands.carry_through(self._talking.grant(connection, message))
            case messages.Back() | messages.Leave() | messages.Return():
                await self._decisions.decide(self._of_a_player(connection, message))
            case _:
                self._presence.check_seated(person)
                await self._decisions.decide(self._of_who_sits_here(person, message), person)

    # ---- decisions -----------------------------------------------------------------------------------------

    def _of_a_player(
        self, connection: Connection, message: messages.Back | messages.Leave | messages.Return
    ) -> Decision:
        """What those who play decide about their own seats."""
        viewpoint = connection.viewpoint
        match message:
            case messages.Back(step=step):
                return lambda table, now: table.take_back(viewpoint.taking_back(table), step, now)
            case messages.Leave(seat=named):
                seat = viewpoint.own(named)
                return lambda table, now: table.leave(seat, now)
            case messages.Return(seat=named):
                seat = viewpoint.own(named)
                return lambda table, now: table.give_back(seat, now)

    def _of_who_sits_here(self, person: str, message: messages.Message) -> Decision:
        """What anyone who sits here may decide: while the table is waiting, and for who is absent."""
        seats = self._decisions.table.seats
        match message:
            case messages.Bot(level=level) if 1 <= level <= len(BOT_NAMES):
                return lambda table, now: table.sit("", now, level=level)
            case messages.Unseat(sitter=sitter):
                self._presence.check_may_rise(person, sitter)
                return lambda table, now: table.rise(sitter, now)
            case messages.Beside(name=name) if not self._decisions.table.opening.solo:
                beside = chosen_name(name)
                return lambda table, now: table.sit(beside, now)
            case messages.Hand(seat=seat) if 0 <= seat < len(seats):
                self._check_hurry()
                self._presence.check_absent(seats[seat])
                return lambda table, now: table.hand(seat, now)
            case messages.First(sitter=sitter):
                return lambda table, now: table.begin_with(sitter, now)
            case messages.Colour(sitter=sitter, colour=colour):
                self._presence.check_own_or_bot(person, sitter)
                return lambda table, now: table.choose_colour(sitter, colour, now)
            case messages.Start():
                return lambda table, now: table.start(now)
        raise Refused("bad_message")

    def _check_hurry(self) -> None:
        """Raise `Refused` where people play by days or it counts: the clock alone says who is late."""
        opening = self._decisions.table.opening
        if opening.rated or (opening.clock is not None and opening.clock.is_by_days):
            raise Refused("not_absent")

    async def _act(self, connection: Connection, seat: int, step: int, action: str, arrived: int) -> None:
        """Play an action; one that is not legal is refused with the game's own reason, if it has one."""
        forgiven = Forgiven(min(connection.lag, MOST_LAG), min(self._decisions.late, MOST_LATE))
        try:
            await self._decisions.decide(partial(_play, seat, step, action, forgiven), arrived=arrived)
        except Refused as refused:
            if refused.code != "illegal_action":
                raise
            reason = why_not(self._decisions.table, seat, action, connection.say)
            raise Refused(refused.code, reason) from None

    async def _sitting_down(self, connection: Connection, nonce: str) -> Decision:
        """Somebody sits down, by their name or a friendly one, or gives the nonce if seated already."""
        person = connection.person
        if not person:
            raise Refused("not_seated")
        name = await self._store.name_of(person)

        def sit(table: Table, now: int) -> list[Event]:
            sitter = self._presence.sitter_of(person)
            if sitter is None:
                others = [one.name for one in table.sitters]
                shown = name or friendly_name(person, connection.say, others)
                return table.sit(shown, now, nonce=nonce, program=is_program(person))
            return [] if sitter.nonce else table.add_nonce(sitter.id, nonce, now)

        return sit

    async def _rename(self, person: str, name: str) -> None:
        if not person or not name:
            raise Refused("bad_message")
        await self._store.rename(person, name, self._clock())
        sitter = self._presence.sitter_of(person)
        if sitter is not None and self._decisions.table.status != "closed":
            await self._decisions.decide(lambda table, now: table.rename(sitter.id, name, now))

    async def _open_again(self, connection: Connection) -> None:
        self._presence.check_seated(connection.person)
        await self._again(connection.asker)

    # ---- answers -------------------------------------------------------------------------------------------

    def _explain(self, connection: Connection, seat: int, step: int, key: str) -> None:
        """Say why a node that somebody pointed at offers nothing now."""
        table, painter = self._decisions.table, connection.painter
        if step != table.step or painter is None or not painter.shows(key):
            return
        if seat != table.to_act:
            raise Refused("not_your_turn")
        if reason := why_not(table, seat, key, connection.say):
            connection.send(encode(why_message(reason)))

    def _tell_in_words(self, connection: Connection, step: int) -> None:
        """Say what lies before somebody; if the table has moved on, they are going to ask again."""
        table = self._decisions.table
        if step == table.step and table.state is not None:
            connection.send(encode(in_words(table, connection.viewpoint.seat, connection.say)))

    def _look_back(self, connection: Connection, number: int) -> None:
        """Show somebody a past position, as far as they may know it now."""
        table, seat, say = self._decisions.table, connection.viewpoint.seat, connection.say
        shape = shape_of(table.folder, connection.shape)
        connection.send(encode(past_frame(table, number, seat, say, shape)))


def _play(seat: int, step: int, action: str, forgiven: Forgiven, table: Table, now: int) -> list[Event]:
    """An action; by playing, somebody for whom a bot has played takes the seat back."""
    returning = seat < len(table.seats) and table.seats[seat].stand_in
    play = table.come_back if returning else table.act
    return play(seat, step, action, now, lag=forgiven.lag, late=forgiven.late)
