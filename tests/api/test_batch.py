"""Many games at once are the same games as one by one."""

import copy
import hashlib
import os
import pickle
import random
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.api.batch import Autoreset
from tablee.api.search import Search
from tablee.games import find_game
from tablee.games.errors import GameOver
from tests.cases import each

pytestmark = pytest.mark.xdist_group("batches")
"""In one worker, for these load the same machine code, which takes longer than what is tested."""

SIZE = 5


def batch(game_id: str = "isis", **settings: Any) -> tablee.Batch:
    return tablee.Batch(game_id, **{"size": SIZE, "players": 2, "seed": 7, "lands": 3, **settings})


def any_actions(games: tablee.Batch, rng: random.Random) -> list[int]:
    return [rng.choice(games.legal_ids(game) or [-1]) for game in range(games.size)]


def looks(games: tablee.Batch) -> list[bytes]:
    """All that can be seen of a batch."""
    arrays = (games.states, games.to_act, games.mask, games.rewards, games.terminated, games.truncated, games.steps)
    return [array.tobytes() for array in arrays] + [games.observe().tobytes()]


@pytest.mark.parametrize("game_id", tablee.game_ids())
def test_a_batch_is_its_games_byte_for_byte_chance_included(game_id: str) -> None:
    players = find_game(game_id).players[-1]
    games, rng = batch(game_id, chance="caller", players=players, autoreset="disabled"), random.Random(1)
    alone = [games.game(number) for number in range(SIZE)]
    assert {game.seed for game in alone} != {7}
    for _ in range(150):
        rows, own = games.observe(), [games.observe(seat) for seat in range(players)]
        for number, game in enumerate(alone):
            assert games.states[number].tobytes() == game._state.tobytes()
            seat = game.to_act
            assert games.to_act[number] == {"chance": -1, None: -2}.get(seat, seat)  # type: ignore[call-overload]
            assert games.legal_ids(number) == game.legal_ids()
            assert (games.mask[number] == game.mask()).all()
            assert (
                not rows[number].any() if seat in ("chance", None) else (rows[number] == game.observation(seat)).all()
            )
            assert all((own[one][number] == game.observation(one)).all() for one in range(players))
            if seat == "chance":
                weights = games.weights(number)
                assert [weight / sum(weights) for weight in weights] == [part for _, part in game.outcomes()]
        actions = any_actions(games, rng)
        games.step(actions)
        for game, action, reward in zip(alone, actions, games.rewards.tolist(), strict=True):
            was_over = game.to_act is None
            if not was_over:
                game.step(action)
            assert reward == ([0] * players if was_over else pytest.approx(game.returns()))
    assert max(len(game.log) for game in alone) > 40


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_game_that_is_over_begins_anew_as_was_asked_for(autoreset: Autoreset) -> None:
    games, rng, ended = batch(autoreset=autoreset), random.Random(2), 0
    for _ in range(120):
        before = games.terminated.copy()
        games.step(any_actions(games, rng))
        for number in range(SIZE):
            if not games.terminated[number]:
                assert not games.rewards[number].any()
                continue
            ended += not before[number]
            if autoreset == "same_step":
                assert games.to_act[number] >= 0
                assert games.steps[number] <= 1
                assert games.finals[number].any()
            else:
                assert games.to_act[number] == -2
                assert games.mask[number].all()
            if autoreset != "disabled" or not before[number]:
                assert sorted(games.rewards[number].tolist()) in ([-1, 1], [0, 0])
        if autoreset == "next_step":
            assert not (before & games.terminated).any()
    assert (ended == SIZE) if autoreset == "disabled" else ended > SIZE


def test_a_game_too_long_is_cut_short() -> None:
    games, rng = batch(autoreset="disabled", most_steps=6), random.Random(3)
    while not games.truncated.all():
        assert (games.steps[~games.truncated] < 6).all()
        games.step(any_actions(games, rng))
    assert not games.terminated.any()
    assert not games.rewards.any()
    assert games.mask.all()


