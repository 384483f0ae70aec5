"""An engine against its plain reference: one step carried out, and everything compared after it."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

import pytest

import tablee


class Reference(Protocol):
    """A game written down once more in plain Python, from its rules alone."""

    players: int
    reason: str | None
    """Why the game has ended; None until it has."""

    MEANINGLESS_ONCE_OVER: tuple[str, ...]
    """The fields of the state that mean nothing once the game is over."""

    def to_act(self) -> int | str | None: ...
    def legal(self) -> set[str]: ...
    def outcomes(self) -> dict[str, Fraction]: ...
    def scores(self) -> list[int]: ...
    def winners(self) -> list[int]: ...
    def state(self) -> dict[str, Any]: ...
    def view(self, seat: int | None) -> dict[str, Any]: ...
    def step(self, text: str) -> None: ...


# ---- through the API ------------------------------------------------------------------------------------------


def step(game: tablee.Game, text: str) -> None:
    """Carry out one line of a log: an action, an outcome, or a leaving."""
    if text.startswith("leave "):
        game.leave(int(text.removeprefix("leave ")))
    else:
        game.play(text)


def replay(game: tablee.Game, log: Sequence[str]) -> tablee.Game:
    for text in log:
        step(game, text)
    return game


def assert_game_agrees(game: tablee.Game, reference: Reference) -> None:
    assert game.to_act == reference.to_act()
    assert sorted(game.legal()) == sorted(reference.legal())
    _assert_outcomes_agree(game.outcomes(), reference)
    _assert_states_agree(game.state(), {seat: game.view(seat) for seat in _watchers(reference)}, reference)
    over = reference.reason is not None
    assert game.result() == tablee.Result(over, reference.scores(), reference.winners(), reference.reason)


# ---- through the protocol -------------------------------------------------------------------------------------


def answered(process: Any, cmd: str, **fields: Any) -> dict[str, Any]:
    """The answer to a request that must be served, without its `ok`."""
    answer: dict[str, Any] = process.ask(cmd, **fields)
    assert answer.pop("ok") is True, answer
    return answer


def ask_for_step(process: Any, text: str) -> dict[str, Any]:
    """Carry out one line of a log."""
    if text.startswith("leave "):
        return answered(process, "leave", seat=int(text.removeprefix("leave ")))
    return answered(process, "apply", action=text)


def assert_engine_agrees(process: Any, reference: Reference) -> None:
    to_act = reference.to_act()
    legal = answered(process, "legal")
    assert legal.pop("to_act") == to_act
    if to_act == "chance":
        _assert_outcomes_agree(legal.pop("outcomes"), reference)
    else:
        assert sorted(legal.pop("actions")) == sorted(reference.legal())
    assert legal == {}
    views = {seat: answered(process, "view", seat=seat)["state"] for seat in _watchers(reference)}
    _assert_states_agree(answered(process, "state")["state"], views, reference)
    assert answered(process, "result") == {
        "over": to_act is None,
        "scores": reference.scores(),
        "winners": reference.winners(),
        "reason": reference.reason,
    }


class _InOrder:
    """A game or an engine that answers as ever, but with those lists of a state in order whose order has no meaning."""

    def __init__(self, asked: Any, ordered: Callable[[Any], Any]) -> None:
        self._asked = asked
        self._ordered = ordered

    def __getattr__(self, name: str) -> Any:
        return getattr(self._asked, name)

    def state(self) -> dict[str, Any]:
        document: dict[str, Any] = self._ordered(self._asked.state())
        return document

    def view(self, seat: int | None) -> dict[str, Any]:
        document: dict[str, Any] = self._ordered(self._asked.view(seat))
        return document

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self._asked.ask(cmd, **fields)
        return {**answer, "state": self._ordered(answer["state"])} if "state" in answer else answer


in_order: Callable[[Any, Callable[[Any], Any]], Any] = _InOrder


# ---- what is compared -----------------------------------------------------------------------------------------


def what_counts(state: dict[str, Any], over: bool, meaningless: Sequence[str] = ("turn",)) -> dict[str, Any]:
    """The state without the fields that mean nothing once the game is over."""
    return {name: value for name, value in state.items() if not (over and name in meaningless)}


def _watchers(reference: Reference) -> list[int | None]:
    """A spectator and every seat."""
    return [None, *range(reference.players)]


def _assert_outcomes_agree(outcomes: Any, reference: Reference) -> None:
    expected = reference.outcomes()
    assert sorted(text for text, _ in outcomes) == sorted(expected)
    assert all(probability == pytest.approx(float(expected[text]), abs=1e-9) for text, probability in outcomes)
    assert sum(probability for _, probability in outcomes) == pytest.approx(1 if expected else 0, abs=1e-9)


def _assert_states_agree(state: Any, views: dict[int | None, Any], reference: Reference) -> None:
    over, meaningless = reference.reason is not None, reference.MEANINGLESS_ONCE_OVER
    assert what_counts(state, over, meaningless) == what_counts(reference.state(), over, meaningless)
    for seat, view in views.items():
        assert what_counts(view, over, meaningless) == what_counts(reference.view(seat), over, meaningless)
