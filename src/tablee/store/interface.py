"""What the house asks of a database, and nothing more."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from tablee.people import Pass, Person, Session
from tablee.people.keys import Key, SignedIn
from tablee.people.played import Figures, Wanted
from tablee.store.bells import Bells
from tablee.store.deals import Deals
from tablee.store.finished import Finished
from tablee.store.hall import Hall
from tablee.store.programs import Programs
from tablee.store.ratings import Ratings
from tablee.store.reports import Reports
from tablee.store.stories import Stories
from tablee.store.talk import Talk
from tablee.table.directory import Entry
from tablee.table.events import Event, Opening

AN_HOUR = 3_600_000
"""In milliseconds: how exactly it is known when a session was last there."""
PATIENCE = 5.0
"""Seconds after which whoever waits for a database is told that it does not answer."""
KEPT_HOURS = 60 * 24 * AN_HOUR
"""In milliseconds: how long it is remembered when the house was open."""
LONGEST_WORD = 4000
"""Bytes of JSON that `announce` takes at most."""


class Conflict(Exception):
    """An event of that number is there already: somebody else was faster."""


class NotSaved(Exception):
    """The database could not store something; it has not happened."""


class Unsure(NotSaved):
    """The database was lost while it stored something, and does not answer: whether it has happened, time will tell.

    Whoever remembers what is stored must read it anew before deciding anything else.
    """


class Fenced(Exception):
    """The lease under which something should be stored is another server's by now; it has not happened."""


class Unavailable(Exception):
    """The database does not answer just now, so something could not be read."""


class Lease(msgspec.Struct, frozen=True):
    """That one server alone acts for a table, for a while. The token grows whenever the holder becomes another."""

    table: str
    server: str
    token: int


class Moved(msgspec.Struct, frozen=True):
    """Other servers have stored events: tables, and the latest event of each."""

    numbers: dict[str, int]
    lines: dict[str, list[bytes]] = {}
    """The lines of the latest events, of tables where nothing but moves has happened and that is not too much."""


class Said(msgspec.Struct, frozen=True):
    """Another server has announced something that is not stored."""

    kind: str
    payload: str


class Missed(msgspec.Struct, frozen=True):
    """Something may have been missed: compare numbers."""


News = Moved | Said | Missed


