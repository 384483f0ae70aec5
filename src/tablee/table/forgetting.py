"""What a log says once somebody is forgotten: everything as it was played, under nobody's name.

A `Name` that is empty ends a name for good: whoever folds it takes the name out of all that came before. So every
server that has a table in memory comes to the same, by the numbers of events, as it does with anything that happens.
"""

from collections.abc import Collection

import msgspec

from tablee.table.events import Event, Name, Sit


def without_name(event: Event, sitters: Collection[int]) -> Event:
    """The event, without the name of any of these sitters in it; the very same where there is none."""
    of_them = (isinstance(event, Sit) and event.number in sitters) or (
        isinstance(event, Name) and event.sitter in sitters
    )
    return msgspec.structs.replace(event, name="") if of_them else event
