"""The Python API: one game being played."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee


def new(players: int = 2, seed: int = 7, **options: str) -> tablee.Game:
    return tablee.new("isis", players, options, seed)


def play_at_random(game: tablee.Game, steps: int, seed: int = 0) -> tablee.Game:
    """Play on at random, with outcomes from the game's own seed."""
    chooser = random.Random(seed)
    for _ in range(steps):
        if game.to_act is None:
            break
        if game.to_act == "chance":
            game.chance()
        else:
            game.play(chooser.choice(game.legal()))
    return game


def everything(game: tablee.Game) -> list[Any]:
    """All that can be asked of a game without changing it."""
    seats = [None, *range(game.players)]
    views = [game.view(seat) for seat in seats] + [game.knowledge(seat) for seat in seats]
    return [game.state(), views, game.legal(), game.outcomes(), game.to_act, game.log, game.result(), str(game)]


# ---- beginning ------------------------------------------------------------------------------------------------


def test_a_new_game_knows_what_it_is() -> None:
    game = new(players=3)
    assert (game.id, game.players, game.to_act, game.log) == ("isis", 3, 0, [])
    assert game.result() == tablee.Result(over=False, scores=[0, 0, 0], winners=[], reason=None)


def test_the_library_lists_its_games() -> None:
    assert "isis" in tablee.games()


def test_options_and_seed_may_be_left_out() -> None:
    assert tablee.new("isis", 2).state() == tablee.new("isis", 2, {"reserve": "own", "memory": "hidden"}, 0).state()


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(tablee.UnknownGame, match="there is no game 'chess'"):
        tablee.new("chess", 2)


@pytest.mark.parametrize(("players", "options"), [(1, {}), (5, {}), (2, {"speed": "fast"}), (2, {"memory": "short"})])
def test_what_the_game_does_not_have_is_refused(players: int, options: dict[str, str]) -> None:
    with pytest.raises(tablee.BadOptions):
        tablee.new("isis", players, options)


def test_loading_goes_on_from_a_state_with_an_empty_log() -> None:
    game = play_at_random(new(), 31)
    twin = tablee.load(game.state())
    assert (twin.state(), twin.log) == (game.state(), [])
    assert everything(play_at_random(twin, 3))[0] != game.state()


def test_a_state_that_cannot_be_is_refused() -> None:
    with pytest.raises(tablee.BadState, match="every seat has left"):
        tablee.load({**new().state(), "left": [True, True]})


# ---- playing --------------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32), common=st.booleans(), opened=st.booleans())
def test_every_legal_action_can_be_played_until_the_end(players: int, seed: int, common: bool, opened: bool) -> None:
    options = {"reserve": "common" if common else "own", "memory": "open" if opened else "hidden"}
    game = play_at_random(new(players, seed, **options), 200, seed)
    assert game.result().over
    assert len(game.state()["board"]) == 36
    assert game.result().winners
    assert (game.legal(), game.outcomes()) == ([], [])


def test_at_every_point_there_is_something_legal_and_never_twice() -> None:
    game = new()
    while game.to_act is not None:
        actions = game.legal() or [text for text, _ in game.outcomes()]
        assert actions
        assert len(set(actions)) == len(actions)
        play_at_random(game, 1, len(game.log))


def test_an_outcome_can_be_named_like_an_action() -> None:
    game = new()
    game.play("draw")
    game.play("reveal -4")
    assert game.state()["drawn"] == "-4"


@pytest.mark.parametrize("text", ["pawn g7", "pawn a1\n", "PAWN a1", "place a1", "reveal +3", "chance", "leave 0", ""])
def test_an_illegal_action_is_refused(text: str) -> None:
    with pytest.raises(tablee.IllegalAction, match="is not legal now"):
        new().play(text)


def test_an_outcome_that_cannot_come_is_refused() -> None:
    game = new(reserve="common")
    for text in ("draw", "reveal +4", "place a1", "draw"):
        game.play(text)
    with pytest.raises(tablee.IllegalAction):
        game.play("reveal +4")


def test_the_log_holds_actions_outcomes_and_leavings_and_is_a_copy() -> None:
    game = new(players=3)
    game.play("draw")
    outcome = game.chance()
    game.leave(1)
    game.play("place a1")
    assert game.log == ["draw", outcome, "leave 1", "place a1"]
    game.log.clear()
    assert len(game.log) == 4


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_the_log_played_again_gives_the_same_game(seed: int) -> None:
    game = play_at_random(new(seed=seed), 200, seed)
    twin = new(seed=seed + 1)
    for text in game.log:
        twin.play(text)
    assert everything(twin) == everything(game)


