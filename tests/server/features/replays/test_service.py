"""Past positions as they are sent: nothing that may not be known now, and the whole game once it is over."""

import itertools

import msgspec

from tablee.games.language import ENGLISH
from tablee.games.shared.routes.rules.record import COLOURS
from tablee.server.features.replays.service import past_frame, replay
from tablee.server.table.table import fold
from tablee.server.views.frames import SHOWN, FrameBuilder, encode
from tablee.server.views.scenes import scene_of
from tests.browser.laid import lay, lay_over
from tests.cases import each
from tests.server.house import Guest
from tests.server.table.tables import NOW, SEED, finished, happen, started
from tests.server.views.painted import put_up


def test_the_pictures_of_a_replay_add_up_to_what_each_seat_saw():
    table = finished(3, seed=4)
    nodes = {}
    for frame in replay(table, "1", ENGLISH)["frames"]:
        scene = frame["scene"]
        nodes |= {node.key: node for node in scene["set"]}
        nodes = {key: node for key, node in nodes.items() if key not in scene["gone"]}
        past = fold(table.opening, SEED, table.definition, table.events[: frame["number"]])
        then = FrameBuilder(1, ENGLISH).frame(past, [], last=False)
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


# ---- everything revealed -------------------------------------------------------------------------------------


def open_document(document):
    """A whole state as it would be written if nothing were ever hidden."""
    lies_open = {"hands": "open", "memory": "open"}
    return document | {"options": {name: lies_open.get(name, value) for name, value in document["options"].items()}}


SECRETIVE = [
    ("isis", 2, {}),
    ("isis", 4, {"reserve": "common"}),
    ("morfals", 2, {}),
    ("morpyam", 3, {}),
    ("netzwerk", 3, {"hands": "hidden"}),
    ("morisi", 2, {"hands": "hidden"}),
    ("morisi", 4, {"hands": "hidden", "predictions": "on"}),
]


@each(("game", "players", "options"), SECRETIVE)
@each("shape", ["upright", "wide"])
def test_revealed_means_revealed_at_every_position(game, players, options, shape):
    """Each picture is that of the whole state, as if the game were played with everything open."""
    table = finished(players, 3, game=game, **options)
    shown, compared = {}, 0
    for frame in replay(table, "all", ENGLISH, shape, bottom=1)["frames"]:
        shown = put_up(shown, frame)
        truth = open_document(table.definition.truth(table.past_states[frame["number"] - 1].state))
        seen = scene_of(table.definition, shape, truth, 1, [], table.names, ENGLISH)
        # Which die fell where, and what a throw meant, is known to who has seen the throw; names and piles make room.
        thrown = ("die", "call", "name", "pile", "word")
        expected = {node.key: node.text for node in seen.nodes if not node.key.startswith(thrown)}
        told = {key: node.text for key, node in shown.items() if key in expected}
        assert told == expected
        compared += len(expected)
    assert compared > 1_000


def test_in_morisi_every_hand_and_prediction_is_seen_at_every_position():
    table = finished(3, 3, game="morisi", hands="hidden", predictions="on")
    shown, held = {}, set()
    for frame in replay(table, "all", ENGLISH)["frames"]:
        shown = put_up(shown, frame)
        truth = table.definition.words.write(table.past_states[frame["number"] - 1].state)
        for seat in (1, 2):
            texts = {colour: shown[f"held {seat} {colour}"].text for colour in COLOURS}
            assert texts == {colour: str(truth["cubes"][seat].get(colour, "")) for colour in COLOURS}
            held |= set(truth["cubes"][seat])
        flags = {key for key in shown if key.startswith("prediction")}
        assert flags == {f"prediction {seat} {rank + 1}" for seat, own in enumerate(truth["predictions"])
                         for rank in range(len(own))}  # fmt: skip
    assert held == set(COLOURS)


def test_onlookers_see_the_final_counts():
    table = finished(3, 3, game="morisi", hands="hidden")
    shown = {}
    for frame in replay(table, "onlooker", ENGLISH)["frames"]:
        shown = put_up(shown, frame)
    truth = table.definition.words.write(table.state)
    assert any(truth["cubes"])
    for seat in (1, 2):
        texts = [shown[f"held {seat} {colour}"].text for colour in COLOURS]
        assert texts == [str(truth["cubes"][seat].get(colour, "")) for colour in COLOURS]


def test_whoever_sat_somewhere_finds_their_seat_at_the_bottom_whoever_looks():
    table = finished(3, 3, game="morisi", hands="hidden")
    lowest = set()
    for eyes in ("all", "onlooker", "0", "1", "2"):
        first = replay(table, eyes, ENGLISH, bottom=2)["frames"][0]["scene"]["set"]
        panels = {node.key: node.y for node in first if node.key.startswith("panel")}
        lowest.add(max(panels, key=panels.get))
    assert lowest == {"panel 2"}


def test_through_the_eyes_of_a_seat_only_its_own_secrets_are_seen_wherever_it_sits():
    table = finished(3, 3, game="morisi", hands="hidden")
    *_, before_the_end = [one for one in replay(table, "1", ENGLISH, bottom=2)["frames"] if one["number"] < table.step]
    shown = {}
    for frame in replay(table, "1", ENGLISH, bottom=2)["frames"]:
        if frame["number"] > before_the_end["number"]:
            break
        shown = put_up(shown, frame)
    assert "held 1 yellow" in shown
    assert shown["held 0"].shape == "screen"
    assert shown["held"].shape == "screen"


async def test_the_page_of_a_replay_knows_where_its_visitor_sat(house):
    laid = await lay_over(house, "sat there", players=3)
    for seat in range(3):
        guest = laid.guest(house, seat)
        _, _, body = house.request("GET", f"{laid.path}/replay.json?eyes=all", headers=guest.headers)
        first = msgspec.json.decode(body)["frames"][0]["scene"]["set"]
        panels = {node[0]: node[4] for node in first if node[0].startswith("panel")}
        assert max(panels, key=panels.get) == f"panel {seat}"


def test_the_course_of_a_game_leads_to_its_result():
    table = finished(3, 2, game="netzwerk")
    points = replay(table, "all", ENGLISH)["course"]
    assert points[0][1] == [0, 0, 0]
    assert points[-1][1] == table.result.scores
    assert len(points) > 3
    assert all(before[1] != after[1] for before, after in itertools.pairwise(points))
