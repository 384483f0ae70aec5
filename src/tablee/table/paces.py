"""The paces from which whoever opens a table chooses, and the clock that each means in a game.

At one sitting a turn takes so many seconds on average; half of that comes with every turn, the other half stands in the
bank from the beginning, for as many turns as a seat has in a game (`TURNS` of its folder). In games with more to think
about in a turn (`SECONDS` of their folders) it is so much more.
"""

from tablee.games.errors import BadOptions
from tablee.table.clock import A_DAY, A_MINUTE, A_SECOND, AN_HOUR
from tablee.table.events import Clock

NO_PACE = ""
SECONDS = {"quick": 10, "normal": 30, "slow": 80}
"""What a turn may take on average, in a game in which people take `USUAL` seconds for one."""
USUAL = 30
HOLIDAYS = {1: 3, 2: 5, 3: 7, 7: 14}
"""By days: how many a turn may take, and how many there are for holidays in the whole game."""
LIVE_PACES = tuple(SECONDS)
DAY_PACES = {f"days-{days}": days for days in HOLIDAYS}
SAME_HOUR = AN_HOUR
"""What a turn by days has beyond its days, each of 24 hours: when summer time ends, a day has 25, and whoever plays at
the same hour every day is in time all the same, wherever they live."""


def clock_of(pace: str, turns: int, seconds: int = USUAL) -> Clock | None:
    """The clock for a game in which each seat has about so many turns, for which people take about so many seconds;
    None for no hurry. Raises `BadOptions`.
    """
    if pace == NO_PACE:
        return None
    if pace in DAY_PACES:
        days = DAY_PACES[pace]
        return Clock(bank=HOLIDAYS[days] * A_DAY, turn=days * A_DAY + SAME_HOUR)
    if pace not in SECONDS:
        raise BadOptions("there is no such pace")
    half = SECONDS[pace] * seconds * A_SECOND // (2 * USUAL)
    return Clock(bank=_whole_minutes(turns * half), increment=half)


def _whole_minutes(milliseconds: int) -> int:
    return max(1, -(-milliseconds // A_MINUTE)) * A_MINUTE
