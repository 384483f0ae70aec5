"""The message that says who sits at a table. Most of it is the same for everyone; the rest is one's own part."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablee.games.characters import Character, free_characters
from tablee.games.levels import LEVELS
from tablee.language import Language
from tablee.show.characters import manner, who_plays
from tablee.show.clocks import pace_words
from tablee.show.hints import are_allowed
from tablee.show.ratings import Shown, rating_message, uncounted_words
from tablee.show.sentences import closing, level_names, shown_names
from tablee.table.clock import A_SECOND
from tablee.table.seating import Sitter
from tablee.table.table import Table


class Company(NamedTuple):
    """Who is here."""

    away: Mapping[int, int | None]
    """For how many seconds each sitter has been away; None, or nothing, for bots and those who are here."""
    watching: int = 0
    """How many look on without sitting at the table."""
    patience: float = 0.0
    """After how many seconds somebody away is absent."""
    ratings: Mapping[int, Shown] = {}
    """By sitter, where the game counts and they are known well enough."""
    uncounted: str = ""
    """Why the game did not count, if it did not."""


def about(table: Table, company: Company, say: Language) -> dict[str, Any]:
    """All that everyone is told of a table besides its frames; `own_part` is to be added."""
    names = shown_names(table, say)
    return {
        "say": "table",
        "id": table.id,
        "game": table.opening.game,
        "status": "closed" if table.unserved else table.status,
        "number": table.number,
        "players": table.opening.players,
        "solo": table.opening.solo,
        "pace": pace_words(table.opening.clock, say),
        "rated": table.opening.rated,
        "uncounted": uncounted_words(company.uncounted, say),
        "commitment": table.opening.commitment,
        "first": table.first,
        "palette": _palette(table, say) if table.status == "waiting" else [],
        "throws_for_start": table.throws_for_start,
        "sitters": [
            _sitter(sitter, names[sitter.id], company.away.get(sitter.id), who_plays(table, sitter), say)
            | {"left": table.has_left(sitter.seat), "colour": _colour(table, sitter)}
            | {"rating": rating_message(company.ratings.get(sitter.id), say)}
            for sitter in table.sitters
        ],
        "bots": _free_bots(table) if table.status == "waiting" else [],
        "patience": _patience(table, company),
        "watching": company.watching,
        "message": closing(table, say),
        "next": f"/tables/{table.next_table}" if table.next_table else "",
    }


def _patience(table: Table, company: Company) -> float:
    """After how many seconds a bot may play for somebody away: by days, or if it counts, the clock alone says so."""
    clock = table.opening.clock
    if clock is not None and table.opening.rated:
        return (clock.bank + clock.turn) / A_SECOND
    return clock.turn / A_SECOND if clock is not None and clock.is_by_days else company.patience


def own_part(table: Table, own: Sequence[Sitter]) -> dict[str, Any]:
    """What is said of oneself: the sitters that a person is; none for who only watches."""
    return {"you": _you(table, own), "hints": len(own) == 1 and are_allowed(table, own[0].seat)}


def _you(table: Table, own: Sequence[Sitter]) -> dict[str, Any]:
    """The one who is told, and those who play on the same device."""
    first = own[0] if own else None
    return {
        "sitter": first.id if first else None,
        "seat": first.seat if first else None,
        "nonce": bool(first and first.nonce),
        "left": bool(own) and all(table.has_left(sitter.seat) for sitter in own),
        "sitters": [sitter.id for sitter in own],
    }


def _colour(table: Table, sitter: Sitter) -> int | None:
    """The colour that a sitter wears, or will; None if that is open."""
    return sitter.colour if sitter.seat is None else table.colour(sitter.seat)


def _palette(table: Table, say: Language) -> list[str]:
    """What the colours are called from which one may choose; in some games they are tribes."""
    return [table.folder.words.seat_name(one, say) for one in range(table.palette)] if table.folder else []


def _free_bots(table: Table) -> list[dict[str, Any]]:
    """Who would come if a bot of each level were asked for."""
    taken = [sitter.name for sitter in table.sitters]
    come = [free_characters(level, taken)[0] for level in LEVELS]
    return [{"level": one.level, "name": one.name, "face": one.face} for one in come]


def _sitter(sitter: Sitter, name: str, away: int | None, player: Character | None, say: Language) -> dict[str, Any]:
    """A sitter; `player` is the character who decides for it, if one does."""
    return {
        "id": sitter.id,
        "name": name,
        "bot": sitter.level,
        "program": sitter.program,
        "face": player.face if player else 0,
        "note": _note(player, say) if player and sitter.level else say("program") if sitter.program else "",
        "seat": sitter.seat,
        "here": away is None,
        "away": away,
        "stand_in": sitter.stand_in,
        "late": sitter.is_late,
        "stand_in_name": player.name if player and sitter.stand_in else "",
    }


def _note(player: Character, say: Language) -> str:
    """What lists say of a bot."""
    return say("bot ({level}), {manner}", level=level_names(say)[player.level - 1], manner=manner(player, say))
