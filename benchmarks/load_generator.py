"""The load generator: tables of two guests who play at random, in a process of its own.

`python benchmarks/load_generator.py PLAN` carries out a plan (`Plan`) and prints the outcome as one JSON object.
"""

import asyncio
import itertools
import random
import secrets
import sys
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from tqdm import tqdm
from wire import Socket

try:
    from uvloop import run
except ModuleNotFoundError:  # it does not exist for every system
    from asyncio import run

HOST = "127.0.0.1"
OPENING_AT_ONCE = 24
TYPICAL_MOVES = {"isis": 56, "morfals": 60, "morpyam": 60, "netzwerk": 50, "morisi": 50, "boardgame.io": 36}
"""In a game: where its end is, so that the first games can be spread over all stages."""
THROW, AND_THEN = "throw", "; "
"""The action of throwing dice by hand, and what separates actions that are played together."""
NOTHING_PICKED = "-"
"""What stands for "{picks}" in an action if no node is picked."""
PATIENCE = 30.0


class Plan(msgspec.Struct):
    """What to do: open `games` tables, then keep `tables` of them going for `seconds`, or until none is left."""

    port: int
    feed: str
    games: int
    tables: int
    seconds: float
    label: str = ""
    other_port: int = 0
    """Of a second server on the same database, if there is one: every other table is played there."""
    apart: bool = False
    """Instead, the two of each table are at different servers."""
    pause: float = 0.0
    """Seconds between two moves of a table."""
    game: str = "isis"

    def ports(self, table: int) -> tuple[int, int]:
        """Where the two guests of a table go."""
        both = self.port, self.other_port or self.port
        return both if self.apart else (both[table % 2],) * 2


class Outcome(msgspec.Struct):
    """What came of it."""

    moves: int = 0
    events: int = 0
    seconds: float = 0.0
    server_cpu: float = 0.0
    client_cpu: float = 0.0
    commits: int = 0
    latency_p50: float = 0.0
    latency_p99: float = 0.0
    bytes_per_guest: float = 0.0
    """How much the server grew while the tables were opened: for a guest, and its half of a table."""
    all_actions: int = 0
    """With those before and after the measurement."""


class Table:
    """One table seen from outside: both seats play at random, and the next move waits until both have the last."""

    def __init__(self, load: "Load") -> None:
        self.guests: list[Any] = []
        self.place = load.place()
        """Which of all tables it is."""
        self.ready = asyncio.get_running_loop().create_future()
        self.moves = 0
        self.actions = 0
        """Those that are stored as such: of a throw only what was thrown is."""
        self.number = 0
        self.stop_after = 1 << 30
        """A table stops after so many moves until it is told to go on."""
        self._load = load
        self._began = False
        self._sent = 0.0
        self._expected = 0
        self._choice: tuple[Guest, Sequence[str]] | None = None

    def told(self, guest: "Guest", number: int, actions: Sequence[str], over: bool) -> None:
        """One of the guests has got everything up to event `number`, with what it may do now."""
        guest.number = number
        if actions:
            self._choice = guest, actions
        first, second = self.guests
        if self._sent and first.number >= self._expected <= second.number:
            self._load.moved(time.perf_counter() - self._sent)
            self._sent = 0.0
        if first.number == second.number and (over or self._choice):
            self._settled(number, over)

    def _settled(self, number: int, over: bool) -> None:
        events, self.number = number - self.number, number
        if not self.ready.done():
            self.ready.set_result(None)
        elif over:
            self._load.ended(self, events)
        elif self._began:
            self._load.settled(self, events)

    def act(self) -> None:
        """Play at random."""
        assert self._choice is not None
        guest, actions = self._choice
        self._choice = None
        self._began = True
        self._expected = self.number + 1
        self.moves += 1
        action = random.choice(actions)
        self.actions += 0 if action == THROW else action.count(AND_THEN) + 1
        self._sent = time.perf_counter()
        guest.act(self.number, action)

    def close(self) -> None:
        """Both guests go."""
        for guest in self.guests:
            guest.close()


class Guest(Socket):
    """One of the two at a table; subclasses know a protocol."""

    def __init__(self, table: Table, place: int, path: str, headers: str = "") -> None:
        super().__init__(HOST, path, headers)
        self.path = path
        self.table = table
        self.place = place
        self.number = 0

    def act(self, number: int, action: str) -> None:
        """Play an action, knowing of all events up to `number`."""
        raise NotImplementedError


