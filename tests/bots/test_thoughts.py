"""What bots say of the actions that they consider, and that they say it in time: in every game, at every level."""

import time
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import tablee
from tablee.bots.bot import RandomBot
from tablee.bots.level_bots import LevelBot, prepare
from tablee.bots.parallel_search import CHUNK, TreeSearch
from tablee.games import find_game, game_ids
from tablee.games.brains.levels import LEVELS, STRONGEST
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.document import Document
from tests.bots.asking import choose
from tests.bots.positions import ISIS, ONLY_A1_WINS
from tests.cases import each
from tests.games.morfals.positions import state_of as morfals
from tests.games.morpyam.positions import thrown as morpyam
from tests.games.shared.routes.positions import NINE_CITIES, linked
from tests.games.shared.routes.positions import state_of as routes

EVERY_GAME = each("game", game_ids())
OPTIONS = {
    "morfals": {"capture": "claim", "last_man": "announce"},
    "morpyam": {"double_morpyam": "ko"},
    "morisi": {"predictions": "on"},
}


@cache
def positions(game: str) -> list[Document]:
    """What a seat knows that has to decide something, here and there in games for two and for more."""
    found = []
    for players in find_game(game).players:
        playing = tablee.new(game, players, OPTIONS.get(game), seed=players)
        random = Random(players)
        decisions = []
        for _ in range(150):
            if playing.to_act == "chance":
                playing.chance()
            elif playing.to_act is not None:
                if len(playing.legal()) > 1:
                    decisions.append(playing.knowledge(playing.to_act))  # type: ignore[arg-type]
                playing.play(random.choice(playing.legal()))
        found += random.sample(decisions, min(4, len(decisions)))
    return found


def thoughts(game: str, level: int, limit: Limit) -> Iterator[tuple[tablee.Game, Thought]]:
    for seed, knowledge in enumerate(positions(game)):
        yield tablee.load(knowledge), LevelBot(find_game(game), level).choose(knowledge, limit, seed)


# ---- what they say ------------------------------------------------------------------------------------------


@EVERY_GAME
@each("level", LEVELS)
def test_a_thought_says_what_every_seat_may_expect_of_what_was_considered(game: str, level: int) -> None:
    several = 0
    for playing, thought in thoughts(game, level, Limit(simulations=300)):
        actions = [action.action for action in thought.considered]
        assert actions[0] == thought.action
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(playing.legal())
        for action in thought.considered:
            assert len(action.values) == playing.players
            assert all(0.0 <= value <= 1.0 for value in action.values)
            assert sum(action.values) == pytest.approx(1.0, abs=1e-4)
        assert sum(action.visits for action in thought.considered) <= thought.simulations
        several += len(actions) > 1
    assert several >= len(positions(game)) / 4


def test_what_wins_and_what_loses_is_told_apart_in_a_tree() -> None:
    for level in (3, 4, 5):
        thought = LevelBot(ISIS, level).choose(ONLY_A1_WINS)
        values = {action.action: action.values[0] for action in thought.considered}
        assert values["pawn a1"] == 1.0
        assert values["pawn f6"] == 0.0


def test_the_results_of_a_tree_are_those_of_games_and_not_of_points() -> None:
    """Searched and not worked out: where the win is certain its value is, however many points it brings."""
    thought = LevelBot(ISIS, 2).choose(ONLY_A1_WINS)
    best, *others = thought.considered
    assert (best.action, best.values) == ("pawn a1", (1.0, 0.0))
    assert all(best.values[0] > other.values[0] for other in others)


def test_what_wins_at_once_is_certain_in_morpyam() -> None:
    four = dict.fromkeys(["b6", "c6", "d6", "e6"], 0)
    best = morpyam("11145", board=four | {"b1": 1, "c2": 1}).think(STRONGEST).considered[0]
    assert (best.action, best.values) == ("place a6", (1.0, 0.0))


