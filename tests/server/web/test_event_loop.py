"""Nobody's request keeps the others waiting: what every route and every message takes of the event loop.

A *slice* is what the loop runs at one go. Slices are measured in processor time of the loop's own thread, and compared
with a piece of work that is measured beside them: a slow or busy machine changes little.
"""

import asyncio
import contextlib
import gc
import json
import random
import time
from asyncio.events import Handle
from types import UnionType
from urllib.parse import urlencode

import msgspec
import pytest
from starlette.routing import Mount

from tablee.api.compile_all import compile_games
from tablee.games import find_game
from tablee.kit.trial_tables import NOW, SEED, happen, new_table, play_randomly
from tablee.server.features.accounts.model import new_token, session_of
from tablee.server.features.analysis.service import MOST_TRIED
from tablee.server.features.puzzles.service import puzzles_of
from tablee.server.realtime import messages
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.table.directory import entry_of
from tablee.server.table.table import Table
from tablee.server.web.app import create_app
from tests.server.house import LIFTED, PATIENCE

GAMES = ["morisi", *(pytest.param(game, marks=pytest.mark.long) for game in ("isis", "morfals", "morpyam", "netzwerk"))]
"""The first one's positions are the largest."""
MOST = 5.0
"""Units that a slice may take: some 5 ms where this was written."""
TIMES = 2
"""How often each is asked, after a first time that may read files; the cheapest counts."""
MANY = 30
"""Games that one person has played."""
LONG = 1000
"""Events of the table at which is played."""
DEEP = 40
"""Decisions until its players cannot make up their minds."""


def a_unit() -> float:
    """Processor seconds of a piece of work, the least of a few: about 1 ms where this was written."""

    def work() -> float:
        begun = time.thread_time()
        for number in range(60):
            json.loads(json.dumps({str(one): [one, number] for one in range(40)}))
        return time.thread_time() - begun

    return min(work() for _ in range(9))


class Slices:
    """Measures what the event loop runs while this is entered: the longest slice, in seconds."""

    def __enter__(self):
        self.longest = 0.0
        self._run = run = Handle._run
        gc.disable()  # a server's collector is calm, too

        def timed(handle):
            begun = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - begun)

        Handle._run = timed
        return self

    def __exit__(self, *_):
        Handle._run = self._run
        gc.enable()


# ---- a house with much in it ----------------------------------------------------------------------------------


def begun(name, definition):
    """A table of as many as can play, whose game has started."""
    players = max(definition.players)
    opening = msgspec.structs.replace(new_table(players, game=definition.id).opening, table=name)
    table = Table(opening, SEED, definition)
    for place in range(players):
        happen(table, table.sit(f"Person {place}", NOW, nonce=f"{place:032x}"))
    happen(table, table.start(NOW))
    return table


def finished(name, definition):
    """A game that is over."""
    table = begun(name, definition)
    play_randomly(table, random.Random(0))
    return table


def long_game(name, definition):
    """A game whose players cannot make up their minds."""
    table, rng = begun(name, definition), random.Random(1)
    play_randomly(table, rng, DEEP)
    while table.number < LONG:
        seat = table.to_act
        events = table.act(seat, table.step, rng.choice(table.actions(seat)), NOW)
        if table.ahead(*events).to_act is None:
            break
        happen(table, events)
        for one in table.seats:
            if table.can_take_back(one.seat):
                happen(table, table.take_back(one.seat, table.step, NOW))
    return table


class Crowded:
    """A server in this process, with the largest tables of a game, and somebody who has played a lot."""

    def __init__(self, app, definition):
        self.app, self.definition = app, definition
        self.over = finished("over", definition)
        self.playing = long_game("playing", definition)
        definition.leave(self.playing.state, 0)  # machine code is loaded when a function is first used
        self.token = new_token()
        self.unit = a_unit()
        self.costs = {}
        """By what was asked for: the longest slice, in units."""

    async def fill(self):
        store, now = self.app.hub.store, milliseconds_now()
        me = await store.begin_session(session_of(self.token), None, now, "")
        other = await store.begin_session(session_of(new_token()), None, now, "")
        more = (finished(f"over{number}", self.definition) for number in range(MANY))
        for table in (self.over, self.playing, *more):
            acting = table.to_act or 0
            people = {one.id: (me if seat == acting else other).id for seat, one in enumerate(table.seats)}
            await store.open_table(table.opening, SEED, entry_of(table))
            await store.append(table.id, table.events, entry_of(table), people)

    def scope(self, kind, path, **more):
        path, _, query = path.partition("?")
        headers = {"host": "localhost", "cookie": f"person={self.token}", **more.pop("headers", {})}
        return {
            "type": kind, "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "scheme": "http",
            "client": ("127.0.0.1", 1), "server": ("localhost", 80), "http_version": "1.1", **more,
        }  # fmt: skip

    async def ask(self, method, path, said="", **headers):
        """The status of the answer to a form or, if it is a text, to JSON."""
        body = said if isinstance(said, str) else urlencode(said)
        kind = "application/json" if isinstance(said, str) else "application/x-www-form-urlencoded"
        sent, incoming = [], asyncio.Queue()
        incoming.put_nowait({"type": "http.request", "body": body.encode(), "more_body": False})

        async def send(message):
            sent.append(message)

        headers = {"content-type": kind, "accept-encoding": "gzip", **headers}
        await self.app(self.scope("http", path, method=method, headers=headers), incoming.get, send)
        return sent[0]["status"]

    @contextlib.asynccontextmanager
    async def at(self, table, feed="scenes"):
        """A live connection at which the table is shown."""
        live = Live(self.app, self.scope("websocket", f"/tables/{table}/live?as={feed}"))
        try:
            yield live
        finally:
            await live.end()

    async def measure(self, name, ask, *, warm=True):
        """Note what something costs at its cheapest; returns the answer."""
        if warm:
            await ask()
        for _ in range(TIMES if warm else 1):
            with Slices() as slices:
                answer = await asyncio.create_task(ask())  # a slice of its own, as every request has
            self.note(name, slices.longest)
        return answer

    def note(self, name, seconds):
        self.costs[name] = min(self.costs.get(name, 1e9), seconds / self.unit)