# ---- chance ---------------------------------------------------------------------------------------------------


def reveals(game: tablee.Game) -> list[str]:
    return [text for text in game.log if text.startswith("reveal")]


def test_the_same_seed_gives_the_same_outcomes() -> None:
    first, second = (play_at_random(new(seed=5), 200) for _ in range(2))
    assert reveals(first) == reveals(second)
    assert len(reveals(first)) > 10


def test_another_seed_gives_other_outcomes() -> None:
    def first_twenty(seed: int) -> list[str]:
        game = new(seed=seed, reserve="common")
        for square in [file + rank for rank in "1234" for file in "abcde"]:
            game.play("draw")
            game.chance()
            game.play(f"place {square}")
        return reveals(game)

    assert len({tuple(first_twenty(seed)) for seed in range(20)}) == 20


def test_the_seed_of_a_loaded_game_feeds_its_chance() -> None:
    state = new().state()

    def first_reveal(seed: int) -> str:
        game = tablee.load(state, seed)
        game.play("draw")
        return game.chance()

    assert [first_reveal(seed) for seed in range(20)] == [first_reveal(seed) for seed in range(20)]
    assert len({first_reveal(seed) for seed in range(20)}) > 3
    default = tablee.load(state)
    default.play("draw")
    assert default.chance() == first_reveal(0)


def test_chance_draws_every_outcome_in_proportion() -> None:
    drawn = []
    for seed in range(660):
        game = new(seed=seed)
        game.play("draw")
        drawn.append(game.chance())
    assert {text: round(drawn.count(text) / 30) for text in ("reveal +2", "reveal -2")} == {
        "reveal +2": 6,
        "reveal -2": 6,
    }
    assert len(set(drawn)) == 8


def test_after_taking_back_an_outcome_another_is_drawn() -> None:
    game = new(seed=3)
    game.play("draw")
    drawn = []
    for _ in range(20):
        drawn.append(game.chance())
        game.undo()
    assert len(set(drawn)) > 3


def test_chance_at_a_decision_is_refused() -> None:
    with pytest.raises(tablee.TableeError, match="this is not a chance node") as error:
        new().chance()
    assert error.value.code == "bad_request"


# ---- taking back ----------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32), leaver=st.integers(0, 3), when=st.integers(0, 90))
def test_every_step_can_be_taken_back_to_the_very_beginning(players: int, seed: int, leaver: int, when: int) -> None:
    game = new(players, seed)
    before = [everything(game)]
    while game.to_act is not None:
        if len(game.log) == when:
            game.leave(leaver % players)
        else:
            play_at_random(game, 1, seed + len(game.log))
        before.append(everything(game))
    for expected in reversed(before[:-1]):
        latest = game.log[-1]
        assert game.undo() == latest
        assert everything(game) == expected
    assert game.log == []


def test_taking_back_restores_the_state_byte_for_byte() -> None:
    game = new(players=3)
    states = []
    while game.to_act is not None:
        states.append(game._state.tobytes())
        play_at_random(game, 1, len(game.log))
    while game.log:
        game.undo()
        assert game._state.tobytes() == states.pop()


def test_there_is_nothing_to_take_back_at_the_beginning() -> None:
    game = new()
    with pytest.raises(tablee.TableeError, match="there is nothing to take back"):
        game.undo()
    loaded = tablee.load(play_at_random(game, 10).state())
    with pytest.raises(tablee.TableeError, match="there is nothing to take back"):
        loaded.undo()


# ---- copies ---------------------------------------------------------------------------------------------------


def test_a_copy_goes_on_on_its_own() -> None:
    game = play_at_random(new(), 30)
    before = everything(game)
    twin = game.copy()
    assert everything(twin) == before
    play_at_random(twin, 20)
    assert everything(game) == before
    assert len(twin.log) == 50


def test_a_copy_can_be_taken_back_without_harm_to_the_first() -> None:
    game = play_at_random(new(), 30)
    twin = game.copy()
    while twin.log:
        twin.undo()
    assert len(game.log) == 30
    assert twin.state() == new().state()


def test_a_copy_draws_the_outcomes_that_the_first_would_draw() -> None:
    game = play_at_random(new(seed=9), 30)
    twin = game.copy()
    assert play_at_random(twin, 200).log == play_at_random(game, 200).log


# ---- knowing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 2, 10**20])
@pytest.mark.parametrize("ask", [tablee.Game.view, tablee.Game.knowledge])
def test_a_seat_that_is_not_there_sees_nothing(ask: Callable[[tablee.Game, int], Any], seat: int) -> None:
    with pytest.raises(tablee.TableeError, match="there is no seat"):
        ask(new(), seat)


