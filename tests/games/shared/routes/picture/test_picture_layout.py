"""Where things lie in the picture of the route games, what it tells of those who play, and what moves."""

import gc
from collections import Counter
from itertools import combinations
from math import hypot, sqrt
from weakref import ref

import pytest

import tablee
from tablee.games import find_game
from tablee.games.document import Document
from tablee.games.language import ENGLISH
from tablee.games.scenery import Node
from tablee.games.shared.routes.picture.picture_layout import HINTS, RADIUS, Ground, Spot, ground_of, layout_for
from tablee.games.shared.routes.picture.route_scene import HOUSES, STEP, STICK
from tests.cases import each
from tests.games.shared.routes.games import Setup
from tests.games.shared.routes.pictured import (
    PREDICTIONS,
    SETUPS,
    Moment,
    building,
    given_up,
    last_turn,
    moments,
    nodes_of,
    now_and_then,
    over,
    played,
    position,
    predicting,
    still,
)

# ---- where things lie --------------------------------------------------------------------------------------


@each("setup", SETUPS)
def test_every_land_fits_into_its_window_and_its_hexes_are_large(setup: Setup) -> None:
    for seed in range(12):
        moment = Moment(setup.new(seed))
        scene = moment.picture(0)
        x, y, width, height = scene.window_at
        hexes = nodes_of(scene, "hex").values()
        size = next(iter(hexes)).size
        assert all(x < node.x - size * RADIUS * sqrt(3) / 2 for node in hexes)
        assert all(node.x + size * RADIUS * sqrt(3) / 2 < x + width for node in hexes)
        assert all(y < node.y - size * RADIUS and node.y + size * RADIUS < y + height for node in hexes)
        assert size > 0.65
        assert (scene.width, scene.height <= 900) == (600, True)


def test_neighbours_lie_side_by_side_however_the_land_is_turned() -> None:
    for seed in range(12):
        view = tablee.new("morisi", 4, {}, seed).view(None)
        ground = ground_of(view, (4, 100, 592, 600))
        for one, other in combinations(ground.spots.values(), 2):
            (q, r), (s, t) = (tuple(map(int, spot.text.split(","))) for spot in (one, other))
            far = max(abs(q - s), abs(r - t), abs(q + r - s - t)) > 1
            distance = hypot(one.x - other.x, one.y - other.y)
            assert (distance > 1.2 * ground.size * RADIUS * sqrt(3)) == far


def test_what_is_made_of_a_land_goes_with_those_who_look_at_it() -> None:
    gc.disable()
    try:
        moment, window = Moment(tablee.new("netzwerk", 2, {}, 0)), layout_for(2, 0).window
        picture = moment.picture(None)
        land = ref(ground_of(moment.game.view(None), window))
        assert land() is not None
        for seed in range(1, 70):  # the latest lands are kept for pictures without a table
            ground_of(tablee.new("netzwerk", 2, {}, seed).view(None), window)
        assert picture.nodes
        assert land() is None
    finally:
        gc.enable()


@each("setup", SETUPS)
def test_the_land_can_be_zoomed_and_all_else_stays(setup: Setup) -> None:
    land = {
        "table",
        "rose",
        "hex",
        "cube",
        "stick",
        "pawn",
        "house",
        "size",
        "edge",
        "price",
        "paid",
        "head",
        "preview",
    }
    stays = {
        "panel",
        "mark",
        "points",
        "own",
        "well",
        "number",
        "counter",
        "strip",
        "held",
        "sticks",
        "houses",
        "taken",
    }
    for moment in moments(setup)[::10]:
        scene = moment.picture(0)
        assert scene.window == HINTS + 1
        for node in scene.nodes:
            first = node.key.split()[0]
            assert first not in (land if node.layer >= scene.window else stays), node.key


@each("setup", SETUPS)
def test_a_wide_picture_has_a_large_land_and_leaves_the_page_a_column_of_its_own(setup: Setup) -> None:
    for seed in range(12):
        scene = Moment(setup.new(seed)).picture(0, shape="wide")
        assert scene.width / scene.height == pytest.approx(1.62, abs=0.01)
        assert next(iter(nodes_of(scene, "hex").values())).size > 1.2
        assert scene.free is not None
        x, y, width, height = scene.free
        assert (width, height >= 330) == (400, True)
        assert scene.window_at[0] + scene.window_at[2] < x
        beside = [node for node in scene.nodes if node.layer >= scene.window]
        assert not [node.key for node in beside if x < node.x < x + width and y <= node.y <= y + height]
    assert Moment(setup.new(1)).picture(0).free is None