@pytest.mark.parametrize("game_id", ["isis", "netzwerk"])
def test_threads_play_the_same_games(game_id: str) -> None:
    one, many = batch(game_id), batch(game_id, threads=3, observe=True)
    for step in range(60):
        assert looks(one) == looks(many)
        assert (many.observation == one.observe()).all()
        actions = any_actions(one, random.Random(step))
        one.step(actions)
        many.step(actions)
    assert (one.playout() == many.playout()).all()
    many.close()


@pytest.mark.parametrize("game_id", tablee.game_ids())
def test_one_seed_has_one_future_in_a_game_a_stepper_and_a_batch(game_id: str) -> None:
    players, rng = find_game(game_id).players[-1], random.Random(9)
    games = tablee.Batch(game_id, SIZE, players, seed=3)
    seeds = [int(seed) for seed in games.seeds]
    steppers = [tablee.Stepper(game_id, players, seed=seed) for seed in seeds]
    alone = [tablee.new(game_id, players, seed=seed) for seed in seeds]
    for _ in range(40):
        for number, (game, stepper) in enumerate(zip(alone, steppers, strict=True)):
            while game.to_act == "chance":
                game.chance()
            assert game._state.tobytes() == stepper._state.tobytes() == games.states[number].tobytes()
        actions = [rng.choice(game.legal_ids() or [-1]) for game in alone]
        if -1 in actions:
            break
        for game, stepper, action in zip(alone, steppers, actions, strict=True):
            game.step(action)
            stepper.step(action)
        games.step(actions)
        games.playout()  # changes no future
    assert sum(len(game.log) for game in alone) > 100


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("settings", [{"lands": None}, {"lands": 2}, {"chance": "caller"}, {"at": True}])
def test_a_game_of_a_batch_has_its_whole_log_and_the_same_future(autoreset: Autoreset, settings: Any) -> None:
    begun = tablee.new("isis", 2, seed=5)
    for action in ("pawn a1", "pawn b2"):
        begun.play(action)
    if "at" in settings:
        settings = {"at": [begun, begun.state(), tablee.new("isis", 2)]}
    games = batch(autoreset=autoreset, **settings)
    for step in range(130):  # longer than all that is remembered at first
        if step % 13 == 5:
            for number in range(SIZE):
                game, seed = games.game(number), int(games.seeds[number])
                assert game._state.tobytes() == games.states[number].tobytes()
                assert game.seed == seed
                past = 2 if "at" in settings and number % 3 == 0 else 0
                assert len(game.log) - past == games.steps[number]
                again = _begun_like(game)
                for text in game.log:
                    again.play(text)
                assert again == game
        if step == 40:
            games.reset(games=[2])
        games.step(games.sample())
    twin = pickle.loads(pickle.dumps(games))
    assert [twin.game(number).log for number in range(SIZE)] == [games.game(number).log for number in range(SIZE)]


def _begun_like(game: tablee.Game) -> tablee.Game:
    """A game at the position at which another one began."""
    first = copy.copy(game)
    while first.log:
        first.undo()
    return first


@each("game_id", ["isis", "morpyam", "netzwerk"])
def test_what_a_caller_writes_into_its_mask_does_not_change_what_is_legal(game_id: str) -> None:
    games, alone = batch(game_id, autoreset="disabled", chance="caller"), batch(game_id, chance="caller")
    rng = random.Random(1)
    for array in (games.mask, games.to_act, games.states, games.terminated, games.rewards, games.steps, games.seeds):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
    shared = games._buffers.mask  # as torch shares it, whatever the flags say
    for _ in range(30):
        shared[:] = True
        refused = next(one for one in range(games.num_actions) if one not in games.legal_ids(0))
        actions = any_actions(games, rng)
        before = games.states.tobytes()
        with pytest.raises(tablee.IllegalAction):
            games.step([refused, *actions[1:]])
        assert games.states.tobytes() == before
        shared[:] = False
        games.step(actions)
        alone.step(actions)
        assert games.states.tobytes() == alone.states.tobytes()


