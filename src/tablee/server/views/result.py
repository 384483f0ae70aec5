"""The result of a game for the page: the winners, the ranks, the score sheet, and what to play next."""

from collections.abc import Sequence
from typing import Any

from tablee.games.brains.levels import STRONGEST
from tablee.games.language import Language
from tablee.games.score_sheets import Sheet
from tablee.server.table.table import Table
from tablee.server.views.sentences import headline, listed


def result_of(table: Table, own: Sequence[int], names: Sequence[str], say: Language) -> dict[str, Any] | None:
    """The result message; `own` are the viewer's seats."""
    if table.result is None:
        return None
    return {
        "title": _title(table, own, names, say),
        "decision": _decision(table, say),
        "headline": headline(table, say),
        "rows": _rows(table, own, names),
        "sheet": _sheet(table, names, say),
        "stronger": _stronger(table),
        "export": f"/tables/{table.id}/export.json",
    }


def _title(table: Table, own: Sequence[int], names: Sequence[str], say: Language) -> str:
    """The winners. A single viewer of a device is addressed as "you"; several are called by their names."""
    assert table.result is not None
    winners = table.result.winners
    if len(own) == 1 and own[0] in winners:
        return say("You win!") if len(winners) == 1 else say("You share the win!")
    if len(winners) == 1:
        return say("{name} wins!", name=names[winners[0]])
    return say("{names} share the win!", names=listed([names[seat] for seat in winners], say))


def _decision(table: Table, say: Language) -> str:
    """What decided the game."""
    assert table.result is not None
    assert table.definition is not None
    result = table.result
    if result.reason == "left":
        return say("Everybody else has given up.")
    return table.definition.words.decision(table.view(None), result, say)


def _rows(table: Table, own: Sequence[int], names: Sequence[str]) -> list[dict[str, Any]]:
    """All seats with points and rank, the winner first; those who left come last."""
    result = table.result
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
            "own": seat in own,
        }
        for seat in sorted(order, key=lambda seat: (order[seat], seat))
    ]


def _sheet(table: Table, names: Sequence[str], say: Language) -> Sheet:
    """How the points came about, as the game explains them."""
    assert table.definition is not None
    return table.definition.words.score_sheet(table.view(None), names, say)


def _stronger(table: Table) -> dict[str, str] | None:
    """The options for the same game against bots one level up; None if there is no such level, or with other people."""
    levels = [participant.level for participant in table.seats if participant.level]
    if len(levels) != len(table.seats) - 1 or min(levels, default=STRONGEST) == STRONGEST:
        return None
    opening = table.opening
    options = {f"option_{name}": str(value) for name, value in opening.options.items()}
    request = {"game": opening.game, "mode": "bots", "players": str(opening.players), "level": str(min(levels) + 1)}
    return request | options