class Live:
    """One live connection to the application."""

    def __init__(self, app, scope):
        self._incoming = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._heard, self._is_heard = [], asyncio.Event()
        self._task = asyncio.create_task(app(scope, self._incoming.get, self._send))

    async def _send(self, message):
        self._heard.append(message.get("text", ""))
        self._is_heard.set()

    async def say(self, **message):
        """Send a message; returns what is heard until it has been handled."""
        for one in (message, {"do": "ping"}):
            self._incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(one)})
        return await self.hear("pong", 2 if message["do"] == "ping" else 1)

    async def hear(self, say, times=1):
        """All messages until one of a kind has come so many times."""
        async with asyncio.timeout(PATIENCE):
            while sum(f'"say":"{say}"' in text for text in self._heard) < times:
                assert not self._task.done(), self._heard
                self._is_heard.clear()
                await self._is_heard.wait()
        heard, self._heard = self._heard, []
        return heard

    async def end(self):
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait([self._task], timeout=PATIENCE)


@contextlib.asynccontextmanager
async def crowded(tmp_path, game):
    compile_games()
    app = create_app(Settings(f"sqlite:///{tmp_path}/tables.db", bots_at_once=False, **LIFTED))
    async with app.site.router.lifespan_context(app.site):
        house = Crowded(app, find_game(game))
        await house.fill()
        yield house


# ---- routes ---------------------------------------------------------------------------------------------------

LAST = ["/me/keys/remove", "/sign-in", "/me/sessions/end", "/me/delete"]
"""Addresses after which somebody is not who they were."""


def said_to(house):
    """What is sent to addresses that take something heavy: forms, or JSON."""
    table, words = house.over, house.definition.words
    first = next(number for number, moment in enumerate(table.past_states) if moment.state is not None)
    start, now = words.write(table.past_states[first].state), words.write(house.playing.state)
    tried = [step.event.text for step in table.steps][:MOST_TRIED]
    action, source = house.playing.actions(house.playing.to_act)[0], f"table over {first + 1}"
    board = {"tried": json.dumps(tried[:-40]), "mode": "friends"}
    exercise = [json.dumps({}), json.dumps({"action": "nothing"}), json.dumps({"show": True})]
    return {
        "/games/{game}/analysis": [{"state": json.dumps(now)}],
        "/games/{game}/analysis/try": [
            json.dumps({"state": start, "tried": tried}),
            json.dumps({"source": source, "tried": tried}),
            json.dumps({"state": now, "action": action}),
            json.dumps({"state": now, "opinion": True}),
        ],
        "/games/{game}/analysis/table": [
            {"source": "text", "state": json.dumps(start), **board},
            {"source": source, **board},
        ],
        "/games/{game}/puzzles/{puzzle}": exercise,
        "/games/{game}/lesson/{step}": exercise,
        "/tables": [{"game": house.definition.id, "mode": "friends", "players": max(house.definition.players)}],
        "/language": [{"language": "en", "back": "/"}],
        "/me/name": [{"name": "Zoé"}],
    }


async def measure_routes(house):
    """Ask for every address; returns the status of each."""
    gaps = {
        "game": house.definition.id, "mode": "bots", "language": "en", "name": "icon-192", "step": "1",
        "day": "2026-01-01", "table": "over", "puzzle": puzzles_of(house.definition)[0].id,
    }  # fmt: skip
    said, found = said_to(house), {}
    routes = [route for route in house.app.site.routes if not isinstance(route, Mount)]
    for route in sorted(routes, key=lambda route: LAST.index(route.path) if route.path in LAST else -1):
        path = route.path
        for gap, value in gaps.items():
            path = path.replace("{" + gap + "}", value)
        for method in sorted(route.methods - {"HEAD"}):
            for number, form in enumerate(said.get(route.path, [{}]) if method == "POST" else [{}]):
                name = f"{method} {route.path} {number or ''}".rstrip()
                found[name] = await house.measure(name, lambda: house.ask(method, path, form))  # noqa: B023
    hosts = iter(range(100))
    name = "GET /tables/{table}, under a long name"
    far = f"{'a' * 200}.localhost"
    found[name] = await house.measure(name, lambda: house.ask("GET", "/tables/over", host=f"{next(hosts)}{far}"))
    return found