@each("chosen", [None, [1]])
def test_a_reset_clears_what_was_written_into_a_mask(chosen: list[int] | None) -> None:
    games = batch("netzwerk")
    games._buffers.mask[:] = True
    games.reset(games=chosen)
    assert np.flatnonzero(games.mask[1]).tolist() == games.legal_ids(1)


def test_a_game_that_is_over_says_so_if_it_does_not_begin_anew_by_itself() -> None:
    games = batch(autoreset="disabled")
    while not games.terminated.any():
        games.step(games.sample())
    over = int(np.flatnonzero(games.terminated)[0])
    actions, before = games.sample(), looks(games)
    assert actions[over] == -1
    for wrong in (0, 72):
        actions[over] = wrong
        with pytest.raises(GameOver, match=f"game {over} is over: reset it, or give it the id -1"):
            games.step(actions)
    assert looks(games) == before
    games.reset(games=games.terminated)
    assert not games.terminated.any()
    games.step(games.sample())


def test_games_to_begin_anew_can_be_given_as_a_mask() -> None:
    games = batch()
    games.step(games.sample())
    games.reset(games=np.array([True, False, False, True, False]))
    assert (games.steps == 0).tolist() == [True, False, False, True, False]
    with pytest.raises(tablee.TableeError, match="a mask of games has 5 truth values"):
        games.reset(games=[True, False])


# ---- positions -------------------------------------------------------------------------------------------------


def test_games_begin_at_given_positions_again_and_again() -> None:
    late = tablee.new("morfals", 2, seed=4)
    while len(late.log) < 30:
        late.chance() if late.to_act == "chance" else late.step(late.legal_ids()[0])
    games = tablee.Batch("morfals", 4, 2, seed=1, chance="caller", at=[late, tablee.new("morfals", 2)])
    first = games.states.copy()
    assert first[0].tobytes() == first[2].tobytes() == late._state.tobytes()
    for _ in range(60):
        games.step(games.sample())
    assert games.game(0).log[:30] == late.log
    games.reset()
    assert (games.states == first).all()
    games.reset(at=[late.state()])
    assert all(state.tobytes() == late._state.tobytes() for state in games.states)
    assert games.playout().shape == (4, 2)


TOO_MANY = [tablee.new("isis", 2, seed=1)] * (SIZE + 1)


@each("at", [[], TOO_MANY, [tablee.new("isis", 3)], [tablee.new("morfals", 2)], [{}]])
def test_positions_that_do_not_fit_are_refused(at: Any) -> None:
    games = batch()
    before = looks(games)
    with pytest.raises(tablee.TableeError):
        games.reset(at=at)
    assert looks(games) == before


# ---- what is legal, in one array -------------------------------------------------------------------------------


@each("game_id", tablee.game_ids())
@each("chance", ["inside", "caller"])
def test_the_ragged_array_has_the_legal_ids_of_all_games(game_id: str, chance: Any) -> None:
    games = batch(game_id, chance=chance, threads=2)
    for _ in range(30):
        values, offsets = games.legal()
        for number in range(SIZE):
            assert sorted(values[offsets[number] : offsets[number + 1]].tolist()) == games.legal_ids(number)
        sampled = games.sample()
        assert all(one in games.legal_ids(number) for number, one in enumerate(sampled.tolist()) if one != -1)
        games.step(sampled)
    games.close()


def test_samples_follow_their_weights_and_their_seed() -> None:
    games = tablee.Batch("isis", 3000, 2, seed=1)
    weights = np.zeros(73, np.float32)
    weights[[3, 5]] = 1, 3
    share = (games.sample(weights=weights) == 5).mean()
    assert abs(share - 0.75) < 0.05
    alike = np.bincount(games.sample(), minlength=73)
    assert (alike[games.legal_ids(0)] > 40).all()
    assert alike.sum() == alike[games.legal_ids(0)].sum()
    own = np.zeros((3000, 73), np.float32)
    own[np.arange(3000), np.arange(3000) % 30] = 0.5
    assert (games.sample(weights=own) == np.arange(3000) % 30).all()
    first, second = (games.sample(np.random.default_rng(4)) for _ in range(2))
    assert (first == second).all()
    assert (games.sample() != games.sample()).any()
    twins = [tablee.Batch("isis", 50, 2, seed=1).sample().tolist() for _ in range(2)]
    assert twins[0] == twins[1]


