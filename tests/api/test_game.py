"""The Python API: one game being played."""

import pickle
import random
from collections.abc import Callable
from copy import copy, deepcopy
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.games import find_game
from tests.cases import each


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


def renewed(game: tablee.Game) -> tablee.Game:
    """A game that was pickled."""
    other = pickle.loads(pickle.dumps(game))
    assert isinstance(other, tablee.Game)
    return other


def new_unseeded() -> tablee.Game:
    return tablee.new("isis", 2)


def loaded_unseeded() -> tablee.Game:
    return tablee.load(new_unseeded().state())


def drawing() -> tablee.Game:
    """A game in which a tile is drawn."""
    game = new()
    game.play("draw")
    return game


def everything(game: tablee.Game) -> list[Any]:
    """All that can be asked of a game without changing it."""
    seats = [None, *range(game.players)]
    views = [game.view(seat) for seat in seats] + [game.knowledge(seat) for seat in seats]
    return [game.state(), views, game.legal(), game.outcomes(), game.to_act, game.log, game.result(), str(game)]


SMALL = [(game_id, name) for game_id in tablee.game_ids() for name in find_game(game_id).words.SMALL]

# ---- beginning ------------------------------------------------------------------------------------------------


def test_a_new_game_knows_what_it_is() -> None:
    game = new(players=3)
    assert (game.id, game.players, game.to_act, game.log) == ("isis", 3, 0, [])
    assert game.result() == tablee.Result(over=False, scores=[0, 0, 0], winners=[], reason=None)


def test_the_library_lists_its_games() -> None:
    assert "isis" in tablee.game_ids()


def test_options_and_seed_may_be_left_out() -> None:
    assert tablee.new("isis", 2).state() == tablee.new("isis", 2, {"reserve": "own", "memory": "hidden"}, 0).state()


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(tablee.UnknownGame, match="there is no game 'chess'"):
        tablee.new("chess", 2)


@each(("players", "options"), [(1, {}), (5, {}), (2, {"speed": "fast"}), (2, {"memory": "short"})])
def test_what_the_game_does_not_have_is_refused(players: int, options: dict[str, str]) -> None:
    with pytest.raises(tablee.BadOptions):
        tablee.new("isis", players, options)


def test_loading_goes_on_from_a_state_with_an_empty_log() -> None:
    game = play_at_random(new(), 31)
    twin = tablee.load(game.state())
    assert (twin.state(), twin.log) == (game.state(), [])
    assert everything(play_at_random(twin, 3))[0] != game.state()


@each(("game_id", "name"), SMALL)
def test_a_small_set_up_is_a_game_like_any_other(game_id: str, name: str) -> None:
    game, whole = tablee.small(game_id, name, seed=3), tablee.new(game_id, 2, seed=3)
    assert len(game.legal()) < len(whole.legal()) or game.to_act == 0
    assert (game.num_actions, game.observation(0).shape) == (whole.num_actions, whole.observation(0).shape)
    assert game.svg(0).startswith("<svg")
    batch = tablee.Batch(game_id, 3, 2, at=[game], autoreset="disabled", observe=True, seed=1)
    while (seat := game.to_act) is not None:
        assert tablee.from_bytes(bytes(game)) == tablee.load(game.state()) == game
        if seat == "chance":
            game.chance()
        else:
            assert game.think(level=1).action in game.legal()
            play_at_random(game, 1, seed=len(game.log))
    while not batch.terminated.all():
        batch.step(batch.sample())
        rows = batch.observe()
        assert (batch.observation == rows).all()
        assert np.isfinite(rows).all()
    assert sum(game.returns()) == 0


def test_walls_of_a_small_board_are_neither_free_nor_worth_anything() -> None:
    game = tablee.small("isis", "2x2", seed=3)
    play_at_random(game, 99)
    assert game.result().reason == "points"
    planes = game.planes(0)
    assert planes["pawns"].sum() == planes["tiles"].sum() == 2
    assert planes["worth"][:, 2:].any() == planes["worth"][..., 2:].any() == False  # noqa: E712
    assert set(game.state()["board"].values()) >= {"x", "P0", "P1"}


def test_a_small_set_up_that_there_is_not_is_refused() -> None:
    with pytest.raises(tablee.TableeError, match="it has '2x2', '2x3'"):
        tablee.small("isis", "1x1")
    with pytest.raises(tablee.TableeError, match="it has none"):
        tablee.small("morpyam", "2x2")