# ---- our own protocol: docs/contributors/live-messages.md -------------------------------------------------------


class You(msgspec.Struct):
    """What a `table` message says of oneself."""

    nonce: bool


class About(msgspec.Struct, tag_field="say", tag="table"):
    """Who sits at the table."""

    you: You


class Events(msgspec.Struct, tag_field="say", tag="events"):
    """What happened, in texts."""

    number: int
    actions: list[str]
    result: msgspec.Raw


class Button(msgspec.Struct):
    """A button below the picture."""

    action: str


class Buttons(msgspec.Struct):
    """A row of buttons."""

    buttons: list[Button]


class Offers(msgspec.Struct):
    """What of a scene is needed to play."""

    offers: dict[str, list[str]]
    moves: dict[str, list[str]]
    bar: list[Buttons]
    throw: str

    @property
    def actions(self) -> list[str]:
        """All that is offered."""
        offered = [action for actions in self.offers.values() for action in actions]
        offered += [*self.moves, *(button.action for row in self.bar for button in row.buttons)]
        offered += [self.throw] if self.throw else []
        return [action.replace("{picks}", NOTHING_PICKED) for action in offered]


class Frame(msgspec.Struct, tag_field="say", tag="frame"):
    """What happened, as a picture."""

    number: int
    scene: Offers
    result: msgspec.Raw


class Refused(msgspec.Struct, tag_field="say", tag="refused"):
    """Something that must not happen here."""

    code: str


_decode: Callable[[bytes], Any] = msgspec.json.Decoder(About | Events | Frame | Refused).decode
_NOTHING = b"null"


class TableeGuest(Guest):
    """A guest at one of our tables."""

    def __init__(self, table: Table, place: int, table_id: str, feed: str, token: str) -> None:
        super().__init__(table, place, f"/tables/{table_id}/live?as={feed}&after=0", _cookie(token))
        self.nonce = self.starting = self._sitting = False

    def heard(self, message: bytes) -> None:
        """Take a message of the server."""
        found = _decode(message)
        if type(found) is Events:
            self.table.told(self, found.number, found.actions, bytes(found.result) != _NOTHING)
        elif type(found) is Frame:
            self.table.told(self, found.number, found.scene.actions, bytes(found.result) != _NOTHING)
        elif type(found) is About:
            self._prepare(found)
        else:
            raise SystemExit(f"the server refuses: {found.code}")

    def _prepare(self, about: About) -> None:
        """Sit down with a nonce; once both have, the first starts the game."""
        self.nonce = about.you.nonce
        if not self._sitting:
            self._sitting = True
            self.send(b'{"do":"sit","nonce":"%s"}' % secrets.token_hex(16).encode())
        first, second = self.table.guests
        if first.nonce and second.nonce and not first.starting:
            first.starting = True
            first.send(b'{"do":"start"}')

    def act(self, number: int, action: str) -> None:
        """Play an action."""
        self.send(b'{"do":"act","step":%d,"action":"%s"}' % (number, action.encode()))


def _cookie(token: str) -> str:
    return f"Cookie: person={token}\r\n"


async def open_tablee(load: "Load", plan: Plan) -> Table:
    """Open a table for two, as a page would, and sit down at it from both sides."""
    tokens = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    answer = await _request(
        plan.port, "POST", "/tables", f"game={plan.game}&mode=friends&players=2", _cookie(tokens[0])
    )
    table_id = answer.partition("location: /tables/")[2].partition("\r\n")[0]
    table = Table(load)
    table.guests = [TableeGuest(table, place, table_id, plan.feed, token) for place, token in enumerate(tokens)]
    return await _connected(table, plan)


# ---- the protocol of boardgame.io: Socket.IO ----------------------------------------------------------------


class Board(msgspec.Struct):
    """The squares: a seat, or None where one is free."""

    board: list[str | None]


class Context(msgspec.Struct):
    """Whose turn it is, and how it ended."""

    currentPlayer: str  # noqa: N815
    gameover: msgspec.Raw = msgspec.Raw(b"null")


class PeerState(msgspec.Struct):
    """A state of boardgame.io, as each of its messages holds it."""

    G: Board
    ctx: Context
    number: int = msgspec.field(name="_stateID")


class PeerSync(msgspec.Struct):
    """Its first message."""

    state: PeerState


