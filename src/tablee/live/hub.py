"""All tables that somebody is looking at, and the opening of new ones."""

import asyncio
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import msgspec

from tablee.games import GameFolder, find_game
from tablee.games.errors import UnknownGame
from tablee.kernel.contract import ContractError
from tablee.live.connection import Connection
from tablee.live.hints import Bots
from tablee.live.live_table import LiveTable
from tablee.live.recognition import milliseconds_now
from tablee.live.settings import ABSENCE
from tablee.store import Store
from tablee.table.dice import commitment, new_seed
from tablee.table.directory import Entry, entry_of
from tablee.table.events import Opening, Refused
from tablee.table.table import Table, fold

SESSION_ENDED = 4401
"""The closing code for connections of a session that its person has ended."""


class Guest(NamedTuple):
    """Somebody to be seated: a person, or a bot if there is a level."""

    name: str
    person: str = ""
    level: int = 0


class Hub:
    """Finds tables, in memory or in the store."""

    def __init__(self, store: Store, bots: Bots, patience: float = ABSENCE) -> None:
        """`patience`: after how many seconds somebody away is absent."""
        self.store = store
        self.tables: dict[str, LiveTable] = {}
        self._connections: set[Connection] = set()
        self._bots = bots
        self._patience = patience
        self._loading = asyncio.Lock()
        self._opening_again = asyncio.Lock()

    # ---- who is connected ----------------------------------------------------------------------------------

    @contextmanager
    def letting_in(self, connection: Connection) -> Iterator[None]:
        """Know of a connection, from before it is asked whose it is until it has ended."""
        self._connections.add(connection)
        try:
            yield
        finally:
            self._connections.discard(connection)

    async def introduce(self, connection: Connection) -> None:
        """Keep who somebody is from now on, in all tabs of theirs, unless it is known already."""
        if connection.person or not connection.session:
            return
        person = await self.store.begin_session(connection.session, None, milliseconds_now(), connection.device)
        for one in self._connections:
            if one.session == connection.session:
                one.person = person.id

    def end_session(self, session: str) -> None:
        """Hang up on a session that has ended."""
        for connection in self._connections:
            if connection.session == session:
                connection.close(SESSION_ENDED)

    # ---- tables --------------------------------------------------------------------------------------------

    async def find(self, table_id: str) -> LiveTable | None:
        """The table of that id, or None."""
        live = self.tables.get(table_id)
        if live is not None:
            return live
        async with self._loading:
            return self.tables.get(table_id) or await self._load(table_id)

    async def peek(self, table_id: str) -> tuple[Table, dict[int, str]] | None:
        """A table and its people as they are now, without keeping it in memory."""
        live = self.tables.get(table_id)
        if live is not None:
            return live.table, live.presence.people
        stored = await self.store.load(table_id)
        if stored is None:
            return None
        folder = _folder(stored.opening.game)
        # A long log takes a while, and a shelf has many: those who play must not wait for it.
        return await asyncio.to_thread(fold, stored.opening, stored.seed, folder, stored.events), stored.people

    async def _load(self, table_id: str) -> LiveTable | None:
        stored = await self.store.load(table_id)
        if stored is None:
            return None
        folder = _folder(stored.opening.game)
        live = LiveTable(stored, folder, self.store, self._bots, lambda: self._forget(table_id), self._patience)
        self.tables[table_id] = live
        await live.decide(lambda table: table.unfinished())
        return live

    def _forget(self, table_id: str) -> None:
        self.tables.pop(table_id, None)

    async def open(
        self, folder: GameFolder, players: int, options: Mapping[str, Any], *, solo: bool, in_order: bool = False
    ) -> str:
        """Open a table for a game; its id is its address."""
        seed = new_seed()
        opening = Opening(
            table=secrets.token_urlsafe(9),
            game=folder.id,
            rules=folder.rules.VERSION,
            players=players,
            options=folder.full_options(players, options),
            commitment=commitment(seed),
            solo=solo,
            in_order=in_order,
        )
        await self.store.open_table(opening, seed, _entry(opening, seed, folder))
        return opening.table

    async def seat(self, table_id: str, guests: Sequence[Guest]) -> None:
        """Seat people and bots at a new table, in this order."""
        live = await self.find(table_id)
        if live is None:
            raise Refused("not_now")
        for guest in guests:
            await live.decide(partial(Table.sit, name=guest.name, level=guest.level), guest.person)
        live.check_idle()

    async def close(self) -> None:
        """Let nothing happen by itself any more."""
        for live in list(self.tables.values()):
            await live.stop()

    async def again(self, live: LiveTable, person: str) -> None:
        """Open another table like this one, unless somebody has done so already.

        Everybody's seat is kept for them there, and the order turned: who was second begins.
        """
        if live.presence.sitter_of(person) is None:
            raise Refused("not_seated")
        async with self._opening_again:  # of two who ask at once, the second finds the table of the first
            await self._open_again(live)

    async def _open_again(self, live: LiveTable) -> None:
        table = live.table
        if table.folder is None or table.status != "over":
            raise Refused("not_now")
        if table.next_table:
            return  # and everybody has been told where it is
        opening, people = table.opening, live.presence.people
        table_id = await self.open(table.folder, opening.players, opening.options, solo=opening.solo, in_order=True)
        turned = [*table.seats[1:], *table.seats[:1]]
        await self.seat(table_id, [Guest(one.name, people.get(one.id, ""), one.level) for one in turned])
        await live.decide(lambda table: table.follow(table_id))


def _entry(opening: Opening, seed: bytes, folder: GameFolder) -> Entry:
    """What the directory says of a table at which nobody sits yet."""
    now = milliseconds_now()
    return msgspec.structs.replace(entry_of(Table(opening, seed, folder)), opened=now, moved=now)


def _folder(game_id: str) -> GameFolder | None:
    try:
        return find_game(game_id)
    except (UnknownGame, ContractError):
        return None
