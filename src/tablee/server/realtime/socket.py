"""The WebSocket endpoint: who may connect, and messages in and out."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from contextlib import nullcontext
from contextvars import copy_context
from typing import Any, Protocol
from urllib.parse import parse_qs

from starlette.requests import cookie_parser

from tablee.bots.metrics import Counter
from tablee.games.language import languages
from tablee.games.scenery import UPRIGHT
from tablee.server.features.accounts.model import device_of
from tablee.server.features.accounts.service import UnknownToken, bot_session_in, recognise, session_in
from tablee.server.features.bot_accounts.model import is_bot_account, token_in
from tablee.server.features.bot_accounts.service import BotAccountRules
from tablee.server.features.moderation.model import CLOSE_CODE
from tablee.server.features.readiness.service import NotReady
from tablee.server.realtime import messages
from tablee.server.realtime.connection import Connection, Held
from tablee.server.realtime.hub import SESSION_ENDED, Hub
from tablee.server.realtime.live_table import LiveTable
from tablee.server.realtime.rate_limits import TooMuch, What, address_key
from tablee.server.realtime.settings import Settings
from tablee.server.storage import NotSaved, Unavailable
from tablee.server.table.events import Refused
from tablee.server.views.frames import encode
from tablee.server.views.sentences import preferred_language, refused_message

logger = logging.getLogger("tablee")

ASKED = Counter("tablee_live_messages_total", "Messages that came over live connections.")
REFUSALS = Counter("tablee_refusals_total", "Commands at tables that were refused, by reason.", ("code",))

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_PATH = re.compile(r"/tables/(?P<table>[\w-]+)/live")
FORBIDDEN, NOT_FOUND, TOO_MUCH, TOO_MANY, TRY_LATER = 4403, 4404, 4428, 4429, 1013
"""Closing codes."""
COUNTED: dict[type[messages.Command], What] = {
    messages.LookCommand: "look",
    messages.LookAsCommand: "look",
    messages.WordsCommand: "look",
    messages.WhyCommand: "look",
    messages.HintCommand: "hint",
    messages.NameCommand: "change",
    messages.WriteCommand: "change",
    messages.MuteCommand: "change",
    messages.SayCommand: "chat",
    messages.ReportCommand: "report",
}
"""Commands with a limit of their own."""
REFUSALS_OF: dict[What, str] = {"opening": "too_many_tables", "report": "too_many_reports"}
"""The refusal codes of limits that have their own."""
PATIENCE = 100
"""Refused messages after which a connection is cut."""
LAST_WORD = 2.0
"""Seconds for the last messages to be read then."""


class Direct(Protocol):
    """What a server may offer beside ASGI, as `scope["direct"]`: short ways for what is sent most."""

    def write(self, messages: Sequence[bytes]) -> bool:
        """Send texts at once; False if they have to wait, because the client does not read, or is gone."""

    hear: Callable[[bytes], bool]
    """To be set: called with a text that has come, as long as none waits to be received by ASGI; False if it has to."""


class Live:
    """An ASGI application for the WebSockets of `/tables/ID/live`."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._settings = settings
        self._held = Held()
        self._rules = BotAccountRules(hub.store, settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection from its handshake to its end."""
        await receive()
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            connection, after = self._connection(scope, headers)
        except UnknownToken:
            await hang_up(send, SESSION_ENDED)
            return
        connections = self._hub.connections
        connections.note(connection)  # before its person is looked up
        try:
            await self._let_in(connection, after, headers, scope, receive, send)
        except NotReady:
            await hang_up(send, TRY_LATER)
        except Unavailable as error:
            logger.error("nobody can be let in: %s", error)
            await hang_up(send, TRY_LATER)
        finally:
            connections.forget(connection)

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
        person = await recognise(self._hub.store, connection.session)
        if person is not None and person.is_removed:
            await hang_up(send, CLOSE_CODE)
            return
        if person is None and token_in(headers.get("authorization", "")) is not None:
            await hang_up(send, SESSION_ENDED)
            return
        self._hub.recognise(connection, person.id if person else "")
        if scope.get("crowded") and not connection.person:  # nobody who plays, so no table need be loaded to know it
            await hang_up(send, TOO_MANY)
            return
        connection.wants_chat = connection.wants_chat and not is_bot_account(connection.person)
        async with self._hub.visit(path["table"]) as live:
            if live is None:
                await hang_up(send, NOT_FOUND)
            elif self._is_crowded(live, connection, scope):
                await hang_up(send, TOO_MANY)
            else:
                headers.clear()  # those who stay for hours need not keep them
                scope["headers"].clear()
                await self._attend(live, connection, after, scope, receive, send)

    async def _attend(
        self, live: LiveTable, connection: Connection, after: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Serve a connection at a table, from its arrival to its end."""
        settings = self._settings
        direct: Direct | None = scope.get("direct")
        self._hub.make_room(connection, live.table.id, settings.most_of_one_person, settings.most_at_one_table)
        live.join(connection)
        try:
            await send({"type": "websocket.accept"})
            self._hub.lobby.welcome(connection)
            told = self._hub.announcements.message(connection.say, self._hub.clock())
            if connection.scenes and told["announcements"]:
                connection.send(encode(told))
            listener = Listener(self._hub, self._rules, live, connection)
            listening = asyncio.create_task(listener.listen(after, receive, direct))
            ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

            def end(_: object = None) -> None:
                if not ended.done():
                    ended.set_result(None)

            listening.add_done_callback(end)
            connection.start(send, direct.write if direct else None, end)
            try:
                await ended  # `asyncio.wait` would take ten times the memory as long as somebody is here
                if listening.done() and listening.result():
                    connection.close(TOO_MUCH)
                    await connection.closed(LAST_WORD)
            finally:
                connection.stop()
                listening.cancel()
        finally:
            connection.forget()
            live.quit(connection)
            scope["sent"] = connection.sent

    def _is_crowded(self, live: LiveTable, connection: Connection, scope: Scope) -> bool:
        """Is there no room for a connection? Players are admitted as long as there is any."""
        if live.presence.participant_of(connection.person) is not None:
            return False
        most = self._settings.most_watchers
        spectators = (one for one in live.broadcaster.connections if live.presence.participant_of(one.person) is None)
        from_there = sum(one.address == connection.address for one in spectators)
        return scope.get("crowded", False) or live.presence.watching >= most or from_there >= max(1, most // 2)

    def _connection(self, scope: Scope, headers: dict[str, str]) -> tuple[Connection, int]:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        after = query.get("after", ["0"])[0]
        jar = cookie_parser(headers.get("cookie", ""))
        connection = Connection(
            bot_session_in(headers, jar) or session_in(jar),
            _asked_language(query) or preferred_language(jar, headers.get("accept-language", "")),
            scenes=query.get("as", ["scenes"])[0] != "events",
            shape=query.get("shape", [UPRIGHT])[0],
            wants_chat="talk" in query,
            only_watches="watch" in query,
            device=device_of(headers.get("user-agent", "")),
            address=address_key((scope.get("client") or ("",))[0]),
            held=self._held,
        )
        return connection, int(after) if after.isdecimal() and len(after) < 10 else 0


def _asked_language(query: Mapping[str, Sequence[str]]) -> str:
    """The language in the address, if there is such a language; else empty."""
    return next((code for code in query.get("language", ()) if code in languages()), "")


class Listener:
    """Handles what comes over a connection, one message after the other."""

    def __init__(self, hub: Hub, rules: BotAccountRules, live: LiveTable, connection: Connection) -> None:
        self._hub = hub
        self._rules = rules
        self._live = live
        self._connection = connection
        self._refusals = 0
        self._is_busy = False
        self._rest: asyncio.Future[None] | None = None
        self._context = copy_context()
        """For the log: whose message it is."""

    async def listen(self, after: int, receive: Receive, direct: Direct | None) -> bool:
        """Handle messages until the client hangs up (returns False) or has been refused too often (returns True)."""
        await self._live.welcome(self._connection, after)
        if direct is not None:
            direct.hear = lambda data: self._context.run(self._handle_at_once, data)
        while self._refusals < PATIENCE:
            await self._connection.room()
            event = await receive()
            while self._is_busy:
                self._rest = asyncio.get_running_loop().create_future()
                await self._rest
            if event["type"] == "websocket.disconnect" or self._connection.is_closing:
                return False
            self._is_busy = True
            try:
                await self._handle(event.get("text") or event.get("bytes") or "")
            except _ANSWERED as error:
                self._refuse(error)
            finally:
                self._is_busy = False
        return True

    async def _handle(self, data: str | bytes) -> None:
        self._count()
        message = messages.read_message(data)
        person, is_program = self._connection.person, is_bot_account(self._connection.person)
        if is_program:
            self._rules.check_message(message)
        if what := COUNTED.get(type(message)):
            self._hub.limits.take(what, self._connection.asker)
        is_seated = is_program and isinstance(message, messages.SitCommand)
        async with self._rules.seat(person, self._live.table.id) if is_seated else nullcontext():
            await self._live.commands.handle(self._connection, message)

    def _handle_at_once(self, data: bytes) -> bool:
        """Handle an action without waking a task; False if it is something else, or has to wait its turn."""
        connection, live = self._connection, self._live
        if self._is_busy or connection.is_closing or connection.is_slow or not live.decisions.is_free:
            return False
        try:
            message = messages.read_message(data)
        except Refused:
            return False
        if type(message) is not messages.ActCommand:
            return False
        self._is_busy = True
        try:
            self._count()
            live.commands.act_at_once(connection, message, self._done)
        except _ANSWERED as error:
            self._done(error)
        return True

    def _done(self, error: Exception | None) -> None:
        """An action has been shown, or refused."""
        self._is_busy = False
        if error is not None:
            self._refuse(error)
        if self._rest is not None and not self._rest.done():
            self._rest.set_result(None)

    def _count(self) -> None:
        """Count a message; raises `TooMuch`."""
        ASKED.add()
        connection = self._connection
        what: What = "message" if self._live.presence.participant_of(connection.person) else "watch"
        self._hub.limits.take("bot_account" if is_bot_account(connection.person) else what, connection.asker)

    def _refuse(self, error: Exception) -> None:
        """Tell a client why something has not happened."""
        match error:
            case Refused() as refused:
                self._refusals += refused.code != "passing"  # that was asked for
                REFUSALS.add(refused.code)
            case TooMuch():
                self._refusals += 1
                refused = refusal_of(error)
            case _:
                refused = Refused("not_saved")
                REFUSALS.add(refused.code)
                logger.error("table %s: not saved: %s", self._live.table.id, error)
        self._connection.send(encode(refused_message(refused, self._connection.say)))


_ANSWERED = (Refused, TooMuch, NotSaved, Unavailable)
"""What a client is told."""


def refusal_of(much: TooMuch) -> Refused:
    """The refusal for somebody who has exceeded a rate limit."""
    return Refused(REFUSALS_OF.get(much.what, "too_fast"))


async def hang_up(send: Send, code: int) -> None:
    """Accept the handshake and close at once: otherwise a browser would not get the close code."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


def is_own_origin(headers: dict[str, str], others: Any = ()) -> bool:
    """Does a request come from our own page? Bots send no origin and may connect."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host") or origin in others