class Later(msgspec.Struct, frozen=True):
    """What a log has after some event, and who sits at the table and has seen what by now; see `StoredTable`."""

    events: list[Event]
    people: dict[int, str]
    seen: dict[int, int]
    fault: str = ""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it was stored: `people` maps sitters to persons, `seen` to the latest event each has seen."""

    opening: Opening
    seed: bytes
    events: list[Event]
    people: dict[int, str]
    seen: dict[int, int]
    fault: str = ""
    """Why the log cannot be read any further than `events`, if there is more of it."""
    snapshot: bytes = b""
    """What was kept last by `keep_snapshot`."""


class Store(Protocol):
    """Whatever returns from a writing function here is on disk for good. Times are in milliseconds since 1970.

    Writing functions raise `NotSaved`, reading ones `Unavailable`, if the database does not answer within `PATIENCE`.
    """

    server: str
    """Tells this open store from all others on the same database; another one each time."""
    is_shared: bool
    """May other servers work on the same database?"""
    talk: Talk
    """What was said at tables."""
    reports: Reports
    """What people have reported to the host."""
    programs: Programs
    """Programs that play for people."""
    ratings: Ratings
    """What games that count have come to."""
    hall: Hall
    """Tables that can be found, who looks for company, who is called where."""
    bells: Bells
    """How people are called who are elsewhere, and what for."""
    stories: Stories
    """What finished games teach."""
    deals: Deals
    """The deals of days, and who plays which deal."""
    finished: Finished
    """Which tables are over, for whoever reads all of them."""

    # ---- tables --------------------------------------------------------------------------------------------

    async def open_table(self, opening: Opening, seed: bytes, entry: Entry) -> None:
        """Store a new table without events, and enter it in the directory."""

    async def append(
        self,
        table: str,
        events: Sequence[Event],
        entry: Entry,
        people: Mapping[int, str] | None = None,
        fence: Lease | None = None,
        *,
        tell: bool = True,
    ) -> None:
        """Store events, what the directory says of the table after them, and which persons the sitters among them are.

        All of it is stored, or nothing: then it raises `Conflict` or `NotSaved`; or `Fenced`, if a lease is named by
        which it should be stored, and that is another's meanwhile. `tell` is whether other servers
        hear of it at once; if not, they find it when they compare `numbers`.
        """

    def tell_number(self, table: str, number: int) -> None:
        """Tell other servers once more what the latest event of a table is."""

    async def load(self, table: str) -> StoredTable | None:
        """All of a table, or None if there is none of that id. Nothing in a log makes this fail: see `fault`."""

    async def events_after(self, table: str, number: int) -> Later:
        """What a log has after the event of that number, for who knows the rest."""

    async def numbers(self, tables: Iterable[str]) -> dict[str, int]:
        """The latest event of each of those tables that exist."""

    async def saw(self, table: str, sitter: int, number: int) -> None:
        """Remember up to which event a sitter has seen the table."""

    async def keep_snapshot(self, table: str, number: int, body: bytes) -> None:
        """Keep what a log amounts to at an event, in the place of what was kept at an earlier one."""

    # ---- the directory -------------------------------------------------------------------------------------

    async def entry(self, table: str) -> Entry | None:
        """What the directory says of a table."""

    async def entries_of(self, person: str, *, unfinished: bool, most: int) -> list[tuple[Entry, list[int]]]:
        """The tables that a person sits at, with the sitters that the person is; where something last happened first.

        `unfinished` leaves out those that are over or closed.
        """

    async def due(self, most: int) -> list[tuple[str, int]]:
        """Tables at which something must happen by itself, with when (`Entry.due`), those where it is soonest first."""

    async def note_hours(self, since: int, until: int) -> None:
        """Remember that this server has been open from then until then: later calls for the same `since` prolong it.

        What is longer past than `KEPT_HOURS` is forgotten.
        """

    async def hours(self, after: int) -> list[tuple[int, int]]:
        """From when to when servers of the house were open, as far as it was after a time, the earliest first."""

    # ---- people --------------------------------------------------------------------------------------------

    async def person_of(self, session: str) -> Person | None:
        """Whose session that is, or None if it is nobody's (any more)."""

    async def begin_session(self, session: str, person: Person | None, now: int, device: str) -> Person:
        """Make a session one of that person, or of somebody new; one that has begun already stays whose it is."""

    async def saw_session(self, session: str, now: int) -> None:
        """Remember that a session was there; once an hour is enough."""

    async def sessions_of(self, person: str) -> list[Session]:
        """All sessions of a person, the one that was there last first."""

    async def end_session(self, person: str, session: str) -> bool:
        """End a session, if it is one of that person; then no pass of theirs holds any longer."""

    async def name_of(self, person: str) -> str:
        """The name a person has taken, or an empty text."""

    async def rename(self, person: str, name: str, now: int) -> None:
        """Remember the name of a person."""

    async def unseen_since(self, before: int, most: int) -> list[str]:
        """Persons none of whose sessions was there after that time; without any session, who were new before it."""

    async def forget_person(self, person: str, now: int) -> list[str]:
        """Delete a person with sessions, passes and seats, and their names in logs and directory, all at once.

        Every log in which they were gets an empty `Name` for each sitter that they were. Returns the tables.
        """

    # ---- passes to another device --------------------------------------------------------------------------

    async def give_pass(self, given: Pass, now: int) -> None:
        """Keep a pass; an earlier one of the same person holds no longer."""

    async def find_pass(self, digest: str, now: int) -> Pass | None:
        """The pass with that digest, if it still holds."""

    async def use_pass(self, digest: str, now: int) -> Pass | None:
        """The same, and it holds no longer: of all who use it at once, one gets it.

        If the database is lost just then, `NotSaved` is raised, and the pass may be used up.
        """

    # ---- keys, see `ComingBack` ----------------------------------------------------------------------------

    async def add_key(self, key: Key, most: int) -> bool:
        """Keep a key, unless there is one of that id, or its person has so many."""

    async def find_key(self, key_id: str) -> Key | None:
        """The key of that id."""

    async def keys_of(self, person: str) -> list[Key]:
        """All keys of a person, the oldest first."""

    async def use_key(self, key: Key, counter: int, now: int) -> bool:
        """Remember that a key was used; of two who have used it at the same count, one."""

    async def remove_key(self, person: str, key_id: str) -> bool:
        """Remove a key, if it is one of that person."""

    async def give_challenge(self, digest: str, session: str, purpose: str, until: int, now: int) -> None:
        """Remember what a browser was asked to sign; an earlier one for the same purpose holds no longer."""

    async def take_challenge(self, digest: str, session: str, purpose: str, now: int) -> bool:
        """Was this session asked to sign that, and has not answered yet? From now on it has."""

    async def sign_in(
        self, person: str, session: str, guest: tuple[str, str, str], now: int, device: str
    ) -> SignedIn | None:
        """Begin a session of a person, in the place of the one in the same browser; None if there is no such person.

        `guest` is that former session, whose it is, and under which name (empty texts if nobody's). If they have no
        key, all that was theirs is the person's from now on, and all their sessions end.
        """

    # ---- one's own games, see `OwnGames` -------------------------------------------------------------------

    async def finished_games(self, person: str, wanted: Wanted, most: int, skip: int) -> list[tuple[Entry, list[int]]]:
        """The games of a person that have ended, the latest first, with the sitters that the person was."""

    async def figures_of(self, person: str) -> list[Figures]:
        """What the finished games of a person come to, game by game."""

    async def profile_of(self, person: str) -> str:
        """The address of the page that others may see of a person; an empty text if there is none."""

    async def publish(self, person: str, address: str) -> None:
        """Let others see a page about a person at that address, and at no other; at none, if it is empty."""

    async def person_at(self, address: str) -> Person | None:
        """Whose page is at that address."""

    # ---- several servers -----------------------------------------------------------------------------------

    async def take_lease(self, table: str, server: str, lifetime: float) -> Lease | None:
        """Take or prolong the lease of a table for so many seconds, unless it is another server's.

        The clock of the database decides when it ends. Who holds it must have begun to count before asking.
        """

    async def keep_leases(self, leases: Sequence[Lease], lifetime: float) -> set[str]:
        """Prolong leases, all at once; returns the tables of those that are still what they say."""

    async def release_leases(self, leases: Sequence[Lease]) -> None:
        """Let others have these leases; those that have gone to others already stay theirs."""

    async def listen(self, callback: Callable[[News], None]) -> None:
        """From now on tell of what other servers store and announce.

        What comes is a hint and may get lost: after `Missed`, and now and then, whoever must know compares `numbers`.
        """

    def announce(self, kind: str, payload: str) -> None:
        """Tell other servers something that is not stored, soon, together with other news; it may get lost.

        Raises `ValueError` if it is longer than `LONGEST_WORD`.
        """

    async def close(self) -> None:
        """Finish what has been asked for, and let go of the database."""
