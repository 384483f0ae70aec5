"""What an earlier search knows of a state lives on, all of it and nothing else."""

from typing import Any

import pytest

from tablee.bots.level_bots import think
from tablee.bots.mcts import NONE, ROOT, SearchTree
from tablee.bots.parallel_search import TreeSearch
from tablee.engine.contract import States
from tests.bots.expectimax import action_values
from tests.bots.positions import ISIS, random_endgame
from tests.cases import each

OPENING = ISIS.new(2, {}, 0)


def tree_of(search: TreeSearch) -> SearchTree:
    return search._trees[0]


def children(tree: SearchTree, node: int) -> list[int]:
    found = []
    child = int(tree.nodes[node].first_child)
    while child != NONE:
        found.append(child)
        child = int(tree.nodes[child].next_sibling)
    return found


def shape(tree: SearchTree, node: int) -> Any:
    """All that hangs on a node, in its order."""
    return [
        (*(tree.nodes[child][name].item() for name in ("action", "visits", "reward", "prior")), shape(tree, child))
        for child in children(tree, node)
    ]


def states_in(tree: SearchTree, node: int, state: States) -> list[tuple[int, States]]:
    """Every node from here on, and the state it stands for."""
    found = [(node, state)]
    for child in children(tree, node):
        found += states_in(tree, child, ISIS.step(state, int(tree.nodes[child].action)))
    return found


def most_visited(tree: SearchTree, nodes: list[tuple[int, States]]) -> tuple[int, States]:
    """Of the nodes below the root where a seat is to act, the one that was visited most."""
    return max(
        ((node, state) for node, state in nodes if node != ROOT and isinstance(ISIS.to_act(state), int)),
        key=lambda found: tree.nodes[found[0]].visits,
    )


def go_on(old: TreeSearch, state: States, most_nodes: int = 5000) -> TreeSearch:
    return TreeSearch(ISIS, state, seed=9, most_nodes=most_nodes, earlier=old)


def test_what_hangs_on_the_node_of_a_state_is_kept_as_it_is() -> None:
    old = think(ISIS, OPENING, 4000, seed=1)
    node, state = most_visited(tree_of(old), states_in(tree_of(old), ROOT, OPENING))
    new = go_on(old, state)
    assert new.simulations == tree_of(old).nodes[node].visits > 10
    assert shape(tree_of(new), ROOT) == shape(tree_of(old), node) != []


def test_every_state_of_the_tree_is_found_and_of_equals_the_most_visited() -> None:
    state = random_endgame(6, free=4)
    old = think(ISIS, state, 2000, seed=1)
    visits: dict[bytes, list[int]] = {}
    found = [(node, at) for node, at in states_in(tree_of(old), ROOT, state) if children(tree_of(old), node)]
    for node, at in found:
        visits.setdefault(at.tobytes(), []).append(int(tree_of(old).nodes[node].visits))
    assert max(map(len, visits.values())) > 1
    for _, at in found:
        assert go_on(old, at).simulations == max(visits[at.tobytes()])


def test_the_very_same_state_keeps_the_whole_tree() -> None:
    old = think(ISIS, OPENING, 1000, seed=1)
    new = go_on(old, OPENING)
    assert (new.simulations, new.nodes, new.choices()) == (1000, old.nodes, old.choices())


def test_a_state_that_was_never_met_begins_with_nothing() -> None:
    later = ISIS.apply(OPENING, "pawn a1")
    old = think(ISIS, later, 500, seed=1)
    for elsewhere in (OPENING, ISIS.apply(OPENING, "pawn a2"), ISIS.new(3, {}, 0), ISIS.new(2, {"memory": "open"}, 0)):
        new = go_on(old, elsewhere)
        assert (new.simulations, new.nodes) == (0, 1)
        new.run(500)
        assert new.choices() == think(ISIS, elsewhere, 500, seed=9).choices()


def test_the_search_goes_on_up_to_its_number_and_counts_every_action() -> None:
    old = think(ISIS, OPENING, 3000, seed=1)
    _, state = most_visited(tree_of(old), states_in(tree_of(old), ROOT, OPENING))
    new = go_on(old, state)
    new.run(3000)
    assert new.simulations == 3000
    assert {choice.action for choice in new.choices()} == set(ISIS.actions(state))
    assert sum(choice.visits for choice in new.choices()) == 2999  # the first visit made the node


def test_the_older_search_is_left_as_it_was() -> None:
    old = think(ISIS, OPENING, 1000, seed=1)
    before = tree_of(old).nodes.tobytes(), tree_of(old).root.tobytes()
    go_on(old, OPENING).run(2000)
    assert (tree_of(old).nodes.tobytes(), tree_of(old).root.tobytes()) == before


@each("most_nodes", [1, 2, 10, 100])
def test_where_there_is_less_room_only_the_nearest_nodes_are_kept(most_nodes: int) -> None:
    old = think(ISIS, OPENING, 1000, seed=1)
    new = go_on(old, OPENING, most_nodes)
    assert new.nodes == most_nodes
    new.run(2000)
    assert (new.nodes, new.simulations) == (most_nodes, 2000)
    assert all(choice.action in ISIS.actions(OPENING) for choice in new.choices())


def test_each_tree_goes_on_from_its_own() -> None:
    old = TreeSearch(ISIS, OPENING, seed=1, most_nodes=1001, trees=3)
    old.run(1500)
    new = TreeSearch(ISIS, OPENING, seed=2, most_nodes=1001, trees=3, earlier=old)
    assert [shape(tree, ROOT) for tree in new._trees] == [shape(tree, ROOT) for tree in old._trees]


def test_in_endgames_a_search_that_goes_on_finds_what_trying_everything_finds() -> None:
    kept = 0
    for seed in range(8):
        start = random_endgame(seed, free=5)
        old = think(ISIS, start, 5_000, seed=1)
        _, state = most_visited(tree_of(old), states_in(tree_of(old), ROOT, start))
        new = go_on(old, state, most_nodes=20_001)
        kept += new.simulations
        new.run(20_000)
        exact, found = action_values(ISIS, state), new.choices()[0]
        assert exact[found.action] == pytest.approx(max(exact.values()), abs=0.02), f"endgame {seed}"
        assert found.reward == pytest.approx(exact[found.action], abs=0.05), f"endgame {seed}"
    assert kept > 8 * 500
