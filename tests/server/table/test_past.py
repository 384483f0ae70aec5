import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import working_games
from tablee.kit.trial_tables import all_ways
from tablee.server.table.events import Refused
from tablee.server.table.past import Position
from tablee.server.table.table import fold
from tests.cases import each
from tests.server.table.tables import NOW, SEED, finished, happen, play_randomly, started

games = st.sampled_from([(definition.id, *way) for definition in working_games() for way in all_ways(definition)])
"""Whatever games the house has: what is tested with these holds for the next one, too."""


def position_of(game, seed, steps, leaving):
    """A table that still goes on."""
    name, players, options = game
    table = started(players, game=name, **options)
    play_randomly(table, random.Random(seed), steps, leaving)
    return table


def a_table_with_a_tile_laid():
    """Somebody has turned up a tile and laid it; returns the table and the number of its turning up."""
    table = started()
    happen(table, table.act(table.to_act, table.step, "draw", NOW))
    number = table.number
    happen(table, table.act(table.to_act, number, "place c4", NOW))
    return table, number


def test_a_tile_that_lay_open_lies_face_down_when_somebody_looks_back():
    table, number = a_table_with_a_tile_laid()
    assert Position(table, number).view(0)["drawn"] == "?"
    assert "c4" not in Position(table, number).view(0)["board"]


def test_a_tile_that_lies_open_still_is_seen_when_somebody_looks_back():
    table, number = a_table_with_a_tile_laid()
    happen(table, table.take_back(table.steps[-1].event.seat, table.step, NOW))
    assert Position(table, number).view(0)["drawn"] == table.view(0)["drawn"] != "?"
    assert Position(table, number + 1).view(0)["board"] == {"c4": "#"}


def test_a_tile_stays_hidden_though_somebody_else_left_while_it_lay_open():
    table = started(3)
    happen(table, table.act(table.to_act, table.step, "draw", NOW))
    happen(table, table.leave((table.to_act + 1) % 3, NOW))
    number = table.number
    assert Position(table, number).view(0)["drawn"] != "?"
    happen(table, table.act(table.to_act, number, "place c4", NOW))
    assert Position(table, number).view(0)["drawn"] == "?"


def test_of_a_game_that_does_not_say_what_became_of_it_nothing_is_shown_that_lay_open(monkeypatch):
    table, number = a_table_with_a_tile_laid()
    secrets = {name: one for name, one in table.definition.words.SECRETS.items() if not one.fleeting}
    monkeypatch.setattr(table.definition.words, "SECRETS", secrets)
    table.definition = replace(table.definition)  # one that has not asked for secrets yet
    with pytest.raises(Refused, match="not_now"):
        Position(table, number).view(0)
    assert Position(table, number - 2).view(0)["board"] == {}
    assert Position(table, table.number).view(0) == table.view(0)


def test_predictions_of_others_are_hidden_in_every_past_position_until_the_game_is_over():
    table = position_of(("morisi", 2, {"predictions": "on"}), 1, 40, 0)
    (number,) = [event.number for event in table.events if event.kind == "act" and event.text.startswith("predict")][:1]
    author = table.events[number - 1].seat
    told = [Position(table, number).view(seat)["predictions"][author] for seat in (author, 1 - author, None)]
    assert told[0] != told[1] == told[2]


def test_once_over_a_position_is_as_it_was_then_or_tells_everything():
    table = finished(seed=2)
    number = next(event.number for event in table.events if event.kind == "chance")
    assert Position(table, number).view(0)["drawn"] == table.events[number - 1].text.partition(" ")[2]
    later = Position(table, number + 1)
    assert "#" in later.view(0)["board"].values()
    assert "#" not in later.truth()["board"].values()


def test_nobody_is_told_the_truth_before_the_end():
    table, number = a_table_with_a_tile_laid()
    with pytest.raises(Refused, match="not_now"):
        Position(table, number).truth()


@each("number", [-1, 0, 1, 10_000])
def test_there_is_no_position_before_the_start_or_after_the_present(number):
    with pytest.raises(Refused, match="not_now"):
        Position(started(), number)


@settings(max_examples=15)
@given(games, st.integers(0, 10_000), st.integers(0, 60))
def test_every_position_is_the_table_as_it_was(game, seed, steps):
    table = position_of(game, seed, steps, 0.02)
    for event in table.events:
        if table.past_states[event.number - 1].state is not None:
            past = fold(table.opening, SEED, table.definition, table.events[: event.number])
            assert table.past_states[event.number - 1].state == past.state
            assert table.past_states[event.number - 1].latest == past.latest_step
            told, known = Position(table, event.number).latest_steps(0, 5), past.latest_steps(0, 5)
            assert [step.look for step in told] == [step.look for step in known]
