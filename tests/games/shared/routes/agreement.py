"""An engine of a route game against its plain reference: lists of sticks have no meaning in their order."""

from typing import Any

import tablee
from tests.games.agreement import assert_engine_agrees, assert_game_agrees, in_order
from tests.games.shared.routes.hexes import in_order as sorted_sticks
from tests.games.shared.routes.position import Document, State
from tests.games.shared.routes.reference import Reference


def ordered(state: Document) -> State:
    """The state with its sticks in order, none of them twice."""
    for sticks in state["sticks"]:
        assert len(sticks) == len(set(sticks))
    return {**state, "sticks": [sorted_sticks(set(sticks)) for sticks in state["sticks"]]}


def assert_agrees(game: tablee.Game, reference: Reference) -> None:
    assert_game_agrees(in_order(game, ordered), reference)


def assert_process_agrees(process: Any, reference: Reference) -> None:
    assert_engine_agrees(in_order(process, ordered), reference)