_decode_update = msgspec.json.Decoder(tuple[str, str, PeerState, msgspec.Raw]).decode
_decode_sync = msgspec.json.Decoder(tuple[str, str, PeerSync]).decode
_SPACE = b"/placing,"
_SYNC = b"42" + _SPACE + b'["sync"'
_UPDATE = b"42" + _SPACE + b'["update"'


class PeerGuest(Guest):
    """A guest at a match of boardgame.io; a match comes into being when somebody asks for it."""

    def __init__(self, table: Table, place: int, match: str) -> None:
        super().__init__(table, place, "/socket.io/?EIO=4&transport=websocket")
        self._match = match

    def heard(self, message: bytes) -> None:
        """Take a message of the server."""
        if message.startswith(_UPDATE):
            self._follow(_decode_update(message[2 + len(_SPACE) :])[2])
        elif message.startswith(_SYNC):
            self._follow(_decode_sync(message[2 + len(_SPACE) :])[2].state)
        elif message.startswith(b"0"):
            self.send(b"40" + _SPACE)
        elif message.startswith(b"40"):
            self.send(b'42%s["sync","%s","%d",null,2]' % (_SPACE, self._match.encode(), self.place))
        elif message == b"2":
            self.send(b"3")
        elif b'["matchData"' not in message[:40]:
            raise SystemExit(f"the server says {message[:80]!r}")

    def _follow(self, state: PeerState) -> None:
        over = bytes(state.ctx.gameover) != _NOTHING
        yours = not over and state.ctx.currentPlayer == str(self.place)
        actions = [str(square) for square, piece in enumerate(state.G.board) if piece is None] if yours else []
        self.table.told(self, state.number, actions, over)

    def act(self, number: int, action: str) -> None:
        """Place a piece on a square."""
        move = b'{"type":"MAKE_MOVE","payload":{"type":"place","args":[%s],"playerID":"%d"}}'
        update = b'42%s["update",' + move + b',%d,"%s","%d"]'
        names = action.encode(), self.place, number, self._match.encode(), self.place
        self.send(update % (_SPACE, *names))


async def open_peer(load: "Load", plan: Plan) -> Table:
    """Open a match from both sides."""
    match = secrets.token_hex(6)
    table = Table(load)
    table.guests = [PeerGuest(table, place, match) for place in range(2)]
    return await _connected(table, plan)


# ---- the load ------------------------------------------------------------------------------------------------


