"""How fast a table is played, in words."""

from tablee.language import Language
from tablee.table.directory import Entry


def pace_of(entry: Entry, say: Language) -> str:  # noqa: ARG001 - as long as no table has a clock
    """The pace of a table; the one place that knows it for the hall."""
    return say("no clock")
