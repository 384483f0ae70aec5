"""A table: one play of a game, as a fold over the events of its log, and the decisions that are possible next.

Deciding functions (`sit`, `start`, `act`, …) change nothing. They take the current time (`now`, in milliseconds since
1970) and return the events that would follow, or raise `Refused`. Once those events are stored, `append` applies them.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple
from zlib import crc32

import msgspec

from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.games.brains.characters import bot_name
from tablee.games.brains.levels import BOT_NAMES, DEFAULT_LEVEL, STAND_IN_LEVEL
from tablee.games.definition import Result
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.scenery import Happened
from tablee.games.secrets import Secrets, parts_people, told
from tablee.server.table.clock import Times, first_times
from tablee.server.table.dice import Dice, dealt_to, is_nonce
from tablee.server.table.events import (
    STEPS,
    Act,
    Away,
    Back,
    Beginning,
    Chance,
    Close,
    Colour,
    Event,
    First,
    Hand,
    Leave,
    Name,
    Next,
    Nonce,
    Opening,
    Over,
    Refused,
    Return,
    Rise,
    Sit,
    Start,
    Step,
    UndoAnswer,
    UndoRequest,
    without_name,
)
from tablee.server.table.log import Unreadable
from tablee.server.table.seating import Participant, Seating

THROW = "throw"
"""The action of throwing the dice by hand. The rules do not know it; the log holds the outcome."""
BY_HOST = "host: "
"""The prefix of a `Close` reason given by the host."""
AND_THEN = "; "
"""Separates actions that are played in sequence: all or none."""
MOST_AT_ONCE = 4
"""Maximum number of such actions in one text."""
MOST_EVENTS = 3000
"""Log length from which on commands that could repeat for ever are refused: taking back, renaming, leaving and
returning."""
NOTHING_SECRET: Secrets = {}

_END_QUESTIONS = (Act, Chance, Back, Leave, Hand, Return, Over, Close)
"""The kinds of events after which nobody waits for an answer any more."""

Status = Literal["waiting", "playing", "over", "closed"]
Known = Mapping[int, States]
"""Known states by event number."""


class PlayedStep(msgspec.Struct, frozen=True, gc=False):
    """A step or leaving that is in force, with the state, latest step and clocks before it."""

    event: Act | Chance | Leave
    before: States
    latest: int
    times: Times


class UndoQuestion(NamedTuple):
    """A seat asks the other people to let it take back event `to` and all after it."""

    seat: int
    to: int
    agreed: frozenset[int] = frozenset()
    """The seats that have allowed it."""
    number: int = 0
    """The event by which it was asked."""


class PastState(NamedTuple):
    """The state after an event (None before the start), and the latest step then."""

    state: States | None
    latest: int


class Table:
    """One play of a game, online."""

    def __init__(self, opening: Opening, seed: bytes, definition: GameDefinition | None) -> None:
        """`definition` is None if this server does not have the game.

        Then, or if the rules' version differs, or if the log cannot be read, `unserved` says why ("game", "rules" or
        "log"): the table shows what needs no rules and refuses all decisions.
        """
        self.opening = opening
        self.seed = seed
        self.definition = definition if definition is not None and definition.plays(opening.rules) else None
        self.unserved = "" if self.definition else "game" if definition is None else "rules"
        self.fault = ""
        """What is wrong with an unreadable log, for the host."""
        self.events: list[Event] = []
        self.past_states: list[PastState] = []
        """One for each event, also for those taken back."""
        self.seating = Seating()
        self.status: Status = "waiting"
        self.step = 0
        """The number of the latest event that changed the state: the one that an action answers."""
        self.steps: list[PlayedStep] = []
        self.latest_step = 0
        """The number of the step in force after which nothing has been played; 0 if there is none."""
        self.going_on = False
        """Can a seat or chance still play?"""
        self.opens_with_chance = False
        """Did the game begin with an outcome, so that seat 0 need not be the first to act?"""
        self.result: Result | None = None
        self.times = Times()
        """The clocks after the latest event, if the table has any."""
        self.undo: UndoQuestion | None = None
        """The question that waits for an answer; it lapses when somebody plays on."""
        self._declined = 0
        """The step at which the latest question was declined: it is not asked again there."""
        self.next_table = ""
        self.closed_by_host: str | None = None
        """The host's reason (perhaps empty) if the host closed the table."""
        self._state: States | None = None
        self._to_act: int | None = None
        self._waits_for_throw = False
        self._secrets: Secrets = NOTHING_SECRET
        """The fields hidden from some seats; none once the game is over."""
        self._all_secrets: Secrets | None = None
        """The same throughout the game, once it has begun."""
        self._parts_people = False
        self._counts: dict[tuple[type, int], int] = {}
        """How many steps of each kind are in force for each seat."""
        self._codes: dict[str, int] | None = None
        self._decided: dict[int, tuple[Event, States]] = {}
        """States that decisions have computed, so that `append` need not compute them again."""

    def ahead(self, *events: Event) -> "Table":
        """A copy of the table with more events; this one does not change."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)  # `copy.copy` takes twice as long
        twin.events, twin.past_states, twin.steps = self.events.copy(), self.past_states.copy(), self.steps.copy()
        twin._counts, twin._decided = self._counts.copy(), self._decided.copy()
        for event in events:
            twin.append(event)
        return twin

    # ---- participants --------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's id, as in its address."""
        return self.opening.table

    @property
    def number(self) -> int:
        """The number of the latest event."""
        return len(self.events)

    @property
    def participants(self) -> tuple[Participant, ...]:
        """All participants, in the order in which they sat down."""
        return self.seating.participants

    @property
    def seats(self) -> tuple[Participant, ...]:
        """The participants by seat, once the game has started."""
        return self.seating.seats

    @property
    def first(self) -> int:
        """The participant who begins; 0 if the dice decide."""
        return self.seating.first

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat once the game has started; empty if each seat has its own."""
        return self.seating.colours

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [participant.name for participant in self.seats]

    def colour(self, seat: int) -> int:
        """The colour of a seat, named by the seat to which it belongs by default."""
        return self.colours[seat] if self.colours else seat

    @property
    def palette(self) -> int:
        """The number of colours in the box, for however few players."""
        return 0 if self.definition is None else max(self.definition.players)

    @property
    def throws_for_start(self) -> bool:
        """Do dice or a given state decide who begins, so that nobody can be named?"""
        return self.opening.begins is not None or (self.definition is not None and self.definition.throws_for_start)

    # ---- the game so far -----------------------------------------------------------------------------------

    @property
    def state(self) -> States | None:
        """The state once the game has started; None if this server cannot compute it."""
        return self._state

    @property
    def to_act(self) -> int | None:
        """The seat to act or to throw; None if there is none."""
        return self._to_act if self.status == "playing" else None

    @property
    def is_secret_still(self) -> bool:
        """Is the seed kept secret after the end, because others play the same deal?"""
        deal = self.opening.deal
        return deal is not None and bool(deal.day or deal.until)

    def has_left(self, seat: int | None) -> bool:
        """Has the seat given the game up?"""
        return seat is not None and self._count(Leave, seat) > 0

    def actions(self, seat: int | None) -> list[str]:
        """The legal actions of the seat, `[THROW]` if it is to throw; empty if it is not to act."""
        return list(self._legal()) if seat is not None and seat == self.to_act else []

    def _legal(self) -> dict[str, int]:
        """The codes of the legal actions, computed once for each state: every message needs them."""
        if self._codes is None:
            definition, state = self._running()
            self._codes = {THROW: 0} if self._waits_for_throw else definition.codes(state)
        return self._codes

    def seed_of_thought(self, seat: int) -> int:
        """The seed of a bot's next decision at a seat: the same at every table of a deal."""
        return self._dice().lots.thought(f"seat {seat}", self._count(Act, seat))

    def _count(self, kind: type[Act | Chance | Leave], seat: int) -> int:
        """The number of steps of a kind in force for a seat."""
        return self._counts.get((kind, seat), 0)

    @property
    def dealt_to(self) -> str:
        """The name of the draws (see `dice.dealt_to`)."""
        deal = self.opening.deal
        return deal.name if deal else dealt_to(self.id, [one.nonce for one in self.participants])

    def _dice(self) -> Dice:
        return Dice(self.seed, self.dealt_to)

    # ---- knowledge -----------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> Document:
        """The seat's current view."""
        definition, state = self._running()
        return definition.sight(state, seat, self.steps[-1].before if self.steps else None)

    @property
    def held(self) -> object:
        """What keeps the current state from being written anew for a view, as long as somebody has it."""
        definition, state = self._running()
        return definition.held(state)

    def knowledge(self, seat: int) -> Document:
        """All that the seat has been shown."""
        definition, state = self._running()
        return definition.knowledge(state, seat)

    def has_secrets(self, seats: Sequence[int]) -> bool:
        """Do these seats see anything hidden from others, by the game's declaration or because their views differ?"""
        definition, state = self._running()
        if not self.going_on:
            return False
        if self._parts_people:
            return True
        common = definition.view(state, None)
        return any(definition.view(state, seat) != common for seat in seats)

    @property
    def hides_nothing(self) -> bool:
        """Is everything open to everybody throughout the game?"""
        return not self._all_secrets

    def eyes(self, seat: int | None) -> int | None:
        """Through whose eyes a seat sees: its own as long as seats have secrets of their own, else those of anybody."""
        return seat if self._parts_people and (self.going_on or self.status != "over") else None

    def as_known_now(self, event: Step, seat: int | None, *, unseen: bool = False) -> str:
        """The text of a past step as the seat may know it now; `unseen` if the seat was away until now."""
        if not self._secrets:
            return event.text
        latest = unseen or self.latest_step == event.number
        return told(event.text, event.seat, seat, latest, self._secrets)

    def lies_open(self, event: Event, seat: int | None) -> bool:
        """Does an event show a seat something that the next step hides?"""
        if not self._secrets or not isinstance(event, STEPS):
            return False
        now = told(event.text, event.seat, seat, latest=True, secrets=self._secrets)
        return now != told(event.text, event.seat, seat, latest=False, secrets=self._secrets)

    def around(self, event: Event, seat: int | None) -> tuple[Document, Document] | None:
        """A seat's views before and after a step; None if the step is not in force."""
        place = bisect_left(self.steps, event.number, key=_number)
        if place == len(self.steps) or self.steps[place].event.number != event.number:
            return None
        definition, now = self._running()
        after = self.steps[place + 1].before if place + 1 < len(self.steps) else now
        look = definition.sight if event.number == self.latest_step else definition.hindsight
        before, former = self.steps[place].before, self.steps[place - 1].before if place else None
        return look(before, seat, former), look(after, seat, before)

    def latest_steps(self, seat: int | None, count: int) -> list[Happened]:
        """The latest steps in force, as the seat may know them now."""
        return self.told_steps([step.event for step in self.steps[-count:]], seat)

    def told_steps(self, events: Sequence[Event], seat: int | None) -> list[Happened]:
        """The steps among some events, as the seat may know them now."""
        hides = bool(self._secrets)
        return [
            _happened(event.seat, self.as_known_now(event, seat) if hides else event.text, self.id, event.number)
            for event in events
            if isinstance(event, STEPS)
        ]

    # ---- applying events -----------------------------------------------------------------------------------

    def append(self, event: Event) -> None:
        """Apply a stored event."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        self.events.append(event)
        clock = self.opening.clock
        if clock is not None:
            self.times = self.times.run(event)
        self._apply(event)
        is_chances_turn = self.status == "playing" and self.going_on and self._to_act is None
        if clock is not None and not is_chances_turn:  # until chance has answered, nobody's turn is over
            seat = self.to_act
            seat = seat if seat is not None and not self.seats[seat].played_by else None
            self.times = self.times.pass_on(seat, clock, played=isinstance(event, STEPS))
        self.past_states.append(PastState(self._state, self.latest_step))

    def _apply(self, event: Event) -> None:
        if isinstance(event, _END_QUESTIONS):
            self.undo = None
        match event:
            case Act() | Chance() | Leave():
                self._carry_out(event)
            case Back():
                self._take_back(event)
            case UndoRequest():
                self.undo = UndoQuestion(event.seat, event.to, number=event.number)
            case UndoAnswer():
                self._hear_answer(event)
            case Start():
                self._start(event)
            case Over():
                self.status = "over"
                self.result = Result(over=True, scores=event.scores, winners=event.winners, reason=event.reason)
            case Close():
                self.status = "closed"
                self.closed_by_host = event.why.removeprefix(BY_HOST) if event.why.startswith(BY_HOST) else None
            case Next():
                self.next_table = event.table
            case Away():
                pass  # affects only the clocks
            case _:
                self._reseat(event)

    def _reseat(self, event: Event) -> None:
        self.seating = self.seating.after(event)
        if isinstance(event, Name) and not event.name:
            self.events = [without_name(one, (event.participant,)) for one in self.events]
        if isinstance(event, Return) and self.opening.clock is not None:
            self.times = self.times.welcome(event.seat, self.opening.clock)

    def _start(self, event: Start) -> None:
        self.status, self.step = "playing", event.number
        self.seating = self.seating.after(event)
        if self.opening.clock is not None:
            self.times = first_times(self.opening.clock, len(event.order), event.at)
        if self.definition is not None:
            decided, state = self._decided.pop(event.number, (None, None))
            if state is None or decided is not event:
                state = self._set_up(self.definition)
            self.opens_with_chance = self.definition.to_act(state) == "chance" or self.opening.begins is not None
            self.enter(state)

    def _set_up(self, definition: GameDefinition) -> States:
        opening, seed = self.opening, self._dice().lots.set_up()
        if opening.begins is not None:
            return begun(definition, opening.begins, seed)
        return definition.new(opening.players, opening.options, seed, opening.rules)

    def enter(self, state: States) -> None:
        """Set the state."""
        definition = self.definition
        assert definition is not None
        seat = definition.to_act(state)
        by_hand = definition.words.thrower(state) if seat == "chance" else None
        self._state = state
        self._waits_for_throw = by_hand is not None
        self._to_act = seat if isinstance(seat, int) else by_hand
        self.going_on = seat is not None
        self._codes = None
        if self._all_secrets is None:
            self._all_secrets = definition.secrets(self.opening.options)
            self._parts_people = parts_people(self._all_secrets)
        self._secrets = self._all_secrets if self.going_on else NOTHING_SECRET

    def _carry_out(self, event: Act | Chance | Leave) -> None:
        self.step = event.number
        if self.definition is None:
            return
        definition, state = self._running()
        decided, after = self._decided.pop(event.number, (None, state))
        self._counts[type(event), event.seat] = self._counts.get((type(event), event.seat), 0) + 1
        self.steps.append(PlayedStep(event, state, self.latest_step, self.times))
        if decided is not event:
            after = (
                definition.leave(state, event.seat) if isinstance(event, Leave) else definition.apply(state, event.text)
            )
        self.enter(after)
        if not isinstance(event, Leave):
            self.latest_step = event.number
        elif event.seat == state["turn"][0]:
            self.latest_step = 0  # leaving has ended a turn that was half played

    def _take_back(self, event: Back) -> None:
        self.step = event.number
        clock, times = self.opening.clock, self.times
        agreed = self.definition is not None and self._own_to_take_back(event.seat) != event.to
        while self.steps and self.steps[-1].event.number >= event.to:
            step = self.steps.pop()
            self._counts[type(step.event), step.event.seat] -= 1
            self.enter(step.before)
            self.latest_step = step.latest
            self.times = self.times.take_back(step.times)
        if agreed and clock is not None:
            self.times = times.begin_again(self.times, clock)

    def _hear_answer(self, event: UndoAnswer) -> None:
        question = self.undo
        if question is None:
            return
        if event.yes:
            self.undo = question._replace(agreed=question.agreed | {event.seat})
        else:
            self.undo = None
            self._declined = self._declined if event.seat == question.seat else self.step

    # ---- decisions before and around the game --------------------------------------------------------------

    def sit(self, name: str, now: int, *, level: int = 0, nonce: str = "", program: bool = False) -> list[Event]:
        """Somebody sits down: a bot if `level` is set, else a person, perhaps with a nonce for the dice.

        A bot gets a free name of its level: `name`, if that is one.
        """
        self._expect("waiting")
        self._expect_room()
        if len(self.participants) >= self.opening.players:
            raise Refused("full")
        if level:
            name = bot_name(name, level, [participant.name for participant in self.participants])
        event = Sit(self.number + 1, now, name, level, program)
        return [event, *self.ahead(event).add_nonce(event.number, nonce, now)] if nonce else [event]

    def add_nonce(self, participant: int, nonce: str, now: int) -> list[Event]:
        """A person's browser contributes to the dice. A solo table, or one that `starts_full`, may then start."""
        self._expect("waiting")
        if not is_nonce(nonce):
            raise Refused("bad_message")
        if self.seating.participant(participant).nonce:
            raise Refused("not_now")
        event = Nonce(self.number + 1, now, participant, nonce)
        after = self.ahead(event)
        starts = self.opening.solo or after.seating.is_ready(self.opening)
        return [event, *after.start(now)] if starts else [event]

    def rename(self, participant: int, name: str, now: int) -> list[Event]:
        """A participant takes another name."""
        self._expect_served()
        if self.seating.participant(participant).name == name:
            return []
        self._expect_room()
        return [Name(self.number + 1, now, participant, name)]

    def rise(self, participant: int, now: int) -> list[Event]:
        """A participant stands up, or is removed."""
        self._expect("waiting")
        return [Rise(self.number + 1, now, self.seating.participant(participant).id)]

    def begin_with(self, participant: int, now: int) -> list[Event]:
        """The players agree on who begins; 0 leaves it to the dice."""
        self._expect("waiting")
        self._expect_room()
        if self.throws_for_start:
            raise Refused("not_now")
        if participant:
            self.seating.participant(participant)
        return [] if participant == self.first else [First(self.number + 1, now, participant)]

    def choose_colour(self, participant: int, colour: int | None, now: int) -> list[Event]:
        """A participant chooses a colour that is free; None for no choice."""
        self._expect("waiting")
        self._expect_room()
        if colour == self.seating.participant(participant).colour:
            return []
        if colour is not None and not 0 <= colour < self.palette:
            raise Refused("bad_message")
        if colour is not None and any(one.colour == colour for one in self.participants):
            raise Refused("colour_taken")
        return [Colour(self.number + 1, now, participant, colour)]

    def hand(self, seat: int, now: int, *, level: int = STAND_IN_LEVEL, time: bool = False) -> list[Event]:
        """A bot takes over for a person who is away, or whose `time` is up."""
        self._expect("playing")
        if not time:
            self._expect_room()
        if self.seating.seated(seat).played_by or self.has_left(seat) or not 1 <= level <= len(BOT_NAMES):
            raise Refused("not_now")
        return [Hand(self.number + 1, now, seat, level, time)]

    def give_back(self, seat: int, now: int) -> list[Event]:
        """The person takes the seat back from the bot."""
        self._expect("playing")
        if not self.seating.seated(seat).stand_in:
            raise Refused("not_now")
        return [Return(self.number + 1, now, seat)]

    def start(self, now: int) -> list[Event]:
        """Start the game: fill empty seats with bots and assign the seats."""
        self._expect("waiting")
        ahead = self.ahead()
        while len(ahead.participants) < self.opening.players:
            ahead.append(ahead.sit("", now, level=DEFAULT_LEVEL)[0])
        number = ahead.number + 1
        order = ahead._order(number)
        ahead.append(Start(number, now, order, ahead.seating.colours_of(order, self.palette)))
        return [*ahead.events[self.number :], *ahead._consequences(now)]

    def _order(self, number: int) -> list[int]:
        """The participants by seat: in the order in which they sat down if the table says so, else drawn.

        If somebody was named to begin, the circle is rotated. A deal or a given state sets the first participant's
        seat.
        """
        given = self.opening.deal or self.opening.begins
        if given is not None:
            return self.seating.around(given.seat)
        sat_down = [participant.id for participant in self.participants]
        return self.seating.in_circle(sat_down if self.opening.in_order else self._dice().shuffled(number, sat_down))

    # ---- decisions of the players --------------------------------------------------------------------------

    def act(self, seat: int, step: int, text: str, now: int, *, lag: int = 0, late: int = 0) -> list[Event]:
        """A seat plays an action, having seen everything up to `step`; chance answers at once.

        The text may hold several actions: all are played, or none. `lag` and `late` are times that the seat is not
        charged for.
        """
        self._expect("playing")
        self._expect_step(step)
        if seat != self.to_act:
            raise Refused("not_your_turn")
        if self._waits_for_throw:
            if text != THROW:
                raise Refused("illegal_action")
            return self._consequences(now, thrown=True)
        definition, state = self._running()
        events: list[Event] = []
        for action in text.split(AND_THEN, MOST_AT_ONCE):
            code = (_codes(definition, state, seat) if events else self._legal()).get(action)
            if code is None:
                raise Refused("illegal_action")
            forgiven = (lag, late) if self.opening.clock and not events else (0, 0)
            event = Act(self.number + len(events) + 1, now, seat, action, *forgiven)
            state = self._decide(event, definition.step(state, code))
            events.append(event)
        return [*events, *self._consequences(now, state, self.number + len(events))]

    def passes_on(self, seat: int, step: int, text: str) -> bool:
        """Would an action end the seat's turn, as far as that does not depend on chance? False if it is not legal."""
        if self.status != "playing" or step != self.step or seat != self.to_act or self._waits_for_throw:
            return False
        definition, state = self._running()
        for action in text.split(AND_THEN, MOST_AT_ONCE):
            code = _codes(definition, state, seat).get(action)
            if code is None:
                return False
            state = definition.step(state, code)
        return definition.to_act(state) is None or int(state["turn"][0]) != seat

    def come_back(self, seat: int, step: int, text: str, now: int, *, lag: int = 0, late: int = 0) -> list[Event]:
        """A person for whom a bot plays takes the seat back by acting."""
        returned = self.give_back(seat, now)
        return [*returned, *self.ahead(*returned).act(seat, step, text, now, lag=lag, late=late)]

    def take_back(self, seat: int, step: int, now: int) -> list[Event]:
        """Undo: a seat takes back its latest action."""
        self._expect("playing")
        self._expect_step(step)
        target = self.can_take_back(seat)
        if target is None:
            raise Refused("no_take_back")
        return [Back(self.number + 1, now, seat, target)]

    def can_take_back(self, seat: int | None) -> int | None:
        """The event from which a seat may take back; None if it may not.

        A seat may take back its latest action until an outcome is drawn or another seat acts; against bots alone, also
        after their answers. Never what the game calls final, nor what came before it; nothing at rated tables. In a
        shared deal nobody may try out how bots answer.
        """
        if self.status != "playing" or self.number >= MOST_EVENTS or self.opening.rated:
            return None
        return self._own_to_take_back(seat)

    def _own_to_take_back(self, seat: int | None) -> int | None:
        definition = self.definition
        if seat is None or definition is None:
            return None
        for step in reversed(self.steps):
            if not isinstance(step.event, Act) or definition.words.is_final(step.before, step.event.text):
                return None
            if step.event.seat == seat:
                return step.event.number
            if self.opening.deal is not None:
                return None
            if not all(participant.level for participant in self.seats if participant.seat != seat):
                return None
        return None

    def can_ask_back(self, seat: int | None, to: int = 0) -> int | None:
        """The action of a seat, event `to` or else its latest, that it takes back if the others agree.

        Not at rated tables, nor in a shared deal, nor what was played before somebody left. Nothing is drawn anew: the
        lots of each seat are a fixed row, so what was thrown since comes again as it was.
        """
        opening = self.opening
        if self.status != "playing" or self.number >= MOST_EVENTS or opening.rated or opening.deal is not None:
            return None
        if seat is None or self.undo is not None or self._declined == self.step:
            return None
        for step in reversed(self.steps):
            if isinstance(step.event, Leave):
                return None
            if isinstance(step.event, Act) and step.event.seat == seat and to in (0, step.event.number):
                return step.event.number
        return None

    def ask_back(self, seat: int, step: int, now: int, to: int = 0) -> list[Event]:
        """Ask the other people to let a seat take back event `to`, or its latest action; bots always agree."""
        self._expect("playing")
        self._expect_step(step)
        own, asked = self.can_take_back(seat), self.can_ask_back(seat, to)
        if own is not None and to in (0, own):
            return [Back(self.number + 1, now, seat, own)]
        if asked is None:
            raise Refused("no_take_back")
        question = UndoQuestion(seat, asked)
        event = UndoRequest if self.must_agree(question) else Back
        return [event(self.number + 1, now, seat, asked)]

    def answer_back(self, seat: int, step: int, now: int, *, yes: bool) -> list[Event]:
        """A seat allows the others' question, or declines it; whoever has asked withdraws it. All must agree."""
        self._expect("playing")
        self._expect_step(step)
        question = self.undo
        asked = self.must_agree(question) if question is not None else set()
        if question is None or (seat not in asked and (yes or seat != question.seat)):
            raise Refused("not_now")
        answer = UndoAnswer(self.number + 1, now, seat, yes)
        granted = yes and asked == {seat}
        return [answer, Back(self.number + 2, now, question.seat, question.to)] if granted else [answer]

    def must_agree(self, question: UndoQuestion) -> set[int]:
        """The seats whose people have not answered yet. Bots agree, also those that stand in for somebody."""
        return {
            seat
            for one in self.seats
            if (seat := one.seat) is not None
            and seat != question.seat
            and seat not in question.agreed
            and not (one.level or one.stand_in or one.program or self.has_left(seat))
        }

    def taken_back_by(self, to: int) -> int:
        """How many actions in force would be taken back from an event on."""
        return sum(isinstance(step.event, Act) and step.event.number >= to for step in self.steps)

    def leave(self, seat: int, now: int, *, time: bool = False) -> list[Event]:
        """A seat leaves the game, or must, because its `time` is up."""
        self._expect("playing")
        definition, state = self._running()
        try:
            after = definition.leave(state, seat)
        except TableeError:
            raise Refused("not_now") from None
        event = Leave(self.number + 1, now, seat, time)
        return [event, *self._consequences(now, self._decide(event, after), event.number)]

    def follow(self, table: str, now: int) -> list[Event]:
        """The next table was opened."""
        self._expect("over")
        if self.next_table:
            raise Refused("not_now")
        return [Next(self.number + 1, now, table)]

    def close(self, why: str, now: int) -> list[Event]:
        """The host closes the table for good."""
        self._expect_served()
        if self.status not in ("waiting", "playing"):
            raise Refused("not_now")
        return [Close(self.number + 1, now, BY_HOST + why)]

    def unfinished(self, now: int) -> list[Event]:
        """Events that must follow before anyone can act: none, unless the log was cut off."""
        return self._consequences(now) if self.status == "playing" and not self.unserved else []

    def _consequences(
        self, now: int, state: States | None = None, number: int | None = None, *, thrown: bool = False
    ) -> list[Event]:
        """The automatic events after a state: outcomes (the first may wait for a throw by hand), and the end."""
        definition, present = self._running()
        state = present if state is None else state
        number = self.number if number is None else number
        events: list[Event] = []
        while weighted := definition.outcomes(state):
            if definition.words.thrower(state) is not None and not thrown:
                return events
            thrown = False
            number += 1
            seat = int(state["turn"][0])
            drawn = self._count(Chance, seat) + sum(isinstance(one, Chance) and one.seat == seat for one in events)
            text = weighted[self._dice().lots.outcome(seat, drawn, [weight for _, weight in weighted])][0]
            event = Chance(number, now, seat, text)
            state = self._decide(event, definition.apply(state, text))
            events.append(event)
        if definition.to_act(state) is None:
            result = definition.result(state)
            seed = "" if self.is_secret_still else self.seed.hex()
            events.append(Over(number + 1, now, result.reason or "", result.scores, result.winners, seed))
        return events

    def _running(self) -> tuple[GameDefinition, States]:
        if self.definition is None or self._state is None:
            raise Refused("not_now")
        return self.definition, self._state

    def _expect_served(self) -> None:
        if self.unserved:
            raise Refused("not_served")

    def _expect(self, status: Status) -> None:
        self._expect_served()
        if self.status != status:
            raise Refused("not_now")

    def _expect_room(self) -> None:
        if self.number >= MOST_EVENTS:
            raise Refused("not_now")

    def _expect_step(self, step: int) -> None:
        if step != self.step:
            raise Refused("stale")

    def _decide(self, event: Act | Chance | Leave, after: States) -> States:
        """Keep the state that a step leads to for `append`."""
        self._decided[event.number] = (event, after)
        return after


