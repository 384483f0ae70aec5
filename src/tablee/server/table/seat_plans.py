"""Plans: what a seat wants to answer in a game by days, several steps ahead and in several lines. Pure.

A line is a row of actions from a position on, of all seats, as far as neither chance nor a secret comes between. It
knows only what its seat knows. It is compared by position, so others may play the actions of their turn in any order.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from tablee.engine.contract import States
from tablee.games.errors import TableeError
from tablee.games.secrets import never_shown
from tablee.server.table.events import Act, Back, Event, Refused
from tablee.server.table.table import THROW, Table

MOST_LINES = 20
MOST_STEPS = 60
"""Steps of a line at most."""
SAMPLES = 3
"""Where something is hidden from a seat, a line goes on only as far as so many guesses at it agree."""
MOST_ACTIONS = 40
"""Actions that a plan plays at once at most."""
MOST_NOTES = 50
"""The latest notes of a plan that are kept."""

Lines = tuple[tuple[str, ...], ...]


class SeatPlan(msgspec.Struct, frozen=True):
    """What a seat wants to answer: lines from the position after an event, and whether it plays what is forced."""

    since: int = 0
    lines: Lines = ()
    forced: bool = False
    """Play by itself whenever there is only one action, such as to pass."""


class PlanNote(msgspec.Struct, frozen=True, array_like=True):
    """What became of a plan: `played` an action, the first of its seat from an event on, or `void` after an event."""

    number: int
    kind: str


class StoredPlan(msgspec.Struct, frozen=True):
    """A plan and what has become of it."""

    table: str
    participant: int
    plan: SeatPlan
    notes: tuple[PlanNote, ...]
    considered: int
    """The event up to which it was looked whether the plan fits."""
    active: bool
    version: int

    def after(self, considered: int, notes: Sequence[PlanNote], plan: SeatPlan) -> "StoredPlan":
        """What is left of a plan after a look, with more notes."""
        told = tuple(dict.fromkeys([*self.notes, *notes]))[-MOST_NOTES:]
        active = bool(plan.lines or plan.forced)
        return msgspec.structs.replace(self, considered=considered, notes=told, plan=plan, active=active)


class PlanBoard:
    """A position as a seat knows it, from which actions of all seats are tried."""

    def __init__(self, table: Table, seat: int, number: int | None = None) -> None:
        """The position after an event of a table, or the present one."""
        moment = table.past_states[(table.number if number is None else number) - 1]
        if table.definition is None or moment.state is None:
            raise Refused("not_now")
        self.definition, self.seat = table.definition, seat
        self._secrets = table.definition.secrets(table.opening.options)
        self.states: list[States] = [moment.state]
        if never_shown(self._secrets):
            self.states = [self.definition.resample(moment.state, seat, seed) for seed in range(SAMPLES)]
        self.tried: list[str] = []

    @property
    def to_act(self) -> int | None:
        """The seat to act; None where a line ends: at chance, at what is hidden, at the end of the game."""
        seats = {self.definition.to_act(state) for state in self.states}
        seat = next(iter(seats))
        if len(seats) > 1 or not isinstance(seat, int):
            return None
        legal = [self.definition.actions(state) for state in self.states[: 1 if seat == self.seat else None]]
        hidden = seat != self.seat and any(self._is_hidden(text) for text in legal[0])
        return None if hidden or any(other != legal[0] for other in legal) else seat

    @property
    def is_over(self) -> bool:
        """Would the game be over?"""
        return self.definition.to_act(self.states[0]) is None

    def _is_hidden(self, text: str) -> bool:
        """Would the seat not be told this action of another?"""
        verb = text.partition(" ")[0]
        return any(verb in secret.told and not secret.shown for secret in self._secrets.values())

    @property
    def key(self) -> bytes:
        """What the seat knows of the position, to compare it with others."""
        return key_of(self.definition.knowledge(self.states[0], self.seat))

    def step(self, text: str) -> None:
        """Try an action of whoever is to act; raises `Refused`."""
        if self.to_act is None or len(self.tried) >= MOST_STEPS:
            raise Refused("plan_ends")
        try:
            states = [self.definition.apply(state, text) for state in self.states]
        except TableeError:
            raise Refused("illegal_action") from None
        if len({key_of(self.definition.knowledge(state, self.seat)) for state in states}) > 1:
            raise Refused("plan_ends")
        self.states = states
        self.tried.append(text)


def key_of(knowledge: object) -> bytes:
    """A position as bytes."""
    return msgspec.json.encode(knowledge)


class _Node(NamedTuple):
    """A position on a line, and what is played there."""

    key: bytes
    text: str
    answers: bool
    """Is it the seat's own action, after one of somebody else?"""


def _walked(table: Table, seat: int, since: int, line: Sequence[str]) -> list[_Node]:
    board = PlanBoard(table, seat, since)
    nodes: list[_Node] = []
    others_have_acted = False
    for text in line:
        own = board.to_act == seat
        nodes.append(_Node(board.key, text, own and others_have_acted))
        others_have_acted = others_have_acted or not own
        board.step(text)
    return [*nodes, _Node(board.key, "", answers=False)]


