"""Past positions as they are sent: nothing that may not be known now, and the whole game once it is over."""

import msgspec

from tablee.language import ENGLISH
from tablee.show.frames import SHOWN, Painter, encode
from tablee.show.replay import past_frame, replay
from tablee.table.table import fold
from tests.browser.laid import lay, lay_over
from tests.live.house import Guest
from tests.table.tables import NOW, SEED, finished, happen, started


def test_the_pictures_of_a_replay_add_up_to_what_each_seat_saw():
    table = finished(3, seed=4)
    nodes = {}
    for frame in replay(table, "1", ENGLISH)["frames"]:
        scene = frame["scene"]
        nodes |= {node.key: node for node in scene["set"]}
        nodes = {key: node for key, node in nodes.items() if key not in scene["gone"]}
        past = fold(table.opening, SEED, table.folder, table.events[: frame["number"]])
        then = Painter(1, ENGLISH).frame(past, [], last=False)
        assert nodes == {node.key: node for node in then["scene"]["set"]}


def test_a_replay_has_a_position_for_every_event_of_the_game_and_a_line_for_every_position():
    table = finished(seed=2)
    happen(table, table.follow("another", NOW))
    game = replay(table, "all", ENGLISH)
    numbers = [event.number for event in table.events if isinstance(event, SHOWN)]
    assert [frame["number"] for frame in game["frames"]] == numbers
    assert [number for number, _ in game["log"]] == numbers


def test_a_replay_marks_what_came_with_each_position():
    table = started()
    happen(table, table.act(table.to_act, table.step, "pawn c4", NOW))
    assert past_frame(table, table.number, 0, ENGLISH)["came"] == ["pawn c4"]
    assert past_frame(table, table.number - 1, 0, ENGLISH)["came"] == []


async def test_whoever_looks_back_gets_the_picture_of_then(house):
    laid = await lay(house, "looks back", "netzwerk", lambda table: table.number > 20)
    number = laid.table.number - 8
    async with laid.guest(house, 1).at(laid.table.id, "scenes") as seat:
        await seat.hear("frame", number=laid.table.number)
        await seat.say(do="look", number=number)
        past = await seat.hear("past")
    expected = past_frame(laid.table, number, 1, ENGLISH)
    assert encode(past) == encode(expected)


async def test_a_position_that_never_was_is_refused(house):
    guest = Guest(house)
    table = guest.open(mode="friends")
    async with guest.at(table, "scenes") as seat:
        await seat.say(do="look", number=1)
        assert (await seat.hear("refused"))["code"] == "not_now"
        await seat.say(do="look", number="two")
        assert (await seat.hear("refused"))["code"] == "bad_message"


async def test_a_game_that_is_over_can_be_seen_again_through_all_eyes(house):
    laid = await lay_over(house, "seen again")
    for eyes in ("all", "onlooker", "0", "1"):
        status, headers, body = house.request("GET", f"{laid.path}/replay.json?eyes={eyes}")
        assert (status, headers["content-type"]) == (200, "application/json")
        assert msgspec.json.decode(body)["frames"][-1]["number"] == laid.table.number
    status, _, page = house.request("GET", f"{laid.path}/replay?at=12")
    assert status == 200
    assert "Maximilienne" in page
    assert house.request("GET", f"{laid.path}/replay.json?eyes=2")[0] == 400
    assert house.request("GET", "/tables/nowhere/replay.json")[0] == 404


async def test_a_game_that_goes_on_has_no_replay(house):
    laid = await lay(house, "goes on", "netzwerk", lambda table: table.number > 20)
    assert house.request("GET", f"{laid.path}/replay.json")[0] == 409
    status, headers, _ = house.request("GET", f"{laid.path}/replay")
    assert (status, headers["location"]) == (303, laid.path)
