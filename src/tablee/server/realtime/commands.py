"""Handle the commands of clients: each leads to a decision, an answer, or a refusal."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tablee.games.brains.levels import BOT_NAMES
from tablee.server.features.bot_accounts.model import is_bot_account
from tablee.server.features.ratings.model import check_one_seat_each
from tablee.server.features.ratings.service import check_engine_allowed
from tablee.server.features.replays.service import past_frame
from tablee.server.realtime import messages
from tablee.server.realtime.connection import Connection
from tablee.server.realtime.decisions import Decision
from tablee.server.table.clock import MOST_LAG
from tablee.server.table.events import Event, Refused
from tablee.server.table.names import chosen_name
from tablee.server.table.table import Table
from tablee.server.views.frames import encode
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.scenes import shape_of
from tablee.server.views.sentences import why_not
from tablee.server.views.text_play import in_words
from tablee.server.views.viewpoint import Viewpoint

if TYPE_CHECKING:
    from tablee.server.realtime.live_table import LiveTable

MOST_LATE = 10_000
"""Maximum milliseconds of storing that a player is not charged for; slower writes are refused anyway."""


class Commands:
    """Handles all messages of clients."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._decisions = live.decisions
        self._presence = live.presence
        self._store = live.services.store

    async def handle(self, connection: Connection, message: messages.Command) -> None:
        """Carry out a command or raise `Refused`. Storing goes on in the background if the client disconnects."""
        live, shield = self._live, self._live.background.shield
        arrived = live.services.clock()
        if self._decisions.table.unserved and not isinstance(message, messages.PingCommand):
            raise Refused("not_served")
        table, viewpoint, person = self._decisions.table, connection.viewpoint, connection.person
        match message:
            case messages.ActCommand():
                await self._act(connection, message, arrived)
            case messages.PingCommand(now=now, hidden=hidden):
                connection.took(arrived - now)
                connection.is_looking = not hidden
                connection.send(encode({"say": "pong"}))
            case messages.WhyCommand(step=step, key=key):
                self._explain(connection, viewpoint.acting(table), step, key)
            case messages.WordsCommand(step=step):
                if step == table.step and table.state is not None:  # else the client asks again
                    connection.send(encode(in_words(table, viewpoint.seat, connection.say)))
            case messages.LookCommand(number=number):
                shape = shape_of(table.definition, connection.shape)
                connection.send(encode(past_frame(table, number, viewpoint.seat, connection.say, shape)))
            case messages.LookAsCommand(seat=seat):
                viewpoint.lift(table, seat)
                live.broadcaster.show_again(connection, table)
            case messages.HintCommand(step=step):
                await check_engine_allowed(self._store, table.opening.game, person)
                live.hints.ask(viewpoint.acting(self._decisions.table), step, connection)
            case messages.SeenCommand(number=number):
                await shield(live.seen.note(table, self._presence.participants_of(person), min(number, table.number)))
            case messages.NameCommand(name=name):
                await shield(self._rename(connection, chosen_name(name)))
            case messages.AgainCommand():
                self._presence.check_seated(person)
                await shield(live.services.open_again(live, connection.asker))
            case messages.SitCommand(nonce=nonce):
                if not person:  # who is refused is not stored
                    table.sit("", arrived, nonce=nonce)
                decision = await self._sitting_down(connection, nonce)
                await self._decisions.decide(decision, connection.person)
                live.chat.renew(connection.person)  # participants get the chat among those who sit here
            case messages.SayCommand() | messages.WriteCommand() | messages.MuteCommand() | messages.ReportCommand():
                await shield(live.chat.handle(connection, message))
            case _:
                self._presence.check_seated(person)
                await self._decisions.decide(self._decision(connection, message), person)

    # ---- decisions -----------------------------------------------------------------------------------------

    def _decision(self, connection: Connection, message: messages.Command) -> Decision:
        """The decision that a participant asks for; raises `Refused`."""
        person, viewpoint, seats = connection.person, connection.viewpoint, self._decisions.table.seats
        match message:
            case messages.BackCommand(step=step):
                return lambda table, now: table.take_back(viewpoint.taking_back(table), step, now)
            case messages.AskBackCommand(step=step, to=to):
                return lambda table, now: _ask_back(table, viewpoint, step, to, now)
            case messages.AnswerBackCommand(step=step, yes=yes):
                return lambda table, now: _answer_back(table, viewpoint, step, now, yes=yes)
            case messages.LeaveCommand(seat=named):
                left = viewpoint.own(named)
                return lambda table, now: table.leave(left, now)
            case messages.ReturnCommand(seat=named):
                taken = viewpoint.own(named)
                return lambda table, now: table.give_back(taken, now)
            case messages.BotCommand(level=level) if 1 <= level <= len(BOT_NAMES):
                return lambda table, now: table.sit("", now, level=level)
            case messages.UnseatCommand(participant=participant):
                self._presence.check_may_rise(person, participant)
                return lambda table, now: table.rise(participant, now)
            case messages.BesideCommand(name=name) if not self._decisions.table.opening.solo:
                check_one_seat_each(self._decisions.table.opening, [person, person])
                beside = chosen_name(name)
                return lambda table, now: table.sit(beside, now)
            case messages.HandCommand(seat=seat) if 0 <= seat < len(seats):
                opening = self._decisions.table.opening
                if opening.rated or opening.is_by_days:
                    raise Refused("not_absent")  # there, only the clock decides who is late
                self._presence.check_absent(seats[seat])
                return lambda table, now: table.hand(seat, now)
            case messages.FirstCommand(participant=participant):
                return lambda table, now: table.begin_with(participant, now)
            case messages.ColourCommand(participant=participant, colour=colour):
                self._presence.check_own_or_bot(person, participant)
                return lambda table, now: table.choose_colour(participant, colour, now)
            case messages.StartCommand():
                return lambda table, now: table.start(now)
        raise Refused("bad_message")

    def act_at_once(
        self, connection: Connection, message: messages.ActCommand, then: Callable[[Exception | None], None]
    ) -> None:
        """Play an action without a task; only while `Decisions.is_free`.

        `then` is called once it is shown, or with why it is refused. Raises `Refused` if that is known at once.
        """
        arrived, table = self._live.services.clock(), self._decisions.table
        if table.unserved:
            raise Refused("not_served")
        seat = connection.viewpoint.acting(table)
        try:
            self._decisions.decide_at_once(self._playing(connection, seat, message), arrived, then)
        except Refused as refused:
            raise self._explained(refused, connection, seat, message.action) from None

    async def _act(self, connection: Connection, message: messages.ActCommand, arrived: int) -> None:
        """Play an action."""
        seat = connection.viewpoint.acting(self._decisions.table)
        try:
            await self._decisions.decide(self._playing(connection, seat, message), arrived=arrived)
        except Refused as refused:
            raise self._explained(refused, connection, seat, message.action) from None

    def _explained(self, refused: Refused, connection: Connection, seat: int, action: str) -> Refused:
        """An illegal action is refused with the game's own reason, if it has one."""
        if refused.code != "illegal_action":
            return refused
        return Refused(refused.code, why_not(self._decisions.table, seat, action, connection.say))

    def _playing(self, connection: Connection, seat: int, message: messages.ActCommand) -> Decision:
        """The decision to play an action."""
        lag, late = min(connection.lag, MOST_LAG), min(self._decisions.late, MOST_LATE)

        def play(table: Table, now: int) -> list[Event]:
            has_stand_in = seat < len(table.seats) and table.seats[seat].stand_in
            if _is_held(message, table) and table.passes_on(seat, message.step, message.action):
                raise Refused("passing")
            act = table.come_back if has_stand_in else table.act
            return act(seat, message.step, message.action, now, lag=lag, late=late)

        return play

    async def _sitting_down(self, connection: Connection, nonce: str) -> Decision:
        """A person sits down with their own or a default name; a person who sits already adds the nonce."""
        await self._live.services.introduce(connection)
        person = connection.person
        if not person:
            raise Refused("not_seated")
        name = await self._store.name_of(person)

        def sit(table: Table, now: int) -> list[Event]:
            participant = self._presence.participant_of(person)
            if participant is None:
                others = [one.name for one in table.participants]
                shown = name or friendly_name(person, connection.say, others)
                return table.sit(shown, now, nonce=nonce, program=is_bot_account(person))
            return [] if participant.nonce else table.add_nonce(participant.id, nonce, now)

        return sit

    async def _rename(self, connection: Connection, name: str) -> None:
        if not name:
            raise Refused("bad_message")
        await self._live.services.introduce(connection)
        person = connection.person
        if not person:
            raise Refused("bad_message")
        await self._store.rename(person, name, self._live.services.clock())
        participant = self._presence.participant_of(person)
        if participant is not None and self._decisions.table.status != "closed":
            await self._decisions.decide(lambda table, now: table.rename(participant.id, name, now))

    # ---- answers -------------------------------------------------------------------------------------------

    def _explain(self, connection: Connection, seat: int, step: int, key: str) -> None:
        """Say why the node that somebody pointed at offers nothing now."""
        table, builder = self._decisions.table, connection.builder
        if step != table.step or builder is None or not builder.shows(key):
            return
        if seat != table.to_act:
            raise Refused("not_your_turn")
        if reason := why_not(table, seat, key, connection.say):
            connection.send(encode({"say": "why", "message": reason}))