def settled(table: Table, seat: int, lines: Iterable[Sequence[str]]) -> SeatPlan:
    """The plan of these lines from the present position on; raises `Refused` if one is not possible.

    A line ends with an answer of the seat's own. If two lines answer one position differently, the later one holds.
    """
    kept: list[list[_Node]] = []
    for line in lines:
        nodes = _walked(table, seat, table.number, line)
        last = max((place for place, node in enumerate(nodes) if node.answers), default=-1)
        nodes = nodes[: last + 1]
        answers = {node.key: node.text for node in nodes if node.answers}
        texts = [node.text for node in nodes]
        kept = [
            other
            for other in kept
            if all(answers.get(node.key, node.text) == node.text for node in other if node.answers)
            and [node.text for node in other] != texts[: len(other)]
        ]
        if nodes and not any([node.text for node in other][: len(texts)] == texts for other in kept):
            kept.append(nodes)
    if len(kept) > MOST_LINES:
        raise Refused("plan_long")
    return SeatPlan(table.number, tuple(tuple(node.text for node in nodes) for nodes in kept))


class PlanCourse(NamedTuple):
    """All positions of a plan."""

    answers: dict[bytes, str]
    """What the seat plays in which position."""
    waits: frozenset[bytes]
    """The positions in which the plan goes on, whoever is to act."""
    ends: frozenset[bytes]
    """Those in which a line has come to its end."""


def course_of(table: Table, seat: int, plan: SeatPlan) -> PlanCourse:
    """Follow all lines of a plan; a line that is not possible is left out."""
    answers: dict[bytes, str] = {}
    waits, ends = set(), set()
    for line in plan.lines:
        try:
            *nodes, end = _walked(table, seat, plan.since, line)
        except (Refused, IndexError):  # the program has changed since
            continue
        answers |= {node.key: node.text for node in nodes if node.answers}
        waits |= {node.key for node in nodes}
        ends.add(end.key)
    return PlanCourse(answers, frozenset(waits), frozenset(ends))


def known_now(table: Table, seat: int) -> bytes:
    """The key of the present position."""
    return key_of(table.knowledge(seat))


def planned(table: Table, seat: int, plan: SeatPlan, course: PlanCourse) -> list[str]:
    """What a plan plays now, if its seat is to act: all its actions until somebody else, or chance, comes."""
    texts: list[str] = []
    while table.to_act == seat and len(texts) < MOST_ACTIONS and not _is_taken_back(table):
        legal = table.actions(seat)
        text = course.answers.get(known_now(table, seat), "") if plan.lines else ""
        if not text and plan.forced and len(legal) == 1 and legal != [THROW]:
            text = legal[0]
        if text not in legal:
            break
        played = table.act(seat, table.step, text, table.events[-1].at)
        texts.append(text)
        if any(not isinstance(event, Act) for event in played):
            break
        table = table.ahead(*played)
    return texts


def acted(table: Table, seat: int, texts: Sequence[str], now: int) -> list[Event]:
    """The events of several actions of a seat; raises `Refused`."""
    events: list[Event] = []
    for text in texts:
        played = table.act(seat, table.step, text, now)
        events += played
        table = table.ahead(*played)
    return events


def _is_taken_back(table: Table) -> bool:
    """Was something taken back just now? Then nothing is played by itself: it would undo the undoing."""
    return isinstance(table.events[table.step - 1], Back)


def is_void(table: Table, seat: int, plan: SeatPlan, course: PlanCourse) -> bool | None:
    """Does the plan not fit any more? None if a line has been played to its end.

    It fits as long as somebody may still come to one of its positions: until the seat is to act elsewhere. It is also
    void if an action of the seat's own was taken back.
    """
    if _is_undone(table, seat, plan):
        return True
    if table.to_act != seat or known_now(table, seat) in course.waits:
        return False
    passed = [moment.state for moment in table.past_states[plan.since - 1 :] if moment.state is not None]
    definition = table.definition
    assert definition is not None
    for state in reversed(passed):
        key = key_of(definition.knowledge(state, seat))
        if key in course.ends and key not in course.waits:
            return None
        if key in course.waits:
            return True
    return True


def _is_undone(table: Table, seat: int, plan: SeatPlan) -> bool:
    """Was an action of the seat's own taken back since it has planned?"""
    backs = (event for event in table.events[plan.since :] if isinstance(event, Back))
    undone = (event for back in backs for event in table.events[back.to - 1 : back.number - 1])
    return any(isinstance(event, Act) and event.seat == seat for event in undone)


def remaining(table: Table, seat: int, plan: SeatPlan) -> Lines:
    """The lines that can still be played, from the present position on."""
    now, rest = known_now(table, seat), []
    for line in () if _is_undone(table, seat, plan) else plan.lines:
        try:
            nodes = _walked(table, seat, plan.since, line)
        except (Refused, IndexError):
            continue
        place = next((place for place, node in enumerate(nodes) if node.key == now), None)
        if place is not None and place < len(line):
            rest.append(tuple(line[place:]))
    return tuple(dict.fromkeys(rest))
