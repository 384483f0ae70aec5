"""The lobby while the server runs: tells connected people of invitations and matchmaking, and keeps both up to date."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from tablee.games import game_if_here
from tablee.games.language import Language
from tablee.server.features.lobby.model import DAYS, INVITATION, TOURNAMENT, Invitation, Match, match_clock
from tablee.server.features.lobby.store import LobbyState
from tablee.server.realtime.connection import Connection, Connections
from tablee.server.realtime.live_table import LiveTable
from tablee.server.realtime.peers.peer_messages import InvitationsChanged
from tablee.server.realtime.peers.pubsub import Peers
from tablee.server.realtime.tasks import BackgroundTasks, OneTask, look_every
from tablee.server.storage import Conflict, NotSaved, Store, Unavailable
from tablee.server.table.events import Refused
from tablee.server.views.frames import encode
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.game_facts import game_name

logger = logging.getLogger("tablee")

BEAT = 10.0
"""Seconds between two heartbeats to the store."""


MOST_NAMED = 3
"""How many games are named that somebody looks for; more are counted."""


class Arrival(NamedTuple):
    """Somebody who is seated without coming, and what their browser adds to the dice."""

    person: str
    name: str
    nonce: str


class LobbyService:
    """Tells people of their invitations, and tells the store which people are online."""

    def __init__(
        self,
        store: Store,
        connections: Connections,
        tables: Mapping[str, LiveTable],
        peers: Peers,
        clock: Callable[[], int],
        open_table: Callable[..., Awaitable[str]],
        begin: Callable[[str, Sequence[Arrival]], Awaitable[None]],
    ) -> None:
        """`clock` returns milliseconds since 1970; `open_table` is `Hub.open`, `begin` is `Hub.begin`."""
        self._store = store
        self._connections = connections
        self._tables = tables
        self._peers = peers
        self._clock = clock
        self._open_table = open_table
        self._begin = begin
        self._background = BackgroundTasks()
        self._beating = OneTask()
        peers.when_invitations_change = self._tell_here

    def start(self) -> None:
        """Start the heartbeat."""
        self._beating.begin(look_every(BEAT, self.beat, "the lobby was not told who is online"))

    async def close(self) -> None:
        """Stop the heartbeat, and finish what has begun."""
        await self._beating.stop()
        await self._background.finish()

    # ---- telling -------------------------------------------------------------------------------------------

    def tell(self, people: Iterable[str]) -> None:
        """Send people their invitations, on whichever server they are connected."""
        for person in people:
            self._tell_here(person)
            self._peers.send(InvitationsChanged(person))

    def welcome(self, connection: Connection) -> None:
        """Send a new connection the invitations of its person."""
        if connection.person:
            self._background.begin(self._tell(connection.person, [connection]))

    def _tell_here(self, person: str) -> None:
        if person and (connections := self._connections.of(person)):
            self._background.begin(self._tell(person, connections))

    async def _tell(self, person: str, connections: Iterable[Connection]) -> None:
        try:
            state = await self._store.lobby.state_of(person, self._clock())
        except (Unavailable, NotSaved) as error:  # the shelf shows invitations, too
            logger.warning("invitations could not be sent: %s", error)
            return
        is_called = bool(state.invitations or state.request)
        for connection in connections:
            if is_called or connection.is_called:
                connection.is_called = is_called
                connection.send(encode({"say": "called", **lobby_texts(state, connection.say)}))

    # ---- matches -------------------------------------------------------------------------------------------

    async def open_match(self, match: Match | Invitation) -> bool:
        """Open the table of a match, unless another server has done so; false if its game is not here."""
        definition = game_if_here(match.game)
        if definition is None:
            return False
        with suppress(Conflict):
            clock = match_clock(definition, match.pace)
            await self._open_table(
                definition,
                match.players,
                {},
                solo=False,
                table_id=match.table,
                clock=clock,
                rated=match.rated,
                starts_full=True,
                watched=True,
            )
        return True

    async def begin_by_days(self, match: Match) -> None:
        """Seat everybody of a match by days, and start: nobody need be online, and nobody is asked again."""
        if not await self.open_match(match):
            return
        arrivals = []
        for person in match.people:
            name, nonce = match.arrivals[person]
            arrivals.append(Arrival(person, await self._store.name_of(person) or name, nonce))
        with suppress(Refused):  # somebody has come by the invitation meanwhile
            await self._begin(match.table, arrivals)
        for person in match.people:
            await self._store.lobby.end_invitation(person, match.table)

    # ---- heartbeat -----------------------------------------------------------------------------------------

    async def beat(self) -> None:
        """Tell the store who is online, match those who have waited long enough, and end late invitations."""
        lobby, now = self._store.lobby, self._clock()
        attended = [table for table, live in self._tables.items() if _can_be_found(live) and live.presence.sitting_here]
        await lobby.touch(attended, now)
        await lobby.saw_waiting(await lobby.people_waiting() & self._connections.people, now)
        swept = await lobby.sweep(now)
        for match in swept.matches:
            if match.pace == DAYS:
                await self.begin_by_days(match)
        self.tell(swept.people)


def _can_be_found(live: LiveTable) -> bool:
    opening, status = live.table.opening, live.table.status
    return status in ("waiting", "playing") and (opening.open or opening.watched or opening.starts_full)


def lobby_texts(state: LobbyState, say: Language) -> dict[str, Any]:
    """A person's invitations and match request, as the message `called` and the shelf show them."""
    calls = []
    for one in state.invitations:
        words = invitation_text(one, say)
        at_once = one.kind != INVITATION and one.pace != DAYS
        calls.append({"table": one.table, "kind": one.kind, "words": words, "at_once": at_once})
    return {"calls": calls, "seeking": _seeking(state.request.games, say) if state.request else ""}


def _seeking(games: Sequence[str], say: Language) -> str:
    """What is looked for, in a line or two."""
    if len(games) > MOST_NAMED:
        return say("Looking for an opponent, in any of {count} games.", count=len(games))
    return say("Looking for an opponent: {games}.", games=", ".join(game_name(one, say) for one in games))


def invitation_text(invitation: Invitation, say: Language) -> str:
    """An invitation in words. People without a name get a friendly one."""
    one = invitation
    values = {"name": one.name or friendly_name(one.host, say), "game": game_name(one.game, say)}
    if one.tournament:
        return say("{name} has opened a tournament of {game} for {club}.", club=one.club, **values)
    if one.club:
        return say("{name} has opened a table of {game} for {club}.", club=one.club, **values)
    if one.kind == TOURNAMENT:
        return say("Your game of the tournament begins: {game}.", game=values["game"])
    if one.kind == INVITATION:
        return say("{name} invites you to {game}.", **values)
    return say("Opponent found: {name} plays {game} with you.", **values)
