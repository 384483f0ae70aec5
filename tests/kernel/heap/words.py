from typing import Any

from tablee.games.about import About, Option

from . import rules


def action_text(state: Any, action: int) -> str:  # noqa: ARG001
    return f"begin {action - rules.BEGIN}" if action >= rules.BEGIN else f"take {action}"


def write(state: Any) -> dict[str, Any]:
    record = state[0]
    return {"game": "heap", "players": 2, "heap": int(record.heap), "turn": int(record.turn)}


def read(document: Any) -> Any:
    states = rules.new(document["players"], document["options"], 0)
    states[0].heap, states[0].turn = document["heap"], document["turn"]
    return states


def view(state: Any, seat: int | None) -> dict[str, Any]:  # noqa: ARG001
    return write(state)


def knowledge(state: Any, seat: int | None) -> dict[str, Any]:  # noqa: ARG001
    return write(state)


def as_known_now(text: str, *_: Any) -> str:
    return text


def board_text(view: Any) -> str:
    return "o" * view["heap"]


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
