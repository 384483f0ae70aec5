"""The message that says who sits at a table: a part that is the same for everyone, and each recipient's own part."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablee.games.brains.characters import free_characters
from tablee.games.brains.levels import LEVELS
from tablee.games.language import Language
from tablee.server.features.ratings.rating_texts import ShownRating, rating_message, uncounted_words
from tablee.server.table.clock import A_SECOND
from tablee.server.table.events import Chance
from tablee.server.table.seating import Participant
from tablee.server.table.table import Table
from tablee.server.views.bot_characters import level_names, manner, who_plays
from tablee.server.views.clock_texts import pace_words
from tablee.server.views.sentences import closing, shown_names, undo_words
from tablee.server.views.text_play import hints_are_allowed


class Company(NamedTuple):
    """Who is connected, and what is known of them."""

    away: Mapping[int, int | None]
    """Seconds since each participant went away; None or missing for bots and for those who are here."""
    watching: int = 0
    """The number of spectators."""
    patience: float = 0.0
    """Seconds after which somebody away counts as absent."""
    ratings: Mapping[int, ShownRating] = {}
    """By participant; only at rated tables, and only ratings that are reliable enough to show."""
    uncounted: str = ""
    """Why the game was not rated, if it was not."""


def about(table: Table, company: Company, say: Language) -> dict[str, Any]:
    """All that everyone is told of a table besides its frames. Add `own_part` for each recipient."""
    names, palette, bots = shown_names(table, say), [], []
    if table.status == "waiting":
        if table.definition:  # what the colours are called from which one may choose; in some games they are tribes
            palette = [table.definition.words.seat_name(one, say) for one in range(table.palette)]
        taken = [participant.name for participant in table.participants]
        bots = [free_characters(level, taken)[0] for level in LEVELS]
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
        "palette": palette,
        "throws_for_start": table.throws_for_start,
        "sitters": [
            _participant(table, participant, names[participant.id], company, say) for participant in table.participants
        ],
        "bots": [{"level": one.level, "name": one.name, "face": one.face} for one in bots],
        "patience": _patience(table, company),
        "watching": company.watching,
        "undo": _question(table, names, say),
        "message": closing(table, say),
        "next": f"/tables/{table.next_table}" if table.next_table else "",
    }


def _question(table: Table, names: Mapping[int, str], say: Language) -> dict[str, Any] | None:
    """What somebody asks the others for, whose answers are missing, and the texts of the buttons."""
    question = table.undo
    if question is None:
        return None
    waits = sorted(table.must_agree(question))
    again = [one for one in table.steps if one.event.number >= question.to]
    drawn = any(isinstance(one.event, Chance) for one in again)
    return {
        "seat": question.seat,
        "words": undo_words(names[table.seats[question.seat].id], table.taken_back_by(question.to), say),
        "note": say("Dice and draws since then will come up the same again.") if drawn else "",
        "waits": waits,
        "waiting": say("Waiting for {names}.", names=", ".join(names[table.seats[seat].id] for seat in waits)),
        "texts": {"yes": say("Allow"), "no": say("Decline"), "withdraw": say("Withdraw")},
    }


def _patience(table: Table, company: Company) -> float:
    """Seconds after which a bot may stand in for somebody away; with a clock by days or at rated tables, only the clock
    decides."""
    clock = table.opening.clock
    if clock is not None and table.opening.rated:
        return (clock.bank + clock.turn) / A_SECOND
    return clock.turn / A_SECOND if clock is not None and clock.is_by_days else company.patience


def own_part(table: Table, own: Sequence[Participant]) -> dict[str, Any]:
    """The part for one recipient; `own` are those who play on that person's device, none for a spectator."""
    first = own[0] if own else None
    you = {
        "sitter": first.id if first else None,
        "seat": first.seat if first else None,
        "nonce": bool(first and first.nonce),
        "left": bool(own) and all(table.has_left(participant.seat) for participant in own),
        "sitters": [participant.id for participant in own],
    }
    return {"you": you, "hints": len(own) == 1 and hints_are_allowed(table, own[0].seat)}


def _participant(table: Table, participant: Participant, name: str, company: Company, say: Language) -> dict[str, Any]:
    """A participant as in the message."""
    player, away = who_plays(table, participant), company.away.get(participant.id)
    note = say("bot") if participant.program else ""
    if player and participant.level:
        note = say("bot ({level}), {manner}", level=level_names(say)[player.level - 1], manner=manner(player, say))
    return {
        "id": participant.id,
        "name": name,
        "bot": participant.level,
        "program": participant.program,
        "face": player.face if player else 0,
        "note": note,
        "seat": participant.seat,
        "here": away is None,
        "away": away,
        "stand_in": participant.stand_in,
        "late": participant.is_late,
        "stand_in_name": player.name if player and participant.stand_in else "",
        "left": table.has_left(participant.seat),
        "colour": participant.colour if participant.seat is None else table.colour(participant.seat),
        "rating": rating_message(company.ratings.get(participant.id), say),
    }
