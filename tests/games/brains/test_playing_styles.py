"""Ways of playing: they decide between what is about equally good, and nothing else."""

import math
from random import Random

import pytest

import tablee
from tablee.games import find_game
from tablee.games.brains.playing_styles import (
    GIVES,
    STYLES,
    Traits,
    in_style,
    nearly_best,
    style_named,
    to_taste,
    traits_of,
)
from tablee.games.brains.thoughts import Considered
from tablee.games.errors import TableeError
from tests.bots.positions import ISIS
from tests.cases import each


def considered(*seen: tuple[int, float]) -> tuple[Considered, ...]:
    return tuple(Considered(f"{place}", visits, (value, 1 - value)) for place, (visits, value) in enumerate(seen))


def names(found: list[Considered]) -> list[str]:
    return [one.action for one in found]


def test_what_is_nearly_as_good_is_compared_and_nothing_else() -> None:
    near = nearly_best(considered((0, 0.6), (0, 0.599), (0, 0.6 - 2 * GIVES), (0, 0.61)), seat=0)
    assert names(near) == ["0", "1", "3"]


def test_what_was_hardly_tried_is_not_trusted() -> None:
    assert names(nearly_best(considered((90, 0.5), (60, 0.5), (5, 0.9)), seat=0)) == ["0", "1"]


@each("value", [0.0, 0.01, 0.99, 1.0])
def test_where_a_game_is_decided_nobody_has_a_taste(value: float) -> None:
    assert nearly_best(considered((0, value), (0, value)), seat=0) == []


@each("style", STYLES)
def test_nobody_gives_up_more_than_is_allowed(style: str) -> None:
    random = Random(style)
    for _ in range(200):
        losses = [0.0, *(random.random() * 2 * GIVES for _ in range(5))]
        traits = [Traits(*(random.random() for _ in range(4))) for _ in losses]
        assert losses[to_taste(traits, losses, style_named(style))] <= GIVES


@each("style", STYLES)
def test_who_sees_no_difference_plays_what_was_best(style: str) -> None:
    assert to_taste([Traits(1, 1, 1, 1)] * 3, [0.0, 0.0, 0.001], style_named(style)) == 0


def test_without_a_style_all_stays_as_it_was() -> None:
    state = ISIS.new(2, {}, 0)
    thought = (Considered("draw", 9, (0.5, 0.5)), Considered("pawn a1", 9, (0.5, 0.5)))
    assert in_style(ISIS, state, thought, "") is thought


def test_somebody_who_likes_points_takes_them_where_nothing_is_lost_by_it() -> None:
    game = tablee.new("isis", players=2)
    for step in ("draw", "reveal +3", "place c3"):
        game.play(step)
    state = ISIS.read(game.state())
    thought = (Considered("pawn a1", 9, (0.5, 0.5)), Considered("pawn c4", 9, (0.5, 0.5)))
    assert [one.action for one in in_style(ISIS, state, thought, "greedy")] == ["pawn c4", "pawn a1"]


def test_a_style_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(TableeError, match="builder"):
        style_named("lazy")


@each("name", tablee.game_ids())
def test_every_game_says_what_any_action_does(name: str) -> None:
    definition, random = find_game(name), Random(name)
    state = definition.new(definition.players[0], {}, 1)
    for _ in range(60):
        seat = definition.to_act(state)
        if seat is None:
            break
        texts = [text for text, _ in definition.outcomes(state)] if seat == "chance" else definition.actions(state)
        if seat != "chance":
            traits = traits_of(definition, state, list(definition.codes(state).values()))
            assert len(traits) == len(texts)
            assert all(map(math.isfinite, sum(traits, ())))
        state = definition.apply(state, random.choice(texts))