@each("weights", [np.zeros(73), np.full(73, -1.0), np.full(73, np.nan), np.ones(72), np.ones((2, 73))])
def test_weights_that_cannot_be_are_refused(weights: Any) -> None:
    with pytest.raises(tablee.TableeError, match="weights"):
        batch().sample(weights=weights)


# ---- threads, forks, closing -----------------------------------------------------------------------------------


def test_a_forked_child_steps_its_batch_with_threads() -> None:
    games = batch("isis", threads=2, size=64, lands=None)
    games.step(games.sample())
    expected = pickle.loads(pickle.dumps(games))
    expected.step(expected.sample())
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover
        signal.alarm(20)
        games.step(games.sample())
        os.write(writer, hashlib.sha256(games.states.tobytes()).digest())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        assert answer.read() == hashlib.sha256(expected.states.tobytes()).digest()
    assert os.waitpid(child, 0)[1] == 0
    games.close()


def test_a_second_thread_is_refused_while_one_uses_the_batch() -> None:
    games = batch()
    with games._use, ThreadPoolExecutor(1) as other:
        for work in (lambda: games.step([0] * SIZE), games.reset, games.playout, games.legal, games.sample):
            with pytest.raises(tablee.TableeError, match="another thread is using this batch"):
                other.submit(work).result()
    games.step([0] * SIZE)


def test_after_closing_everything_says_that_it_is_closed() -> None:
    with batch(threads=2) as games:
        games.step([0] * SIZE)
        assert len(games) == SIZE
        assert repr(games) == "<tablee Batch of 5 isis games, 2 players>"
    works = (lambda: games.step([0] * SIZE), games.reset, games.observe, games.playout, games.legal, games.sample,
             lambda: games.legal_ids(0), lambda: games.weights(0), lambda: games.game(0),
             lambda: Search(games))  # fmt: skip
    for work in works:
        with pytest.raises(tablee.TableeError, match="this batch is closed"):
            work()
    assert repr(games).endswith("closed>")


def test_the_same_seed_gives_the_same_batch_and_without_one_it_is_fresh() -> None:
    assert looks(batch("netzwerk")) == looks(batch("netzwerk"))
    assert looks(batch("netzwerk", seed=8)) != looks(batch("netzwerk"))
    assert tablee.Batch("isis", 2, 2).seed != tablee.Batch("isis", 2, 2).seed


@each("wrong", [-1, 72, 73, 10**9, 2**62, -(2**62)])
@each("place", [0, SIZE - 1])
def test_an_id_that_is_not_legal_is_refused_and_no_game_goes_on(wrong: int, place: int) -> None:
    games = batch()
    games.step([72] * SIZE)
    before = looks(games)
    actions = [games.legal_ids(game)[0] for game in range(SIZE)]
    actions[place] = wrong
    with pytest.raises(tablee.IllegalAction, match=f"the id {wrong} is not legal now in game {place}"):
        games.step(actions)
    assert looks(games) == before


@each("actions", [[0], [0] * (SIZE + 1), [0.0] * SIZE, ["0"] * SIZE, [True] * SIZE, [[0]] * SIZE])
def test_actions_of_a_wrong_shape_are_refused(actions: Any) -> None:
    games = batch()
    before = looks(games)
    with pytest.raises(tablee.TableeError, match="actions must be 5 whole numbers"):
        games.step(actions)
    assert looks(games) == before


NOTHING: list[dict[str, Any]] = [{"size": 0}, {"threads": 0}, {"lands": 0}, {"most_steps": 0}]


@each("settings", [*NOTHING, {"autoreset": "never"}, {"chance": "no"}, {"players": 9}])
def test_a_batch_that_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(tablee.TableeError):
        batch(**settings)


def last_options(game_id: str) -> dict[str, Any]:
    """The house rules that are farthest from what is printed."""
    return {name: values[-1] for name, values in find_game(game_id).options.items()}


