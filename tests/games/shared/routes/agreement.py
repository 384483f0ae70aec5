"""An engine of a route game against its plain reference: lists of sticks have no meaning in their order."""

from collections.abc import Callable
from typing import Any

import tablee
from tests.games.agreement import assert_engine_agrees, assert_game_agrees
from tests.games.shared.routes.hexes import in_order
from tests.games.shared.routes.position import Document, State
from tests.games.shared.routes.reference import Reference


def ordered(state: Document) -> State:
    """The state with its sticks in order, none of them twice."""
    for sticks in state["sticks"]:
        assert len(sticks) == len(set(sticks))
    return {**state, "sticks": [in_order(set(sticks)) for sticks in state["sticks"]]}


class _Ordered:
    """A game or an engine that answers as ever, but with its sticks in order."""

    def __init__(self, asked: Any) -> None:
        self._asked = asked

    def __getattr__(self, name: str) -> Any:
        return getattr(self._asked, name)

    def state(self) -> State:
        return ordered(self._asked.state())

    def view(self, seat: int | None) -> State:
        return ordered(self._asked.view(seat))

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self._asked.ask(cmd, **fields)
        return {**answer, "state": ordered(answer["state"])} if "state" in answer else answer


def assert_agrees(game: tablee.Game, reference: Reference) -> None:
    assert_game_agrees(_ordered(game), reference)


def assert_process_agrees(process: Any, reference: Reference) -> None:
    assert_engine_agrees(_ordered(process), reference)


_ordered: Callable[[Any], Any] = _Ordered