class Load:
    """Keeps a number of tables going, and measures."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.place = itertools.count().__next__
        self._waiting: deque[Table] = deque()
        self._going: set[Table] = set()
        self._done: list[Table] = []
        self.arrived = asyncio.Event()
        """Has a move reached both guests?"""
        self._latencies: list[float] = []
        self._events = 0
        self._held = asyncio.Event()
        self._out = asyncio.Event()
        """No table waits any more, so that fewer than planned would go on."""
        self._stopping = False
        self._spreading = False
        self._between = 0
        """How many tables are not between two moves."""

    async def run(self) -> Outcome:
        """Carry out the plan."""
        outcome = Outcome()
        self._waiting += await self._open(min(20, self._plan.games))
        before = await figures_of(self._plan)
        self._waiting += await self._open(self._plan.games)
        opened = await figures_of(self._plan)
        outcome.bytes_per_guest = (opened["memory"] - before["memory"]) / (2 * self._plan.games)
        await self._spread()
        await self._measure(outcome)
        outcome.all_actions = sum(table.actions for table in (*self._done, *self._going))
        for table in (*self._done, *self._going, *self._waiting):
            table.close()
        return outcome

    async def _open(self, count: int) -> list[Table]:
        """Open tables, some at once."""
        open_one: Callable[[Load, Plan], Awaitable[Table]] = (
            open_peer if self._plan.feed == "boardgame.io" else open_tablee
        )
        limit = asyncio.Semaphore(OPENING_AT_ONCE)
        bar = tqdm(total=count, desc=f"{self._plan.label}: opening", unit="table", leave=False, disable=None)

        async def open_when_due() -> Table:
            async with limit, asyncio.timeout(PATIENCE):
                table = await open_one(self, self._plan)
            bar.update()
            return table

        tables = await asyncio.gather(*(open_when_due() for _ in range(count)))
        bar.close()
        return tables

    async def _spread(self) -> None:
        """Play each of the first tables up to another stage, so that what is measured is a mixture of all stages."""
        self._spreading = True
        for place in range(self._plan.tables):
            table = self._waiting.popleft()
            table.stop_after = 1 + place * (self._typical_moves - 2) // self._plan.tables
            self._start(table)
        await self._until(self._held, PATIENCE)
        self._spreading = False

    @property
    def _typical_moves(self) -> int:
        return TYPICAL_MOVES.get(self._plan.feed) or TYPICAL_MOVES[self._plan.game]

    async def _measure(self, outcome: Outcome) -> None:
        """Let all tables go on until time is up, and the moves on their way have arrived."""
        self._latencies, self._events = [], 0
        before, client_before = await figures_of(self._plan), time.process_time()
        began = time.perf_counter()
        self._held.clear()
        for table in list(self._going):
            table.stop_after = 1 << 30
            self._start(table)
        bar = asyncio.create_task(self._show_progress(began))
        await self._until(self._out, self._plan.seconds)
        self._stopping = True
        await self._until(self._held, PATIENCE)
        outcome.seconds = time.perf_counter() - began
        outcome.client_cpu = time.process_time() - client_before
        after = await figures_of(self._plan)
        bar.cancel()
        outcome.server_cpu = after["cpu"] - before["cpu"]
        outcome.commits = int(after.get("commits", 0) - before.get("commits", 0))
        outcome.moves, outcome.events = len(self._latencies), self._events
        ordered = sorted(self._latencies)
        outcome.latency_p50, outcome.latency_p99 = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]

    async def _show_progress(self, began: float) -> None:
        with tqdm(desc=f"{self._plan.label}: playing", unit="move", leave=False, disable=None) as bar:
            while True:
                await asyncio.sleep(0.25)
                bar.update(len(self._latencies) - bar.n)
                bar.set_postfix_str(f"{time.perf_counter() - began:.0f} of {self._plan.seconds:.0f} s")

    async def _until(self, event: asyncio.Event, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            if event is self._held:
                raise SystemExit("the server does not answer any more") from None
        return event.is_set()

    def _start(self, table: Table) -> None:
        self._going.add(table)
        self._between += 1
        table.act()

    # ---- what tables tell ------------------------------------------------------------------------------------

    def moved(self, latency: float) -> None:
        """A move has reached both guests."""
        self._latencies.append(latency)
        self.arrived.set()

    def settled(self, table: Table, events: int) -> None:
        """Both guests have all that followed from a move."""
        self._events += events
        if self._stopping or table.moves >= table.stop_after:
            self._hold()
        elif self._plan.pause:
            asyncio.get_running_loop().call_later(self._plan.pause, self._go_on, table)
        else:
            table.act()

    def _go_on(self, table: Table) -> None:
        if self._stopping:
            self._hold()
        else:
            table.act()

    def ended(self, table: Table, events: int) -> None:
        """A game is over: the next one takes its place."""
        self._events += events
        self._going.remove(table)
        self._done.append(table)
        if self._waiting and not self._stopping:
            self._between -= 1
            following = self._waiting.popleft()
            if self._spreading:  # that game was shorter than most: the next one waits at its beginning
                following.stop_after = 1
            self._start(following)
        else:
            self._out.set()
            self._stopping = True
            self._hold()

    def _hold(self) -> None:
        self._between -= 1
        if not self._between:
            self._held.set()


async def _connected(table: Table, plan: Plan) -> Table:
    """The table, once both guests are there and the first of them can act."""
    for guest, port in zip(table.guests, plan.ports(table.place), strict=True):
        await asyncio.get_running_loop().create_connection(lambda guest=guest: guest, HOST, port)
        await guest.connected
    await table.ready
    return table


async def _request(port: int, method: str, path: str, body: str = "", headers: str = "") -> str:
    """One HTTP request; returns the answer with its headers."""
    reader, writer = await asyncio.open_connection(HOST, port)
    head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
    writer.write(f"{head}{headers}\r\n{body}".encode())
    answer = (await reader.read()).decode()
    writer.close()
    return answer


async def figures_of(plan: Plan) -> Counter[str]:
    """What the servers have cost so far, together."""
    sum_of: Counter[str] = Counter()
    for port in {plan.port, plan.other_port or plan.port}:
        answer = await _request(port, "GET", "/figures")
        sum_of.update(msgspec.json.decode(answer.partition("\r\n\r\n")[2]))
    return sum_of


async def _main(plan: Plan) -> Outcome:
    return await Load(plan).run()


if __name__ == "__main__":
    print(msgspec.json.encode(run(_main(msgspec.json.decode(sys.argv[1], type=Plan)))).decode())