@pytest.mark.parametrize("game", GAMES)
async def test_no_route_takes_more_than_a_moment_of_the_event_loop(tmp_path, game):
    async with crowded(tmp_path, game) as house:
        found = await measure_routes(house)
    assert {name: cost for name, cost in house.costs.items() if cost > MOST} == {}
    assert len(found) > 80
    assert all(status < 500 for status in found.values())
    shown = [name for name, status in found.items() if "try" in name or "puzzle" in name or "lesson" in name]
    refused = {name for name in shown if found[name] != 200}
    # No opinion beside a game that goes on, and no plan where there is no clock by days.
    assert refused == {"POST /games/{game}/analysis/try 3", "POST /tables/{table}/plan/try"}


# ---- messages -------------------------------------------------------------------------------------------------

WAITING = [
    {"do": "sit", "nonce": "0" * 32}, {"do": "bot", "level": 1}, {"do": "beside", "name": "Ali"},
    {"do": "colour", "sitter": 1, "colour": 2}, {"do": "first", "sitter": 1}, {"do": "unseat", "sitter": 2},
    {"do": "bot", "level": 1}, {"do": "bot", "level": 1}, {"do": "start"},
]  # fmt: skip
"""In this order, at a table that waits."""
PLAYING = [
    {"do": "ping"}, {"do": "why", "step": 0, "key": "x"}, {"do": "words", "step": 0},
    {"do": "look", "number": LONG - 1}, {"do": "look", "number": LONG // 2}, {"do": "seen", "number": LONG},
    {"do": "act", "step": 0, "action": "nothing"},
    {"do": "name", "name": "Zoé"}, {"do": "hint", "step": 0}, {"do": "look_as", "seat": 0}, {"do": "hand", "seat": 1},
    {"do": "answer_back", "step": 0, "yes": True},
    {"do": "return"}, {"do": "write", "on": True}, {"do": "say", "kind": "gesture", "body": "wave"},
    {"do": "mute", "on": True, "sitter": 2}, {"do": "report", "why": "talk", "sitter": 2}, {"do": "again"},
]  # fmt: skip
IN_TURN = [{"do": "act", "step": 0, "action": ""}, {"do": "back", "step": 0}, {"do": "ask_back", "step": 0}]
"""The action is a legal one."""
AT_LAST = [{"do": "leave"}]
HEAVY = [*(one for one in (*WAITING, *PLAYING) if one["do"] in ("sit", "start", "words", "look")), *IN_TURN, *AT_LAST]
"""What has to be carried out, else its cost would say nothing."""


async def measure_messages(house):
    """Send every message; returns what was refused."""
    refused = set()

    async def arrive(table, feed):
        async with house.at(table, feed) as live:
            await live.hear("frame" if feed == "scenes" else "events")

    async def say(live, message, *, warm):
        said = message
        if "step" in message:
            table = house.app.hub.tables["playing"].table
            said = message | {"step": table.step}
        if message.get("action") == "":
            said |= {"action": table.actions(table.to_act)[-1]}
        heard = await house.measure(f"say {json.dumps(message)}", lambda: live.say(**said), warm=warm)
        if any('"say":"refused"' in text for text in heard):
            refused.add(json.dumps(message))

    for table in ("playing", "over"):
        for feed in ("scenes", "events"):
            await house.measure(f"arrive at {table}, {feed}", lambda: arrive(table, feed))  # noqa: B023
    for number in range(TIMES):
        opening = msgspec.structs.replace(house.playing.opening, table=f"waiting{number}")
        waiting = Table(opening, SEED, house.definition)
        await house.app.hub.store.open_table(opening, SEED, entry_of(waiting))
        async with house.at(opening.table) as live:
            for message in WAITING:
                await say(live, message, warm=False)
            # The end of a game loads its machine code once in a process, which is not what leaving costs.
            await house.measure("leave at once", lambda: live.say(do="leave"), warm=False)
    async with house.at("playing") as live:
        await live.hear("frame")
        for message in PLAYING:
            await say(live, message, warm=True)
        for message in (*IN_TURN * TIMES, *AT_LAST):
            await say(live, message, warm=False)
    return refused


def kinds(union):
    """The tags of all messages."""
    if isinstance(union, UnionType):
        return {tag for one in union.__args__ for tag in kinds(one)}
    return {union.__struct_config__.tag}


@pytest.mark.parametrize("game", GAMES)
async def test_no_message_takes_more_than_a_moment_of_the_event_loop(tmp_path, game):
    async with crowded(tmp_path, game) as house:
        refused = await measure_messages(house)
    assert {name: cost for name, cost in house.costs.items() if cost > MOST} == {}
    assert {message["do"] for message in (*WAITING, *PLAYING, *IN_TURN, *AT_LAST)} == kinds(messages.Command)
    assert refused & {json.dumps(message) for message in HEAVY} == set()
