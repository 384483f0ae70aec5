"""One search in several trees: on any number of cores the same, and in time."""

import threading
from itertools import count
from typing import Any

import pytest

from tablee.bots import parallel_search
from tablee.bots.mcts import simulate
from tablee.bots.parallel_search import CHUNK, TreeSearch
from tablee.games.brains.thoughts import Limit
from tests.bots.positions import ISIS
from tests.cases import each

OPENING = ISIS.new(2, {}, 0)


def search_in(trees: int, simulations: int, cores: int | None = None, seed: int = 3) -> TreeSearch:
    search = TreeSearch(ISIS, OPENING, seed, most_nodes=simulations + 1, trees=trees)
    search.run(simulations, cores=cores)
    return search


@pytest.mark.parametrize("trees", [2, 4, 5])
def test_one_core_finds_what_many_find(trees: int) -> None:
    one, *others = (search_in(trees, 3_001, cores).choices() for cores in (1, 2, 3, 8, None))
    assert others == [one] * 4


def test_in_the_first_tree_goes_on_what_would_go_on_in_one() -> None:
    alone, several = search_in(1, 500), search_in(3, 1500)
    assert several._trees[0].nodes[: alone.nodes].tobytes() == alone._trees[0].nodes[: alone.nodes].tobytes()


def test_what_the_trees_find_is_added_up() -> None:
    several = search_in(3, 1500)
    visits: dict[str, int] = {}
    rewards: dict[str, float] = {}
    for number in range(3):
        for choice in search_in(1, 500, seed=parallel_search._seed_of(3, number)).choices():
            visits[choice.action] = visits.get(choice.action, 0) + choice.visits
            rewards[choice.action] = rewards.get(choice.action, 0) + choice.visits * choice.reward
    assert {choice.action: choice.visits for choice in several.choices()} == visits
    assert {choice.action: choice.visits * choice.reward for choice in several.choices()} == pytest.approx(rewards)


def test_the_trees_differ() -> None:
    trees = search_in(4, 2000)._trees
    assert len({tree.nodes.tobytes() for tree in trees}) == 4


@each("simulations", [1, 3, 1000, 1003])
def test_the_simulations_are_shared_to_the_last_one(simulations: int) -> None:
    search = search_in(4, simulations)
    assert search.simulations == simulations
    assert sum(choice.visits for choice in search.choices()) == simulations


def test_simulations_run_in_parts_come_to_the_same_in_several_trees() -> None:
    in_parts = TreeSearch(ISIS, OPENING, seed=3, most_nodes=1001, trees=3)
    for reached in (1, 2, 499, 1000):
        in_parts.run(reached)
    assert in_parts.choices() == search_in(3, 1000).choices()


def test_several_threads_search_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waits in its first simulations until the other is there."""
    meeting = threading.Barrier(2)

    def meet(*arguments: Any) -> None:
        if not meeting.broken:
            meeting.wait(timeout=30)
        simulate(*arguments)

    monkeypatch.setattr(parallel_search, "simulate", meet)
    assert search_in(2, 2 * CHUNK, cores=2).simulations == 2 * CHUNK
    assert not meeting.broken


def test_simulations_let_go_of_the_interpreter() -> None:
    assert simulate.targetoptions["nogil"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("cores", [1, 2])
def test_the_trees_are_equally_far_when_the_time_is_up(cores: int) -> None:
    search = TreeSearch(ISIS, OPENING, seed=1, trees=2)
    ticks = count()
    search.run(100_000, Limit(seconds=1.0).start(lambda: 60.0 * next(ticks)), cores=cores)
    assert [int(tree.nodes[0].visits) for tree in search._trees] == [CHUNK, CHUNK]


def test_a_search_stops_once_it_is_clear_what_to_play() -> None:
    """A pawn between two tiles is worth seven points, and hardly anything elsewhere."""
    state = OPENING
    for text in ("draw", "reveal +4", "place c3", "draw", "reveal +3", "place c5"):
        state = ISIS.apply(state, text)
    whole, short = (TreeSearch(ISIS, state, seed=1, most_nodes=4_001, trees=2) for _ in range(2))
    whole.run(4_000)
    short.run(4_000, until_clear=True)
    assert (whole.simulations, whole.best(), short.best()) == (4_000, "pawn c4", "pawn c4")
    assert short.simulations < 2_000


@pytest.mark.parametrize("trees", [1, 2])
def test_where_it_stops_does_not_depend_on_the_cores(trees: int) -> None:
    found = []
    for cores in (1, 2, None):
        search = TreeSearch(ISIS, OPENING, seed=3, most_nodes=4_001, trees=trees)
        search.run(4_000, cores=cores, until_clear=True)
        found.append(search.choices())
    assert found[1:] == found[:1] * 2


def test_a_fault_in_a_thread_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(parallel_search, "simulate", broken)
    with pytest.raises(ZeroDivisionError):
        search_in(2, 100, cores=2)