def test_sticks_of_several_seats_lie_side_by_side() -> None:
    moment = position("morisi", phase="move")
    nodes = nodes_of(moment.picture(0), "stick")
    shared = [nodes["stick 3,0|4,0 0"], nodes["stick 3,0|4,0 2"]]
    assert hypot(shared[0].x - shared[1].x, shared[0].y - shared[1].y) > 9 * shared[0].size
    assert shared[0].turn == shared[1].turn
    assert len({(node.x, node.y) for node in nodes.values()}) == len(nodes)


Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in the units of the shapes around the middle of a city."""


def box(ground: Ground, city: Spot, node: Node) -> Box:
    """About the place that a thing takes up in its city: of a text as much as a phone gives it."""
    half, high = {
        "text": (5.5 * len(node.text), 9), "hex-city": (13, 13), "seal": (13, 13), "flag": (8, 13),
        "tally-slim": (14, 10.5), "tally-wide": (15.5, 10.5), "tally-tall": (13.5, 20),
    }[node.shape.rstrip("-0123")]  # fmt: skip
    x, y = ((node.x - city.x) / ground.size, (node.y - city.y) / ground.size)
    return x - half, y - high, x + half, y + high


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@each("shape", ["upright", "wide"])
@each("setup", SETUPS)
def test_nothing_that_is_told_of_a_city_hides_anything_else(setup: Setup, shape: str) -> None:
    for moment in [*moments(setup)[::25], over(setup)]:
        scene = moment.picture(0, shape=shape)
        ground = ground_of(moment.game.view(0), scene.window_at)
        for city in ground.cities.values():
            told = [node for node in scene.nodes if _tells_of(node, ground, city)]
            boxes = [box(ground, city, node) for node in told]
            assert not [pair for pair in combinations(boxes, 2) if meet(*pair)]
            tallies = [about for node, about in zip(told, boxes, strict=True) if node.shape.startswith("tally")]
            # Another city may lie beside it.
            assert all(max(-left, right) < RADIUS * sqrt(3) / 2 + 2 for left, _, right, _ in tallies)


def _tells_of(node: Node, ground: Ground, city: Spot) -> bool:
    first, _, rest = node.key.partition(" ")
    if first == "prediction":
        return hypot(node.x - city.x, node.y - city.y) < ground.size * RADIUS
    if first in ("hex", "name"):
        return rest == city.text and node.text != ""
    return first in ("size", "house") and city.name in rest


@each("setup", SETUPS)
def test_land_cubes_and_houses_are_all_there(setup: Setup) -> None:
    for moment in moments(setup)[::5]:
        view, scene = moment.game.view(0), moment.picture(0)
        lying = Counter(key.split()[1] for key in nodes_of(scene, "cube"))
        assert lying == {place: site["cubes"] for place, site in view["hexes"].items() if site.get("cubes")}
        houses: Counter[tuple[int, str]] = Counter()
        for key, node in nodes_of(scene, "house").items():
            houses[int(key.split()[2]), key.split()[1]] += int(node.text)
            assert node.shape.endswith(key.split()[2])
        built = {(seat, city): count for seat, built in enumerate(view["houses"]) for city, count in built.items()}
        assert houses == built
        assert len(nodes_of(scene, "stick")) == sum(map(len, view["sticks"]))
        left = {key.split()[1]: int(node.text) for key, node in nodes_of(scene, "counter").items()}
        assert sum(left.values()) == sum(lying.values())


# ---- who holds what ----------------------------------------------------------------------------------------


@each("setup", SETUPS)
def test_ones_own_cubes_are_always_in_sight_at_the_bottom(setup: Setup) -> None:
    for moment in moments(setup)[::7]:
        for seat in range(setup.players):
            scene = moment.picture(seat)
            own = Counter(key.split()[1] for key in nodes_of(scene, "own"))
            assert own == moment.game.view(seat)["cubes"][seat]
            panels = nodes_of(scene, "panel")
            assert max(panels, key=lambda key: panels[key].y) == f"panel {seat}"


def test_behind_screens_only_the_number_of_cubes_is_seen() -> None:
    moment = position("morisi", phase="move", cubes=[{}, {"red": 2, "blue": 1}, {}])
    other = position("morisi", phase="move", cubes=[{}, {"green": 1, "yellow": 2}, {}])
    assert moment.picture(0) == other.picture(0)
    assert moment.picture(None) == other.picture(None)
    assert moment.picture(1) != other.picture(1)
    assert nodes_of(moment.picture(0), "held")["held 1"].text == "3"


def test_open_hands_are_seen_by_all() -> None:
    held = nodes_of(position("netzwerk", phase="move").picture(0), "held")
    assert held["held 1 orange"].text == "5"
    assert "none" in held["held 1 blue"].kind


def test_predictions_are_a_secret_until_the_end() -> None:
    moment = predicting()
    assert sorted(nodes_of(moment.picture(0), "prediction")) == ["prediction 0 1", "prediction 0 2", "prediction 0 3"]
    assert list(nodes_of(moment.picture(1), "prediction")) == ["prediction 1 1"]
    assert not nodes_of(moment.picture(None), "prediction")
    ended = over(Setup("morisi", 4, PREDICTIONS))
    assert len(nodes_of(ended.picture(None), "prediction")) == 12


def test_whoever_has_given_up_is_told_so() -> None:
    scene = given_up().picture(0)
    assert nodes_of(scene, "left")["left 1"].text == "has left"
    assert "pawn 1" not in nodes_of(scene, "pawn")


# ---- how the game stands -----------------------------------------------------------------------------------


@each("seed", range(3))
@each("setup", SETUPS)
def test_points_are_those_of_the_rules_and_the_winners_cheer(setup: Setup, seed: int) -> None:
    for moment in now_and_then(setup, seed):
        result = moment.game.result()
        scene = moment.picture(0)
        shown = {key.split()[1]: int(node.text) for key, node in nodes_of(scene, "points").items()}
        assert shown == {str(seat): points for seat, points in enumerate(result.scores)}
        cheering = [int(key.split()[1]) for key, node in nodes_of(scene, "pawn").items() if "cheer" in node.kind]
        assert sorted(cheering) == result.winners


def test_the_sizes_of_cities_are_shown_where_they_count() -> None:
    sizes = nodes_of(position("morisi", phase="move").picture(0), "size")
    assert {key: node.text for key, node in sizes.items()} == {
        "size KAA": "2", "size OEG": "2", "size SAS": "1", "size ZOE": "1",
    }  # fmt: skip
    assert {node.kind for node in sizes.values()} == {"counts"}
    assert not nodes_of(position("netzwerk", phase="move").picture(0), "size")


def test_the_end_is_seen_to_come() -> None:
    scene = last_turn().picture(0)
    assert nodes_of(scene, "strip")["strip words"].text == "Last turn!"
    counters = nodes_of(scene, "counter")
    assert "low" in counters["counter orange"].kind
    assert "low" not in counters["counter red"].kind


# ---- what moves --------------------------------------------------------------------------------------------


@each("setup", SETUPS)
def test_a_cube_that_is_taken_flies_from_its_hex_to_the_hand(setup: Setup) -> None:
    taken = 0
    before: set[str] = set()
    for moment in moments(setup)[:100]:
        for seat in range(setup.players):
            scene = moment.picture(seat)
            flying = [node for node in scene.nodes if node.enter.startswith("cube ")]
            assert len(flying) <= 1
            for node in flying:
                assert node.enter in before
                assert node.key.startswith("own") == (moment.lately.steps[-1].seat == seat)
                assert scene.hold == STEP
                taken += 1
            assert not [node for node in still(moment).picture(seat).nodes if node.enter.startswith("cube ")]
        before = {node.key for node in scene.nodes}
    assert taken


def test_pawns_walk_sticks_and_houses_come_from_the_panel() -> None:
    moment = position("morisi", phase="move")
    after = played(moment, "move 2,1")
    assert nodes_of(moment.picture(0), "pawn")["pawn 0"] != nodes_of(after.picture(0), "pawn")["pawn 0"]
    assert building().picture(0).hold == STICK
    done = played(building(), next(iter(building().game.legal())))
    nodes = {node.key: node for node in done.picture(0).nodes}
    for node in nodes.values():
        if node.key.split()[0] in ("stick", "house"):
            assert node.enter in nodes


def test_new_houses_are_given_time_to_be_seen() -> None:
    moment = building()
    while moment.game.view(None)["route"] is not None:
        moment = played(moment, moment.game.legal()[0])
    assert moment.picture(1).hold == HOUSES
    assert still(moment).picture(1).hold == 0


def test_what_has_not_changed_is_the_very_same_part() -> None:
    moment = Moment(tablee.new("morisi", 3, {}, 1))
    for _ in range(8):
        moment = played(moment, moment.game.legal()[0])
    after = played(moment, moment.game.legal()[0])
    before, now = still(moment).picture(None).parts, after.picture(None).parts
    assert sum(all(part is not old for old in before) for part in now) < 12


def test_names_are_whole_unless_two_lines_are_too_few() -> None:
    view: Document = tablee.new("netzwerk", 4, {}, 1).sight(0)
    definition = find_game("netzwerk")
    names = ["W" * 24, "i" * 9, "漢字" * 12, "Zoé"]
    scene = definition.paint(view, 0, [], names, ENGLISH)
    shown = {key: node.text for key, node in nodes_of(scene, "name").items() if node.kind.startswith("name")}
    assert [shown[f"name {seat}"].endswith("…") for seat in range(4)] == [False, False, True, False]
