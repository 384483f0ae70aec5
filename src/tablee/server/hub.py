"""All tables that somebody is looking at, and the opening of new ones."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tablee.games import GameFolder, find_game
from tablee.games.errors import UnknownGame
from tablee.kernel.contract import ContractError
from tablee.server.hints import Bots
from tablee.server.live_table import LiveTable
from tablee.store import Store
from tablee.table.dice import commitment, new_seed
from tablee.table.events import Opening, Refused
from tablee.table.table import Table, fold


class Hub:
    """Finds tables, in memory or in the store."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self.store = store
        self.tables: dict[str, LiveTable] = {}
        self._bots = bots
        self._loading = asyncio.Lock()

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
            return live.table, live.people
        stored = await self.store.load(table_id)
        if stored is None:
            return None
        return fold(stored.opening, stored.seed, _folder(stored.opening.game), stored.events), stored.people

    async def _load(self, table_id: str) -> LiveTable | None:
        stored = await self.store.load(table_id)
        if stored is None:
            return None
        folder = _folder(stored.opening.game)
        live = LiveTable(stored, folder, self.store, self._bots, lambda: self._forget(table_id))
        self.tables[table_id] = live
        await live.decide(lambda table: table.unfinished())
        return live

    def _forget(self, table_id: str) -> None:
        self.tables.pop(table_id, None)

    async def open(self, folder: GameFolder, players: int, options: Mapping[str, Any], *, solo: bool) -> str:
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
        )
        await self.store.open_table(opening, seed)
        return opening.table

    async def seat(self, table_id: str, person: str, name: str, levels: Sequence[int]) -> None:
        """Seat the one who opened a table, and bots of some levels."""
        live = await self.find(table_id)
        if live is None:
            raise Refused("not_now")
        if person:
            await live.decide(lambda table: table.sit(name), person)
        for level in levels:
            await live.decide(partial(Table.sit, name="", level=level))
        live.check_idle()

    async def close(self) -> None:
        """Let nothing happen by itself any more."""
        for live in list(self.tables.values()):
            await live.stop()

    async def again(self, live: LiveTable, person: str) -> None:
        """Open another table like this one, with the same bots, unless somebody has done so already."""
        sitter = live.sitter_of(person)
        if sitter is None:
            raise Refused("not_seated")
        folder = live.table.folder
        if folder is None or live.table.status != "over" or live.table.next_table:
            raise Refused("not_now")
        opening = live.table.opening
        table_id = await self.open(folder, opening.players, opening.options, solo=opening.solo)
        levels = [other.level for other in live.table.sitters if other.level]
        await self.seat(table_id, person, sitter.name, levels)
        await live.decide(lambda table: table.follow(table_id))


def _folder(game_id: str) -> GameFolder | None:
    try:
        return find_game(game_id)
    except (UnknownGame, ContractError):
        return None
