"""Ratings in words: with how sure they are, and never before they are."""

from tablee.language import Language
from tablee.people.ratings import DAYS, Rating


def rating_words(rating: Rating, say: Language) -> str:
    """Points, and by how many they may well be off; of a bot there is no doubt."""
    if not rating.is_sure:
        return say("not known yet")
    points = say.number(rating.points)
    return say("{points} ± {doubt}", points=points, doubt=rating.doubt) if rating.doubt else points


def change_words(before: Rating, after: Rating, say: Language) -> str:
    """What a game did to a rating that is known; nothing to one that is not."""
    if not before.is_sure:
        return ""
    change = after.points - before.points
    return f"+{say.number(change)}" if change > 0 else say.number(change)


def rated_pace_words(pace: str, say: Language) -> str:
    """The pace that is rated for itself."""
    return say("by days") if pace == DAYS else say("at one sitting")