def _is_held(message: messages.ActCommand, table: Table) -> bool:
    """Does somebody want to be asked before their turn is passed on?"""
    return message.hold == "turns" or (message.hold == "days" and table.opening.is_by_days)


def _ask_back(table: Table, viewpoint: Viewpoint, step: int, to: int, now: int) -> list[Event]:
    """Somebody asks the others to let them take back; those who share their device agree."""
    seat = viewpoint.taking_back(table)
    events = table.ask_back(seat, step, now, to)
    return [*events, *_answers(table.ahead(*events), viewpoint, step, now)]


def _answer_back(table: Table, viewpoint: Viewpoint, step: int, now: int, *, yes: bool) -> list[Event]:
    if yes and viewpoint.answering(table):
        return _answers(table, viewpoint, step, now)
    asker = [table.undo.seat] if table.undo is not None and table.undo.seat in viewpoint.seats else []
    return table.answer_back(next(iter([*viewpoint.answering(table), *asker]), viewpoint.own(None)), step, now, yes=yes)


def _answers(table: Table, viewpoint: Viewpoint, step: int, now: int) -> list[Event]:
    """The people of a device agree, one after the other."""
    events: list[Event] = []
    while seats := viewpoint.answering(table):
        answer = table.answer_back(seats[0], step, now, yes=True)
        events += answer
        table = table.ahead(*answer)
    return events