def _number(step: PlayedStep) -> int:
    return step.event.number


def fold(
    opening: Opening,
    seed: bytes,
    definition: GameDefinition | None,
    events: Sequence[Event],
    known: Known | None = None,
) -> Table:
    """Fold a log into a table; `known` states are not computed again.

    Raises `Unreadable` if the rules do not allow the log.
    """
    table = Table(opening, seed, definition)
    for event in events:
        if known and event.number in known:
            table._decided[event.number] = (event, known[event.number])
        try:
            table.append(event)
        except Exception as error:  # rules may raise anything if the log is corrupt
            raise Unreadable(f"event {event.number}: {error}") from error
    return table


@lru_cache(maxsize=8192)
def _happened(seat: int, text: str, table: str, number: int) -> Happened:
    return Happened(seat, text, crc32(f"{table} {number}".encode()))


def begun(definition: GameDefinition, beginning: Beginning, seed: int) -> States:
    """The state in which a table begins; the seed determines what was unknown of it."""
    state = definition.read(beginning.state)
    return state if beginning.known_to is None else definition.resample(state, beginning.known_to, seed)


def _codes(definition: GameDefinition, state: States, seat: int) -> dict[str, int]:
    """The codes of a seat's legal actions; none if it is not to act."""
    return definition.codes(state) if definition.to_act(state) == seat else {}
