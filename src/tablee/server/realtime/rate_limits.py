"""Rate limits, by person and by address. `settings` says how much is allowed."""

import ipaddress
import time
from collections.abc import Callable, Hashable, Sequence
from operator import itemgetter
from typing import Literal, NamedTuple, get_args

from tablee.server.realtime.settings import Settings

What = Literal["request", "part", "arrival", "message", "watch", "look", "hint", "change", "guess", "opening", "replay",
               "chat", "report", "bot_account", "email"]  # fmt: skip
"""What is counted: pages and their parts, connections to tables, messages of participants and of spectators, positions
that are worked out for one person, hints, changes of account, attempts to sign in, new tables, replays and pictures,
chat messages and reports, messages of bot accounts, e-mails that confirm an address."""
SHARED: frozenset[What] = frozenset({"change", "guess", "opening", "chat", "report", "email"})
"""What is counted on all servers together, because it is stored."""
PARTS_OF_A_PAGE = 20
"""Scripts, styles and pictures allowed for each page; browsers cache them."""
MOST_KEYS = 20_000
"""Maximum number of keys in memory; beyond that, the ones closest to free are dropped."""


class Asker(NamedTuple):
    """Who asks for something. An empty asker is the server itself, which has no limits."""

    address: str = ""
    """The network address, as `address_key` returns it."""
    person: str = ""
    """The person, if known."""
    session: str = ""
    """The browser's session. A visitor has one before becoming a person; all without one count as one."""


HOUSE = Asker()


class TooMuch(Exception):
    """A rate limit was exceeded; nothing has changed. Try again in `wait` seconds."""

    def __init__(self, what: What, wait: float) -> None:
        super().__init__(what)
        self.what = what
        self.wait = wait


class Rate(NamedTuple):
    """`burst` things at once, and `a_second` per second, sustained."""

    a_second: float
    burst: float

    def of(self, people: float) -> "Rate":
        """The rate for so many people together."""
        return Rate(self.a_second * people, self.burst * people)


class RatesInMemory:
    """Counts in memory by GCRA: keeps for each key the time at which it will be free again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_KEYS) -> None:
        self._clock = clock
        self._most = most
        self._free_at: dict[Hashable, float] = {}

    def __len__(self) -> int:
        return len(self._free_at)

    def take(self, keys: Sequence[tuple[Hashable, Rate]], cost: float = 1.0) -> float:
        """Count a use for each key if all allow it and return 0; else return the seconds to wait.

        A use of any `cost` is allowed to somebody who owes nothing.
        """
        now, wait, owed = self._clock(), 0.0, {}
        for key, (a_second, burst) in keys:
            owed[key] = until = max(self._free_at.get(key, now), now) + min(cost, burst) / a_second
            wait = max(wait, until - now - burst / a_second)
        if wait > 1e-9:
            return wait
        self._free_at |= owed
        if len(self._free_at) > self._most:  # drop keys that owe nothing, or little
            owing = sorted((one for one in self._free_at.items() if one[1] > now), key=itemgetter(1))
            self._free_at = dict(owing[-self._most // 2 :])
        return 0.0


class Limits:
    """The limits of each person, and of each address, which gets the limits of several people."""

    def __init__(self, settings: Settings) -> None:
        self._counts = RatesInMemory()
        self.when_spent: Callable[[What, Asker], None] = lambda what, asker: None  # noqa: ARG005
        """Called with what was counted for all servers, so that the others count it, too."""
        self._rates: dict[What, tuple[Rate, Rate]] = {}
        """Those of a person, and of an address."""
        for what in get_args(What):
            name = {"part": "request", "watch": "message"}.get(what, what)
            rate = Rate(getattr(settings, f"{name}_rate"), getattr(settings, f"{name}_burst"))
            rate = rate.of(PARTS_OF_A_PAGE) if what == "part" else rate
            self._rates[what] = rate, rate.of(settings.people_per_address)

    def take(self, what: What, asker: Asker, cost: float = 1.0) -> None:
        """Count a use; raises `TooMuch`. Other servers are told what all servers limit together."""
        if wait := self._counts.take(self._keys(what, asker), cost):
            raise TooMuch(what, wait)
        if what in SHARED:
            self.when_spent(what, asker)

    def count_elsewhere(self, what: What, asker: Asker) -> None:
        """Count a use at another server."""
        self._counts.take(self._keys(what, asker))

    def _keys(self, what: What, asker: Asker) -> list[tuple[Hashable, Rate]]:
        own, shared = self._rates[what]
        address, person, session = asker
        named = ("person", person, own), ("session", session or address, own), ("address", address, shared)
        return [((what, kind, name), rate) for kind, name, rate in named if name]


class Bucket:
    """Allows `burst` things at once, and `rate` per second, sustained; counts like `RatesInMemory`, for one key."""

    __slots__ = ("_burst", "_free_at", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._free_at = rate, burst, 0.0

    def allows(self) -> bool:
        """May one more pass now?"""
        now = time.monotonic()
        free_at = max(self._free_at, now) + 1 / self._rate
        if free_at - now > self._burst / self._rate + 1e-9:
            return False
        self._free_at = free_at
        return True


def address_key(host: str) -> str:
    """What an address is counted by: itself, or of IPv6 the network of 64 bits, as every household has one.

    >>> address_key("192.0.2.7"), address_key("2001:db8::1:2:3:4"), address_key("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    return str(address.ipv4_mapped or ipaddress.IPv6Address(int(address) >> 64 << 64))
