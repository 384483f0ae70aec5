"""What a seat cannot know changes nothing that it is sent: found out by swapping it."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from tablee.games.errors import TableeError
from tablee.kernel import contract
from tablee.kernel.chance import new_random
from tablee.kernel.contract import States
from tablee.kit.bench import Bench
from tablee.kit.tables import SEED, all_ways, play_randomly, started
from tablee.language import ENGLISH
from tablee.show.frames import SHOWN, Painter, encode
from tablee.show.in_words import in_words
from tablee.show.replay import past_frame
from tablee.show.scenes import scene_of
from tablee.show.sentences import language
from tablee.show.texts import event_texts
from tablee.table.events import STEPS, Event, Refused, Step
from tablee.table.table import Table, fold

TABLES, TABLES_QUICK = 24, 8
"""With as many ways to play, or with each of them several times."""
ATTEMPTS = 4
"""To find another truth that looks the same to a seat."""

Look = tuple[Table, int | None]
"""A table at which a game goes on, and the seat that looks; None is an onlooker."""


def leaks(bench: Bench) -> Iterator[str]:
    """What seats are sent that tells them what they must not know."""
    if not bench.folder.words.SECRETS:
        bench.note = "nothing is hidden"
        return
    swapped, guessed = 0, 0
    for number, (table, seat) in enumerate(positions(bench)):
        for other in (*other_truths(table, seat), *other_steps(table, seat, random.Random(number))):
            swapped += 1
            yield from _differences(table, other, seat)
        for found in (*guess_faults(table, seat, number), *swap_faults(table, seat, random.Random(number))):
            guessed += 1
            yield from ([found] if found else ())
    nothing = "nothing was compared: no other truth was found that looks the same"
    bench.note = f"{swapped} other truths, {guessed} swaps and guesses" if swapped + guessed else nothing
    if not any(bench.folder.secrets(options) for _, options in all_ways(bench.folder)):
        yield "words.SECRETS are never in force, with no options"


def positions(bench: Bench) -> Iterator[Look]:
    """Tables at which a game goes on, in all of its ways."""
    ways = all_ways(bench.folder)
    most = TABLES_QUICK if bench.quick else max(TABLES, len(ways))
    for number in range(most):
        bench.tick()
        rng, (players, options) = random.Random(number), ways[number * len(ways) // most % len(ways)]
        table = started(players, game=bench.folder.id, **options)
        steps = rng.randint(40, 150) if number % 4 == 3 else rng.randint(4, 40)
        play_randomly(table, rng, steps, leaving=0.02 * (number % 2))
        if table.status == "playing":
            yield table, None if number % 3 == 0 else rng.randrange(players)


# ---- another truth -------------------------------------------------------------------------------------------


def other_truths(table: Table, seat: int | None) -> Iterator[Table]:
    """The same table, had what a seat may not read in its log been otherwise: one such, if it is found."""
    hidden = [event for event in table.events if is_hidden(table, event, seat)]
    for attempt in range(ATTEMPTS if hidden else 0):
        other = with_other_secrets(table, seat, random.Random(attempt))
        if other is not None and other.state.tobytes() != table.state.tobytes():  # type: ignore[union-attr]
            yield other
            return


def other_steps(table: Table, seat: int | None, rng: random.Random) -> Iterator[Table]:
    """The same table, had one step been another of its kind, where that leaves the view of a seat as it is.

    If the log names it all the same, it tells what the view hides: its words are missing in `Secret.told`.
    """
    steps = [event for event in table.events if isinstance(event, STEPS)]
    for event in rng.sample(steps, min(ATTEMPTS, len(steps))):
        other = _with_another(table, event, rng)
        if other is None or other.view(seat) != table.view(seat):
            continue
        if other.state.tobytes() != table.state.tobytes():  # type: ignore[union-attr]
            yield other


def _with_another(table: Table, step: Step, rng: random.Random) -> Table | None:
    other = fold(table.opening, SEED, table.folder, [])
    for event in table.events:
        happened: Event = event
        if event is step:
            assert table.folder is not None
            assert other.state is not None
            kind = step.text.partition(" ")[0]
            texts = [text for text in table.folder.codes(other.state) if text.partition(" ")[0] == kind]
            happened = msgspec.structs.replace(step, text=rng.choice(texts))
        try:
            other.append(happened)
        except TableeError:
            return None
    return other


def is_hidden(table: Table, event: Event, seat: int | None) -> bool:
    """May the seat not read an event as it was?"""
    return isinstance(event, STEPS) and table.as_known_now(event, seat) != event.text


def with_other_secrets(table: Table, seat: int | None, rng: random.Random) -> Table | None:
    """The same table, had all that a seat may not read now been otherwise; None if it cannot have been so."""
    other = fold(table.opening, SEED, table.folder, [])
    for event in table.events:
        happened = event
        if isinstance(event, STEPS) and is_hidden(table, event, seat):
            texts = ways_to_read(table, other, event, seat)
            if not texts:
                return None
            happened = msgspec.structs.replace(event, text=rng.choice(texts))
        try:
            other.append(happened)
        except TableeError:
            return None
    return other if other.view(seat) == table.view(seat) else None


def ways_to_read(table: Table, other: Table, event: Step, seat: int | None) -> list[str]:
    """What else may have happened where the seat reads of an event what it reads."""
    assert table.folder is not None
    assert other.state is not None
    now = table.as_known_now(event, seat)
    texts = [msgspec.structs.replace(event, text=text) for text in table.folder.codes(other.state)]
    return [each.text for each in texts if table.as_known_now(each, seat) == now]


def _differences(table: Table, other: Table, seat: int | None) -> Iterator[str]:
    for (what, one), (_, two) in zip(sent_to(table, seat), sent_to(other, seat), strict=True):
        if encode(one) != encode(two):
            yield f"{what} after {len(table.steps)} steps tells seat {seat} something that is hidden from it"


def sent_to(table: Table, seat: int | None) -> Iterator[tuple[str, Any]]:
    """All that a seat is sent, with what it is: pictures, log, texts, words, and every position of the past."""
    for code in ("fr", "en"):
        yield f"the page ({code})", Painter(seat, language(code)).first_frame(table)
    yield "the protocol", event_texts(table, table.events, seat, seen=table.number)
    yield "the table in words", in_words(table, seat, ENGLISH)
    for event in table.events:
        if isinstance(event, SHOWN):
            yield f"looking back at event {event.number}", past(table, event.number, seat)


def past(table: Table, number: int, seat: int | None) -> dict[str, Any]:
    """A position of the past, or that it may not be seen."""
    try:
        return past_frame(table, number, seat, language("fr"))
    except Refused as refused:
        return {"refused": refused.code}


# ---- a guess -------------------------------------------------------------------------------------------------


def swap_faults(table: Table, seat: int | None, rng: random.Random) -> Iterator[str]:
    """For states in which things that are hidden have changed places: what a seat would notice, "" being nothing."""
    folder, state = table.folder, table.state
    assert folder is not None
    assert state is not None
    truth = folder.words.write(state)
    for name, secret in folder.secrets(table.opening.options).items():
        for _ in range(ATTEMPTS if name in truth and not secret.fleeting else 0):
            document = {**truth, name: _swapped(truth[name], seat, secret.own, rng)}
            try:
                other = folder.read(document)
            except TableeError:  # it cannot have been so
                continue
            if folder.words.write(other) == document != truth and folder.view(other, seat) == folder.view(state, seat):
                yield _noticed(table, seat, state, other, f"has changed places in {name}")


def _swapped(value: Any, seat: int | None, own: bool, rng: random.Random) -> Any:
    """Two things in a field have changed places, or two others have given one to each other of what they have."""
    if own:
        others = [place for place in range(len(value)) if place != seat]
        return _exchanged(value, others, rng) if len(others) > 1 else value
    places = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if len(places) < 2:
        return value
    one, two = rng.sample(places, 2)
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[one], changed[two] = value[two], value[one]
    return changed


def _exchanged(entries: Sequence[Any], others: Sequence[int], rng: random.Random) -> list[Any]:
    """Two of them have each given one thing to the other; things are counted by name, or else all are exchanged."""
    changed, (one, two) = list(entries), rng.sample(others, 2)
    if not (entries[one] and entries[two] and all(isinstance(entries[place], dict) for place in (one, two))):
        changed[one], changed[two] = entries[two], entries[one]
        return changed
    given, taken = rng.choice(list(entries[one])), rng.choice(list(entries[two]))
    changed[one], changed[two] = _with(entries[one], given, taken), _with(entries[two], taken, given)
    return changed


def _with(counts: dict[str, int], given: str, taken: str) -> dict[str, int]:
    """What is there, in the same order of names, with one thing less and another more."""
    changed = Counter(counts)
    changed[given] -= 1
    changed[taken] += 1
    return {name: count for name, count in changed.items() if count}


def guess_faults(table: Table, seat: int | None, number: int) -> Iterator[str]:
    """For a state in which all that a seat cannot know is guessed: what it would notice, "" being nothing.

    Nothing comes where the guess is the truth.
    """
    folder, state, looking = table.folder, table.state, seat or 0
    assert folder is not None
    assert state is not None
    guessed = state.copy()
    contract.function_of(folder.rules, "sample")(guessed[0], looking, new_random(number))
    if np.array_equal(guessed.view(np.uint8), state.view(np.uint8)):
        return
    yield _noticed(table, looking, state, guessed, "is only guessed at (rules.sample)")
    known = [folder.knowledge(one, looking) for one in (state, guessed)]
    if known[0] != known[1]:
        yield f"rules.sample changes what seat {looking} knows"


def _noticed(table: Table, seat: int | None, state: States, other: States, what: str) -> str:
    """How a seat would notice that another state is the true one."""
    shown, changed = _shown(table, seat, state), _shown(table, seat, other)
    noticed = next((name for name in shown if shown[name] != changed[name]), "")
    return f"{noticed} of seat {seat} tells what {what}" if noticed else ""


def _shown(table: Table, seat: int | None, state: States) -> dict[str, Any]:
    """What a seat would be shown at a table, if its state were this one."""
    folder, names = table.folder, table.names
    assert folder is not None
    view = folder.sight(state, seat)
    return {
        "the view": {name: value for name, value in view.items() if name != "facts"},
        "the facts (words.SECRET_FACTS)": view["facts"],
        "the picture": scene_of(folder, "upright", view, seat, table.actions(seat), names, ENGLISH),
        "the prompt": folder.words.prompt(view, seat, names, ENGLISH),
    }
