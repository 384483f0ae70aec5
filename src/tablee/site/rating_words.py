"""Ratings in words: with how sure they are, and never before they are."""

from tablee.language import Language
from tablee.people.ratings import DAYS, Rating
from tablee.show.ratings import change_of_points, points_words


def rating_words(rating: Rating, say: Language) -> str:
    """Points, and by how many they may well be off; of a bot there is no doubt."""
    return points_words(rating.points, rating.doubt, say) if rating.is_sure else say("not known yet")


def change_words(before: Rating, after: Rating, say: Language) -> str:
    """What a game did to a rating that is known; nothing to one that is not."""
    return change_of_points(before.points, after.points, say) if before.is_sure else ""


def rated_pace_words(pace: str, say: Language) -> str:
    """The pace that is rated for itself."""
    return say("by days") if pace == DAYS else say("at one sitting")