def test_what_is_given_out_can_be_changed_without_harm() -> None:
    game = play_at_random(new(), 30)
    before = everything(game)
    for document in (game.state(), game.view(0), game.knowledge(1)):
        document["board"].clear()
        document["pawns"][0] = 99
        document["options"]["memory"] = "open"
    game.legal().clear()
    game.result().scores.clear()
    assert everything(game) == before


def test_once_over_a_view_is_the_whole_state() -> None:
    game = play_at_random(new(), 200)
    assert all(game.view(seat) == game.state() for seat in (None, 0, 1))
    assert "#" not in game.view(None)["board"].values()


# ---- errors ---------------------------------------------------------------------------------------------------

WRONG_STEPS: dict[str, Callable[[tablee.Game], object]] = {
    "illegal action": lambda game: game.play("pawn z9"),
    "empty action": lambda game: game.play(""),
    "no such seat leaves": lambda game: game.leave(7),
    "seat below 0 leaves": lambda game: game.leave(-1),
    "somebody leaves twice": lambda game: game.leave(2),
    "no such seat looks": lambda game: game.view(9),
}


@pytest.mark.parametrize("what", WRONG_STEPS)
@pytest.mark.parametrize("steps", [0, 1, 17, 18, 19, 20])
def test_an_error_leaves_the_game_as_it_was(what: str, steps: int) -> None:
    game = new(players=3)
    game.leave(2)
    play_at_random(game, steps)
    before = everything(game)
    with pytest.raises(tablee.TableeError):
        WRONG_STEPS[what](game)
    assert everything(game) == before


@pytest.mark.parametrize(
    "step", [lambda game: game.play("pawn a1"), lambda game: game.chance(), lambda game: game.leave(0)]
)
def test_once_over_nothing_more_happens(step: Callable[[tablee.Game], object]) -> None:
    game = play_at_random(new(), 200)
    before = everything(game)
    with pytest.raises(tablee.GameOver, match="the game is over"):
        step(game)
    assert everything(game) == before


def test_a_refused_chance_uses_up_no_draw() -> None:
    first, second = new(seed=4), new(seed=4)
    for _ in range(3):
        with pytest.raises(tablee.TableeError):
            first.chance()
    assert play_at_random(first, 200).log == play_at_random(second, 200).log


# ---- the bot --------------------------------------------------------------------------------------------------


def test_the_bot_says_what_it_would_play_and_plays_nothing() -> None:
    game = play_at_random(new(), 30)
    while game.to_act == "chance":
        game.chance()
    before = everything(game)
    assert game.bot(level=1) in game.legal()
    assert everything(game) == before


def test_the_bot_says_the_same_in_the_same_place_of_the_same_game() -> None:
    assert [new(seed=seed).bot(level=1) for seed in range(8)] == [new(seed=seed).bot(level=1) for seed in range(8)]


@pytest.mark.parametrize("level", [-1, 0, 6])
def test_a_level_that_is_not_there_is_refused(level: int) -> None:
    with pytest.raises(tablee.TableeError, match=f"there is no level {level}"):
        new().bot(level=level)


def test_the_bot_does_not_act_for_chance_nor_once_over() -> None:
    game = new()
    game.play("draw")
    with pytest.raises(tablee.TableeError, match="chance is to act, not a seat"):
        game.bot(level=1)
    game.leave(0)
    with pytest.raises(tablee.GameOver):
        game.bot(level=1)


# ---- looks ----------------------------------------------------------------------------------------------------


def test_a_game_shows_itself_in_one_line() -> None:
    game = new(players=3)
    assert repr(game) == "<tablee isis, 3 players, 0 steps, seat 0 is to act>"
    game.play("draw")
    assert repr(game) == "<tablee isis, 3 players, 1 steps, chance is to act>"
    game.leave(0)
    game.leave(1)
    assert repr(game) == "<tablee isis, 3 players, 3 steps, over (left): 0 0 0>"


def test_a_game_prints_as_its_board_and_whose_turn_it_is() -> None:
    game = new()
    game.play("pawn c4")
    lines = str(game).splitlines()
    assert lines[2].split() == ["4", ".", ".", "P0", ".", ".", "."]
    assert lines[-1] == "seat 1 is to act"


def test_a_game_draws_itself_in_a_notebook() -> None:
    picture = play_at_random(new(), 30)._repr_svg_()
    assert picture.startswith("<svg")
    assert picture.endswith("</svg>")