@each("game_id", tablee.game_ids())
def test_what_is_written_down_with_every_step_is_what_would_be_observed_anew(game_id: str) -> None:
    rng, told = random.Random(5), 0
    for players in find_game(game_id).players:
        for options in ({}, last_options(game_id)):
            games = batch(game_id, players=players, options=options, observe=True, autoreset="same_step")
            written = games.observation
            assert written is not None
            for _ in range(120):
                assert written.tobytes() == games.observe().tobytes()
                games.step(any_actions(games, rng))
                told += len(np.unique(games.to_act))
            games.reset(games=[1, 3])
            assert written.tobytes() == games.observe().tobytes()
    assert told > 120


@pytest.mark.parametrize("settings", [{"autoreset": "next_step"}, {"autoreset": "disabled"}, {"chance": "caller"}])
def test_nothing_is_written_down_where_nobody_is_to_act(settings: dict[str, Any]) -> None:
    games, rng, blank = batch(observe=True, **settings), random.Random(6), 0
    assert games.observation is not None
    for _ in range(120):
        games.step(any_actions(games, rng))
        assert games.observation.tobytes() == games.observe().tobytes()
        blank += int((~games.observation.any(axis=1)).sum())
    assert blank > 0
    assert (games.to_act < 0).any() or blank < 120 * SIZE


def test_observations_are_written_down_only_if_asked_for() -> None:
    assert batch().observation is None


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_observes_nothing(seat: int) -> None:
    with pytest.raises(tablee.TableeError, match="there is no seat"):
        batch().observe(seat)


def test_rows_can_be_written_where_one_wants_them() -> None:
    games = batch()
    out = np.ones((SIZE, games.observe().shape[1]), np.float32)
    assert games.observe(0, out) is out
    assert (out == games.observe(0)).all()
    with pytest.raises(tablee.TableeError, match="out must be"):
        games.observe(0, out[:, ::2])


def test_arrays_are_aligned_so_that_others_take_them_over_without_copying() -> None:
    games = batch("morfals", size=3)
    arrays = (games.states, games.to_act, games.mask, games.rewards, games.terminated, games.truncated, games.observe())
    assert [array.ctypes.data % 64 for array in arrays] == [0] * len(arrays)
    assert all(array.flags.c_contiguous for array in arrays)
    assert np.shares_memory(np.from_dlpack(games.mask), games.mask)


def test_playing_out_leaves_the_games_where_they_are() -> None:
    games = batch(size=400, players=3, lands=1)
    before = looks(games)
    returns = games.playout()
    assert looks(games) == before
    assert returns.shape == (400, 3)
    assert abs(returns.sum(axis=1)).max() < 1e-6
    assert set(returns.max(axis=1).tolist()) <= {1.0, 0.25, 0.0}
    assert (returns != games.playout()).any()


def test_a_copy_goes_on_as_the_batch_does() -> None:
    games, rng = batch("netzwerk", autoreset="same_step", observe=True), random.Random(4)
    for _ in range(10):
        games.step(any_actions(games, rng))
    twins = [pickle.loads(pickle.dumps(games)), copy.deepcopy(games)]
    for _ in range(30):
        actions = any_actions(games, rng)
        for one in (games, *twins):
            one.step(actions)
        assert looks(twins[0]) == looks(twins[1]) == looks(games)
        assert all((one.observation == games.observe()).all() for one in (games, *twins))


def test_some_games_can_be_begun_anew() -> None:
    games, rng = batch(), random.Random(4)
    for _ in range(5):
        games.step(any_actions(games, rng))
    before = games.states.copy()
    games.reset(games=[1, 3])
    assert games.steps[[1, 3]].tolist() == [0, 0]
    assert (games.states[[0, 2, 4]] == before[[0, 2, 4]]).all()


@each("game", [-1, SIZE, "0", None, 1.0])
def test_a_game_that_is_not_there_is_refused(game: Any) -> None:
    games = batch()
    for asked in (games.legal_ids, games.weights, games.game, lambda one: games.reset(games=[one])):
        with pytest.raises(tablee.TableeError, match="there is no game"):
            asked(game)
