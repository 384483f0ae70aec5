"""The texts of the route games: states written and read, and who may know what."""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import tablee
from tablee.games import find_game
from tablee.games.secrets import told
from tests.cases import each
from tests.games.agreement import replay, step, what_counts
from tests.games.shared.routes.agreement import ordered
from tests.games.shared.routes.games import SETUPS, Setup, reference_of
from tests.games.shared.routes.hand_made_states import (
    ACCEPTED,
    EXAMPLE,
    EXAMPLES,
    ON,
    PASSING_ON,
    VALUED,
    building,
    near,
    predicting,
    without,
)
from tests.games.shared.routes.position import State
from tests.games.shared.routes.positions import PARKED, state_of, sticks_along
from tests.games.shared.routes.random_play import Player, everybody, random_log, seeds
from tests.games.shared.routes.random_positions import random_position
from tests.games.shared.routes.refused_states import TOO_SMALL
from tests.games.shared.routes.spoiled_states import spoil

GAMES = list(EXAMPLES)
BOTH = each("game", GAMES)
EACH_SETUP = each("setup", SETUPS[::4])

setups = st.sampled_from(SETUPS)

# ---- states ---------------------------------------------------------------------------------------------------


@EACH_SETUP
def test_its_fields_stand_in_the_order_of_the_specification_and_every_option_is_printed(setup: Setup) -> None:
    state = setup.new(1).state()
    assert [name for name in state if name != "predictions"] == list(EXAMPLE)
    assert state["options"] == dict(setup.options)
    assert ("predictions" in state) == (("predictions", "on") in setup.options)


@EACH_SETUP
def test_only_plain_values_are_written(setup: Setup) -> None:
    game = setup.new(1)
    for text in random_log(game.state(), 1, most=40):
        written = game.state()
        assert json.loads(json.dumps(written)) == written
        assert {type(number) for hand in written["cubes"] for number in hand.values()} <= {int}
        assert {type(left) for left in written["left"]} == {bool}
        assert type(written["ending"]) is bool
        step(game, text)


def test_an_edge_names_its_hexes_in_the_order_of_q_and_r() -> None:
    rows = {f"{q},{r}": {"kind": "land", "color": "red", "cubes": 0} for q, r in ((-1, 0), (0, -1), (-1, 1), (0, 0))}
    sticks = ["-1,0|0,0", "-1,0|0,-1", "0,-1|0,0", "-1,1|0,0", "-1,0|-1,1"]
    state = state_of("morisi", phase="move", sticks=(sticks,))
    state["hexes"] |= rows
    assert sorted(tablee.load(state).state()["sticks"][0]) == sorted(sticks)


def test_zeros_are_left_out() -> None:
    state = tablee.load({**EXAMPLE, "cubes": [{"red": 1, "blue": 0}, {"green": 0}, {}]}).state()
    assert state == EXAMPLE


@BOTH
def test_a_hex_that_has_no_cubes_left_says_so(game: str) -> None:
    playing = tablee.load(state_of(game, "A red1 B", phase="move", pawns=["0,0", *PARKED[:2]]))
    playing.play("move 1,0")
    assert playing.state()["hexes"]["1,0"] == {"kind": "land", "color": "red", "cubes": 0}


# ---- views ----------------------------------------------------------------------------------------------------


@each(("seat", "seen"), [(None, ["#3", "#1", ""]), (0, ["", "#1", ""]), (1, ["#3", "", ""])])
@BOTH
def test_with_hidden_hands_how_many_cubes_a_seat_holds_is_public(game: str, seat: int | None, seen: list[str]) -> None:
    cubes = [{"red": 2, "blue": 1}, {"green": 1}, {}]
    state = state_of(game, "A red B", phase="move", cubes=("red2 blue", "green"), options={"hands": "hidden"})
    expected = [{"#": int(words[1])} if words else cubes[other] for other, words in enumerate(seen)]
    assert tablee.load(state).view(seat)["cubes"] == expected


@each("seat", [None, 0, 1, 2])
@BOTH
def test_with_open_hands_everybody_sees_everything(game: str, seat: int | None) -> None:
    state = state_of(game, "A red B", phase="move", cubes=("red2 blue", "green"), options={"hands": "open"})
    assert tablee.load(state).view(seat) == tablee.load(state).state()


@BOTH
def test_what_was_paid_for_a_route_is_seen_by_everybody(game: str) -> None:
    playing = tablee.load(building(game, options={"hands": "hidden"}))
    for seat in (None, 1, 2):
        assert playing.view(seat)["route"] == {"path": ["0,0", "1,0"], "paid": {"red": 1}, "near": False}
        assert playing.view(seat)["cubes"] == [{"#": 3}, {}, {}]


