"""How bots play the route games: always by the rules, honestly, and with an eye on the end."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.bots.level_bots import LevelBot, prepare
from tablee.engine import calls
from tablee.engine.contract import OVER, States
from tablee.games import find_game
from tablee.games.brains.thoughts import Limit
from tablee.games.shared.routes.brain import plans, route_search, turn_tree
from tablee.games.shared.routes.brain.route_search import attractions
from tablee.games.shared.routes.rules.record import NOWHERE
from tablee.games.shared.routes.rules.route_turn import MOVE_TO, PREDICT_CITY
from tests.cases import each
from tests.games.shared.routes.games import REFERENCES, SETUPS, Setup
from tests.games.shared.routes.position import State
from tests.games.shared.routes.positions import NINE_CITIES, linked, state_of
from tests.games.shared.routes.random_positions import random_position

BOTH = each("game", list(REFERENCES))
EVERY_LEVEL = each("level", [1, 2, 3, 4, 5])
PREDICTING = {"predictions": "on"}


SOON = Limit(simulations=150)
"""Less than the highest levels think: enough to see what is seen here."""


def chosen(state: State, level: int, seed: int = 0) -> str:
    """What a bot plays that has been told this."""
    return LevelBot(find_game(state["game"]), level).choose(state, SOON, seed).action


def decided(state: States, level: int, seed: int) -> int:
    """The code of what a bot plays that sees this."""
    return route_search.think(state, level, seed, SOON)[0].code


def planned(state: States, level: int, seed: int) -> int:
    """The same of a level that does what it has planned, whatever games in thought say of it."""
    return route_search.think(state, level, seed, Limit(simulations=1))[0].code


def knowledge(game: tablee.Game) -> State:
    assert isinstance(game.to_act, int)
    return game.knowledge(game.to_act)


# ---- by the rules ------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), level=st.sampled_from([1, 2, 3, 4]))
def test_what_a_bot_plays_is_legal_and_the_same_every_time(seed: int, level: int) -> None:
    game = tablee.load(random_position(Random(seed)))
    if game.to_act is not None:
        action = chosen(knowledge(game), level, seed)
        assert action in game.legal()
        assert chosen(knowledge(game), level, seed) == action


@settings(max_examples=15)
@given(setup=st.sampled_from(SETUPS), seed=st.integers(0, 1000))
def test_a_bot_takes_over_wherever_somebody_stopped(setup: Setup, seed: int) -> None:
    game, random = setup.new(seed), Random(seed)
    for _ in range(random.randrange(60)):
        if game.to_act is not None:
            game.play(random.choice(game.legal()))
    for number in range(12):
        if game.to_act is not None:
            game.play(chosen(knowledge(game), 2, number))


@BOTH
@EVERY_LEVEL
def test_a_bot_plays_even_where_there_is_nothing_to_plan(game: str, level: int) -> None:
    state = state_of(game, "A red", players=2, phase="move", pawns=["0,0", "0,9"])
    assert chosen(state, level) == "move 1,0"
    state = state_of(game, "A red B", "red blue", players=2, phase="move", pawns=["0,0", "0,9"])
    assert chosen(state, level) in tablee.load(state).legal()


@BOTH
@EVERY_LEVEL
def test_a_route_that_was_begun_is_ended(game: str, level: int) -> None:
    begun = {"path": ["0,0", "1,0"], "paid": {"red": 1}, "near": False}
    state = state_of(game, "A red blue B", cubes=("red2 blue2",), sticks=(["0,0|1,0"],), route=begun)
    playing = tablee.load(state)
    while playing.state()["route"] is not None:
        playing.play(chosen(knowledge(playing), level))
    assert playing.state()["houses"][0] == {"A": 1, "B": 1}


@EVERY_LEVEL
def test_with_two_in_morisi_a_bot_builds_several_routes_in_a_turn(level: int) -> None:
    playing = tablee.load(state_of("morisi", "A red B . C blue D", players=2, cubes=("red2 blue2",)))
    while playing.to_act == 0 and playing.state()["phase"] == "build":
        playing.play(chosen(knowledge(playing), level))
    assert playing.state()["houses"][0] == {"A": 1, "B": 1, "C": 1, "D": 1}


# ---- honestly ----------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), level=st.sampled_from([1, 2, 3]))
def test_what_others_have_predicted_makes_no_difference(seed: int, level: int) -> None:
    random = Random(seed)
    playing = tablee.new("morisi", random.choice([2, 3, 4]), PREDICTING, seed)
    for _ in range(20 + random.randrange(60)):
        if playing.to_act is not None:
            playing.play(random.choice(playing.legal()))
    if playing.to_act is None:
        return
    assert isinstance(playing.to_act, int)
    morisi = find_game("morisi")
    state = morisi.read(playing.state())
    swapped = calls.copy(state)
    for other in range(playing.players):
        if other != playing.to_act:
            swapped[0].predictions[other] = random.sample(range(int(state[0].city.max()) + 1), 3)
    assert decided(state, level, seed) == decided(swapped, level, seed)
    known, also_known = (dict(morisi.knowledge(either, playing.to_act)) for either in (state, swapped))
    assert chosen(known, level, seed) == chosen(also_known, level, seed)


def test_deciding_changes_nothing() -> None:
    state = find_game("morisi").new(3, PREDICTING, 1)
    before = state.tobytes()
    for level in route_search.LEVELS:
        decided(state, level, 0)
    assert state.tobytes() == before


@BOTH
def test_bots_that_think_in_several_threads_do_not_disturb_each_other(game: str) -> None:
    states = [find_game(game).new(players, {}, 1) for players in (2, 3, 4)] * 4
    for state in states:
        for _ in range(8):
            calls.apply(state, decided(state, 2, 0))
    alone = [decided(state, 4, 0) for state in states]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(decided, states, [4] * len(states), [0] * len(states))) == alone


# ---- sensibly ----------------------------------------------------------------------------------------------


@EVERY_LEVEL
def test_predicted_are_cities_with_others_close_by(level: int) -> None:
    # B is two steps from A and C, and D further from all of them.
    rows = ("A red B red C blue blue blue D",)
    state = state_of("morisi", *rows, phase="predict", options=PREDICTING, pawns=[None] * 3, predictions=[[]] * 3)
    assert chosen(state, level) == "predict B"


def test_the_nearer_its_neighbours_the_more_attractive_is_a_city() -> None:
    state = find_game("morisi").read(state_of("morisi", "A red B red red C", options={"cities": "any"}))
    first, second, third = attractions(state)
    assert second > first > third


@BOTH
@EVERY_LEVEL
def test_a_cube_that_pays_for_a_route_is_fetched(game: str, level: int) -> None:
    rows = ("A red2 B", "yellow blue2 green")
    state = state_of(game, *rows, cubes=("red",), phase="move", pawns=["0,0", "0,9", "1,9"])
    assert chosen(state, level) == "move 1,0"


@EVERY_LEVEL
def test_the_last_house_is_built(level: int) -> None:
    # Six cities at the spine are worth 30 houses in Morisi with three, of 31.
    state = state_of(
        "morisi", *NINE_CITIES, cubes=("red2 yellow9", "red2"), sticks=(linked("ABCDEF"),), idle=0
    )  # fmt: skip
    playing = tablee.load(state)
    while playing.to_act == 0:
        playing.play(chosen(knowledge(playing), level))
    assert playing.result().winners == [0]
    assert playing.result().reason == "houses"


LAST_CUBE = ("A red B . C blue D", "green1 yellow2")
"""One green cube beside A; yellow ones elsewhere."""
ROAD, LONG_ROAD = ["0,0|1,0", "1,0|2,0"], ["4,0|5,0", "5,0|6,0"]


def before_the_last_cube(game: str, sticks: tuple[list[str], list[str]]) -> State:
    return state_of(game, *LAST_CUBE, players=2, sticks=sticks, phase="move", pawns=["0,0", "0,9"])


@BOTH
@EVERY_LEVEL
def test_who_is_ahead_takes_the_last_cube(game: str, level: int) -> None:
    assert chosen(before_the_last_cube(game, (ROAD, [])), level) == "move 0,1"


@BOTH
@EVERY_LEVEL
def test_who_is_behind_does_not_take_the_last_cube(game: str, level: int) -> None:
    assert chosen(before_the_last_cube(game, ([], LONG_ROAD)), level) != "move 0,1"


@EVERY_LEVEL
def test_with_the_last_turn_everything_is_built_that_brings_points(level: int) -> None:
    state = state_of("netzwerk", "A red B", cubes=("red2",), ending=True)
    playing = tablee.load(state)
    while playing.to_act is not None:
        playing.play(chosen(knowledge(playing), level))
    assert playing.state()["houses"][0] == {"A": 1, "B": 1}


# ---- manners -----------------------------------------------------------------------------------------------


@BOTH
@each("players", [2, 4])
@each("level", [1, 2, 3])
def test_nobody_walks_to_and_fro(game: str, players: int, level: int) -> None:
    moves, in_vain = 0, 0
    for seed in range(2):
        for pawn, _, is_in_vain in _steps_of_a_game(game, players, level, seed):
            assert pawn != NOWHERE
            moves, in_vain = moves + 1, in_vain + is_in_vain
    assert in_vain <= moves / 100


def _steps_of_a_game(game: str, players: int, level: int, seed: int) -> Iterator[tuple[int, int, bool]]:
    """From where to where pawns went, and whether that was back to where they came from, for nothing."""
    state, random = find_game(game).new(players, {}, seed), Random(seed)
    came_from: dict[int, int] = {}
    while (seat := calls.to_act(state)) != OVER:
        choose = planned if level < 3 else decided
        code, pawn = choose(state, level, random.getrandbits(32)), int(state[0].pawns[seat])
        place = code - MOVE_TO
        if code < MOVE_TO:
            came_from.pop(seat, None)
        elif code < PREDICT_CITY:
            yield pawn, place, came_from.get(seat) == place and not state[0].lying[place]
            came_from.pop(seat, None)
            if not state[0].lying[place]:
                came_from[seat] = pawn
        calls.apply(state, code)


@EVERY_LEVEL
def test_nobody_builds_what_brings_nothing(level: int) -> None:
    # A and B are linked already; a second road between them would bring no house.
    state = state_of("netzwerk", "A red B", "blue blue blue", cubes=("blue6",), sticks=(["0,0|1,0", "1,0|2,0"],))
    assert chosen(state, level) == "end"


# ---- strength ----------------------------------------------------------------------------------------------


@BOTH
@each("players", [2, 3, 4])
def test_a_bot_of_level_2_beats_random_players(game: str, players: int) -> None:
    won = sum(_wins(game, players, number % players, number) for number in range(30))
    assert won >= 29


def _wins(game: str, players: int, bot: int, seed: int) -> bool:
    definition, random = find_game(game), Random(seed)
    state: Any = definition.new(players, {}, seed)
    while (seat := calls.to_act(state)) != OVER:
        chance = random.getrandbits(32)  # another one for every decision, as at a table
        code = planned(state, 2, chance) if seat == bot else random.choice(route_search.legal_codes(state))
        calls.apply(state, code)
    winners, _ = calls.result(state, np.zeros(4, np.int32))
    return winners == 1 << bot


# ---- compiling ---------------------------------------------------------------------------------------------


def test_everything_is_compiled_once_for_both_games_and_before_the_first_decision() -> None:
    prepare(find_game("netzwerk"))
    compiled = [plans._find_payable, turn_tree.simulate]
    for game, players, options in (("netzwerk", 3, {}), ("morisi", 2, PREDICTING)):
        state, playing = find_game(game).new(players, options, 1), tablee.new(game, players, options, 1)
        plans.payable_routes(state, plans.DEAREST, plans.taste_of(state))
        for number in range(25):
            if playing.to_act is not None:
                playing.play(chosen(knowledge(playing), 3, number))
    assert [len(function.signatures) for function in compiled] == [1, 1]  # type: ignore[attr-defined]