@pytest.mark.parametrize("level", [3, 4])
def test_what_ends_a_route_game_with_a_win_is_nearly_certain(level: int) -> None:
    state = routes("morisi", *NINE_CITIES, cubes=("red2 yellow9", "red2"), sticks=(linked("ABCDEF"),), idle=0)
    assert tablee.load(state).think(level).considered[0].values[0] > 0.9


def test_a_random_bot_has_considered_nothing() -> None:
    thought = RandomBot(ISIS).choose(ONLY_A1_WINS, seed=1)
    assert (thought.considered, thought.simulations) == ((), 0)


# ---- in time ------------------------------------------------------------------------------------------------


TRIES = 3


@EVERY_GAME
@each("seconds", [0.005, 0.1, 0.4])
def test_every_game_obeys_a_limit_of_seconds(game: str, seconds: float) -> None:
    """To within 20 ms or 10 %: in time of the processor, at least once in a few tries, as others are at work, too."""
    prepare(find_game(game))
    for knowledge in positions(game)[::2]:
        latest = seconds + max(0.02, 0.1 * seconds)
        assert any(_time_of(game, knowledge, seconds) < latest for _ in range(TRIES))


def _time_of(game: str, knowledge: Document, seconds: float) -> float:
    mind = LevelBot(find_game(game), STRONGEST, cores=1)
    started = time.process_time()
    mind.choose(knowledge, Limit(seconds=seconds))
    return time.process_time() - started


def test_a_search_looks_at_the_clock_after_every_few_games_in_thought() -> None:
    looks = []

    def is_up() -> bool:
        looks.append(True)
        return len(looks) == 3

    search = TreeSearch(ISIS, ISIS.new(4, {}, 0), seed=1, trees=2)
    search.run(1_000_000, is_up, cores=1)
    assert search.simulations == 3 * 2 * CHUNK


@pytest.mark.parametrize("game", ["isis", "netzwerk", "morisi"])
def test_without_one_the_strongest_level_thinks_for_longer(game: str) -> None:
    knowledge = tablee.new(game, 2, seed=1).knowledge(0)
    strongest, next_one = (LevelBot(find_game(game), level, cores=1).choose(knowledge) for level in (5, 4))
    assert strongest.simulations > next_one.simulations


@pytest.mark.parametrize("game", ["isis", "netzwerk", "morisi"])
def test_a_limit_of_simulations_is_one_of_games_in_thought(game: str) -> None:
    knowledge = tablee.new(game, 2, seed=1).knowledge(0)
    thought = LevelBot(find_game(game), STRONGEST).choose(knowledge, Limit(simulations=100))
    assert 25 <= thought.simulations <= 100


@pytest.mark.parametrize("game", ["isis", "netzwerk", "morisi"])
def test_a_limit_that_is_not_reached_changes_nothing(game: str) -> None:
    knowledge = tablee.new(game, 2, seed=1).knowledge(0)
    assert choose(find_game(game), knowledge, 4, 1, seconds=1000.0) == choose(find_game(game), knowledge, 4, 1)


# ---- the best so far ----------------------------------------------------------------------------------------

NO_TIME = 1e-9


def chosen_at_once(game: str, knowledge: Document) -> set[str]:
    return {choose(find_game(game), knowledge, STRONGEST, seed, NO_TIME) for seed in range(8)}


def test_without_any_time_the_win_is_taken_that_lies_open() -> None:
    assert chosen_at_once("isis", ONLY_A1_WINS) == {"pawn a1"}


def test_without_any_time_a_long_line_is_eaten() -> None:
    assert chosen_at_once("morfals", morfals("7a", "7b 7c 7d 3a 3c", "223")) == {"place 7e"}


@pytest.mark.parametrize("game", ["netzwerk", "morisi"])
def test_without_any_time_a_cube_is_fetched_that_pays_for_a_route(game: str) -> None:
    rows = ("A red2 B", "yellow blue2 green")
    state = routes(game, *rows, cubes=("red",), phase="move", pawns=["0,0", "0,9", "1,9"])
    assert chosen_at_once(game, state) == {"move 1,0"}
