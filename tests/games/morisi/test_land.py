"""The land of Morisi: what the generator guarantees, over thousands of lands."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.games import find_game
from tablee.games.morisi import rules
from tablee.games.shared.routes.rules.record import lay
from tests.cases import each
from tests.games.morisi import reference_land
from tests.games.shared.routes.hexes import around, coordinates
from tests.games.shared.routes.lands import Land, is_connected, kinds, moved_to_the_corner, neighbours_on
from tests.games.shared.routes.position import COLORS
from tests.games.shared.routes.random_play import seeds

CITIES = {"KAA", "OEG", "SAS", "ZOE", "BEL", "FYN", "LUR", "MIO", "TAV"}
CUBES = {4: (1, 3, 70), 3: (2, 2, 60), 2: (1, 2, 45)}
"""By players: cubes on circle hexes, on the others, and in all."""

EACH_NUMBER = each("players", [2, 3, 4])
MANY_SEEDS = range(100)


def land_of(players: int, seed: int, **options: Any) -> Land:
    hexes: Land = tablee.new("morisi", players, options, seed).state()["hexes"]
    return hexes


@EACH_NUMBER
@each("cities", ["apart", "any"])
@each("gaps", ["none", "some"])
def test_a_seed_gives_the_land_that_it_always_gave(players: int, cities: str, gaps: str) -> None:
    definition = find_game("morisi")
    options = definition.full_options(players, {"cities": cities, "gaps": gaps})
    for seed in (0, 1, 2, 2**63 - 1, 10**30, -5):
        states = rules.empty(players, options)
        lay(states[0], reference_land.new_land(players, cities, gaps, seed))
        assert definition.new(players, options, seed).tobytes() == states.tobytes()


@EACH_NUMBER
@settings(max_examples=50)
@given(seed=seeds(), cities=st.sampled_from(["apart", "any"]), gaps=st.sampled_from(["none", "some"]))
def test_every_land_is_as_the_rules_say(players: int, seed: int, cities: str, gaps: str) -> None:
    check(land_of(players, seed, cities=cities, gaps=gaps), players, cities, gaps)


@each("gaps", ["none", "some"])
@each("cities", ["apart", "any"])
@EACH_NUMBER
def test_the_lands_of_many_seeds_are_as_the_rules_say(players: int, cities: str, gaps: str) -> None:
    for seed in range(200):
        check(land_of(players, seed, cities=cities, gaps=gaps), players, cities, gaps)


@pytest.mark.parametrize("gaps", ["none", "some"])
def test_with_two_players_the_border_normally_has_20_or_21_hexes(gaps: str) -> None:
    borders = Counter(on_border(land_of(2, seed, gaps=gaps)) for seed in range(250))
    assert borders[20] + borders[21] >= 3 / 4 * 250
    assert min(borders[20], borders[21]) > 50


@each("gaps", ["none", "some"])
@each("players", [3, 4])
def test_with_39_hexes_borders_of_20_21_and_22_all_occur_often(players: int, gaps: str) -> None:
    borders = Counter(on_border(land_of(players, seed, gaps=gaps)) for seed in range(250))
    assert min(borders[20], borders[21], borders[22]) > 25


@EACH_NUMBER
def test_there_are_two_gaps_or_three(players: int) -> None:
    counts = Counter(len(gaps_in(land_of(players, seed, gaps="some"))) for seed in range(100))
    assert counts.keys() == {2, 3}
    assert min(counts.values()) > 20


@pytest.mark.parametrize("players", [2, 4])
def test_no_pawn_stands_on_a_gap_and_none_jumps_over_it(players: int) -> None:
    """A pawn beside a gap goes to each other hex around it, and not to the gap nor to what lies behind."""
    for seed in range(30):
        state = tablee.new("morisi", players, {"gaps": "some"}, seed).state()
        gap = min(gaps_in(state["hexes"]))
        here, behind = around(gap)[0], around(gap)[3]
        free = [place for place in state["hexes"] if place not in (here, behind, *around(here))]
        state |= {"pawns": [here, *free[: players - 1]], "phase": "move"}
        game = tablee.load(state)
        assert set(game.legal()) == {f"move {place}" for place in around(here) if place in state["hexes"]}


def gaps_in(land: Land) -> list[str]:
    """The places that are no land and cannot be reached from outside."""
    rows = [coordinates(place) for place in land]
    low, high = ([pick(row[axis] for row in rows) for axis in (0, 1)] for pick in (min, max))
    empty = {f"{q},{r}" for q in range(low[0] - 1, high[0] + 2) for r in range(low[1] - 1, high[1] + 2)} - land.keys()
    waiting = [f"{low[0] - 1},{low[1] - 1}"]
    while waiting:
        reached = empty.intersection(around(waiting.pop()))
        empty -= reached
        waiting += reached
    return sorted(empty)


def on_border(land: Land) -> int:
    """How many hexes touch the outside."""
    whole = {*land, *gaps_in(land)}
    return sum(not whole.issuperset(around(place)) for place in land)


def check(land: Land, players: int, cities: str, gaps: str) -> None:
    each, count, most_on_border = (5, 8, 21) if players == 2 else (6, 9, 22)
    assert len(land) == (33 if players == 2 else 39)
    assert kinds(land) == {**dict.fromkeys(COLORS, each), "city": count}
    _check_hexes(land, players)
    assert is_connected(land)
    assert len(gaps_in(land)) in ((2, 3) if gaps == "some" else (0,))
    assert all(land.keys() >= set(around(gap)) for gap in gaps_in(land))
    assert min(neighbours_on(land)) >= 3
    assert on_border(land) <= most_on_border
    assert cities == "any" or not neighbouring_cities(land)


def _check_hexes(land: Land, players: int) -> None:
    """Each hex is written as it should be, and the right number is marked with a circle."""
    on_circle, on_others, in_all = CUBES[players]
    names = [about["name"] for about in land.values() if about["kind"] == "city"]
    assert len(set(names)) == len(names)
    assert set(names) <= CITIES
    for color in COLORS:
        hexes = [about for about in land.values() if about.get("color") == color]
        marked = [about for about in hexes if "circle" in about]
        plain = {"kind": "land", "color": color}
        assert marked == [{**plain, "cubes": on_circle, "circle": True}] * (1 if players == 2 else 2)
        assert [about for about in hexes if "circle" not in about] == [{**plain, "cubes": on_others}] * 4
    assert sum(about.get("cubes", 0) for about in land.values()) == in_all


def neighbouring_cities(land: Land) -> list[tuple[str, str]]:
    cities = {place for place, about in land.items() if about["kind"] == "city"}
    return [(one, other) for one in cities for other in around(one) if other in cities]


@EACH_NUMBER
def test_with_cities_any_they_may_be_neighbours(players: int) -> None:
    assert any(neighbouring_cities(land_of(players, seed, cities="any")) for seed in range(30))


def test_with_two_players_every_city_is_in_the_box_once_in_a_while() -> None:
    names = [{about["name"] for about in land_of(2, seed).values() if about["kind"] == "city"} for seed in MANY_SEEDS]
    assert {name for missing in names for name in CITIES - missing} == CITIES


@each("cities", ["apart", "any"])
@EACH_NUMBER
def test_the_same_seed_gives_the_same_land(players: int, cities: str) -> None:
    for seed in (0, 1, 2**32 - 1):
        land = land_of(players, seed, cities=cities)
        assert land == land_of(players, seed, cities=cities)
        assert land == land_of(players, seed, cities=cities, hands="open", predictions="on")
        assert land.keys() != land_of(players, seed, cities=cities, gaps="some").keys()


@EACH_NUMBER
def test_different_seeds_give_visibly_different_lands(players: int) -> None:
    lands = [land_of(players, seed) for seed in MANY_SEEDS]
    assert len({moved_to_the_corner(land) for land in lands}) == len(lands)
    shapes = {frozenset(place for place, _ in moved_to_the_corner(land)) for land in lands}
    assert len(shapes) == len(lands)