@each(
    "changes",
    [{"pawns": [9, 1]}, {"tiles": [12, 0]}, {"options": {"reserve": "common"}, "reserve": 2}, {"pawns": None}],
)
def test_a_small_board_has_no_more_than_the_box(changes: dict[str, Any]) -> None:
    document = {**find_game("isis").small("2x2"), **changes}
    if document["pawns"] is None:
        del document["pawns"]
    with pytest.raises(tablee.BadState):
        tablee.load(document)


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


@each("text", ["pawn g7", "pawn a1\n", "PAWN a1", "place a1", "reveal +3", "chance", "leave 0", ""])
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


def drawn(game: tablee.Game) -> str:
    """What is drawn next, if somebody draws."""
    game.play("draw")
    return game.chance()


def test_copies_have_futures_of_their_own() -> None:
    game = new()
    assert len({game.copy().seed for _ in range(5)} | {game.seed}) == 6
    assert len({drawn(game.copy()) for _ in range(60)}) > 2


@each("twin", [lambda game: game.copy(seed=game.seed), copy, deepcopy, renewed])
def test_a_twin_has_the_very_same_future(twin: Callable[[tablee.Game], tablee.Game]) -> None:
    game = play_at_random(new(seed=9), 30)
    other = twin(game)
    assert everything(other) == everything(game)
    assert play_at_random(other, 200).log == play_at_random(game, 200).log


def test_copies_with_one_seed_have_one_future() -> None:
    game = play_at_random(new(seed=9), 30)
    futures = [play_at_random(game.copy(seed=seed), 200).log for seed in (1, 1, 2)]
    assert futures[0] == futures[1] != futures[2]


# ---- texts ----------------------------------------------------------------------------------------------------


@each("game_id", tablee.game_ids())
def test_print_says_nothing_that_a_seat_could_not_read(game_id: str) -> None:
    for steps in (0, 12, 37, 10**4):
        game = play_at_random(tablee.new(game_id, 2, seed=3), steps)
        assert str(game) == game.text(None)
        if game.to_act is not None:
            told = [tablee.load(game.knowledge(seat)) for seat in range(2)]
            assert [other.text(seat) for seat, other in enumerate(told)] == [game.text(seat) for seat in range(2)]
            assert all(str(other) == str(game) for other in told)


def test_the_whole_truth_is_asked_for_by_name() -> None:
    game = new(seed=7)
    for action in ("pawn c4", "draw", "reveal +1", "place c3"):
        game.play(action)
    assert "+1" in game.whole_text()
    assert "+1" not in str(game)
    assert "+1" not in game.svg(1)


# ---- names ----------------------------------------------------------------------------------------------------


def test_no_public_name_hides_another() -> None:
    folder = Path(tablee.__file__).parent
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(tablee.__all__)
    assert import_module("tablee.games") is tablee.games


# ---- values ---------------------------------------------------------------------------------------------------


@each("game_id", tablee.game_ids())
@each("steps", [0, 7, 40, 10**4])
def test_a_game_survives_pickling_and_bytes(game_id: str, steps: int) -> None:
    game = play_at_random(tablee.new(game_id, 2, seed=3), steps)
    pickled, read = renewed(game), tablee.from_bytes(bytes(game))
    assert game == pickled == read
    assert hash(game) == hash(pickled) == hash(read)
    assert (pickled.log, pickled.seed) == (game.log, game.seed)
    assert everything(pickled) == everything(game)
    while pickled.log:
        pickled.undo()
    assert pickled == tablee.new(game_id, 2, seed=3)


def test_games_are_equal_by_their_state_alone() -> None:
    one, other = new(seed=1), new(seed=2)
    for action in ("pawn a1", "pawn b2", "pawn c3", "pawn d4"):
        one.play(action)
    for action in ("pawn c3", "pawn d4", "pawn a1", "pawn b2"):
        other.play(action)
    assert one == other
    assert len({one, other, new()}) == 2
    assert one != new()
    assert one != "isis"


@each("data", [b"", b"\xc1", b"\x01", b"\x80", b"tablee", bytes(new())[:-3], b"\x91" * 5000])
def test_bytes_that_are_no_game_are_refused(data: bytes) -> None:
    with pytest.raises(tablee.BadState):
        tablee.from_bytes(data)


def test_a_pickle_of_other_states_is_refused() -> None:
    make, (game_id, _, *rest) = new().__reduce__()
    with pytest.raises(tablee.BadState, match="pickled by a version whose states are other ones"):
        make(game_id, [("isis", "|i1")], *rest)


