import pytest

from tablee.games.canvas import Canvas, StrictCanvas, UndeclaredFieldError, painted, part
from tablee.games.language import ENGLISH
from tablee.games.scenery import UPRIGHT, Node

calls = []


@part("board", "facts.worth")
def board(view):
    calls.append(("board", None))
    return [(Node(f"square {name}", 0, "square", view["facts"]["worth"], 0),) for name in view["board"]]


@part("hands", "counted")
def hands(view, seat):
    calls.append(("hands", seat))
    return [(Node("hand", 0, "hand", view.get("counted", view["hands"]), 0),)]


VIEW = {"board": ["a1", "b2"], "hands": 3, "facts": {"worth": 5, "over": False}}


def called(canvas, seat=0, **changes):
    """The parts that are painted anew."""
    calls.clear()
    facts = {**VIEW["facts"], **changes.pop("facts", {})}
    painted(canvas, (board, hands), {**VIEW, **changes, "facts": facts}, seat, ENGLISH, UPRIGHT)
    return list(calls)


def test_only_parts_whose_fields_have_changed_are_called():
    canvas = Canvas()
    assert called(canvas) == [("board", None), ("hands", 0)]
    assert called(canvas) == []
    assert called(canvas, hands=2) == [("hands", 0)]
    assert called(canvas, hands=2, board=["a1"]) == [("board", None)]
    assert called(canvas, hands=2, board=["a1"], facts={"over": True}) == []
    assert called(canvas, hands=2, board=["a1"], facts={"worth": 6}) == [("board", None)]
    assert called(canvas, hands=2, board=["a1"], facts={"worth": 6}, counted=1) == [("hands", 0)]


def test_what_all_see_is_painted_once_for_all_seats():
    canvas = Canvas()
    called(canvas, seat=0)
    assert called(canvas, seat=1) == [("hands", 1)]
    assert called(canvas, seat=None) == [("hands", None)]


def test_the_painting_before_the_latest_is_kept_too():
    canvas = Canvas()
    called(canvas)
    called(canvas, hands=2)
    assert called(canvas) == []
    assert called(canvas, hands=2) == []


def test_without_a_canvas_everything_is_painted():
    assert called(None) == called(None) == [("board", None), ("hands", 0)]


@part("board")
def forgetful(view):
    return [(Node("points", 0, "text", 0, 0, text=str(view["facts"]["worth"])),)]


@part("board")
def curious(view):
    return [(Node("hand", 0, "hand", 0, 0, text=str(view.get("hands"))),)]


@part("board")
def greedy(view):
    return [tuple(Node(name, 0, "field", 0, 0) for name in view)]


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (forgetful, "forgetful reads facts.worth, a field that it does not declare"),
        (curious, "curious reads hands, a field that it does not declare"),
        (greedy, "greedy reads all fields"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_strict_canvas_refuses_fields_that_are_not_declared(one, why):
    Canvas().painted((one,), VIEW, 0, ENGLISH, UPRIGHT)
    with pytest.raises(UndeclaredFieldError, match=why):
        StrictCanvas().painted((one,), VIEW, 0, ENGLISH, UPRIGHT)
