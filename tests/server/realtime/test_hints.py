"""Hints: a strong bot's choice for who plays alone against bots, and for nobody else."""

import asyncio
import json
import sys

import pytest

from tablee.games import game_ids
from tests.cases import each
from tests.server.house import Guest, House
from tests.server.realtime.test_bots import ASKED
from tests.server.realtime.test_socket import table_for_two

STRONGEST = 5
WAIT = "while request['level'] == 5 and not os.path.exists({signal!r}): time.sleep(0.01)\n    "
ADVISER = (
    "import os\n"
    + ASKED
    + "request = json.loads(line); open({heard!r}, 'a').write(line)\n    "
    + WAIT
    + "known = request['knowledge']['board']\n    "
    + "say(id=id, action=next('pawn ' + file + '1' for file in 'abcdef' if file + '1' not in known))"
)
"""A bot that places a pawn, writes down what it is asked, and gives hints only after a signal."""


class Adviser:
    """Where the bot waits for its signal, and what it has been asked for hints."""

    def __init__(self, folder):
        self.signal, self._heard = folder / "signal", folder / "heard"
        script = folder / "bot.py"
        script.write_text(ADVISER.format(heard=str(self._heard), signal=str(self.signal)))
        self.command = [sys.executable, str(script)]

    @property
    def asked(self):
        requests = map(json.loads, self._heard.read_text().splitlines())
        return [request for request in requests if request["level"] == STRONGEST]


@pytest.fixture
def adviser(tmp_path):
    return Adviser(tmp_path)


@pytest.fixture
def advised_house(tmp_path, adviser):
    house = House(tmp_path, bot_workers=2, bot_command=adviser.command, bot_patience=60.0)
    yield house
    house.kill()


async def my_turn(seat):
    """Wait until something may be done; returns what."""
    while not (news := await seat.hear("events"))["actions"]:
        pass
    return news["actions"]


async def ask(seat, step=None):
    await seat.say(do="hint", step=seat.step if step is None else step)


@each("game", game_ids())
async def test_what_a_hint_says_can_be_done_as_it_is(house, game):
    guest = Guest(house)
    async with guest.at(guest.open(game=game, mode="bots", level=1), "scenes") as seat:
        await seat.sit()
        for _ in range(2):
            frame = await seat.hear("frame", yours=True)
            await ask(seat)
            hint = await seat.hear("hint")
            assert (hint["step"], hint["bot"]) == (frame["step"], STRONGEST)
            assert hint["words"].startswith("Hint: ")
            assert hint["why"] or game != "isis"  # a reason for whatever one begins with; others have not always one
            await seat.act(hint["action"])
        assert [message for message in seat.received if message["say"] == "refused"] == []


async def test_a_hint_leaves_no_trace(house):
    guest = Guest(house, "fr")
    async with guest.at(guest.open(mode="bots", level=1)) as seat:
        await seat.sit()
        actions = await my_turn(seat)
        number = seat.number
        await ask(seat)
        hint = await seat.hear("hint")
        assert hint["action"] in actions
        assert hint["words"].startswith("Indice")
        await seat.act(hint["action"])
        heard = await seat.hear("events")
        assert (heard["events"][0][0], heard["events"][0][2]) == (number + 1, hint["action"])


async def test_with_other_people_at_the_table_there_are_no_hints(house):
    async with table_for_two(house) as ((one, two), table):
        for seat in (one, two):
            await ask(seat)
            await seat.hear("refused", code="no_hints")
        await two.say(do="leave")
        await two.hear("events")
        await ask(one)
        await one.hear("refused", code="no_hints")
        async with Guest(house).at(table) as watcher:
            await ask(watcher)
            await watcher.hear("refused", code="not_seated")


async def test_the_table_says_who_may_ask_for_hints(house):
    guest = Guest(house)
    table = guest.open(mode="bots", players=3, level=1)
    async with guest.at(table) as seat, Guest(house).at(table) as watcher:
        await seat.sit()
        await seat.hear("table", status="playing", hints=True)
        await watcher.hear("table", status="playing", hints=False)
    async with table_for_two(house) as ((one, _), _):
        assert [message["hints"] for message in one.received if message["say"] == "table"][-1] is False


async def test_hints_are_for_the_present_position_and_for_whose_turn_it_is(advised_house, adviser):
    guest = Guest(advised_house)
    async with guest.at(guest.open(mode="bots", level=STRONGEST)) as seat:
        await seat.sit()
        if not (actions := (await seat.hear("events"))["actions"]):
            adviser.signal.touch()
            actions = await my_turn(seat)
            adviser.signal.unlink()
        await ask(seat, step=seat.step - 1)
        await seat.hear("refused", code="stale")
        await seat.act(next(action for action in actions if action.endswith("6")))
        await seat.hear("events")
        await ask(seat)
        await seat.hear("refused", code="not_your_turn")


async def test_one_hint_at_a_time_is_thought_about_and_the_table_goes_on_meanwhile(advised_house, adviser):
    guest = Guest(advised_house)
    async with guest.at(guest.open(mode="bots", level=1)) as seat:
        await seat.sit()
        await my_turn(seat)
        await ask(seat)
        await ask(seat)
        await seat.hear("refused", code="too_fast")
        await seat.say(do="ping")
        await seat.hear("pong")
        adviser.signal.touch()
        hint = await seat.hear("hint")
        await ask(seat)
        assert await seat.hear("hint") == hint
        assert len(adviser.asked) == 1


async def test_a_hint_that_comes_after_the_table_has_moved_on_is_dropped(advised_house, adviser):
    guest = Guest(advised_house)
    async with guest.at(guest.open(mode="bots", level=1)) as seat:
        await seat.sit()
        actions = await my_turn(seat)
        await ask(seat)
        await seat.act(next(action for action in actions if action.endswith("6")))
        await my_turn(seat)
        adviser.signal.touch()
        while (answer := await ask_again(seat))["say"] == "refused":
            assert answer["code"] == "too_fast"
            await asyncio.sleep(0.15)  # who asks without a pause is hung up on
        hints = [message["step"] for message in seat.received if message["say"] == "hint"]
        assert hints == [seat.step]


async def ask_again(seat):
    await ask(seat)
    while (answer := await seat.hear())["say"] not in ("hint", "refused"):
        pass
    return answer


async def test_a_bot_without_an_idea_is_admitted_and_harms_nothing(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text(ASKED + "say(id=id, action='pawn z9')")
    house = House(tmp_path, bot_command=[sys.executable, str(script)])
    try:
        guest = Guest(house)
        async with guest.at(guest.open(mode="bots", level=1)) as seat:
            await seat.sit()
            actions = await my_turn(seat)
            await ask(seat)
            await seat.hear("refused", code="no_idea")
            await seat.act(actions[0])
            assert (await seat.hear("events"))["events"][0][2] == actions[0]
    finally:
        house.kill()


async def test_a_hint_is_made_from_what_its_own_seat_knows(advised_house, adviser):
    adviser.signal.touch()
    guest = Guest(advised_house)
    async with guest.at(guest.open(mode="bots", level=1)) as seat:
        await seat.sit()
        await my_turn(seat)
        turn = seat.received[-1]["to_act"]
        await ask(seat)
        await seat.hear("hint")
    assert [request["knowledge"]["turn"] for request in adviser.asked] == [turn]
