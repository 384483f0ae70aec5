"""The WebSocket endpoint: who may connect, and messages in and out."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import cookie_parser

from tablee.games.scenery import UPRIGHT
from tablee.live import messages
from tablee.live.connection import Connection, Held
from tablee.live.hub import SESSION_ENDED, Hub
from tablee.live.limits import Asker, TooMuch, What, address_key
from tablee.live.live_table import LiveTable
from tablee.live.program_rules import ProgramRules
from tablee.live.recognition import NotKnown, program_in, recognise, session_in
from tablee.live.settings import LONGEST_MESSAGE, Settings
from tablee.live.standing import REMOVED
from tablee.measures import Counter
from tablee.people.devices import device_of
from tablee.people.programs import is_program, token_in
from tablee.show.answers import refused_message
from tablee.show.frames import encode
from tablee.show.sentences import preferred_language
from tablee.store import NotSaved, Unavailable
from tablee.table.events import Refused

logger = logging.getLogger("tablee")

REFUSALS = Counter("tablee_refusals_total", "Wishes at tables that were refused, by why.", ("code",))

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_PATH = re.compile(r"/tables/(?P<table>[\w-]+)/live")
FORBIDDEN, NOT_FOUND, TOO_MUCH, TOO_MANY, TRY_LATER = 4403, 4404, 4428, 4429, 1013
"""Closing codes."""
COUNTED: dict[type[messages.Message], What] = {
    messages.Look: "look",
    messages.LookAs: "look",
    messages.Words: "look",
    messages.Why: "look",
    messages.Hint: "hint",
}
"""What is worth more than other messages: each is counted as one, and for itself."""
COUNTED_BY_ALL: dict[type[messages.Message], What] = {
    messages.Name: "change",
    messages.Write: "change",
    messages.Mute: "change",
    messages.Say: "talk",
    messages.Report: "report",
}
"""What is counted on all servers together."""
REFUSALS_OF: dict[What, str] = {"opening": "too_many_tables", "report": "too_many_reports"}
"""What is said to who asks for too much, if there is more to say than that it is too much."""
PATIENCE = 100
"""Refused messages after which a connection is cut."""
LAST_WORD = 2.0
"""Seconds in which the last messages may still be read then."""


class Live:
    """An ASGI application for the WebSockets of `/tables/ID/live`."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._settings = settings
        self._held = Held()
        self._rules = ProgramRules(hub.store, settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection from its handshake to its end."""
        await receive()
        headers = _headers(scope)
        try:
            connection, after = self._connection(scope, headers)
        except NotKnown:
            await hang_up(send, SESSION_ENDED)
            return
        with self._hub.letting_in(connection):
            try:
                await self._let_in(connection, after, headers, scope, receive, send)
            except Unavailable as error:
                logger.error("nobody can be let in: %s", error)
                await hang_up(send, TRY_LATER)

    async def _let_in(
        self, connection: Connection, after: int, headers: dict[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        path = _PATH.fullmatch(scope["path"])
        if not is_own_origin(headers, self._settings.origins) or path is None:
            await hang_up(send, NOT_FOUND if path is None else FORBIDDEN)
            return
        try:
            self._hub.limits.take("arrival", connection.asker)
        except TooMuch:
            await hang_up(send, TOO_MUCH)
            return
        if self._hub.standing.bars(connection):
            await hang_up(send, REMOVED)
            return
        person = await recognise(self._hub.store, connection.session)
        if person is None and token_in(headers.get("authorization", "")) is not None:
            await hang_up(send, SESSION_ENDED)
            return
        self._hub.recognise(connection, person.id if person else "")
        connection.talks = connection.talks and not is_program(connection.person)
        async with self._hub.visit(path["table"]) as live:
            if live is None:
                await hang_up(send, NOT_FOUND)
            elif self._is_crowded(live, connection, scope):
                await hang_up(send, TOO_MANY)
            else:
                await self._attend(live, connection, after, receive, send)

    async def _attend(self, live: LiveTable, connection: Connection, after: int, receive: Receive, send: Send) -> None:
        """Let somebody be at a table, from coming to going."""
        settings = self._settings
        self._hub.make_room(connection, live.table.id, settings.most_of_one_person, settings.most_at_one_table)
        live.join(connection)
        try:
            await send({"type": "websocket.accept"})
            self._hub.calls.welcome(connection)
            await self._serve(live, connection, after, receive, send)
        finally:
            connection.forget()
            live.quit(connection)

    async def _serve(self, live: LiveTable, connection: Connection, after: int, receive: Receive, send: Send) -> None:
        """Listen and deliver until one of both ends."""
        listening = asyncio.create_task(self._listen(live, connection, after, receive))
        delivery = connection.start(send)
        try:
            await asyncio.wait({listening, delivery}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done() and listening.result():
                connection.close(TOO_MUCH)
                await asyncio.wait({delivery}, timeout=LAST_WORD)
        finally:
            delivery.cancel()
            if connection.is_granted:
                live.let_finish(listening)
            else:
                listening.cancel()
            connection.has_gone = True

    def _is_crowded(self, live: LiveTable, connection: Connection, scope: Scope) -> bool:
        """Is there no room? Those who sit at the table have room as long as there is any."""
        if scope.get("full"):
            return True
        if live.presence.sitter_of(connection.person) is not None:
            return False
        most = self._settings.most_watchers
        onlookers = (one for one in live.audience.connections if live.presence.sitter_of(one.person) is None)
        from_there = sum(one.address == connection.address for one in onlookers)
        return scope.get("crowded", False) or live.presence.watching >= most or from_there >= max(1, most // 2)

    def _connection(self, scope: Scope, headers: dict[str, str]) -> tuple[Connection, int]:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        after = query.get("after", ["0"])[0]
        jar = cookie_parser(headers.get("cookie", ""))
        connection = Connection(
            program_in(headers, jar) or session_in(jar),
            preferred_language(jar, headers.get("accept-language", "")),
            scenes=query.get("as", ["scenes"])[0] != "events",
            shape=query.get("shape", [UPRIGHT])[0],
            talks="talk" in query,
            device=device_of(headers.get("user-agent", "")),
            address=address_key((scope.get("client") or ("",))[0]),
            held=self._held,
        )
        return connection, int(after) if after.isdecimal() and len(after) < 10 else 0

    async def _listen(self, live: LiveTable, connection: Connection, after: int, receive: Receive) -> bool:
        """Grant or refuse wishes until the other side hangs up, or has been refused too often: then returns True."""
        await live.welcome(connection, after)
        refusals = 0
        while refusals < PATIENCE and not connection.has_gone:
            await connection.room()
            event = await receive()
            if event["type"] == "websocket.disconnect" or connection.is_closing:
                return False
            connection.is_granted = True
            try:
                text = event.get("text") or event.get("bytes") or ""
                message = self._message(live, connection.asker, text)
                if is_program(connection.person):
                    await self._rules.check_message(connection.person, live.table.id, message)
                if what := COUNTED_BY_ALL.get(type(message)):
                    await self._hub.limits.take_shared(what, connection.asker)
                await live.grant(connection, message)
            except Refused as refused:
                refusals += 1
                REFUSALS.add(refused.code)
                connection.send(encode(refused_message(refused, connection.say)))
            except TooMuch as much:
                refusals += 1
                connection.send(encode(refused_message(refusal_of(much), connection.say)))
            except (NotSaved, Unavailable) as error:
                REFUSALS.add("not_saved")
                logger.error("table %s: not saved: %s", live.table.id, error)
                connection.send(encode(refused_message(Refused("not_saved"), connection.say)))
            finally:
                connection.is_granted = False
        return not connection.has_gone

    def _message(self, live: LiveTable, asker: Asker, text: str | bytes) -> messages.Message:
        """The message that a text is, if its sender may send one now. Onlookers take nothing from those who play."""
        usual: What = "message" if live.presence.sitter_of(asker.person) else "watch"
        self._hub.limits.take("program" if is_program(asker.person) else usual, asker)
        if len(text) > LONGEST_MESSAGE:
            raise Refused("bad_message")
        message = messages.read_message(text)
        if type(message) in COUNTED:
            self._hub.limits.take(COUNTED[type(message)], asker)
        return message


def refusal_of(much: TooMuch) -> Refused:
    """What is said to somebody at a table who has asked for too much."""
    return Refused(REFUSALS_OF.get(much.what, "too_fast"))


async def hang_up(send: Send, code: int) -> None:
    """Let somebody in for as long as it takes to say why not: a browser hears no other answer."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


def is_own_origin(headers: dict[str, str], others: Any = ()) -> bool:
    """Does a request come from a page of ours? Programs, which send no origin, may connect."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host") or origin in others


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
