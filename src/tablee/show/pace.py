"""How fast a table is played, in words."""

from tablee.language import Language
from tablee.show.clocks import pace_words
from tablee.table.directory import Entry


def pace_of(entry: Entry, say: Language) -> str:
    """The pace of a table, and whether it counts."""
    return counting(pace_words(entry.clock, say) or say("no clock"), say, rated=entry.rated)


def counting(pace: str, say: Language, *, rated: bool) -> str:
    """A pace, and that it counts if it does."""
    return ", ".join([pace, say("it counts")]) if rated else pace
