"""How bots play Morpyam: always by the rules, for a row of their own and against those of others."""

import warnings
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.games import find_game
from tablee.games.brains.thoughts import Limit
from tablee.games.morpyam import words
from tablee.games.morpyam.brain import LEVELS, _errors, helps, think
from tablee.games.morpyam.rules import BIT, SQUARE_NAMES
from tests.bots.asking import choose, choose_random
from tests.cases import each
from tests.games.morpyam.positions import position, thrown
from tests.games.morpyam.random_play import HOUSE, OPTIONS, Options

MORPYAM = find_game("morpyam")


@settings(max_examples=40)
@given(
    players=st.sampled_from([2, 3, 4]),
    options=st.sampled_from(OPTIONS),
    seed=st.integers(0, 10_000),
    steps=st.integers(0, 300),
    level=st.sampled_from([1, 2, 3, 4]),
    leaver=st.sampled_from([None, 0, 1]),
)
def test_what_a_bot_plays_is_legal_and_the_same_every_time(
    players: int, options: Options, seed: int, steps: int, level: int, leaver: int | None
) -> None:
    game = tablee.new("morpyam", players, options, seed)
    random = Random(seed)
    for step in range(steps):
        if step == 20 and leaver is not None and players > 2:
            game.leave(leaver)
        _random_step(game, random)
    while game.to_act == "chance":
        game.chance()
    if game.to_act is None:
        return
    action = choose(MORPYAM, game.state(), level, seed)
    assert action in game.legal()
    assert choose(MORPYAM, game.state(), level, seed) == action


def _random_step(game: tablee.Game, random: Random) -> None:
    """Mostly a token where one fits, so that the grid fills."""
    if game.to_act is None:
        return
    if game.to_act == "chance":
        game.chance()
        return
    placing = [action for action in game.legal() if action.startswith("place")]
    game.play(random.choice(placing or game.legal()))


def row(squares: str, seat: int = 0) -> dict[str, int]:
    return dict.fromkeys(squares.split(), seat)


def choices(game: tablee.Game, level: int) -> set[str]:
    """What a bot of that level plays, with several seeds."""
    return {choose(MORPYAM, game.state(), level, seed) for seed in range(6)}


@each("level", [2, 3, 4, 5])
def test_a_knock_out_is_taken_when_the_dice_allow_it(level: int) -> None:
    game = thrown("11145", board=row("b6 c6 d6 e6") | row("b1 c2", 1))
    assert choices(game, level) == {"place a6"}


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_knock_out_of_the_other_is_prevented(level: int) -> None:
    # After the last throw the dice fit three squares, and only a6 ends the row of four.
    board = row("b6 c6 d6 e6", 1) | {"f6": 0, "c2": 0}
    assert choices(thrown("11145", 3, board=board), level) == {"place a6"}


def test_what_already_lies_there_is_called_before_the_last_throw_if_appel_is_worth_more() -> None:
    # Four 2s are kept, and e3 wins: whatever the fifth die shows, a called carré comes out.
    board = row("a3 b3 c3 d3") | row("a1 c6", 1)
    game = position("throw", throws=2, dice=[2, 2, 2, 2, 6], kept=[2, 2, 2, 2], board=board)
    assert choices(game, 4) == choices(game, 5) == {"call carre"}


@pytest.mark.parametrize(("options", "is_sure"), [({}, True), (HOUSE, False)])
def test_a_sure_win_is_seen_in_a_sure_call_only_where_it_is_allowed(options: Options, is_sure: bool) -> None:
    """With four 2s kept a called carré comes out, and the token on e3 wins."""
    game = thrown("22226", 2, board=row("a3 b3 c3 d3") | row("a1 c6", 1), options=options)
    state = MORPYAM.read(game.state())
    seen = {words.ACTIONS[one.code]: one.values[0] for one in think(state, 5, 0, Limit())}
    assert (seen["keep 2222"] == 1.0) == is_sure
    assert all(worth < 1.0 for text, worth in seen.items() if text != "keep 2222")


