"""Loads a table from its stored log and, for long logs, from a snapshot of its states.

A snapshot is only a cache: it is made from a log, and ignored if it does not fit the rules in use.
"""

import zlib
from collections.abc import Sequence

import msgspec
import numpy as np

from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.server.table.events import Act, Chance, Event, Leave, Opening, Refused, Start
from tablee.server.table.log import Unreadable
from tablee.server.table.table import Known, Table, fold


def stored_table(
    opening: Opening,
    seed: bytes,
    definition: GameDefinition | None,
    events: Sequence[Event],
    *,
    fault: str = "",
    snapshot: bytes = b"",
) -> Table:
    """Load a table from its stored log. `fault` says why the log could not be read further, if so.

    A log that cannot be read, or that the rules do not allow, makes a table that is `unserved`: it shows what needs no
    rules (names, seats, a result) and refuses all decisions. `definition` is None if the game is not installed.
    """
    if not fault:
        known = known_states(definition, opening, events, snapshot) if definition is not None and snapshot else None
        try:
            return fold(opening, seed, definition, events, known)
        except Unreadable as unreadable:
            fault = str(unreadable)
    return _told_without_rules(opening, seed, events, fault)


def _told_without_rules(opening: Opening, seed: bytes, events: Sequence[Event], fault: str) -> Table:
    table = Table(opening, seed, None)
    table.unserved, table.fault = "log", fault
    for event in events:
        try:
            table.append(event)
        except (Refused, ValueError, LookupError):
            break
    return table


LONG = 200
"""Minimum number of events for which a snapshot is worth storing."""

_LEADS_ON = (Start, Act, Chance, Leave)
"""The kinds of events that lead to a new state."""


class _Snapshot(msgspec.Struct, array_like=True):
    rules: int
    record: str
    """The layout of a state; other rules may have another."""
    number: int
    states: bytes


def is_worth_it(table: Table, kept: int) -> bool:
    """Has the log grown enough since event `kept` to take another snapshot?"""
    return table.state is not None and table.number - kept >= LONG


def take_snapshot(table: Table) -> bytes:
    """The states after each event of a table."""
    assert table.definition is not None
    states = [table.past_states[event.number - 1].state for event in table.events if isinstance(event, _LEADS_ON)]
    raw = b"".join(state.tobytes() for state in states if state is not None)
    record = _record(table.definition)
    return msgspec.msgpack.encode(_Snapshot(table.opening.rules, record, table.number, zlib.compress(raw, 1)))


def number_of(body: bytes) -> int:
    """The event at which a snapshot was taken; 0 if it is not a snapshot."""
    try:
        return msgspec.msgpack.decode(body, type=_Snapshot).number
    except msgspec.MsgspecError:
        return 0


def known_states(definition: GameDefinition, opening: Opening, events: Sequence[Event], body: bytes) -> Known:
    """The states by event number; none if the snapshot belongs to another log or to other rules."""
    try:
        snapshot = msgspec.msgpack.decode(body, type=_Snapshot)
        raw = zlib.decompress(snapshot.states)
    except (msgspec.MsgspecError, zlib.error):
        return {}
    numbers = [event.number for event in events[: snapshot.number] if isinstance(event, _LEADS_ON)]
    dtype = definition.rules.STATE
    fits = (snapshot.rules, snapshot.record) == (opening.rules, _record(definition))
    if not fits or len(raw) != len(numbers) * dtype.itemsize:
        return {}
    # Copy: compiled code treats read-only arrays as another type, and would be compiled again.
    states: States = np.frombuffer(raw, dtype).copy()
    return {number: states[place : place + 1] for place, number in enumerate(numbers)}


def _record(definition: GameDefinition) -> str:
    return str(definition.rules.STATE.descr)