def test_predictions_are_hidden_from_others_one_by_one_until_the_game_is_over() -> None:
    game = tablee.load(predicting(1, ["A", "B", "C"], ["D"]))
    assert game.view(0)["predictions"] == [["A", "B", "C"], ["#"], []]
    assert game.view(1)["predictions"] == [["#"] * 3, ["D"], []]
    assert game.view(None)["predictions"] == [["#"] * 3, ["#"], []]
    game.leave(2)
    game.leave(0)
    assert game.view(None) == game.state()
    assert game.state()["predictions"] == [["A", "B", "C"], ["D"], []]


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(seed=seeds())
def test_swapping_what_is_hidden_changes_no_view(seed: int) -> None:
    random = Random(seed)
    state = {**random_position(random), "phase": "move"}
    state["options"] = {**state["options"], "hands": "hidden"}
    seat = state["turn"]
    game, twin = (tablee.load(document) for document in (state, _swapped(state, seat, random)))
    assume(game.to_act == twin.to_act == seat)  # a seat that cannot move or build is passed over
    assert (game.view(seat), game.legal(), game.result()) == (twin.view(seat), twin.legal(), twin.result())


def _swapped(state: State, seat: int, random: Random) -> State:
    """The same but for what this seat cannot see: others hold other cubes, as many, and have predicted otherwise."""
    hands = [dict(hand) for hand in state["cubes"]]
    others = [other for other in range(state["players"]) if other != seat]
    held = [color for other in others for color, number in hands[other].items() for _ in range(number)]
    random.shuffle(held)
    for other in others:
        count = sum(hands[other].values())
        taken, held = held[:count], held[count:]
        hands[other] = {color: taken.count(color) for color in taken}
    swapped = {**state, "cubes": hands}
    if "predictions" in state:
        names = [about["name"] for about in state["hexes"].values() if about["kind"] == "city"]
        predictions = [
            named if other == seat else random.sample(names, 3) for other, named in enumerate(state["predictions"])
        ]
        return {**swapped, "predictions": predictions}
    return swapped


def test_swapped_predictions_change_nothing_that_another_seat_can_know() -> None:
    state = state_of("morisi", "A red B", "C . D", phase="move", cubes=("red", "red2"), options=ON)
    game = tablee.load({**state, "predictions": [["A", "B", "C"]] * 3})
    twin = tablee.load({**state, "predictions": [["A", "B", "C"], ["D", "A", "B"], ["C", "D", "A"]]})
    assert (game.view(0), game.knowledge(0)) == (twin.view(0), twin.knowledge(0))
    assert (game.view(None)["predictions"], game.knowledge(1)) != (twin.view(None)["predictions"], twin.knowledge(1))
    assert (game.legal(), game.result()) == (twin.legal(), twin.result())


@each(("seat", "text"), [(0, "predict KAA"), (1, "predict #"), (None, "predict #")])
@each("latest", [True, False])
def test_the_log_does_not_tell_others_what_was_predicted(seat: int | None, text: str, latest: bool) -> None:
    definition = find_game("morisi")
    assert told("predict KAA", 0, seat, latest, definition.secrets(definition.full_options(3, ON))) == text


# ---- reading states -------------------------------------------------------------------------------------------


def assert_same(game: tablee.Game, twin: tablee.Game) -> None:
    assert (ordered(twin.state()), twin.to_act) == (ordered(game.state()), game.to_act)
    assert (sorted(twin.legal()), twin.result()) == (sorted(game.legal()), game.result())


@each("seat", [0, 1])
@each("named", [0, 1, 3, 5])
def test_a_game_that_was_left_while_seats_predicted_is_read_back(named: int, seat: int) -> None:
    game = tablee.new("morisi", 2, ON, seed=4)
    for _ in range(named):
        game.play(game.legal()[0])
    game.leave(seat)
    assert_same(game, tablee.load(game.state()))


@each("leavers", [[0], [1], [1, 2]])
@BOTH
def test_a_state_is_read_back_byte_for_byte_after_a_leaving_within_a_route(game: str, leavers: list[int]) -> None:
    definition = find_game(game)
    state = definition.read(building(game))
    for seat in leavers:
        state = definition.leave(state, seat)
    assert definition.read(definition.words.write(state)).tobytes() == state.tobytes()


@BOTH
def test_unknown_fields_are_ignored(game: str) -> None:
    assert tablee.load({**EXAMPLES[game], "colour": "beige", "over": 7, "dice": [1]}).state() == EXAMPLES[game]
    assert tablee.load({**EXAMPLES[game], "predictions": "none"}).state() == EXAMPLES[game]