# ---- chance ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", [new_unseeded, loaded_unseeded])
def test_without_a_seed_a_game_is_fresh_and_says_which_it_took(begin: Callable[[], tablee.Game]) -> None:
    games = [begin() for _ in range(60)]
    assert len({game.seed for game in games}) == 60
    assert len({drawn(game.copy(seed=game.seed)) for game in games}) > 2
    again = tablee.new("isis", 2, seed=games[0].seed)
    assert play_at_random(again, 200).log == play_at_random(games[0], 200).log


@pytest.mark.parametrize("generator", [random.Random, np.random.default_rng])
def test_outcomes_can_be_drawn_from_a_generator_of_ones_own(generator: Callable[[int], Any]) -> None:
    first, second = generator(1), generator(1)
    outcomes = []
    for _ in range(400):
        one, other = new(seed=1), new(seed=2)
        one.play("draw")
        other.play("draw")
        outcomes.append(one.chance(first))
        assert other.chance(second) == outcomes[-1]
    expected = {text: 400 * probability for text, probability in drawing().outcomes()}
    assert all(abs(outcomes.count(text) - count) < 5 * count**0.5 + 5 for text, count in expected.items())


def test_a_draw_of_ones_own_leaves_those_of_the_seed_as_they_are() -> None:
    game, other = drawing(), drawing()
    other.chance(random.Random(1))
    other.undo()
    assert other.chance() == game.chance()


# ---- knowing --------------------------------------------------------------------------------------------------


@each("seat", [-1, 2, 10**20])
@each("ask", [tablee.Game.view, tablee.Game.knowledge])
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


@each("what", WRONG_STEPS)
@each("steps", [0, 1, 17, 18, 19, 20])
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


# ---- bad input ------------------------------------------------------------------------------------------------


@each("seat", [None, "0", 1.0, -1, 2])
@each("asked", ["observation", "planes", "resample", "leave", "knowledge_text", "knowledge_bytes"])
def test_what_is_no_seat_is_refused(asked: str, seat: Any) -> None:
    game = new()
    before = everything(game)
    with pytest.raises(tablee.TableeError, match="there is no seat"):
        getattr(game, asked)(seat)
    assert everything(game) == before


@each("seed", ["1", 1.5, b"1", [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    for begin in (tablee.new, tablee.Batch):
        with pytest.raises(tablee.TableeError, match="a seed is a whole number"):
            begin("isis", 2, **({"players": 2} if begin is tablee.Batch else {}), seed=seed)
    with pytest.raises(tablee.TableeError, match="a seed is a whole number"):
        new().copy(seed=seed)


def test_a_seed_of_numpy_is_the_same_seed() -> None:
    game = tablee.new("netzwerk", 2, seed=np.int64(3))  # type: ignore[arg-type]
    assert (game, game.seed) == (tablee.new("netzwerk", 2, seed=3), 3)


@each("nothing", [None, [], "isis", 1])
def test_what_is_no_state_is_refused(nothing: Any) -> None:
    with pytest.raises(tablee.BadState):
        tablee.load(nothing)
    with pytest.raises(tablee.BadState):
        tablee.from_bytes(nothing)


def test_chance_comes_from_generators_alone() -> None:
    game = drawing()
    with pytest.raises(tablee.TableeError, match="chance comes from"):
        game.chance(np.random.RandomState(1))  # type: ignore[arg-type]
    assert game.to_act == "chance"


@pytest.mark.parametrize("simulations", [0, -1])
def test_who_analyses_must_simulate(simulations: int) -> None:
    with pytest.raises(tablee.TableeError, match="1 or more"):
        new().analyse(simulations=simulations)


def test_what_a_seat_knows_as_text_and_bytes_is_one_for_all_that_it_cannot_tell_apart() -> None:
    first, second = (tablee.new("morisi", 2, {"predictions": "on"}, seed=1) for _ in range(2))
    for game, place in ((first, 0), (second, 1)):
        game.step(game.legal_ids()[place])
    assert first.knowledge_text(1) == second.knowledge_text(1)
    assert first.knowledge_bytes(1) == second.knowledge_bytes(1)
    assert first.knowledge_text(0) != second.knowledge_text(0)
    assert first.knowledge_bytes(0) != second.knowledge_bytes(0)


def test_no_name_of_the_package_is_there_by_accident() -> None:
    public = {name for name, value in vars(tablee).items() if name[0] != "_" and not isinstance(value, ModuleType)}
    assert public <= set(tablee.__all__)
