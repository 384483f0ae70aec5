"""Checks of rules and documents: random games, played compiled and again interpreted, and written and read back.

Compiled code does not check bounds; the interpreter does.
"""

import random
import time
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import msgspec
import numpy as np

from tablee.engine import calls
from tablee.engine.contract import CHANCE, OVER, States
from tablee.games import GameDefinition, find_game
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.kit.trial_tables import FOR_EVER, Bench
from tablee.kit.without_compiling import ask_interpreted
from tablee.server.table.table import Table

LEAST = 12  # the fewest games that are played
LEAVING = 0.004  # the probability that a seat leaves before a decision
SECONDS, SECONDS_QUICK = 5.0, 2.0  # of a processor, for interpreted rules, which are slow
NOT_OVER = f"it is not over after {FOR_EVER} steps"

Trace = dict[str, Any]
"""A game that was played: players, options, seed, steps (a code, or [seat] for leaving), and a checksum after each."""


def legal_play(bench: Bench) -> Iterator[str]:
    """Faults in whole games, with every number of players and options, with and without leaving."""
    played = _played(bench)
    for _, faults in played:
        yield from faults
    bench.note = f"{len(played)} games, {sum(len(trace['steps']) for trace, _ in played)} steps"


def same_interpreted(bench: Bench) -> Iterator[str]:
    """Differences between compiled and interpreted rules, and indices out of bounds."""
    traces = [trace for trace, faults in _played(bench) if not faults]
    wanted = {"game": bench.definition.id, "seconds": SECONDS_QUICK if bench.quick else SECONDS, "traces": traces}
    try:
        found = ask_interpreted(interpret, wanted)
    except RuntimeError as error:
        yield str(error)
        return
    bench.note = f"{found['steps']} steps"
    yield from found["faults"]


def _played(bench: Bench) -> list[tuple[Trace, list[str]]]:
    """Games in all ways, played once, with their faults."""
    if "played" not in bench.kept:
        bench.kept["played"] = list(_play_all(bench))
    played: list[tuple[Trace, list[str]]] = bench.kept["played"]
    return played


