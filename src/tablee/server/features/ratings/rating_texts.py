"""Ratings in words, with their deviation."""

from typing import NamedTuple

from tablee.games.language import Language
from tablee.server.features.ratings.model import DAYS, Rating


class ShownRating(NamedTuple):
    """The rating of a participant at a rated table: one that is reliable enough, or what the game has just changed."""

    points: int
    doubt: int
    """The deviation in points; 0 for the server's bots."""
    before: int | None = None
    """The rating before this game, once the game has been counted."""
    is_sure: bool = True
    was_sure: bool = True
    """Whether the rating and the one before were reliable; others have a question mark."""


def points_words(points: int, doubt: int, say: Language, *, is_sure: bool = True) -> str:
    """Points with their deviation, which bots do not have, or with the question mark of a provisional rating."""
    if not is_sure:
        return _provisional(points, say)
    told = say.number(points)
    return say("{points} ± {doubt}", points=told, doubt=doubt) if doubt else told


def _provisional(points: int, say: Language) -> str:
    return say("{points}?", points=say.number(points))


def change_of_points(before: int, after: int, say: Language) -> str:
    """The change of a rating, with its sign."""
    change = after - before
    return f"+{say.number(change)}" if change > 0 else say.number(change)


def uncounted_words(why: str, say: Language) -> str:
    """Why a game offered as rated did not count; empty if it did, or is not over."""
    reasons = {
        "often": say("This game was not rated: the same people have played too many rated games in one day."),
        "alone": say("This game was not rated: there was nobody to rate."),
        "unmoved": say("This game was not rated: it ended before the first move."),
    }
    return reasons.get(why, say("This game was not rated.")) if why else ""


def rating_message(shown: ShownRating | None, say: Language) -> dict[str, str] | None:
    """The rating of a participant for the page; None if it is not reliable enough, or the table is not rated."""
    if shown is None:
        return None
    words = points_words(shown.points, shown.doubt, say, is_sure=shown.is_sure)
    told = {"points": say.number(shown.points) if shown.is_sure else words, "words": words}
    if shown.before is None:
        return told | {"change": "", "course": ""}
    before = say.number(shown.before) if shown.was_sure else _provisional(shown.before, say)
    return told | {
        "change": change_of_points(shown.before, shown.points, say),
        "course": say("{before} → {after}", before=before, after=told["words"]),
    }


def rating_words(rating: Rating, say: Language) -> str:
    """Points with their deviation; bots have none, and provisional ratings have a question mark."""
    return points_words(rating.points, rating.doubt, say, is_sure=rating.is_sure)


def change_words(before: Rating, after: Rating, say: Language) -> str:
    """The change of a rating by a game."""
    return change_of_points(before.points, after.points, say)


def rated_pace_words(pace: str, say: Language) -> str:
    """The name of a rated pace."""
    return say("correspondence") if pace == DAYS else say("live")
