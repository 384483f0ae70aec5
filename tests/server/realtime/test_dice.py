"""Dice over real sockets: thrown by hand, kept and thrown in one gesture, explained, and checked afterwards."""

import random

import pytest

from tablee.games import find_game
from tablee.server.table.export import read_export, verify
from tests.cases import each
from tests.server.house import Guest
from tests.server.realtime.test_socket import table_for_two


def news(seat):
    """What a seat last heard of the game."""
    return next(message for message in reversed(seat.received) if message["say"] == "events")


async def in_turn(seats):
    """Both seats, looking at pictures, the one to act first: who begins is thrown for."""
    frames = [await seat.hear("frame") for seat in seats]
    return sorted(seats, key=lambda seat: not frames[seats.index(seat)]["yours"])


async def play_to_the_end(seats, rng):
    """Random legal play over the sockets; returns the result."""
    while True:
        acting = next((seat for seat in seats if news(seat)["actions"]), None)
        if acting is None:
            return news(seats[0])["result"]
        await acting.act(rng.choice(news(acting)["actions"]))
        heard = await acting.hear("events")
        for seat in seats:
            while seat.number < heard["number"]:
                await seat.hear("events")


@pytest.mark.parametrize("form", [{"game": "morfals", "option_capture": "claim"}, {"game": "morpyam"}])
async def test_two_people_play_a_whole_game_whose_dice_can_be_checked(house, form):
    async with table_for_two(house, **form) as (seats, table):
        result = await play_to_the_end(seats, random.Random(3))
    assert result["over"]
    _, _, body = house.request("GET", f"/tables/{table}/export.json")
    assert verify(read_export(body.encode()), find_game(form["game"])) > 10


async def test_nothing_falls_before_the_player_throws(house):
    async with table_for_two(house, game="morfals") as ((one, two), _):
        assert news(one)["actions"] == ["throw"]
        assert [text[:5] for _, _, text in news(one)["events"]] == ["start", "start"]
        await two.act("throw")
        assert (await two.hear("refused"))["code"] == "not_your_turn"
        await one.act("throw")
        events = (await two.hear("events"))["events"]
    assert [text[:4] for _, _, text in events] == ["roll"]


async def test_a_bot_throws_and_plays_by_itself(house):
    guest = Guest(house)
    async with guest.at(guest.open(game="morfals", mode="bots", level=1)) as seat:
        await seat.sit()
        heard = await seat.hear("events")
        placed = set()
        while len(placed) < 2:
            if heard["actions"]:
                await seat.act(heard["actions"][0])
            heard = await seat.hear("events")
            placed |= {who for _, who, text in heard["events"] if text.startswith("place")}
            assert heard["result"] is None
    assert placed == {0, 1}


async def test_dice_are_kept_and_thrown_in_one_message(house):
    async with table_for_two(house, game="morpyam") as ((one, _), _):
        while not any(action.startswith("keep") for action in news(one)["actions"]):
            await one.act("roll")
            await one.hear("events")
        await one.act("keep -; roll")
        events = (await one.hear("events"))["events"]
    assert [text.split()[0] for _, _, text in events[:3]] == ["keep", "roll", "dice"]


async def test_pointing_at_what_offers_nothing_is_answered_with_the_reason(house):
    async with table_for_two(house, "scenes", game="morfals") as (seats, _):
        one, two = await in_turn(seats)
        await one.say(do="why", step=one.step, key="square 7c")
        assert (await one.hear("why"))["message"] == "Throw the dice first."
        await two.say(do="why", step=two.step, key="square 7c")
        assert (await two.hear("refused"))["code"] == "not_your_turn"


@each("key", ["square 7z", "nothing", "", "square", "square 7c; x"])
async def test_what_is_not_in_the_picture_is_not_explained(house, key):
    async with table_for_two(house, "scenes", game="morfals") as (seats, _):
        one, _ = await in_turn(seats)
        await one.say(do="why", step=one.step, key=key)
        await one.say(do="ping")
        await one.hear("pong")
    assert "why" not in [message["say"] for message in one.received]


@each("game", ["morfals", "morpyam"])
@each("action", ["place 7z", "square zz", "keep 123; roll", "die", "place", "{picks}", "cup x"])
async def test_an_illegal_action_is_refused_with_a_sentence_and_changes_nothing(house, game, action):
    async with table_for_two(house, game=game) as ((one, _), _):
        number = one.number
        await one.act(action)
        refused = await one.hear("refused")
        assert refused["code"] == "illegal_action"
        assert refused["message"].endswith(".")
        await one.act(news(one)["actions"][0])
        assert (await one.hear("events"))["events"][0][0] == number + 1


async def test_the_reason_is_the_games_own_in_the_language_of_the_person(house):
    async with table_for_two(house, game="morpyam") as ((one, _), _):
        await one.act("place a1")
        assert (await one.hear("refused"))["message"] == "Throw the dice first."