def _play_all(bench: Bench) -> Iterator[tuple[Trace, list[str]]]:
    ways = bench.ways()
    for seed, (players, options) in enumerate(ways * max(1, LEAST // len(ways))):
        bench.tick()
        played = _play(bench.definition, players, options, seed, LEAVING * (seed % 2))
        yield played
        if any(NOT_OVER in fault for fault in played[1]):
            return  # the others would take as long


def _play(
    definition: GameDefinition, players: int, options: dict[str, Any], seed: int, leaving: float
) -> tuple[Trace, list[str]]:
    """A random game up to its end or the first fault."""
    rng, state = random.Random(seed), definition.new(players, options, seed)
    trace: Trace = {
        "players": players,
        "options": options,
        "seed": seed,
        "steps": [],
        "marks": [_mark(definition, state)],
    }
    how = f"{players} players, {_shown(options)}" if options else f"{players} players"
    while (seat := calls.to_act(state)) != OVER:
        fault = _fault_of(definition, state, seat)
        if not fault and len(trace["steps"]) > FOR_EVER:
            fault = NOT_OVER
        if fault:
            return trace, [f"{how}, step {len(trace['steps'])}: {fault}"]
        staying = [other for other in range(players) if not state["left"][0][other]]
        if rng.random() < leaving:
            gone = rng.choice(staying)
            trace["steps"].append([gone])
            state = definition.leave(state, gone)
        else:
            code = rng.choice(_codes(definition, state, seat)[0])
            trace["steps"].append(code)
            state = definition.step(state, code)
        trace["marks"].append(_mark(definition, state))
    return trace, [f"{how}, at the end: {fault}" for fault in _faults_of_the_end(definition, state)]


def _codes(definition: GameDefinition, state: States, seat: int) -> tuple[list[int], list[int]]:
    """The actions or outcomes, and their weights."""
    most = definition.rules.MOST_ACTIONS
    codes, weights = np.empty(most, np.int32), np.ones(most, np.int32)
    count = calls.outcomes(state, codes, weights) if seat == CHANCE else calls.legal(state, codes)
    return codes[: max(count, 0)].tolist(), weights[: max(count, 0)].tolist()


def _fault_of(definition: GameDefinition, state: States, seat: int) -> str:
    if seat != CHANCE and not 0 <= seat < definition.seats(state):
        return f"to_act says {seat}, which is no seat"
    if seat >= 0 and state["left"][0][seat]:
        return f"seat {seat} is to act, but it has left"
    before = state.tobytes()
    codes, weights = _codes(definition, state, seat)
    what = "outcomes" if seat == CHANCE else "legal"
    if state.tobytes() != before:
        return f"rules.{what} changes the state"
    if not codes or len(codes) > definition.rules.MOST_ACTIONS:
        most = definition.rules.MOST_ACTIONS
        return f"rules.{what} finds {len(codes)} actions; there must be 1 to {most} (MOST_ACTIONS)"
    if min(weights) <= 0:
        return "rules.outcomes gives a weight that is not above 0"
    texts = [definition.words.action_text(state, code) for code in codes]
    twice = next((text for text in texts if texts.count(text) > 1), None)
    if twice is not None:
        return f"two actions are both called {twice!r}"
    wrong = next((text for text in texts if not text or text != " ".join(text.split()) or ";" in text), None)
    return f"{wrong!r} is no text of an action: words, with single spaces, without ;" if wrong is not None else ""


def _faults_of_the_end(definition: GameDefinition, state: States) -> Iterator[str]:
    result = definition.result(state)
    if not result.winners:
        yield "nobody has won"
    if any(state["left"][0][seat] for seat in result.winners):
        yield "somebody has won who has left"
    if not result.reason:
        yield "rules.reason does not say why it is over"


def _shown(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _mark(definition: GameDefinition, state: States) -> int:
    """A checksum of a state and of what the rules say about it."""
    seat = calls.to_act(state)
    codes = [] if seat == OVER else _codes(definition, state, seat)
    result = definition.result(state)
    return crc32(
        f"{seat} {codes} {result.scores} {result.winners} {_facts(definition, state)}".encode() + state.tobytes()
    )


def _facts(definition: GameDefinition, state: States) -> str:
    if not hasattr(definition.rules, "FACTS"):
        return ""
    facts = np.zeros(1, definition.rules.FACTS)
    calls.facts(state, facts)
    return str(calls.values(facts))


def interpret(wanted: dict[str, Any]) -> dict[str, Any]:
    """In a process without compilation: replay games for a limited time, and say what differs."""
    definition, until = find_game(wanted["game"]), time.process_time() + wanted["seconds"]
    faults: list[str] = []
    steps = 0
    for trace in wanted["traces"]:
        compared, fault = _again(definition, trace, until)
        steps += compared
        faults += [fault] if fault else []
    return {"steps": steps, "faults": faults}


def _again(definition: GameDefinition, trace: Trace, until: float) -> tuple[int, str]:
    """The number of compared steps of a game, and the fault."""
    number, fault = 0, ""
    try:
        state = definition.new(trace["players"], trace["options"], trace["seed"])
        for number, mark in enumerate(trace["marks"]):
            if time.process_time() > until:
                break
            if _mark(definition, state) != mark:
                fault = "compiled and interpreted rules disagree"
                break
            if number < len(trace["steps"]):
                step = trace["steps"][number]
                state = definition.leave(state, step[0]) if isinstance(step, list) else definition.step(state, step)
    except Exception as error:  # any error is a fault of the rules
        fault = f"{type(error).__name__}: {error}"
    how = f"{trace['players']} players, {_shown(trace['options'])}".removesuffix(", ")
    return number, f"{how}, step {number}: {fault}" if fault else ""


AHEAD = 12  # steps played from a state that was read, where losses may show


def round_trips(bench: Bench) -> Iterator[str]:
    """Documents that change when they are read and written again."""
    count = 0
    for table in bench.tables(3 if bench.quick else 8, leaving=0.01):
        count += 1
        for what, document in _documents_of(bench.definition, table):
            fault = _document_fault(bench.definition, document, same=what == "state")
            if fault:
                yield f"{what} after {len(table.steps)} steps: {fault}"
                return
        if fault := _fault_of_sense(bench.definition, table.state):
            yield f"state after {len(table.steps)} steps: {fault}"
            return
    bench.note = f"{count} positions"


def _documents_of(definition: GameDefinition, table: Table) -> Iterator[tuple[str, Document]]:
    """The state, the knowledge of each seat and, once it is over, a spectator's view."""
    state = table.state
    assert state is not None
    yield "state", definition.words.write(state)
    for seat in range(definition.seats(state)):
        yield f"knowledge of seat {seat}", definition.knowledge(state, seat)
    if definition.to_act(state) is None:
        yield "view of a spectator", definition.view(state, None)


def _fault_of_sense(definition: GameDefinition, state: States | None) -> str:
    """A state that is read must play the same: who is to act, what is legal, the result, and what follows."""
    assert state is not None
    again, rng = definition.read(definition.words.write(state)), random.Random(0)
    for ahead in range(AHEAD):
        for what, ask in (("to_act", definition.to_act), ("legal", definition.codes), ("result", definition.result)):
            if ask(again) != ask(state):
                when = f"has been read, {ahead} steps later" if ahead else "has been read"
                return f"{what} was {str(ask(state))[:60]}, and is {str(ask(again))[:60]} when it {when} (words.settle)"
        if definition.to_act(state) is None:
            break
        code = rng.choice(list(definition.codes(state).values()))
        state, again = definition.step(state, code), definition.step(again, code)
    return ""


def _document_fault(definition: GameDefinition, document: Document, *, same: bool) -> str:
    try:
        plain = msgspec.json.decode(msgspec.json.encode(document))
    except (TypeError, msgspec.MsgspecError) as error:
        return f"it cannot be written as JSON: {error}"
    if plain != document:
        return "it is another one as JSON: only texts may be names of fields, and lists are lists"
    try:
        again = definition.words.write(definition.read(plain))
    except TableeError as error:
        return f"it cannot be read: {error}"
    different = [name for name in document if again.get(name) != document[name]] if same else []
    return "".join(f"{name} was {document[name]!r}, and comes back as {again.get(name)!r}" for name in different[:1])
