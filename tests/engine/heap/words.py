from typing import Any

from tablee.games.about import About, Option
from tablee.games.document import seat, whole

ACTIONS = ("", "take 1", "take 2", *[""] * 7, "begin 0", "begin 1")
FIELDS = {"stones": whole(11), "turn": seat(none_at=-1)}


def board_text(view: Any) -> str:
    return "o" * view["stones"]


def seat_name(seat: int, say: Any) -> str:
    return say("left hand") if seat == 0 else say("right hand")


def option_text(name: str, say: Any) -> Option:  # noqa: ARG001
    return Option(say("Stones"), {7: "7", 11: "11"})


def sentence(text: str, seat: int, names: Any, say: Any) -> str:  # noqa: ARG001
    return f"{names[seat]}: {text}"


def prompt(view: Any, seat: int | None, names: Any, say: Any) -> str:  # noqa: ARG001
    return say("Take one stone or two.")


def about(say: Any) -> About:
    return About(say("Take the last stone."), minutes=1, age=4)
