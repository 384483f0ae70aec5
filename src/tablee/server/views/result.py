"""The result of a game for the page: the winners, the ranks, the score sheet, and what to play next."""

from collections.abc import Sequence
from typing import Any

from tablee.games.brains.levels import STRONGEST
from tablee.games.language import Language
from tablee.server.table.events import Leave
from tablee.server.table.table import Table
from tablee.server.views.sentences import headline, listed


def result_of(table: Table, own: Sequence[int], names: Sequence[str], say: Language) -> dict[str, Any] | None:
    """The result message; `own` are the viewer's seats."""
    result, definition = table.result, table.definition
    if result is None:
        return None
    assert definition is not None
    winners, view = [names[seat] for seat in result.winners], table.view(None)
    if len(own) == 1 and own[0] in result.winners:  # several viewers of a device are called by their names
        title = say("You win!") if len(winners) == 1 else say("You share the win!")
    elif len(winners) == 1:
        title = say("{name} wins!", name=winners[0])
    else:
        title = say("{names} share the win!", names=listed(winners, say))
    left = result.reason == "left"
    others = [seat for seat in range(len(names)) if seat not in result.winners]
    sheet = definition.words.score_sheet(view, names, say)
    level, level_words = _next_level(table, own, say)
    return {
        "title": title,
        "decision": _why_alone(table, others, names, say) if left else definition.words.decision(view, result, say),
        "headline": headline(table, say),
        "rows": _rows(table, own, names),
        "sheet": [] if left and not any(any(line.cells) for line in sheet) else sheet,
        "level": level,
        "level_words": level_words,
        "export": f"/tables/{table.id}/export.json",
    }


def _rows(table: Table, own: Sequence[int], names: Sequence[str]) -> list[dict[str, Any]]:
    """All seats with points and rank, the winner first; those who left come last."""
    result, late = table.result, _out_of_time(table)
    assert result is not None
    order = {
        seat: (seat not in result.winners, table.has_left(seat), -result.scores[seat]) for seat in range(len(names))
    }
    return [
        {
            "name": names[seat],
            "seat": seat,
            "colour": table.colour(seat),
            "score": result.scores[seat],
            "rank": 1 + sum(other < order[seat] for other in order.values()),
            "winner": seat in result.winners,
            "left": table.has_left(seat),
            "late": seat in late,
            "own": seat in own,
        }
        for seat in sorted(order, key=lambda seat: (order[seat], seat))
    ]


def _out_of_time(table: Table) -> set[int]:
    """The seats that left because their time was up."""
    return {event.seat for event in table.events if isinstance(event, Leave) and event.time}


def _why_alone(table: Table, others: Sequence[int], names: Sequence[str], say: Language) -> str:
    """Why nobody else was left in the game."""
    late = [seat for seat in others if seat in _out_of_time(table)]
    if len(others) == 1:
        (name,) = (names[seat] for seat in others)
        return say("{name} ran out of time.", name=name) if late else say("{name} resigned.", name=name)
    return say("Everyone else ran out of time.") if len(late) == len(others) else say("Everyone else resigned.")


def _next_level(table: Table, own: Sequence[int], say: Language) -> tuple[dict[str, str] | None, str]:
    """The options for the same game against bots one level up after a win, one level down after a loss, and its name.

    None if there is no such level, or with other people.
    """
    levels = [participant.level for participant in table.seats if participant.level]
    if len(levels) != len(table.seats) - 1 or table.result is None:
        return None, ""
    won = any(seat in table.result.winners for seat in own)
    level = min(levels) + 1 if won else max(levels) - 1
    if not 1 <= level <= STRONGEST:
        return None, ""
    opening = table.opening
    options = {f"option_{name}": str(value) for name, value in opening.options.items()}
    request = {"game": opening.game, "mode": "bots", "players": str(opening.players), "level": str(level)}
    return request | options, say("Next level") if won else say("An easier level")
