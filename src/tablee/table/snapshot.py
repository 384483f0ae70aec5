"""The states of a long log, kept beside it, so that opening it need not play every step again.

A snapshot is never the truth: it is made from a log, and forgotten where it does not fit the rules that read it.
"""

import zlib
from collections.abc import Sequence

import msgspec
import numpy as np

from tablee.games import GameFolder
from tablee.kernel.contract import States
from tablee.table.events import Act, Chance, Event, Leave, Opening, Start
from tablee.table.table import Known, Table

LONG = 200
"""Events in a log from which on a snapshot is worth its place."""

_LEADS_ON = (Start, Act, Chance, Leave)
"""The kinds of events that lead to a state of their own."""


class _Snapshot(msgspec.Struct, array_like=True):
    rules: int
    record: str
    """How a state was laid out: other rules may lay it out otherwise."""
    number: int
    states: bytes


def is_worth_it(table: Table, kept: int) -> bool:
    """Is there so much more in the log than up to event `kept` that another snapshot should be taken?"""
    return table.state is not None and table.number - kept >= LONG


def take_snapshot(table: Table) -> bytes:
    """The states that the events of a table have led to."""
    assert table.folder is not None
    states = [table.moments[event.number - 1].state for event in table.events if isinstance(event, _LEADS_ON)]
    raw = b"".join(state.tobytes() for state in states if state is not None)
    record = _record(table.folder)
    return msgspec.msgpack.encode(_Snapshot(table.opening.rules, record, table.number, zlib.compress(raw, 1)))


def number_of(body: bytes) -> int:
    """The event at which a snapshot was taken; 0 if it is none."""
    try:
        return msgspec.msgpack.decode(body, type=_Snapshot).number
    except msgspec.MsgspecError:
        return 0


def known_states(folder: GameFolder, opening: Opening, events: Sequence[Event], body: bytes) -> Known:
    """The states by the numbers of their events; none if the snapshot is of another log, or of other rules."""
    try:
        snapshot = msgspec.msgpack.decode(body, type=_Snapshot)
        raw = zlib.decompress(snapshot.states)
    except (msgspec.MsgspecError, zlib.error):
        return {}
    numbers = [event.number for event in events[: snapshot.number] if isinstance(event, _LEADS_ON)]
    dtype = folder.rules.STATE
    fits = (snapshot.rules, snapshot.record) == (opening.rules, _record(folder))
    if not fits or len(raw) != len(numbers) * dtype.itemsize:
        return {}
    # A copy: compiled code takes arrays that cannot be written to for something else, and would be compiled anew.
    states: States = np.frombuffer(raw, dtype).copy()
    return {number: states[place : place + 1] for place, number in enumerate(numbers)}


def _record(folder: GameFolder) -> str:
    return str(folder.rules.STATE.descr)
