"""What a seat cannot know changes nothing that it is sent, in every game, with every number of players and option.

Each test counts what it has compared, so that none passes because there was nothing to compare.
"""

import random
from collections import Counter

import msgspec
import numpy as np
import pytest

from tablee.games import find_game, game_ids
from tablee.games.errors import TableeError
from tablee.kernel import contract
from tablee.kernel.chance import new_random
from tablee.language import ENGLISH
from tablee.show.frames import SHOWN, Painter, encode
from tablee.show.in_words import in_words
from tablee.show.replay import past_frame
from tablee.show.scenes import scene_of
from tablee.show.sentences import language
from tablee.show.texts import event_texts
from tablee.table.events import STEPS, Refused
from tablee.table.table import fold
from tests.table.tables import SEED
from tests.table.test_past import all_ways, position_of

WAYS = {game: all_ways(find_game(game)) for game in game_ids()}
HIDES_STEPS = {"isis", "morisi"}
"""Games with actions or outcomes that not everybody may read in the log: tiles turned up, predictions."""
TABLES = 24
"""A game, with as many of its ways, or with each of them several times."""


def positions(game):
    """Tables at which a game goes on, in all of its ways; each with the seat that looks, None being an onlooker."""
    ways = WAYS[game]
    for number in range(max(TABLES, len(ways))):
        rng = random.Random(number)
        way = ways[number % len(ways)]
        table = position_of(way, number, rng.randint(4, 40), leaving=0.02 * (number % 2))
        if table.status == "playing":
            yield table, None if number % 3 == 0 else rng.randrange(way[1])


def with_other_secrets(table, seat, rng):
    """The same table, had all that a seat may not read now been otherwise; None if it cannot have been so."""
    other = fold(table.opening, SEED, table.folder, [])
    for event in table.events:
        happened = event
        if isinstance(event, STEPS) and table.as_known_now(event, seat) != event.text:
            ways = ways_to_read(table, other, event, seat)
            if not ways:
                return None
            happened = msgspec.structs.replace(event, text=rng.choice(ways))
        try:
            other.append(happened)
        except TableeError:
            return None
    return other if other.view(seat) == table.view(seat) else None


def ways_to_read(table, other, event, seat):
    """What else may have happened where the seat reads of an event what it reads."""
    now = table.as_known_now(event, seat)
    texts = [msgspec.structs.replace(event, text=text) for text in table.folder.codes(other.state)]
    return [each.text for each in texts if table.as_known_now(each, seat) == now]


def sent_to(table, seat):
    """All that a seat is sent: pictures, log, texts, words, and every position of the past."""
    yield from (Painter(seat, language(code)).first_frame(table) for code in ("fr", "en"))
    yield event_texts(table, table.events, seat, seen=table.number)
    yield in_words(table, seat, ENGLISH)
    for event in table.events:
        if isinstance(event, SHOWN):
            yield past(table, event.number, seat)


def past(table, number, seat):
    try:
        return past_frame(table, number, seat, language("fr"))
    except Refused as refused:
        return {"refused": refused.code}


@pytest.mark.parametrize("game", game_ids())
def test_what_a_seat_may_not_read_changes_nothing_that_it_is_sent(game):
    compared = Counter()
    for table, seat in positions(game):
        hidden = [e for e in table.events if isinstance(e, STEPS) and table.as_known_now(e, seat) != e.text]
        for attempt in range(4 if hidden else 0):
            other = with_other_secrets(table, seat, random.Random(attempt))
            if other is not None and other.state.tobytes() != table.state.tobytes():
                compared[seat is None] += 1
                assert [encode(one) for one in sent_to(table, seat)] == [encode(one) for one in sent_to(other, seat)]
                break
    assert (min(compared[True], compared[False]) > 0) == (game in HIDES_STEPS)


@pytest.mark.parametrize("game", game_ids())
def test_what_a_seat_may_guess_at_is_neither_in_its_picture_nor_in_its_words(game):
    folder, hiding, compared = find_game(game), 0, 0
    for number, (table, seat) in enumerate(positions(game)):
        looking = 0 if seat is None else seat
        guessed = table.state.copy()
        contract.sample(guessed[0], looking, new_random(number))
        knows_all = folder.knowledge(table.state, looking) == folder.words.write(table.state)
        hiding += not knows_all
        if np.array_equal(guessed.view(np.uint8), table.state.view(np.uint8)):
            continue
        compared += 1
        views = [folder.sight(state, looking) for state in (table.state, guessed)]
        assert views[0] == views[1]
        scenes = [
            scene_of(folder, "upright", view, looking, table.actions(looking), table.names, ENGLISH) for view in views
        ]
        assert scenes[0] == scenes[1]
        prompts = [folder.words.prompt(view, looking, table.names, ENGLISH) for view in views]
        assert prompts[0] == prompts[1]
        known = [folder.knowledge(state, looking) for state in (table.state, guessed)]
        assert known[0] == known[1]
    assert (compared > 0) == (hiding > 0)
