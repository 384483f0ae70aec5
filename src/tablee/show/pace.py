"""How fast a table is played, in words."""

from tablee.language import Language
from tablee.show.clocks import pace_words
from tablee.table.directory import Entry


def pace_of(entry: Entry, say: Language) -> str:
    """The pace of a table."""
    return pace_words(entry.clock, say) or say("no clock")
