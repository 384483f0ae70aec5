"""All tables that somebody is looking at, and the opening of new ones."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

from tablee.bots.questions import Bots, Question
from tablee.games import GameFolder
from tablee.games.thoughts import Thought
from tablee.live.attendance import Attendance
from tablee.live.beside import beside
from tablee.live.calls import Calls
from tablee.live.connection import Connection
from tablee.live.errands import Errands
from tablee.live.head_count import HeadCount
from tablee.live.limits import HOUSE, Asker, Limits
from tablee.live.live_table import LiveTable
from tablee.live.loading import LoadedTable, load_table
from tablee.live.servers.leases import AllOurs, Leases, SharedLeases
from tablee.live.servers.neighbours import Neighbours, tables_of
from tablee.live.settings import ABSENCE, Settings
from tablee.live.standing import Standing
from tablee.live.study.stories import Stories
from tablee.live.talking import House as TalkHouse
from tablee.live.time import milliseconds_now
from tablee.live.watch import Watch
from tablee.people.keys import SignedIn
from tablee.people.programs import is_program
from tablee.store import Conflict, NotSaved, Store
from tablee.table.dice import commitment, following_id, new_id, new_seed
from tablee.table.directory import entry_of
from tablee.table.events import Beginning, Clock, Deal, Event, Opening, Refused
from tablee.table.snapshot import is_worth_it, take_snapshot
from tablee.table.table import Table

logger = logging.getLogger("tablee")

RESTARTING = 1012
"""The closing code for connections to tables that are to be found anew."""
OPEN_ELSEWHERE = 4409
"""The closing code for the oldest of too many connections of one person."""
SESSION_ENDED = 4401
"""The closing code for connections of a session that its person has ended."""


class Guest(NamedTuple):
    """Somebody to be seated: a person, or a bot if there is a level."""

    name: str
    person: str = ""
    level: int = 0
    colour: int | None = None
    begins: bool = False


class Hub:
    """Finds tables, in memory or in the store."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        patience: float = ABSENCE,
        clock: Callable[[], int] = milliseconds_now,
        limits: Limits | None = None,
    ) -> None:
        """`patience`: after how many seconds somebody away is absent; `clock` tells the milliseconds since 1970.

        `limits` says how many tables anyone may open.
        """
        self.store = store
        self.limits = limits or Limits(Settings(""))
        self.tables: dict[str, LiveTable] = {}
        self._leases: Leases = SharedLeases(store) if store.is_shared else AllOurs()
        self.neighbours = Neighbours(store, self.tables, self._hang_up, self.limits)
        self.connections = Attendance()
        """All who are connected, or are being let in."""
        self.calls = Calls(store, self.connections, self.tables, self.neighbours, clock)
        self.head_count = HeadCount(self.connections, self.tables, self.neighbours)
        self.standing = Standing()
        self._talk = TalkHouse(
            lambda person: person in self.standing.silenced, self.neighbours.talked, self.neighbours.manners_changed
        )
        self._bots = bots
        self._patience = patience
        self.clock = self._clock = clock
        self._loading: dict[str, asyncio.Task[LoadedTable | None]] = {}
        self._opening_again = asyncio.Lock()
        self._errands = Errands()
        self.watch = Watch(store, self._leases, self.visit, clock, self._look_at_ratings)
        self.stories = Stories(store, bots, clock, self.peek)

    async def start(self) -> None:
        """Begin to hear other servers, and to look after clocks."""
        await self.neighbours.open()
        await self.watch.open()
        self.calls.start()
        self.stories.start()

    # ---- who is connected ----------------------------------------------------------------------------------

    @contextmanager
    def letting_in(self, connection: Connection) -> Iterator[None]:
        """Know of a connection, from before it is asked whose it is until it has ended."""
        self.connections.note(connection)
        try:
            yield
        finally:
            self.connections.forget(connection)

    async def introduce(self, connection: Connection) -> None:
        """Keep who somebody is from now on, in all tabs of theirs, unless it is known already."""
        if connection.person or not connection.session:
            return
        person = await self.store.begin_session(connection.session, None, self._clock(), connection.device)
        for one in self.connections:
            if one.session == connection.session:
                self.recognise(one, person.id)

    def recognise(self, connection: Connection, person: str) -> None:
        """It has become known who somebody is."""
        connection.become(person)
        self.connections.note(connection)

    def make_room(self, connection: Connection, table_id: str, most: int, most_here: int) -> None:
        """Somebody opens another window: of `most` in all and `most_here` at one table the oldest is let go.

        Not the latest: whoever has lost the network comes back before the windows of before are known to be lost.
        """
        others = self.connections.others_of(connection)
        here = [one for one in others if one.table == table_id]
        for one in {*others[: max(0, len(others) - most + 1)], *here[: max(0, len(here) - most_here + 1)]}:
            one.close(OPEN_ELSEWHERE)

    def end_session(self, session: str) -> None:
        """Hang up on a session that has ended, on all servers."""
        self._hang_up(session)
        self.neighbours.ended(session)

    async def merge(self, signed: SignedIn) -> None:
        """Somebody has signed in: hang up on what has ended by it, and know whose the seats are, on all servers."""
        for session in signed.ended:
            self.end_session(session)
        if signed.merged:
            for live in tables_of(self.tables, signed.merged):
                with suppress(Refused):  # whoever comes there next finds it
                    await live.look_again()
            self.neighbours.merged(signed.merged)

    def _hang_up(self, session: str) -> None:
        for connection in self.connections:
            if connection.session == session:
                connection.close(SESSION_ENDED)

    def _look_at_ratings(self) -> None:
        """Games that are over have been counted, here or by another server: tell those who look at the result."""
        for live in self.tables.values():
            live.ratings.ask_whether_counted()

    # ---- finding -------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def visit(self, table_id: str) -> AsyncIterator[LiveTable | None]:
        """The table of that id, or None; it stays in memory for as long as it is visited, or something goes on."""
        live = self.tables.get(table_id)
        if live is None and (loaded := await self._load(table_id)) is not None:
            live = self.tables.get(table_id) or self._take_in(loaded)
        if live is None:
            yield None
        else:
            with live.visit():
                yield live

    async def peek(self, table_id: str) -> tuple[Table, dict[int, str]] | None:
        """A table and its people as they are now, without keeping it in memory."""
        known = self.tables.get(table_id) or await self._load(table_id)
        known = self.tables.get(table_id) or known
        return None if known is None else (known.table, known.people)

    async def _load(self, table_id: str) -> LoadedTable | None:
        """What the store has; who asks for a table that is being loaded waits for the same."""
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = self._errands.begin(load_table(self.store, table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(loading)

    def _take_in(self, loaded: LoadedTable) -> LiveTable:
        live = LiveTable(
            loaded, self.store, self._bots, self._patience, self._clock, self._open_again, self.introduce, self._forget,
            self._leases, self.neighbours.tell_presence, self._talk, self.watch,
        )  # fmt: skip
        self.tables[live.table.id] = live
        self.neighbours.took_in(live.table.id)
        live.go_on()
        return live

    def _forget(self, live: LiveTable) -> None:
        """Let go of a table; the states of a long log are kept, so that it is found faster the next time."""
        table = live.table
        if self.tables.get(table.id) is live:
            del self.tables[table.id]
            self._let_go(table.id)
            if is_worth_it(table, live.kept):
                self._errands.begin(self._keep_snapshot(table))

    def _let_go(self, table_id: str) -> None:
        self._leases.release(table_id)
        self.neighbours.put_away(table_id)

    async def _keep_snapshot(self, table: Table) -> None:
        body = await beside(take_snapshot, table)
        try:
            await self.store.keep_snapshot(table.id, table.number, body)
        except NotSaved as error:  # then it takes longer the next time
            logger.warning("table %s: no snapshot: %s", table.id, error)

    def put_away(self, games: Collection[str]) -> None:
        """Let go of all tables of games that have become others, and hang up: pages come back, and find them anew."""
        for live in [live for live in self.tables.values() if live.table.opening.game in games]:
            del self.tables[live.table.id]
            self._let_go(live.table.id)
            for connection in live.audience.connections:
                connection.close(RESTARTING)
            self._errands.begin(live.stop())

    async def send_elsewhere(self, seconds: float) -> None:
        """Hang up on everybody, one after the other within that time: their pages come back, to another server."""
        while leaving := [one for one in self.connections if not one.is_closing]:
            for connection in leaving:
                connection.close(RESTARTING)
                await asyncio.sleep(seconds / len(leaving))

    async def close(self) -> None:
        """Let nothing happen by itself any more, and finish what has been begun."""
        await self.watch.close()
        await self.stories.close()
        for live in list(self.tables.values()):
            await live.stop()
        await self._errands.finish()
        await self.calls.close()
        await self._leases.close()
        await self.neighbours.close()

    def begin_errand(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something be done that nobody waits for."""
        self._errands.begin(work)

    async def think(self, question: Question) -> Thought:
        """What a bot of the house thinks; raises `BotFault`."""
        return await self._bots.choose(question)

    # ---- opening -------------------------------------------------------------------------------------------

    async def open(
        self,
        folder: GameFolder,
        players: int,
        options: Mapping[str, Any],
        *,
        solo: bool,
        in_order: bool = False,
        table_id: str = "",
        clock: Clock | None = None,
        rated: bool = False,
        asker: Asker = HOUSE,
        is_open: bool = False,
        watched: bool = False,
        starts_full: bool = False,
        deal: Deal | None = None,
        begins: Beginning | None = None,
        seed: bytes = b"",
    ) -> str:
        """Open a table for a game; its id is its address, a new one unless it is named.

        For `is_open` and what follows see `Opening`; the `seed` is that of the deal, if it is one that is known.
        Raises `TooMuch` if `asker` has opened many. There is no other way to a new table, and so no way round that.
        """
        await self.limits.take_shared("opening", asker)
        seed = seed or new_seed()
        opening = Opening(
            table=table_id or new_id(),
            game=folder.id,
            rules=folder.version,
            players=players,
            options=folder.full_options(players, options),
            commitment=commitment(seed),
            solo=solo,
            in_order=in_order,
            opened=self._clock(),
            clock=clock,
            rated=rated and begins is None,
            open=is_open and not solo,
            watched=watched,
            starts_full=starts_full,
            by_seat=True,
            deal=deal,
            begins=begins,
        )
        if opening.rated:  # before there is a table: a crash in between leaves none that is never counted
            await self.store.ratings.expect(opening.table)
        await self.store.open_table(opening, seed, entry_of(Table(opening, seed, folder)))
        if opening.open or opening.watched:
            await self.store.hall.show(opening.table, is_open=opening.open, watched=watched, now=self._clock())
        return opening.table

    async def seat(self, table_id: str, guests: Sequence[Guest]) -> None:
        """Seat people and bots at a new table, in this order; those who sit there already stay seated."""
        async with self.visit(table_id) as live:
            if live is None:
                raise Refused("not_now")
            for place, guest in enumerate(guests):
                await live.decide(partial(_sit, place, guest), guest.person)

    async def give_place(self, table_id: str, person: str, name: str) -> None:
        """Let a person sit down at a table, unless they do; raises `Refused` if there is no place."""
        async with self.visit(table_id) as live:
            if live is None:
                raise Refused("not_now")
            await live.decide(partial(_take_place, live, person, name), person)

    async def _open_again(self, live: LiveTable, asker: Asker) -> None:
        """Open another table like this one, unless somebody has done so already.

        Everybody's seat is kept for them there, and the order turned: who was second begins. The seat of somebody who
        is forgotten meanwhile is free.
        """
        async with self._opening_again:  # of two who ask at once, the second finds the table of the first
            table = live.table
            if table.folder is None or table.status != "over":
                raise Refused("not_now")
            if not table.next_table:  # else everybody has been told where it is
                await self._open_after(live, table, table.folder, asker)

    async def _open_after(self, live: LiveTable, table: Table, folder: GameFolder, asker: Asker) -> None:
        """The id of the other table follows from this one, so that two servers, or one that was killed on the way and
        one that does it again, come to the same.
        """
        opening, table_id = table.opening, following_id(table.seed, table.id)
        with suppress(Conflict):
            await self.open(
                folder,
                opening.players,
                opening.options,
                solo=opening.solo,
                in_order=True,
                table_id=table_id,
                clock=opening.clock,
                rated=opening.rated,
                asker=asker,
                watched=opening.watched,
            )
        turned = [one for one in (*table.seats[1:], *table.seats[:1]) if one.level or one.id in live.people]
        await self.seat(
            table_id, [Guest(one.name, live.people.get(one.id, ""), one.level, one.colour) for one in turned]
        )
        await live.decide(lambda table, now: [] if table.next_table else table.follow(table_id, now))


def _take_place(live: LiveTable, person: str, name: str, table: Table, now: int) -> list[Event]:
    return [] if live.presence.sitter_of(person) else table.sit(name, now, program=is_program(person))


def _sit(place: int, guest: Guest, table: Table, now: int) -> list[Event]:
    """A guest sits down, in the colour and with the right to begin that were asked for."""
    if len(table.sitters) > place:
        return []
    seated = table.sit(guest.name, now, level=guest.level, program=is_program(guest.person))
    sitter = seated[0].number
    dressed = [*seated, *table.ahead(*seated).choose_colour(sitter, guest.colour, now)]
    return [*dressed, *table.ahead(*dressed).begin_with(sitter, now)] if guest.begins else dressed
