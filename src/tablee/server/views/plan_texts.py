"""Plans in words, for their owners alone."""

from collections.abc import Sequence
from typing import Any

from tablee.games.language import Language
from tablee.server.table.events import Act
from tablee.server.table.seat_plans import PlanBoard, StoredPlan, remaining
from tablee.server.table.table import Table
from tablee.server.views.sentences import seat_names


def plan_message(table: Table, seat: int, stored: StoredPlan | None, say: Language) -> dict[str, Any]:
    """What a page is told of its owner's plan: where it is made, what it holds, and what has become of it."""
    going_on = table.status == "playing" and not table.has_left(seat)
    lines = len(remaining(table, seat, stored.plan)) if stored and stored.plan.lines and going_on else 0
    words = say.plural("Plan ({count} line)", "Plan ({count} lines)", lines) if lines else say("Plan")
    return {
        "say": "plan",
        "link": f"/tables/{table.id}/plan" if going_on else "",
        "words": words,
        "notes": _notes(table, seat, stored, say) if stored else [],
    }


def _notes(table: Table, seat: int, stored: StoredPlan, say: Language) -> list[tuple[int, str]]:
    """What has become of a plan, after which events."""
    told = []
    for note in stored.notes:
        own = (
            event.number for event in table.events[note.number - 1 :] if isinstance(event, Act) and event.seat == seat
        )
        if note.kind == "void":
            told.append((note.number, say("Your plan no longer fits, so it has been dropped.")))
        elif (number := next(own, 0)) != 0:
            told.append((number, say("Played from your plan.")))
    return told


def line_words(table: Table, seat: int, line: Sequence[str], say: Language) -> list[dict[str, Any]]:
    """The steps of a line from the present position on, in sentences."""
    board, names, told = PlanBoard(table, seat), tuple(seat_names(table, say)), []
    say = say.in_colours(table.colours)
    for text in line:
        who = board.to_act
        if who is None:
            break
        words = str(board.definition.words.sentence(text, who, names, say)) or text
        told.append({"words": words, "own": who == seat})
        board.step(text)
    return told
