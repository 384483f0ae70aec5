"""States as documents: what is written can be read, and says the same when it is written again."""

import random
from collections.abc import Iterator

import msgspec

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.kernel.contract import States
from tablee.kit.bench import Bench
from tablee.table.table import Table

AHEAD = 12
"""Steps that are played on from a state that was read: what was lost may show only then."""


def round_trips(bench: Bench) -> Iterator[str]:
    """Documents that do not come back as they went."""
    count = 0
    for table in bench.tables(3 if bench.quick else 8, leaving=0.01):
        count += 1
        for what, document in _documents(bench.folder, table):
            fault = _fault_of(bench.folder, document, same=what == "state")
            if fault:
                yield f"{what} after {len(table.steps)} steps: {fault}"
                return
        if fault := _fault_of_sense(bench.folder, table.state):
            yield f"state after {len(table.steps)} steps: {fault}"
            return
    bench.note = f"{count} positions"


def _documents(folder: GameFolder, table: Table) -> Iterator[tuple[str, Document]]:
    """The state, what each seat knows, which bots read, and what lies there once it is over."""
    state = table.state
    assert state is not None
    yield "state", folder.words.write(state)
    for seat in range(folder.seats(state)):
        yield f"knowledge of seat {seat}", folder.knowledge(state, seat)
    if folder.to_act(state) is None:
        yield "view of a spectator", folder.view(state, None)


def _fault_of_sense(folder: GameFolder, state: States | None) -> str:
    """A state that is read must mean the same: who is to act, what may be done, how it stands, and what follows."""
    assert state is not None
    again, rng = folder.read(folder.words.write(state)), random.Random(0)
    for ahead in range(AHEAD):
        for what, ask in (("to_act", folder.to_act), ("legal", folder.codes), ("result", folder.result)):
            if ask(again) != ask(state):
                when = f"has been read, {ahead} steps later" if ahead else "has been read"
                return f"{what} was {str(ask(state))[:60]}, and is {str(ask(again))[:60]} when it {when} (words.settle)"
        if folder.to_act(state) is None:
            break
        code = rng.choice(list(folder.codes(state).values()))
        state, again = folder.step(state, code), folder.step(again, code)
    return ""


def _fault_of(folder: GameFolder, document: Document, *, same: bool) -> str:
    try:
        plain = msgspec.json.decode(msgspec.json.encode(document))
    except (TypeError, msgspec.MsgspecError) as error:
        return f"it cannot be written as JSON: {error}"
    if plain != document:
        return "it is another one as JSON: only texts may be names of fields, and lists are lists"
    try:
        again = folder.words.write(folder.read(plain))
    except TableeError as error:
        return f"it cannot be read: {error}"
    different = [name for name in document if again.get(name) != document[name]] if same else []
    return "".join(f"{name} was {document[name]!r}, and comes back as {again.get(name)!r}" for name in different[:1])
