"""States of every game as they are written and read."""

import json
from typing import Any

import pytest

import tablee
from tablee.games import find_game
from tests.cases import each
from tests.games.agreement import answered
from tests.games.every_game import GAMES, REFUSED

EVERY_GAME = each("game_id", GAMES)
ACCEPTED = [(game_id, what) for game_id, shared in GAMES.items() for what in shared.accepted]
INCONSISTENT = [
    (game, message, what)
    for game, messages in REFUSED.items()
    for message, states in messages.items()
    for what in states
]


def test_every_game_is_among_them() -> None:
    assert sorted(GAMES) == sorted(tablee.game_ids())


@EVERY_GAME
def test_the_state_that_the_specification_shows_is_read_and_written_so(game_id: str) -> None:
    example = GAMES[game_id].example
    assert tablee.load(example).state() == example
    assert list(tablee.load(example).state()) == list(example)


@EVERY_GAME
def test_every_option_is_written_in_its_order(game_id: str) -> None:
    shared = GAMES[game_id]
    for setup in shared.setups:
        state = setup.new(1).state()
        defaults = {name: values[0] for name, values in shared.options.items()}
        assert list(state["options"].items()) == list((defaults | dict(setup.options)).items())
        assert [name for name in state if name in shared.example] == [name for name in shared.example if name in state]


@EVERY_GAME
def test_the_protocol_tells_players_and_options_the_default_first(engine_process: Any, game_id: str) -> None:
    shared = GAMES[game_id]
    assert answered(engine_process, "games")["games"][game_id] == {
        "name": find_game(game_id).name,
        "players": shared.players,
        "options": {name: list(values) for name, values in shared.options.items()},
    }


@EVERY_GAME
def test_fields_that_can_be_derived_or_have_a_default_may_be_left_out_one_by_one_or_all(game_id: str) -> None:
    shared = GAMES[game_id]
    for names in ([], *([name] for name in shared.optional), shared.optional):
        fewer = {name: value for name, value in shared.example.items() if name not in names}
        assert tablee.load(fewer).state() == shared.example, names


@EVERY_GAME
def test_unknown_fields_are_ignored(game_id: str) -> None:
    example = GAMES[game_id].example
    assert tablee.load({**example, "colour": "beige", "over": 7}).state() == example


@each(("game_id", "what"), ACCEPTED)
def test_a_consistent_hand_made_state_is_accepted_and_left_as_it_was(game_id: str, what: str) -> None:
    state, to_act = GAMES[game_id].accepted[what]
    before = json.dumps(state)
    assert tablee.load(state).to_act == to_act
    assert json.dumps(state) == before


@each(("game", "message", "what"), INCONSISTENT)
def test_an_inconsistent_state_is_refused(game: str, message: str, what: str) -> None:
    with pytest.raises(tablee.BadState, match=message):
        tablee.load(REFUSED[game][message][what])


@EVERY_GAME
def test_through_the_protocol_a_hand_made_state_is_read(engine_process: Any, game_id: str) -> None:
    for what, (state, to_act) in GAMES[game_id].accepted.items():
        assert answered(engine_process, "load", state=state) == {"to_act": to_act}, what


def test_through_the_protocol_an_inconsistent_state_is_a_bad_state_and_changes_nothing(engine_process: Any) -> None:
    example = GAMES["isis"].example
    answered(engine_process, "load", state=example)
    for game, message, what in INCONSISTENT[::5]:
        line = json.dumps(REFUSED[game][message][what])
        expected = "bad_json" if "NaN" in line or "Infinity" in line else "bad_state"
        answer = engine_process.ask("load", state=REFUSED[game][message][what])
        assert (answer["ok"], answer["error"]["code"]) == (False, expected), (game, message, what)
    assert answered(engine_process, "state") == {"state": example}
