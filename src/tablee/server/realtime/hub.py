"""All live tables of a server and all connections to them; opens new tables."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from tablee.bots.compile_stages import RULES
from tablee.bots.requests import Bots, Question
from tablee.games import GameDefinition
from tablee.games.brains.thoughts import Thought
from tablee.server.features.accounts.model import SignedIn
from tablee.server.features.bot_accounts.model import is_bot_account
from tablee.server.features.lobby.service import Arrival, LobbyService
from tablee.server.features.moderation.model import AnnouncementBoard, ModerationState
from tablee.server.features.ratings.model import may_be_rated
from tablee.server.features.readiness.service import Readiness, ReadyBots
from tablee.server.features.review.service import StoryService
from tablee.server.realtime.clock_watch import ClockWatch
from tablee.server.realtime.connection import Connection, Connections
from tablee.server.realtime.decisions import LoadedTable, load_table
from tablee.server.realtime.live_table import LiveTable
from tablee.server.realtime.peers.leases import Leases, SharedLeases
from tablee.server.realtime.peers.peer_messages import Ended, Merged, Who
from tablee.server.realtime.peers.pubsub import OnlineCount, Peers, tables_of
from tablee.server.realtime.rate_limits import HOUSE, Asker, Limits
from tablee.server.realtime.settings import ABSENCE, Settings
from tablee.server.realtime.table_services import TableServices
from tablee.server.realtime.tasks import BackgroundTasks, milliseconds_now, run_in_worker_thread
from tablee.server.storage import Conflict, NotSaved, Store
from tablee.server.table.dice import commitment, following_id, new_id, new_seed
from tablee.server.table.directory import entry_of
from tablee.server.table.events import Beginning, Clock, Deal, Event, Opening, Refused
from tablee.server.table.stored import is_worth_it, take_snapshot
from tablee.server.table.table import Table

logger = logging.getLogger("tablee")

RESTARTING, OPEN_ELSEWHERE, SESSION_ENDED = 1012, 4409, 4401
"""The close codes for connections to tables that are to be loaded again, for the oldest of too many connections of one
person, and for connections of a session that its person has ended."""


class Guest(NamedTuple):
    """Somebody to be seated: a bot if `level` is set, else a person."""

    name: str
    person: str = ""
    level: int = 0
    colour: int | None = None
    begins: bool = False


class Visit:
    """A visit of a table, which lasts for hours: a generator would take four times the memory."""

    __slots__ = ("_hub", "_live", "_table", "_to_sit")

    def __init__(self, hub: "Hub", table: str, to_sit: bool) -> None:
        self._hub, self._table, self._to_sit = hub, table, to_sit
        self._live: LiveTable | None = None

    async def __aenter__(self) -> LiveTable | None:
        self._live = await self._hub.find(self._table, self._to_sit)
        if self._live is not None:
            self._live.enter()
        return self._live

    async def __aexit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.leave()


class Hub:
    """Finds tables, in memory or in the store, and opens new ones."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        patience: float = ABSENCE,
        clock: Callable[[], int] = milliseconds_now,
        limits: Limits | None = None,
        readiness: Readiness | None = None,
    ) -> None:
        """`patience`: seconds until somebody away counts as absent; `clock` returns milliseconds since 1970.

        `limits` bounds how many tables anyone may open; `readiness` says which games are ready, if not all are.
        """
        self.store = store
        self.readiness = readiness or Readiness()
        bots = ReadyBots(bots, self.readiness)
        self.limits = limits or Limits(Settings(""))
        self.tables: dict[str, LiveTable] = {}
        self._leases = SharedLeases(store) if store.is_shared else Leases()
        self.peers = Peers(store, self.tables, self._hang_up, self.limits)
        self.peers.when_cut_off = lambda: self.run_in_background(self.send_elsewhere(0.0))
        self.connections = Connections()
        """All connections, including those that are being admitted."""
        self.lobby = LobbyService(store, self.connections, self.tables, self.peers, clock, self.open, self.begin)
        self.online_count = OnlineCount(self.connections, self.tables, self.peers)
        self.moderation = ModerationState()
        self.announcements = AnnouncementBoard()
        self._bots = bots
        self.clock = clock
        self._loading: dict[str, asyncio.Task[LoadedTable | None]] = {}
        self._opening_again = asyncio.Lock()
        self._background = BackgroundTasks()
        self.clock_watch = ClockWatch(
            store, self._leases, self.visit, clock, self._look_at_ratings, self.readiness.closed
        )
        self._services = TableServices(
            store=store,
            bots=bots,
            clock=clock,
            patience=patience,
            leases=self._leases,
            clock_watch=self.clock_watch,
            peers=self.peers,
            moderation=self.moderation,
            open_again=self._open_again,
            introduce=self.introduce,
            when_idle=self._forget,
        )
        self.stories = StoryService(store, bots, clock, self.peek)

    async def start(self) -> None:
        """Start to listen to other servers and to watch clocks."""
        await self.peers.open()
        await self.clock_watch.open()
        self.lobby.start()
        self.stories.start()

    # ---- who is connected ----------------------------------------------------------------------------------

    async def introduce(self, connection: Connection) -> None:
        """Store a new person for an anonymous visitor, for all their tabs."""
        if connection.person or not connection.session or connection.only_watches:
            return
        person = await self.store.begin_session(connection.session, None, self.clock(), connection.device)
        for one in self.connections:
            if one.session == connection.session:
                self.recognise(one, person.id)

    def recognise(self, connection: Connection, person: str) -> None:
        """Set the person of a connection."""
        connection.become(person)
        self.connections.note(connection)

    def make_room(self, connection: Connection, table_id: str, most: int, most_here: int) -> None:
        """Close the oldest connections of a person beyond `most` in all and `most_here` at one table.

        The oldest, because a person who lost the network reconnects before the server notices that the old ones are
        dead.
        """
        others = self.connections.others_of(connection)
        here = [one for one in others if one.table == table_id]
        for one in {*others[: max(0, len(others) - most + 1)], *here[: max(0, len(here) - most_here + 1)]}:
            one.close(OPEN_ELSEWHERE)

    def end_session(self, session: str) -> None:
        """Close the connections of an ended session, on all servers."""
        self._hang_up(session)
        self.peers.send(Ended(session))

    async def merge(self, signed: SignedIn) -> None:
        """A guest has signed in: close ended sessions, and update whose seats are whose, on all servers."""
        for session in signed.ended:
            self.end_session(session)
        if signed.merged:
            for live in tables_of(self.tables, signed.merged):
                await live.look_again()  # else the next visitor of the table does it
            self.peers.send(Merged(signed.merged))

    def _hang_up(self, session: str) -> None:
        for connection in self.connections:
            if connection.session == session:
                connection.close(SESSION_ENDED)

    def _look_at_ratings(self) -> None:
        """Finished games have been counted, here or by another server: update the tables that show them."""
        for live in self.tables.values():
            live.ratings.ask_whether_counted()

    # ---- finding -------------------------------------------------------------------------------------------

    def visit(self, table_id: str, *, to_sit: bool = False) -> "Visit":
        """The table with that id, or None. It stays in memory while it is visited, or while something goes on.

        Raises `NotReady`, except for those who only come `to_sit` down: a table that has not begun needs no rules.
        """
        return Visit(self, table_id, to_sit)

    async def find(self, table_id: str, to_sit: bool) -> LiveTable | None:
        """The table of a visit."""
        known = self.tables.get(table_id) or await self._load(table_id)
        if known is None:
            return None
        if not to_sit:
            self._require_rules(known.table)
        return self.tables.get(table_id) or (known if isinstance(known, LiveTable) else self._take_in(known))

    async def peek(self, table_id: str) -> tuple[Table, dict[int, str]] | None:
        """A table and its people, without keeping it in memory. Raises `NotReady`."""
        known = self.tables.get(table_id) or await self._load(table_id)
        known = self.tables.get(table_id) or known
        if known is None:
            return None
        self._require_rules(known.table)
        return known.table, known.people

    def _require_rules(self, table: Table) -> None:
        self.readiness.require(table.opening.game, RULES)

    async def _load(self, table_id: str) -> LoadedTable | None:
        """Load a table from the store; concurrent requests for one table share one load."""
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = self._background.begin(load_table(self.store, table_id, self.readiness))
            loading.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(loading)

    def _take_in(self, loaded: LoadedTable) -> LiveTable:
        live = LiveTable(loaded, self._services)
        self.tables[live.table.id] = live
        self.peers.send(Who(live.table.id))
        live.go_on()
        return live

    def _forget(self, live: LiveTable) -> None:
        """Drop an idle table from memory. Store a snapshot of a long log, so that it loads faster next time."""
        table = live.table
        if self.tables.get(table.id) is live:
            del self.tables[table.id]
            self._let_go(table.id)
            if is_worth_it(table, live.kept):
                self._background.begin(self._keep_snapshot(table))

    def _let_go(self, table_id: str) -> None:
        self._leases.release(table_id)
        self.peers.put_away(table_id)

    async def _keep_snapshot(self, table: Table) -> None:
        body = await run_in_worker_thread(take_snapshot, table)
        try:
            await self.store.keep_snapshot(table.id, table.number, body)
        except NotSaved as error:  # then it loads more slowly next time
            logger.warning("table %s: no snapshot: %s", table.id, error)

    def put_away(self, games: Collection[str]) -> None:
        """Drop all tables of games whose code has changed, and close their connections: pages reconnect."""
        for live in [live for live in self.tables.values() if live.table.opening.game in games]:
            del self.tables[live.table.id]
            self._let_go(live.table.id)
            for connection in live.broadcaster.connections:
                connection.close(RESTARTING)
            self._background.begin(live.stop())

    async def send_elsewhere(self, seconds: float) -> None:
        """Close all connections, spread over some seconds: their pages connect to another server."""
        while leaving := [one for one in self.connections if not one.is_closing]:
            for connection in leaving:
                connection.close(RESTARTING)
                await asyncio.sleep(seconds / len(leaving))

    async def close(self) -> None:
        """Stop all automatic work, and finish what has begun."""
        await self.clock_watch.close()
        await self.stories.close()
        for live in list(self.tables.values()):
            await live.stop()
        await self._background.finish()
        await self.lobby.close()
        await self._leases.close()
        await self.peers.close()

    def run_in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the background."""
        self._background.begin(work)

    async def think(self, question: Question) -> Thought:
        """Ask a bot of the server; raises `BotFault`."""
        return await self._bots.choose(question)

    # ---- opening -------------------------------------------------------------------------------------------

    async def open(
        self,
        definition: GameDefinition,
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
        """Open a table for a game. Its id is its address: a new one, unless it is given.

        For `is_open` and the following see `Opening`; `seed` is that of a known deal. Raises `TooMuch` if `asker` has
        opened many, and `Refused` if such a table cannot be rated. All new tables are opened here, so nobody can avoid
        that.
        """
        self.limits.take("opening", asker)
        options, is_given = definition.full_options(players, options), _is_given(deal, begins)
        if rated and not may_be_rated(definition, options, clock, is_given=is_given):
            raise Refused("rated")
        seed = seed or new_seed()
        opening = Opening(
            table=table_id or new_id(),
            game=definition.id,
            rules=definition.version,
            players=players,
            options=options,
            commitment=commitment(seed),
            solo=solo,
            in_order=in_order,
            opened=self.clock(),
            clock=clock,
            rated=rated,
            open=is_open and not solo,
            watched=watched,
            starts_full=starts_full,
            deal=deal,
            begins=begins,
        )
        if opening.rated:  # before the table exists: a crash in between must not leave a table that is never counted
            await self.store.ratings.expect(opening.table, opening.game)
        await self.store.open_table(opening, seed, entry_of(Table(opening, seed, definition)))
        if opening.open or opening.watched:
            await self.store.lobby.list_table(opening.table, is_open=opening.open, watched=watched, now=self.clock())
        return opening.table

    async def seat(self, table_id: str, guests: Sequence[Guest]) -> None:
        """Seat people and bots at a new table, in this order; those who sit there already stay seated."""
        async with self.visit(table_id, to_sit=True) as live:
            if live is None:
                raise Refused("not_now")
            for place, guest in enumerate(guests):
                await live.decide(partial(_sit, place, guest), guest.person)

    async def give_place(self, table_id: str, person: str, name: str) -> None:
        """Let a person sit down at a table, unless they sit there; raises `Refused` if there is no place."""
        async with self.visit(table_id, to_sit=True) as live:
            if live is None:
                raise Refused("not_now")
            of, program = live.presence.participant_of, is_bot_account(person)
            await live.decide(lambda table, now: [] if of(person) else table.sit(name, now, program=program), person)

    async def begin(self, table_id: str, arrivals: Sequence[Arrival]) -> None:
        """Seat people who need not come, and start the game."""
        async with self.visit(table_id, to_sit=True) as live:
            if live is None:
                raise Refused("not_now")
            for one in arrivals:
                if live.presence.participant_of(one.person) is None:
                    await live.decide(partial(_arrive, one), one.person)
            await live.decide(lambda table, now: table.start(now) if table.status == "waiting" else [])

    async def _open_again(self, live: LiveTable, asker: Asker) -> None:
        """Open the next table like this one, unless somebody has done so already.

        Everybody keeps a seat, and the order is rotated: who was second begins. The seat of a person deleted or removed
        meanwhile is free. This table determines the id of the next one, so that two servers, or one that crashed and
        repeats it, open the same.
        """
        async with self._opening_again:  # if two people ask at once, the second gets the table of the first
            table, opening, definition = live.table, live.table.opening, live.table.definition
            if definition is None or table.status != "over":
                raise Refused("not_now")
            if table.next_table:
                return  # everybody has been told
            table_id = following_id(table.seed, table.id)
            with suppress(Conflict):
                await self.open(
                    definition,
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
            people = {one: who for one, who in live.people.items() if who not in self.moderation.removed}
            turned = [one for one in (*table.seats[1:], *table.seats[:1]) if one.level or one.id in people]
            guests = [Guest(one.name, people.get(one.id, ""), one.level, one.colour) for one in turned]
            if opening.rated:  # a guest may have become somebody who sits here, too
                guests = list({one.person or str(place): one for place, one in enumerate(guests)}.values())
            await self.store.clubs.follow(table.id, table_id, self.clock())
            await self.seat(table_id, guests)
            await live.decide(lambda table, now: [] if table.next_table else table.follow(table_id, now))


def _arrive(one: Arrival, table: Table, now: int) -> list[Event]:
    return table.sit(one.name, now, nonce=one.nonce)


def _is_given(deal: Deal | None, begins: Beginning | None) -> bool:
    """Does a table begin with something that a player may know? Nobody knows the deals of a tournament beforehand."""
    return begins is not None or (deal is not None and not deal.tournament)


def _sit(place: int, guest: Guest, table: Table, now: int) -> list[Event]:
    """A guest sits down, with the requested colour and the right to begin."""
    if len(table.participants) > place:
        return []
    seated = table.sit(guest.name, now, level=guest.level, program=is_bot_account(guest.person))
    participant = seated[0].number
    dressed = [*seated, *table.ahead(*seated).choose_colour(participant, guest.colour, now)]
    return [*dressed, *table.ahead(*dressed).begin_with(participant, now)] if guest.begins else dressed