def test_a_call_that_can_hardly_come_out_is_not_made_on_the_last_throw() -> None:
    game = position("throw", throws=2, dice=[1, 1, 1, 4, 5], kept=[1, 1, 1], board=row("b6"))
    assert choices(game, 4) == {"roll"}


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_who_needs_five_alike_once_more_thinks_without_a_word(level: int, capfd: pytest.CaptureFixture[str]) -> None:
    """Squares that are taken are worth nothing, and nothing times infinity is what NumPy warns of."""
    ko = {"options": {"double_morpyam": "ko"}, "morpyams": 1, "board": row("b6 c6 d6") | row("b1 c2", 1)}
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert choices(thrown("22223", **ko), level) <= set(thrown("22223", **ko).legal())
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("players", [2, 3])
def test_even_the_lowest_level_beats_random_play(players: int) -> None:
    won = [_winner(players, bot=seed % players, seed=seed) == [seed % players] for seed in range(8)]
    assert sum(won) >= 7


def _winner(players: int, bot: int, seed: int) -> Any:
    game = tablee.new("morpyam", players, seed=seed)
    while game.to_act is not None:
        if game.to_act == "chance":
            game.chance()
        elif game.to_act == bot:
            game.play(choose(MORPYAM, game.state(), 1, len(game.log)))
        else:
            game.play(choose_random(MORPYAM, game.state(), seed * 10_000 + len(game.log)))
    return game.result().winners


# ---- misjudging, with sense ---------------------------------------------------------------------------------


@each("level", [1, 2, 3, 4])
def test_what_is_misjudged_is_misjudged_the_same_way_during_a_turn(level: int) -> None:
    """Whatever the dice show, and however often it is asked: no dice are thrown on a choice."""
    squares = []
    for dice in ("11145", "22226"):
        state = MORPYAM.read(thrown(dice, board=row("b6 c4") | row("b1 c2", 1)).state())
        assert think(state, level, 1, Limit()) == think(state, level, 2, Limit())
        squares.append(_errors(state, LEVELS[level].blur).tolist())
    assert squares[0] == squares[1]
    state = MORPYAM.read(thrown("11145", board=row("b6 c5") | row("b1 c2", 1)).state())
    assert _errors(state, LEVELS[level].blur).tolist() != squares[0]


def test_a_square_helps_if_a_row_can_still_lead_through_it_or_somebody_else_has_begun_one() -> None:
    corner = BIT[SQUARE_NAMES.index("a1")]
    beside = sum(int(BIT[SQUARE_NAMES.index(name)]) for name in ("a2", "b1", "b2"))
    beyond = sum(int(BIT[SQUARE_NAMES.index(name)]) for name in ("a3", "c1", "c3"))
    assert helps(int(corner), own=0, others=0)
    assert helps(int(corner), own=0, others=beside)  # it stands in their way
    assert helps(int(corner), own=beside, others=0)
    assert not helps(int(corner), own=beside, others=beyond)  # nobody can have three there any more


def test_nobody_takes_a_liking_to_a_square_that_helps_nobody() -> None:
    board = row("a2 b1 b2") | row("a3 c1 c3", 1)
    corner = SQUARE_NAMES.index("a1")
    seen = [
        _errors(MORPYAM.read(position("throw", board=board | {square: 0}).state()), 2.0)[corner]
        for square in ("f6", "e6", "d6", "c6", "f5", "e5", "d5", "f4")
    ]
    assert max(seen) == 0.0
    assert min(seen) < 0.0


@each("level", [1, 2, 3, 4, 5])
def test_nobody_ends_a_game_that_is_thereby_lost(level: int) -> None:
    """With the last token of seat 0 the game would end, and seat 1 has four in a row."""
    game = thrown("11145", board=row("a6 c5 e6 f3 b2 d3 f1") | row("a1 b1 c1 d1", 1), players=4)
    assert any(action.startswith("place") for action in game.legal())
    assert not any(action.startswith("place") for action in choices(game, level))
