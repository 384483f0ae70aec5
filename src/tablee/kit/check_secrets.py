"""Checks of secrets: swapping what a seat cannot know must not change anything that it is sent."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from tablee.engine import contract
from tablee.engine.chance import new_random
from tablee.engine.contract import States
from tablee.games.errors import TableeError
from tablee.games.language import ENGLISH
from tablee.kit.trial_tables import SEED, Bench, all_ways, play_randomly, started
from tablee.server.features.replays.service import past_frame
from tablee.server.table.events import STEPS, Event, Refused, Step
from tablee.server.table.table import Table, fold
from tablee.server.views.frames import SHOWN, FrameBuilder, encode
from tablee.server.views.scenes import scene_of
from tablee.server.views.sentences import language
from tablee.server.views.text_play import in_words
from tablee.server.views.viewpoint import event_texts

TABLES, TABLES_QUICK = 24, 8  # the number of tables that are tried
ATTEMPTS = 4  # attempts to find another state that looks the same to a seat

Look = tuple[Table, int | None]  # a running table, and the seat that looks; None is a spectator


def leaks(bench: Bench) -> Iterator[str]:
    """Messages to seats that reveal secrets."""
    if not bench.definition.words.SECRETS:
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
    if not any(bench.definition.secrets(options) for _, options in all_ways(bench.definition)):
        yield "words.SECRETS are never in force, with no options"


def positions(bench: Bench) -> Iterator[Look]:
    """Running tables, in all ways to play."""
    ways = all_ways(bench.definition)
    most = TABLES_QUICK if bench.quick else max(TABLES, len(ways))
    for number in range(most):
        bench.tick()
        rng, (players, options) = random.Random(number), ways[number * len(ways) // most % len(ways)]
        table = started(players, game=bench.definition.id, **options)
        steps = rng.randint(40, 150) if number % 4 == 3 else rng.randint(4, 40)
        play_randomly(table, rng, steps, leaving=0.02 * (number % 2))
        if table.status == "playing":
            yield table, None if number % 3 == 0 else rng.randrange(players)


def other_truths(table: Table, seat: int | None) -> Iterator[Table]:
    """The same table with other hidden events for a seat: at most one."""
    hidden = [event for event in table.events if is_hidden(table, event, seat)]
    for attempt in range(ATTEMPTS if hidden else 0):
        other = with_other_secrets(table, seat, random.Random(attempt))
        if other is not None and other.state.tobytes() != table.state.tobytes():  # type: ignore[union-attr]
            yield other
            return


def other_steps(table: Table, seat: int | None, rng: random.Random) -> Iterator[Table]:
    """The same table with one other step of its kind that leaves the view of a seat unchanged.

    If the log names the step all the same, it reveals a secret: its first word is missing in `Secret.told`.
    """
    steps = [event for event in table.events if isinstance(event, STEPS)]
    for event in rng.sample(steps, min(ATTEMPTS, len(steps))):
        other = _with_another(table, event, rng)
        if other is None or other.view(seat) != table.view(seat):
            continue
        if other.state.tobytes() != table.state.tobytes():  # type: ignore[union-attr]
            yield other


def _with_another(table: Table, step: Step, rng: random.Random) -> Table | None:
    other = fold(table.opening, SEED, table.definition, [])
    for event in table.events:
        happened: Event = event
        if event is step:
            assert table.definition is not None
            assert other.state is not None
            kind = step.text.partition(" ")[0]
            texts = [text for text in table.definition.codes(other.state) if text.partition(" ")[0] == kind]
            happened = msgspec.structs.replace(step, text=rng.choice(texts))
        try:
            other.append(happened)
        except TableeError:
            return None
    return other


def is_hidden(table: Table, event: Event, seat: int | None) -> bool:
    """Is an event hidden from a seat?"""
    return isinstance(event, STEPS) and table.as_known_now(event, seat) != event.text


def with_other_secrets(table: Table, seat: int | None, rng: random.Random) -> Table | None:
    """The same table with all hidden events of a seat replaced; None if that is impossible."""
    other = fold(table.opening, SEED, table.definition, [])
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
    """The steps that the seat would read as it reads this event."""
    assert table.definition is not None
    assert other.state is not None
    now = table.as_known_now(event, seat)
    texts = [msgspec.structs.replace(event, text=text) for text in table.definition.codes(other.state)]
    return [each.text for each in texts if table.as_known_now(each, seat) == now]


def _differences(table: Table, other: Table, seat: int | None) -> Iterator[str]:
    for (what, one), (_, two) in zip(sent_to(table, seat), sent_to(other, seat), strict=True):
        if encode(one) != encode(two):
            yield f"{what} after {len(table.steps)} steps tells seat {seat} something that is hidden from it"


def sent_to(table: Table, seat: int | None) -> Iterator[tuple[str, Any]]:
    """Everything that a seat is sent: pictures, log, texts, words, and every past position."""
    for code in ("fr", "en"):
        yield f"the page ({code})", FrameBuilder(seat, language(code)).first_frame(table)
    yield "the protocol", event_texts(table, table.events, seat, seen=table.number)
    yield "the table in words", in_words(table, seat, ENGLISH)
    for event in table.events:
        if isinstance(event, SHOWN):
            yield f"looking back at event {event.number}", past(table, event.number, seat)


def past(table: Table, number: int, seat: int | None) -> dict[str, Any]:
    """A past position, or the refusal to show it."""
    try:
        return past_frame(table, number, seat, language("fr"))
    except Refused as refused:
        return {"refused": refused.code}


def swap_faults(table: Table, seat: int | None, rng: random.Random) -> Iterator[str]:
    """For states with hidden things swapped: what a seat would notice, or ""."""
    definition, state = table.definition, table.state
    assert definition is not None
    assert state is not None
    truth = definition.words.write(state)
    for name, secret in definition.secrets(table.opening.options).items():
        for _ in range(ATTEMPTS if name in truth and not secret.fleeting else 0):
            document = {**truth, name: _swapped(truth[name], seat, secret.own, rng)}
            try:
                other = definition.read(document)
            except TableeError:  # such a state is impossible
                continue
            if definition.words.write(other) == document != truth and definition.view(other, seat) == definition.view(
                state, seat
            ):
                yield _noticed(table, seat, state, other, f"has changed places in {name}")


def _swapped(value: Any, seat: int | None, own: bool, rng: random.Random) -> Any:
    """The field with two things swapped, or with things exchanged between two other seats."""
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
    """The entries with one thing exchanged between two seats if they count things by name, else all of them."""
    changed, (one, two) = list(entries), rng.sample(others, 2)
    if not (entries[one] and entries[two] and all(isinstance(entries[place], dict) for place in (one, two))):
        changed[one], changed[two] = entries[two], entries[one]
        return changed
    given, taken = rng.choice(list(entries[one])), rng.choice(list(entries[two]))
    changed[one], changed[two] = _with(entries[one], given, taken), _with(entries[two], taken, given)
    return changed


def _with(counts: dict[str, int], given: str, taken: str) -> dict[str, int]:
    """The counts with one thing less and another more, in the same order."""
    changed = Counter(counts)
    changed[given] -= 1
    changed[taken] += 1
    return {name: count for name, count in changed.items() if count}


def guess_faults(table: Table, seat: int | None, number: int) -> Iterator[str]:
    """For a sampled state: what a seat would notice, or ""; nothing if the sample is the true state."""
    definition, state, looking = table.definition, table.state, seat or 0
    assert definition is not None
    assert state is not None
    guessed = state.copy()
    contract.function_of(definition.rules, "sample")(guessed[0], looking, new_random(number))
    if np.array_equal(guessed.view(np.uint8), state.view(np.uint8)):
        return
    yield _noticed(table, looking, state, guessed, "is only guessed at (rules.sample)")
    known = [definition.knowledge(one, looking) for one in (state, guessed)]
    if known[0] != known[1]:
        yield f"rules.sample changes what seat {looking} knows"


def _noticed(table: Table, seat: int | None, state: States, other: States, what: str) -> str:
    """How a seat would notice the other state."""
    shown, changed = _shown(table, seat, state), _shown(table, seat, other)
    noticed = next((name for name in shown if shown[name] != changed[name]), "")
    return f"{noticed} of seat {seat} tells what {what}" if noticed else ""


def _shown(table: Table, seat: int | None, state: States) -> dict[str, Any]:
    """What a seat would be shown of a state."""
    definition, names = table.definition, table.names
    assert definition is not None
    view = definition.sight(state, seat)
    return {
        "the view": {name: value for name, value in view.items() if name != "facts"},
        "the facts (words.SECRET_FACTS)": view["facts"],
        "the picture": scene_of(definition, "upright", view, seat, table.actions(seat), names, ENGLISH),
        "the prompt": definition.words.prompt(view, seat, names, ENGLISH),
    }
