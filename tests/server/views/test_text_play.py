"""The table in words: everything that the picture shows, and nothing else."""

import random
import re

import pytest

from tablee.games import game_ids
from tablee.games.language import ENGLISH, languages
from tablee.server.views.sentences import language
from tablee.server.views.text_play import in_words
from tests.cases import each
from tests.server.house import Guest
from tests.server.table.tables import NOW, finished, happen, play_randomly, started


def tables_of(game_id):
    """Tables of a game, from its first action to its last."""
    table = started(game=game_id)
    rng = random.Random(7)
    while table.to_act is not None:
        yield table
        play_randomly(table, rng, steps=3)


@each("game_id", game_ids())
def test_every_action_is_said_in_every_language_to_the_seat_to_act_alone(game_id):
    for table in tables_of(game_id):
        for code in languages():
            words = in_words(table, table.to_act, language(code))
            assert [action for action, _ in words["actions"]] == table.actions(table.to_act)
            assert all(said and said != action for action, said in words["actions"])
            assert len(words["seats"]) == 2
        for seat in (None, 1 - table.to_act):
            assert in_words(table, seat, ENGLISH)["actions"] == []


@pytest.mark.parametrize("game_id", ["isis", "morfals", "morpyam"])
def test_every_square_stands_in_just_one_line(game_id):
    table = started(game=game_id)
    play_randomly(table, random.Random(3), steps=12)
    listed = [name for line in in_words(table, None, ENGLISH)["places"] for name in places_in(line)]
    view = table.view(None)
    assert len(listed) == len(set(listed)) == (49 if game_id == "morfals" else 36)
    assert set(view["board"]) <= set(listed)


def places_in(line):
    names = line.partition(":")[0].split(", ")
    return names if all(re.fullmatch(r"[a-f][1-6]|[3-9][a-g]", name) for name in names) else []


@pytest.mark.parametrize("game_id", ["netzwerk", "morisi"])
def test_hexes_are_named_as_in_the_actions(game_id):
    table = started(game=game_id)
    words = in_words(table, table.to_act, ENGLISH)
    named = {name for line in words["places"] for name in re.findall(r"-?\d,-?\d", line.partition(":")[0])}
    assert named == set(table.view(None)["hexes"])


def test_the_same_on_several_squares_is_said_once():
    table = started()
    happen(table, table.act(table.to_act, table.step, "pawn c4", NOW))
    happen(table, table.act(table.to_act, table.step, "pawn d4", NOW))
    lines = in_words(table, 0, ENGLISH)["places"]
    assert "c4: green pawn" in lines
    assert "d4: yellow pawn" in lines
    assert len(lines) == 3


@each("game_id", game_ids())
def test_a_game_that_is_over_can_still_be_read(game_id):
    words = in_words(finished(game=game_id), 0, ENGLISH)
    assert words["seats"]
    assert words["places"]
    assert words["actions"] == []


async def test_whoever_asks_is_told_for_their_own_seat_and_in_their_own_language(house):
    zoe, ada, watcher = Guest(house), Guest(house, "fr"), Guest(house)
    table = zoe.open()
    async with zoe.at(table, "scenes") as one, ada.at(table, "scenes") as two, watcher.at(table, "scenes") as third:
        await one.sit()
        await two.sit()
        await one.hear("table", number=4)
        await one.say(do="start")
        for seat in (one, two, third):
            await seat.hear("frame")
            await seat.say(do="words", step=seat.step - 1)
            await seat.say(do="words", step=seat.step)
        told = [await seat.hear("words") for seat in (one, two, third)]
        assert sorted(len(words["actions"]) for words in told) == [0, 0, 37]
        assert told[2]["actions"] == []
        assert "free" in told[0]["places"][0]
        assert "libre" in told[1]["places"][0]
        assert sum(message["say"] == "words" for message in one.received) == 1


async def test_before_the_game_there_is_nothing_to_say(house):
    guest = Guest(house)
    async with guest.at(guest.open(), "scenes") as seat:
        await seat.hear("table")
        await seat.say(do="words", step=0)
        await seat.say(do="words", step="all")
        await seat.hear("refused", code="bad_message")
        assert not [message for message in seat.received if message["say"] == "words"]
