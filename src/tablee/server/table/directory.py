"""A table as lists show it. It is stored together with the events, so that lists never have to fold a log."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType, field

from tablee.server.table.events import Act, Back, Chance, Clock, Event
from tablee.server.table.table import Table
from tablee.server.table.timeouts import due


class Seated(msgspec.Struct, frozen=True):
    """A participant: a bot if `level` is set; a person for whom a bot plays if `stand_in` is set."""

    participant: int = field(name="sitter")
    name: str
    level: int = 0
    seat: int | None = None
    stand_in: int = 0
    program: bool = False


class UndoAsked(msgspec.Struct, frozen=True):
    """A participant asks the others to undo something, by event `number`; `asked` have not answered yet."""

    number: int
    participant: int
    asked: list[int]


class Entry(msgspec.Struct, frozen=True):
    """A table's row in the directory. Times are in milliseconds since 1970."""

    table: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    solo: bool
    status: str
    number: int
    """The number of the latest event."""
    participants: list[Seated] = field(name="sitters")
    turn: int | None = None
    """The participant to act or to throw; None if nobody is, or if this server cannot tell."""
    opened: int = 0
    moved: int = 0
    """When the latest event happened."""
    scores: list[int] = []
    winners: list[int] = []
    reason: str = ""
    next_table: str = ""
    clock: Clock | None = None
    rated: bool = False
    due: int | None = None
    """When the server must act if nobody does; None if it need not."""
    undo: UndoAsked | UnsetType = UNSET
    """Not in the stored text unless somebody is asked: an index finds those tables by it."""

    @property
    def is_by_days(self) -> bool:
        """Is it played by days?"""
        return self.clock is not None and self.clock.is_by_days

    def waits_for(self, own: Collection[int | None]) -> bool:
        """Does the game wait for a person, who is these participants? Bots alone do not mind, unless days are counted.

        Pages, their numbers and the notifications all ask here.
        """
        is_turn = any(one.participant == self.turn in own and not one.stand_in for one in self.participants)
        has_company = any(one.participant not in own and not one.level for one in self.participants)
        return self.status == "playing" and is_turn and (has_company or self.is_by_days)

    def asked_by(self, own: Collection[int | None]) -> int | None:
        """The participant who asks a person, who is these participants, to undo something."""
        undo = self.undo if isinstance(self.undo, UndoAsked) and self.status == "playing" else None
        return None if undo is None or set(own).isdisjoint(undo.asked) else undo.participant


def waiting_tables(own: Iterable[tuple[Entry, Collection[int]]]) -> list[Entry]:
    """The tables that wait for a person's move or consent, the one with the least time left first.

    `own` are the person's tables, with their participants there.
    """
    waiting = (entry for entry, mine in own if entry.waits_for(mine) or entry.asked_by(mine) is not None)
    return sorted(waiting, key=lambda entry: (entry.due is None, entry.due or 0, entry.moved))


class Latest(NamedTuple):
    """What actions and outcomes change in an entry, beside the number of the latest event."""

    turn: int | None
    moved: int
    due: int | None


_MOVES = (Act, Chance, Back)


def just_moves(events: Iterable[Event]) -> bool:
    """Do events change nothing in an entry but what `Latest` says, and nothing of who sits where?"""
    return all(isinstance(event, _MOVES) for event in events)


def latest_of(table: Table) -> Latest:
    """The part of a table's entry that actions and outcomes change."""
    turn, events = table.to_act, table.events
    return Latest(None if turn is None else table.seats[turn].id, events[-1].at if events else 0, due(table))


def entry_of(table: Table) -> Entry:
    """The entry of a table in its current state."""
    opening, result, events = table.opening, table.result, table.events
    return Entry(
        table=opening.table,
        game=opening.game,
        rules=opening.rules,
        players=opening.players,
        options=opening.options,
        solo=opening.solo,
        status=table.status,
        number=table.number,
        participants=[
            Seated(one.id, one.name, one.level, one.seat, one.stand_in, one.program) for one in table.participants
        ],
        turn=None if table.to_act is None else table.seats[table.to_act].id,
        opened=opening.opened or (events[0].at if events else 0),
        moved=events[-1].at if events else opening.opened,
        scores=result.scores if result else [],
        winners=result.winners if result else [],
        reason=(result.reason or "") if result else "",
        next_table=table.next_table,
        clock=opening.clock,
        rated=opening.rated,
        due=due(table),
        undo=_undo_asked(table),
    )


def _undo_asked(table: Table) -> UndoAsked | UnsetType:
    question = table.undo
    if question is None or table.status != "playing":
        return UNSET
    asked = [table.seats[seat].id for seat in sorted(table.must_agree(question))]
    return UndoAsked(question.number, table.seats[question.seat].id, asked)
