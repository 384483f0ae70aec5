"""Documents and pictures made by difference are those that are made from nothing, along random games."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from tablee.games import find_game
from tablee.games.canvas import StrictCanvas
from tablee.games.language import ENGLISH
from tests.games.every_game import GAMES

STEPS = 60


def random_games(game, rng):
    """Some setups of a game, and the states of a random game of each."""
    for setup in rng.sample(list(GAMES[game].setups), 4):
        definition = replace(find_game(game))  # one that has seen no state yet
        states = [definition.new(setup.players, dict(setup.options), rng.randrange(1000))]
        while len(states) < STEPS and definition.to_act(states[-1]) is not None:
            state = states[-1]
            steps = definition.actions(state) or [text for text, _ in definition.outcomes(state)]
            if len(states) == STEPS // 2:  # a seat leaves in the middle
                states.append(definition.leave(state, 0))
            else:
                states.append(definition.apply(state, rng.choice(steps)))
        yield definition, states


@pytest.mark.parametrize("game", GAMES)
def test_a_view_by_difference_is_the_view_from_nothing(game):
    for definition, states in random_games(game, random.Random(game)):
        anew = replace(definition)
        for before, state in zip([None, *states], states, strict=False):
            for seat in (None, *range(definition.seats(state))):
                assert definition.sight(state, seat, before) == anew.sight(state, seat)
                assert definition.hindsight(state, seat, before) == anew.hindsight(state, seat)
            assert list(definition.sight(state, 0)) == list(anew.sight(state, 0))
            assert definition.truth(state) == anew.truth(state)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_step_has_not_changed_is_the_same_object(game):
    for definition, states in random_games(game, random.Random(game)):
        kept = changed = 0
        for before, state in pairwise(states):
            then, now = definition.sight(before, 0), definition.sight(state, 0, before)
            same = [then[name] is now[name] for name in now.keys() & then.keys() - {"facts"}]
            kept, changed = kept + sum(same), changed + len(same) - sum(same)
        assert kept > 2 * changed


@pytest.mark.parametrize("game", GAMES)
def test_parts_of_a_scene_declare_what_they_read(game):
    for definition, states in random_games(game, random.Random(game)):
        canvas = StrictCanvas()
        names = [f"Guest {seat}" for seat in range(definition.seats(states[0]))]
        for state in states:
            for seat in (None, 0, 1):
                actions = definition.actions(state) if definition.to_act(state) == seat else []
                for shape in definition.pictures.SHAPES:
                    view = definition.sight(state, seat)
                    painted = definition.paint(view, seat, actions, names, ENGLISH, shape=shape, canvas=canvas)
                    assert painted == definition.paint(view, seat, actions, names, ENGLISH, shape=shape)


def test_a_state_of_another_land_is_written_whole():
    definition = replace(find_game("netzwerk"))
    one, other = (definition.new(2, {}, seed) for seed in (1, 2))
    definition.sight(one, None)
    assert definition.sight(other, None, one) == replace(definition).sight(other, None)