def test_an_option_left_out_has_its_default() -> None:
    state = tablee.load({**EXAMPLE, "options": {"cities": "any"}}).state()
    assert state["options"] == {"hands": "hidden", "cities": "any", "gaps": "none", "predictions": "off"}
    assert tablee.load({**VALUED, "options": {}}).state()["options"] == {"hands": "open"}


@each(("game", "what"), [(game, what) for game in GAMES for what in ACCEPTED[game]])
def test_a_hand_made_state_is_that_of_the_reference(game: str, what: str) -> None:
    state, _ = ACCEPTED[game][what]
    playing = tablee.load(state)
    reference = reference_of(state)
    over = reference.reason is not None
    assert what_counts(ordered(playing.state()), over) == what_counts(reference.state(), over)
    assert set(playing.legal()) == reference.legal()


@each("what", PASSING_ON)
def test_what_is_forced_happens_on_load(what: str) -> None:
    state, expected = PASSING_ON[what]
    after = tablee.load(state).state()
    assert {name: after[name] for name in expected} == expected
    assert (after["hexes"], after["cubes"]) == (state["hexes"], state["cubes"])


@BOTH
def test_how_a_game_has_ended_follows_from_its_state(game: str) -> None:
    left = {"left": [True, True, False], "pawns": [None, None, PARKED[0]]}
    built = (sticks_along("0,0 1,0 2,0"),)
    for fields, result in (
        ({"ending": True}, ([0], "points")),
        ({"idle": 91}, ([0], "points")),
        ({"ending": True, "left": [True, False, False], "pawns": [None, *PARKED[:2]]}, ([1, 2], "points")),
        (left, ([2], "left")),
    ):
        ended = tablee.load(state_of(game, "A red B", phase="over", sticks=built, **fields)).result()
        assert (ended.winners, ended.reason) == result


@BOTH
def test_once_over_a_turn_means_nothing(game: str) -> None:
    state = state_of(game, "A red B", phase="over", ending=True)
    for document in (without(state, "turn"), {**state, "turn": None}):
        assert tablee.load(document).result().reason == "points"


@settings(max_examples=100)
@given(seed=seeds())
def test_whatever_is_wrong_with_a_state_it_is_refused_or_can_be_played(seed: int) -> None:
    random = Random(seed)
    state = json.loads(json.dumps(random.choice(_EVERY_STATE)))
    for _ in range(random.randint(1, 3)):
        spoil(state, random)
    try:
        game = tablee.load(state)
    except tablee.BadState:
        return
    assert_same(game, tablee.load(game.state()))
    assert (game.to_act is None) == (game.legal() == [])


_EVERY_STATE = [state for game in GAMES for state, _ in ACCEPTED[game].values()]


@each("what", TOO_SMALL)
def test_a_land_that_is_too_small_for_its_seats_is_refused(what: str) -> None:
    with pytest.raises(tablee.BadState):
        tablee.load(TOO_SMALL[what])


def test_a_view_with_hidden_cubes_is_no_state() -> None:
    game = tablee.load({**tablee.new("morisi", 2, seed=1).state(), "cubes": [{"red": 1}, {}]})
    assert game.view(1)["cubes"][0] == {"#": 1}
    with pytest.raises(tablee.BadState):
        tablee.load(game.view(1))


@BOTH
def test_reading_leaves_the_document_as_it_was(game: str) -> None:
    for state in (EXAMPLES[game], building(game), near(game)):
        before = json.dumps(state)
        tablee.load(state)
        assert json.dumps(state) == before


# ---- what bots get --------------------------------------------------------------------------------------------


@settings(max_examples=6)
@given(players=st.sampled_from([2, 3, 4]), seed=seeds(), leaving=st.sampled_from(["", "predict", "place", "move"]))
def test_whatever_the_seat_to_act_knows_can_be_read_as_a_state(players: int, seed: int, leaving: str) -> None:
    definition = find_game("morisi")
    game = Setup("morisi", players, tuple(ON.items())).new(seed)
    for text in random_log(game.state(), seed, everybody(Player(), leaving), most=40):
        assert isinstance(game.to_act, int)
        guessed = definition.words.write(definition.read(game.knowledge(game.to_act)))
        assert without(guessed, "predictions") == without(game.state(), "predictions")
        step(game, text)


@pytest.mark.parametrize("named", [[], ["predict KAA"], ["predict KAA", "predict ZOE", "predict SAS"]])
def test_what_a_seat_knows_can_be_read_after_somebody_who_had_predicted_has_left(named: list[str]) -> None:
    game = replay(tablee.new("morisi", 3, ON, seed=4), named)
    game.leave(0)
    find_game("morisi").read(game.knowledge(1))
