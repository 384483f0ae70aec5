"""The result of a game as the page shows it: who has won, in which order, how the points came about, and what next."""

from collections.abc import Sequence
from typing import Any

from tablee.games.levels import STRONGEST
from tablee.games.sheets import Sheet
from tablee.language import Language
from tablee.show.sentences import headline, listed
from tablee.table.table import Table


def result_of(table: Table, own: Sequence[int], names: Sequence[str], say: Language) -> dict[str, Any] | None:
    """What a page is told once the game is over; `own` are the seats of those who look at it."""
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
    """Who has won. Whoever looks alone at a device is spoken to; several are called by their names."""
    assert table.result is not None
    winners = table.result.winners
    if len(own) == 1 and own[0] in winners:
        return say("You win!") if len(winners) == 1 else say("You share the win!")
    if len(winners) == 1:
        return say("{name} wins!", name=names[winners[0]])
    return say("{names} share the win!", names=listed([names[seat] for seat in winners], say))


def _decision(table: Table, say: Language) -> str:
    """What decided it, whoever has won."""
    assert table.result is not None
    assert table.folder is not None
    result = table.result
    if result.reason == "left":
        return say("Everybody else has given up.")
    return table.folder.words.decision(table.view(None), result, say)


def _rows(table: Table, own: Sequence[int], names: Sequence[str]) -> list[dict[str, Any]]:
    """Everybody with their points and rank, the winner first; who has given up comes last."""
    result = table.result
    assert result is not None
    standing = {
        seat: (seat not in result.winners, table.has_left(seat), -result.scores[seat]) for seat in range(len(names))
    }
    return [
        {
            "name": names[seat],
            "seat": seat,
            "colour": table.colour(seat),
            "score": result.scores[seat],
            "rank": 1 + sum(other < standing[seat] for other in standing.values()),
            "winner": seat in result.winners,
            "left": table.has_left(seat),
            "own": seat in own,
        }
        for seat in sorted(standing, key=lambda seat: (standing[seat], seat))
    ]


def _sheet(table: Table, names: Sequence[str], say: Language) -> Sheet:
    """How the points came about, as the game explains them."""
    assert table.folder is not None
    return table.folder.words.score_sheet(table.view(None), names, say)


def _stronger(table: Table) -> dict[str, str] | None:
    """What to ask for to play the same against bots one level up; None where there is none, or with other people."""
    levels = [sitter.level for sitter in table.seats if sitter.level]
    if len(levels) != len(table.seats) - 1 or min(levels, default=STRONGEST) == STRONGEST:
        return None
    opening = table.opening
    options = {f"option_{name}": str(value) for name, value in opening.options.items()}
    wished = {"game": opening.game, "mode": "bots", "players": str(opening.players), "level": str(min(levels) + 1)}
    return wished | options
