"""Holidays that a person announces: the others at their tables by days are told. No clock stops for them.

Pure but for `away_words`, which reads the store.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import NamedTuple

from tablee.games.language import Language
from tablee.server.storage import Store
from tablee.server.table.clock import A_DAY
from tablee.server.table.events import Refused

FARTHEST = 92 * A_DAY
"""How far ahead the last day may be."""


class Holidays(NamedTuple):
    """When somebody is away, in milliseconds since 1970: from the first day on, until after the last, in UTC."""

    since: int
    until: int

    @property
    def last(self) -> int:
        """A moment of the last day."""
        return self.until - 1


def holidays_in(form: Mapping[str, str], now: int) -> Holidays:
    """The holidays that a form says; raises `Refused`.

    >>> holidays_in({"since": "2026-11-20", "until": "2026-12-03"}, 1_795_000_000_000).last // A_DAY
    20790
    """
    try:
        first, last = (date.fromisoformat(form.get(name, "")) for name in ("since", "until"))
    except ValueError:
        raise Refused("holidays_wrong") from None
    since, until = _start_of(first), _start_of(last) + A_DAY
    if not (now - A_DAY < since < until <= now + FARTHEST):
        raise Refused("holidays_wrong")
    return Holidays(since, until)


def _start_of(day: date) -> int:
    return round(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def holiday_words(holidays: Holidays, now: int, say: Language) -> str:
    """When somebody is away, in words."""
    last = say.day_of_month(holidays.last)
    if holidays.since <= now:
        return say("away until {day}", day=last)
    return say("away from {first} to {last}", first=say.day_of_month(holidays.since), last=last)


async def away_words(store: Store, people: Iterable[str], now: int, say: Language) -> dict[str, str]:
    """What is said of those of these people who are away, or will be."""
    found = await store.holidays_of(people, now)
    return {person: holiday_words(Holidays(since, until), now, say) for person, since, until in found}
