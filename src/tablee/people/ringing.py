"""Who is to be called now, pure: told who waits at which table, what they wish for, and what time it is."""

from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from tablee.people.bells import Wishes
from tablee.table.clock import A_MINUTE, A_SECOND, AN_HOUR
from tablee.table.directory import Entry, Seated
from tablee.table.events import Clock

LIVE_DELAY = 20 * A_SECOND
"""Milliseconds for which it may be somebody's turn at one sitting before they are called."""
DAYS_DELAY = 5 * A_MINUTE
"""The same by days."""
HALL_DELAY = 10 * A_SECOND
"""The same for invitations, and for who has come: pages that are open say it themselves."""
STALE = AN_HOUR
"""Milliseconds after which nobody is called to a game at one sitting any more: the others are not there either."""
MOST_WARNING = 12 * AN_HOUR
"""How long before the end of somebody's time they are warned at most; else a quarter of a turn."""

Verdict = Literal["ring", "digest", "later", "let be"]
"""Call them; tell them together with the rest; look again later; they know, or do not want to."""


class Turn(NamedTuple):
    """It is somebody's turn at a table."""

    entry: Entry
    person: str
    wishes: Wishes
    rung: int | None = None
    """The latest event when they were called last, or let be."""


def of_a_turn(turn: Turn, now: int, *, looking: bool) -> Verdict:
    """Is somebody to be called whose turn it is? `looking`: they have the table before their eyes."""
    entry, wishes = turn.entry, turn.wishes
    waited = now - entry.moved
    if looking or _own(turn) is None or entry.moved < wishes.since:
        return "let be"
    if is_by_days(entry):
        return _by_days(entry, wishes, now)
    if not wishes.live or not _has_company(turn) or waited > STALE:
        return "let be"
    return "ring" if waited >= LIVE_DELAY else "later"


def _by_days(entry: Entry, wishes: Wishes, now: int) -> Verdict:
    if wishes.days == "no":
        return "let be"
    if wishes.days == "digest":
        return "digest" if entry.moved <= latest_hour(wishes, now) else "later"
    return "ring" if now - entry.moved >= DAYS_DELAY else "later"


def of_an_ending(turn: Turn, now: int, *, looking: bool) -> Verdict:
    """Is somebody to be warned whose time runs out?"""
    clock, due = turn.entry.clock, turn.entry.due
    if looking or not turn.wishes.ending or _own(turn) is None:
        return "let be"
    if clock is None or not clock.is_by_days or due is None or due <= now:
        return "let be"
    return "ring" if due - now <= warning(clock) else "later"


def of_the_hall(wishes: Wishes, since: int, now: int, *, here: bool) -> Verdict:
    """Is somebody to be called who was invited, or for whom somebody has come? `here`: a page of the house is open."""
    if here or not wishes.hall or since < wishes.since:
        return "let be"
    return "ring" if now - since >= HALL_DELAY else "later"


def warning(clock: Clock) -> int:
    """How long before the end somebody is warned.

    >>> warning(Clock(0, turn=4 * AN_HOUR)) == AN_HOUR, warning(Clock(0, turn=1000 * AN_HOUR)) == MOST_WARNING
    (True, True)
    """
    return min(MOST_WARNING, clock.turn // 4)


def is_by_days(entry: Entry) -> bool:
    """Is a table played by days?"""
    return entry.clock is not None and entry.clock.is_by_days


def _own(turn: Turn) -> Seated | None:
    """The one to act, if they play themselves: no bot plays on for them."""
    seated = (one for one in turn.entry.sitters if one.sitter == turn.entry.turn)
    return next((one for one in seated if not one.level and not one.stand_in), None)


def _has_company(turn: Turn) -> bool:
    """Does anybody else wait? Bots do not mind."""
    return any(one.sitter != turn.entry.turn and not one.level for one in turn.entry.sitters)


# ---- once a day --------------------------------------------------------------------------------------------


def latest_hour(wishes: Wishes, now: int) -> int:
    """When it was last the hour of the day at which somebody wants to be told what waits, by the clocks where they are.

    >>> paris = Wishes(hour=9, zone="Europe/Paris")
    >>> latest_hour(paris, 1_700_000_000_000), latest_hour(paris, 1_700_000_000_000 - 15 * AN_HOUR)
    (1699948800000, 1699862400000)
    """
    zone = zone_of(wishes.zone)
    here = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone)
    today = here.replace(hour=wishes.hour, minute=0, second=0, microsecond=0, fold=0)
    latest = today if _moment(today) <= now else today - timedelta(days=1)  # by the clock on the wall
    return _moment(latest)


def day_of(wishes: Wishes, now: int) -> int:
    """The day to which that hour belongs, as a number that grows."""
    at = datetime.fromtimestamp(latest_hour(wishes, now) / 1000, UTC)
    return at.astimezone(zone_of(wishes.zone)).toordinal()


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name, or that of Greenwich if there is none.

    >>> zone_of("Europe/Paris").key, zone_of("../../etc/passwd").key, zone_of("").key
    ('Europe/Paris', 'UTC', 'UTC')
    """
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def _moment(at: datetime) -> int:
    return round(at.timestamp() * 1000)
