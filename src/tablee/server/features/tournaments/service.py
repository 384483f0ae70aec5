"""Runs tournaments: starts them, opens the tables of each round, and ends them; the same on every server.

Every server looks every few seconds, and does what is missing. Tables have ids that follow from the tournament, so that
two servers, or one that was killed and begins again, open the same ones once.
"""

import logging
from contextlib import suppress

import msgspec

from tablee.bots.compile_stages import stage_of
from tablee.games import game_if_here
from tablee.games.language import ENGLISH
from tablee.server.features.lobby.model import TOURNAMENT, Invitation
from tablee.server.features.readiness.service import NotReady
from tablee.server.features.tournaments.model import (
    BOT,
    LEAST,
    NO_SHOW,
    Player,
    TournamentGame,
    TournamentSetup,
    due_pairings,
    is_over,
    pairings_of,
)
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.realtime.tasks import look_every
from tablee.server.storage import Conflict
from tablee.server.table.clock import clock_of
from tablee.server.table.directory import Entry
from tablee.server.table.events import Refused
from tablee.server.views.friendly_names import friendly_name

logger = logging.getLogger("tablee")

BEAT = 5.0
"""Seconds between two looks."""


class TournamentService:
    """Does for all tournaments what is due."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store.tournaments
        self._called: set[str] = set()
        """The tables that wait for players whom this server has called."""

    async def run(self) -> None:
        """Look until the server stops."""
        await look_every(BEAT, self.look, "tournaments wait")

    async def look(self) -> None:
        """Open what the schedule says, start what is to start, and go on with what runs."""
        now = self._hub.clock()
        for schedule in await self._store.schedules():
            if (opened := schedule.opened(now)) is not None:
                await self._store.add(opened)
        for tournament in await self._store.going_on(now):
            try:
                await self._go_on_with(tournament, now)
            except (NotReady, Refused, Conflict) as error:  # the next look tries again
                logger.info("tournament %s waits: %s", tournament.id, error)

    async def _go_on_with(self, tournament: TournamentSetup, now: int) -> None:
        players = await self._store.players(tournament.id)
        if tournament.status == "open":
            order = tournament.drawn(players)
            status = "running" if len(order) >= LEAST and game_if_here(tournament.game) else "cancelled"
            tournament = msgspec.structs.replace(tournament, status=status, order=order)
            if not await self._store.begin(tournament) or status == "cancelled":
                return
        results = await self.results(tournament)
        if is_over(tournament, results):
            await self._store.end(tournament.id, "over")
            return
        by_number = {one.number: one for one in players}
        await self._resign_for_withdrawn(tournament, results, by_number)
        for pairing in due_pairings(tournament, results, now):
            entry = results.get(tournament.table_of(pairing))
            if entry is None or entry.status == "waiting":
                await self._open(tournament, pairing, by_number, entry, now)
            else:
                self._called.discard(entry.table)

    async def results(self, tournament: TournamentSetup) -> dict[str, Entry]:
        """The entries of all tables that are open, by id."""
        known: dict[str, Entry] = {}
        while True:
            tables = [tournament.table_of(one) for one in pairings_of(tournament, known)] if tournament.order else []
            found = await self._store.results(tables)
            if len(found) == len(known):
                return found
            known = found  # the games of a final are known once those of the groups are

    async def _open(
        self,
        tournament: TournamentSetup,
        pairing: TournamentGame,
        players: dict[int, Player],
        entry: Entry | None,
        now: int,
    ) -> None:
        """Open the table of a game and seat both; it starts when they are there, or without who does not come."""
        definition = game_if_here(tournament.game)
        if definition is None:
            raise Refused("not_now")
        self._hub.readiness.require(definition.id, stage_of(tournament.level))
        table = tournament.table_of(pairing)
        if entry is None:
            clock = clock_of(tournament.pace, definition.turns, definition.seconds)
            if tournament.club:  # before the table exists: a crash in between leaves no table that is not the club's
                await self._hub.store.clubs.add_table(table, tournament.club, now)
            with suppress(Conflict):  # another server was quicker
                await self._hub.open(
                    definition,
                    2,
                    tournament.options,
                    solo=False,
                    table_id=table,
                    clock=clock,
                    rated=tournament.rated,
                    watched=True,
                    starts_full=True,
                    deal=tournament.deal_of(pairing, now),
                    seed=tournament.seed_of(pairing),
                )
        guests = [_guest(players.get(number), tournament.level) for number in (pairing.first, pairing.second)]
        await self._hub.seat(table, guests)
        opened = entry.opened if entry else now
        if tournament.is_by_days or now >= opened + NO_SHOW or not any(one.person for one in guests):
            async with self._hub.visit(table) as live:
                if live is not None:
                    await live.decide(lambda table, now: table.start(now))
        elif table not in self._called:  # by this server: another may have died before it called
            await self._call(tournament, table, guests, now)
            self._called.add(table)

    async def _call(self, tournament: TournamentSetup, table: str, guests: list[Guest], now: int) -> None:
        """Call both to their table, by the pages they have open and the notifications they want."""
        first, second = guests
        calls = [
            Invitation(
                one.person, table, other.person or one.person, TOURNAMENT, tournament.game, 2, now, now + NO_SHOW
            )
            for one, other in ((first, second), (second, first))
            if one.person
        ]
        self._hub.lobby.tell(await self._hub.store.lobby.invite(calls))

    async def withdraw(self, tournament: TournamentSetup, person: str) -> None:
        """A person leaves: before the start as if they had never joined, later by resigning the games that go on.

        If the server dies in the middle, the next look resigns the rest.
        """
        if await self._store.leave(tournament.id, person, self._hub.clock()):
            players = {one.number: one for one in await self._store.players(tournament.id)}
            await self._resign_for_withdrawn(tournament, await self.results(tournament), players)

    async def _resign_for_withdrawn(
        self, tournament: TournamentSetup, results: dict[str, Entry], players: dict[int, Player]
    ) -> None:
        """Resign the games that go on and at which somebody sits who has withdrawn."""
        gone = {number for number, one in players.items() if one.withdrew}
        for pairing in pairings_of(tournament, results) if gone else []:
            entry = results.get(tournament.table_of(pairing))
            for seat, number in enumerate((pairing.first, pairing.second)):
                if entry and number in gone and _is_played_by_person(entry, seat):
                    await self._resign(entry, seat)

    async def _resign(self, entry: Entry, seat: int) -> None:
        async with self._hub.visit(entry.table) as live:
            if live is not None:
                with suppress(Refused):  # it has started, or ended, meanwhile
                    if live.table.status == "waiting":
                        await live.decide(lambda table, now: table.start(now))
                with suppress(Refused):
                    await live.decide(lambda table, now: table.leave(seat, now))


def _is_played_by_person(entry: Entry, seat: int) -> bool:
    """Whether a game goes on, and a person sits at a seat: at tournaments all sit in the order in which they came."""
    sitting = entry.participants[seat : seat + 1]
    return entry.status in ("waiting", "playing") and any(not one.level for one in sitting)


def _guest(player: Player | None, level: int) -> Guest:
    """Who sits down for a player: a bot for nobody, and for who has withdrawn or was deleted."""
    if player is None or player.number == BOT or player.withdrew or not player.person:
        return Guest("", level=level)
    return Guest(player.name or friendly_name(player.person, ENGLISH), player.person)
