"""Ratings in words, from plain numbers: with how sure they are. Who plays how well is nothing that is known here."""

from typing import NamedTuple

from tablee.language import Language


class Shown(NamedTuple):
    """The rating of somebody at a table that counts, if it is sure enough to be shown."""

    points: int
    doubt: int
    """Points by which it may well be off, up or down; 0 for bots of the house."""
    before: int | None = None
    """What it was before this game, once that is over and counted."""


def points_words(points: int, doubt: int, say: Language) -> str:
    """Points, and by how many they may well be off; of a bot there is no doubt."""
    told = say.number(points)
    return say("{points} ± {doubt}", points=told, doubt=doubt) if doubt else told


def change_of_points(before: int, after: int, say: Language) -> str:
    """By how much a rating has changed, with its sign."""
    change = after - before
    return f"+{say.number(change)}" if change > 0 else say.number(change)


def uncounted_words(why: str, say: Language) -> str:
    """Why a game did not count though it was offered so; nothing if it did, or is not over."""
    reasons = {
        "often": say("This game did not count: the same people have played many games together within a day."),
        "seats": say("This game did not count: somebody had several seats."),
        "alone": say("This game did not count: there was nobody to count it for."),
    }
    return reasons.get(why, say("This game did not count.")) if why else ""


def rating_message(shown: Shown | None, say: Language) -> dict[str, str] | None:
    """What a page is told of the rating of a sitter; None if it is not known well enough, or nothing counts here."""
    if shown is None:
        return None
    told = {"points": say.number(shown.points), "words": points_words(shown.points, shown.doubt, say)}
    if shown.before is None:
        return told | {"change": "", "course": ""}
    return told | {
        "change": change_of_points(shown.before, shown.points, say),
        "course": say("{before} → {after}", before=say.number(shown.before), after=told["words"]),
    }
