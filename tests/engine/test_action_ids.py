"""Actions and outcomes by numbers: they mean the same everywhere, and touch nothing unless they are legal."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.games import find_game
from tests.cases import each


def positions(game_id: str, games: int = 6) -> Iterator[tablee.Game]:
    """Positions of games at random, with any number of players and any options."""
    definition = find_game(game_id)
    for seed in range(games):
        rng = random.Random(seed)
        options = {name: rng.choice(list(values)) for name, values in definition.options.items()}
        game = tablee.new(game_id, rng.choice(definition.players), options, seed)
        while game.to_act is not None and len(game.log) < 300:
            yield game
            game.step(rng.choice(game.legal_ids()))


@each("game_id", tablee.game_ids())
def test_ids_and_texts_are_two_names_of_one_thing(game_id: str) -> None:
    actions, outcomes = dict[int, str](), dict[int, str]()
    for game in positions(game_id):
        ids, chance = game.legal_ids(), game.to_act == "chance"
        texts = [text for text, _ in game.outcomes()] if chance else game.legal()
        assert ids == sorted(set(ids))
        assert [game.id_text(one) for one in ids] == texts
        assert [game.text_id(text) for text in texts] == ids
        assert 0 <= ids[0] <= ids[-1] < (game.num_outcomes if chance else game.num_actions)
        vocabulary = tablee.action_texts(game_id, outcomes=chance)
        assert [vocabulary[one] for one in ids] == texts
        for one, text in zip(ids, texts, strict=True):
            assert (outcomes if chance else actions).setdefault(one, text) == text
    assert len(set(actions.values())) == len(actions) > 20
    assert len(set(outcomes.values())) == len(outcomes)
    assert len(set(tablee.action_texts(game_id))) == tablee.new(game_id, 2).num_actions
    assert len(set(tablee.action_texts(game_id, outcomes=True))) == tablee.new(game_id, 2).num_outcomes


@each("game_id", tablee.game_ids())
def test_the_mask_shows_what_is_legal(game_id: str) -> None:
    for game in positions(game_id, games=2):
        expected = game.legal_ids() if game.to_act != "chance" else list(range(game.num_actions))
        assert np.flatnonzero(game.mask()).tolist() == expected
        assert game.mask().shape == (game.num_actions,)


@each("game_id", tablee.game_ids())
@each("wrong", [-1, -(2**31), 2**31, 10**30, True, 1.0, "1", None])
def test_what_is_no_id_is_refused_and_changes_nothing(game_id: str, wrong: Any) -> None:
    game = tablee.new(game_id, 2, seed=1)
    before = game.copy()
    with pytest.raises(tablee.IllegalAction, match="is not legal now"):
        game.step(wrong)
    assert (game, game.log) == (before, [])


@settings(max_examples=60, deadline=None)
@given(data=st.data(), game_id=st.sampled_from(tablee.game_ids()), steps=st.integers(0, 60))
def test_an_id_that_is_not_legal_is_refused(data: st.DataObject, game_id: str, steps: int) -> None:
    game = next(game for number, game in enumerate(positions(game_id)) if number >= steps)
    illegal = data.draw(
        st.integers(0, game.num_actions + game.num_outcomes).filter(lambda one: one not in game.legal_ids())
    )
    before = game.copy()
    with pytest.raises(tablee.IllegalAction):
        game.step(illegal)
    assert (game, game.log) == (before, before.log)


@each("kind", [np.int64, np.int32, np.uint8, np.array])
def test_whole_numbers_of_numpy_are_ids(kind: Any) -> None:
    game, other = tablee.new("isis", 2, seed=1), tablee.new("isis", 2, seed=1)
    game.step(kind(20))
    other.step(20)
    assert (game, game.log, game.id_text(kind(21))) == (other, ["pawn c4"], "pawn d4")


def test_ids_are_the_same_on_every_land() -> None:
    found: dict[str, set[int]] = {}
    for seed in range(12):
        game = tablee.new("netzwerk", 2, seed=seed)
        for text, one in zip(game.legal(), game.legal_ids(), strict=True):
            found.setdefault(text, set()).add(one)
    assert all(len(ids) == 1 for ids in found.values())
    assert "place 0,0" in found


def test_a_land_that_reaches_beyond_the_grid_is_played_by_texts_alone() -> None:
    state = tablee.new("netzwerk", 2, seed=1).state()
    state["hexes"] = {moved(place): site for place, site in state["hexes"].items()}
    game = tablee.load(state)
    with pytest.raises(tablee.TableeError, match="reaches beyond"):
        game.legal_ids()
    game.play(game.legal()[0])
    assert len(game.log) == 1


def moved(place: str) -> str:
    q, r = map(int, place.split(","))
    return f"{q + 20},{r}"


# ---- results --------------------------------------------------------------------------------------------------


def test_returns_are_shares_of_the_win_around_nothing() -> None:
    game = tablee.new("isis", 3)
    assert game.returns() == [0, 0, 0]
    game.leave(1)
    game.leave(2)
    assert game.returns() == [1, -0.5, -0.5]


@each("game_id", tablee.game_ids())
def test_returns_sum_to_nothing(game_id: str) -> None:
    rng = random.Random(5)
    for players in find_game(game_id).players:
        game = tablee.new(game_id, players, seed=players)
        while game.to_act is not None:
            game.step(rng.choice(game.legal_ids()))
        returns, winners = game.returns(), game.result().winners
        assert sum(returns) == pytest.approx(0)
        assert [seat for seat in range(players) if returns[seat] == max(returns)] == winners


# ---- what a seat cannot know ------------------------------------------------------------------------------------


@each("game_id", tablee.game_ids())
def test_a_resampled_game_looks_the_same_to_the_seat(game_id: str) -> None:
    others = 0
    for number, game in enumerate(positions(game_id)):
        if number % 9 == 0:
            for seat in range(game.players):
                guess = game.resample(seat, seed=number)
                assert guess.knowledge(seat) == game.knowledge(seat)
                assert guess == game.resample(seat, seed=number)
                others += guess != game
    assert (others > 0) == (not find_game(game_id).nothing_is_hidden)
