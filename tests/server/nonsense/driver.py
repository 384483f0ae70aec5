"""Sends typed nonsense to a real server, one request after the other, and notes what must not be.

No answer is 5xx, nothing of an error is in the log, and what was refused, or only looked at, has stored nothing.
"""

import http.client
import json
import re
import secrets
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from tablee.games import game_ids
from tablee.server.realtime.settings import LONGEST_FORM, LONGEST_MESSAGE
from tests.server.house import PATIENCE, Guest
from tests.server.nonsense.stored import Stored
from tests.server.nonsense.strategies import (
    COMMANDS,
    Body,
    Known,
    Request,
    Target,
    handshakes,
    message,
    request_to,
    shuffled,
    targets,
)
from tests.server.web.strangers import WatchedHouse

AT_ONCE = 4
"""Routes that one example asks, and kinds of messages that it sends."""
AGAIN = 3
"""Messages of each of these kinds."""
MOST_KNOWN = 400
"""Values remembered of each kind."""
FIELD = re.compile(r'<(?:input|button|option|select)\b[^>]*?\bname="(\w+)"[^>]*?\bvalue="([^"]{1,200})"')
LINK = re.compile(r'(?:href|action|src)="(/[^"#]{1,200})')
ERRORS = re.compile(r"Traceback|\bERROR\b|exception|CancelledError", re.IGNORECASE)
PEOPLE = 3
ENDS = ("pong", "refused")


class Driver:
    """A house, three people of it, and what they have been told so far."""

    def __init__(self, folder: Path, database_url: str = "", **settings: Any) -> None:
        url = database_url or f"sqlite:///{folder}/tables.db"
        self.house = WatchedHouse(folder, database_url=url, most_bot_account_tables=1000, **settings)
        self.stored = Stored(url)
        self.asked: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []
        self._line: socket.socket | None = None
        self._people: list[Guest] = []
        self._known: dict[str, list[str]] = {"game": list(game_ids()), "any": []}
        self._owners: dict[str, Guest] = {}
        self._told = 0
        self.settle()

    @property
    def guest(self) -> Guest:
        """One of the people."""
        return self._people[0]

    @property
    def count(self) -> int:
        """Requests and messages so far."""
        return self.asked.total()

    def close(self) -> None:
        """Close the house, and look at its log for the last time."""
        self._hang_up()
        self.stored.close()
        self.house.stop()
        self._read_log("the end")
        self.house.errors.close()

    # ---- the people and what they know -------------------------------------------------------------------------

    def settle(self) -> None:
        """Let people, tables in every state and ids be there, whatever has become of those before."""
        self._people = [Guest(self.house) for _ in range(PEOPLE)]
        for place, guest in enumerate(self._people):
            waiting, playing, over = (guest.open(name=f"Zoé {place}") for _ in range(3))
            self._play(guest, playing, "start")
            self._play(guest, over, "start", "leave")
            tables = (waiting, playing, over, guest.open(mode="bots", players=2))
            self._owners.update(dict.fromkeys(tables, guest))
            self._learn("table", *tables)
            _, _, token = self.house.request("POST", "/me/bot-accounts", {"name": f"Robot {place}"}, guest.headers)
            self._learn("token", *(f"Bearer {one}" for one in re.findall(r"[\w-]{40,}", token)[:1]))
        for name, values in self.stored.ids().items():
            self._learn(name, *values)
        self._learn("step", *map(str, range(6)))
        self.stored.changes()
        self._read_log("settling")

    def _play(self, guest: Guest, table: str, *then: str) -> None:
        """Two people at one device sit down, and do something."""
        with self._connected(guest, table, "as=events") as line:
            for command in ({"do": "sit", "nonce": secrets.token_hex(16)}, {"do": "beside", "name": "Ada"}):
                line.send(json.dumps(command))
            for one in then:
                line.send(json.dumps({"do": one} | ({"seat": 0} if one == "leave" else {})))
            self._heard(line)

    def _learn(self, kind: str, *values: str) -> None:
        for name in (kind, "any"):
            known = self._known.setdefault(name, [])
            known += values
            del known[:-MOST_KNOWN]

    def _resolved(self, value: Any) -> Any:
        """The same with what is known in its places."""
        match value:
            case Known(kind, place):
                known = self._known.get(kind) or self._known["any"]
                found = known[place % len(known)]
                return int(found) if kind == "step" else found
            case dict():
                return {str(self._resolved(name)): self._resolved(one) for name, one in value.items()}
            case list() | tuple():
                return [self._resolved(one) for one in value]
        return value

    def _bytes(self, value: Any) -> bytes:
        found = self._resolved(value)
        return found if isinstance(found, bytes) else str(found).encode("utf8", "surrogatepass")

    # ---- requests ----------------------------------------------------------------------------------------------

    def send_all(self, requests: Sequence[Request]) -> None:
        """Send one request after the other."""
        for one in requests:
            self.send(one)

    def send(self, request: Request) -> None:
        """Send a request, and look at what came of it."""
        guest = self._people[request.who - 1] if request.who else None
        path = re.sub(r"\{(\w+)\}", lambda found: self._quoted(request.parameters[found[1]]), request.route)
        query = "&".join(f"{self._quoted(name)}={self._quoted(value)}" for name, value in request.query)
        body = self._body(request.body)
        headers = {"host": f"localhost:{self.house.port}", "content-length": str(len(body))}
        headers |= guest.headers if guest else {}
        for name, value in request.headers.items():
            headers[name] = self._bytes(value).decode("latin-1") if isinstance(value, Known) else value
        if headers.get("authorization", "").startswith("Bearer"):
            headers.pop("cookie", None)
        head = f"{request.method} {path}{'?' if query else ''}{query} HTTP/1.1\r\n".encode()
        head += b"".join(f"{name}: {value}\r\n".encode("latin-1", "replace") for name, value in headers.items())
        what = f"{request.method} {request.route}"
        self.asked[what] += 1
        status, text = self._answer(request.method, head + b"\r\n" + body, len(body))
        self.answers[str(status)] += 1
        said = f"{head!r} {body[:3000]!r}"
        if status >= 500:
            self.faults.append(f"{status} for {said}")
        changes = self.stored.changes()
        if changes and (status >= 400 or request.method != "POST"):
            self.faults.append(f"{status}, and yet {changes} for {said}")
        if status == 200 and len(text) < 500_000:
            for name, value in FIELD.findall(text):
                self._learn(name, value)
            for link in LINK.findall(text):
                self._learn("link", link, *link.split("/")[-2:])
        self._read_log(said)

    def _quoted(self, value: Any) -> str:
        return quote_from_bytes(self._bytes(value), safe="")[:6000]

    def _body(self, body: Body) -> bytes:
        if body.raw is not None:
            return body.raw
        if body.fields is not None:
            return "&".join(f"{self._quoted(name)}={self._quoted(value)}" for name, value in body.fields).encode()
        return self._json(body.json) if body.json is not None else b""

    def _json(self, value: Any) -> bytes:
        try:
            return msgspec.json.encode(self._resolved(value))
        except UnicodeEncodeError:  # half a pair: JSON can have it all the same
            return json.dumps(self._resolved(value), default=lambda raw: bytes(raw).decode("latin-1")).encode()

    def _answer(self, method: str, data: bytes, length: int) -> tuple[int, str]:
        """The status and the text of an answer. A body that is too long may be cut off before it is read."""
        for attempt in range(2):
            if self._line is None:
                self._line = socket.create_connection(("127.0.0.1", self.house.port), timeout=PATIENCE)
            try:
                self._line.sendall(data)
                response = http.client.HTTPResponse(self._line, method=method)
                response.begin()
                text = response.read().decode("utf8", "replace")
                if response.will_close:
                    self._hang_up()
                return response.status, text
            except (OSError, http.client.HTTPException):
                self._hang_up()
                if attempt and length <= LONGEST_FORM:
                    raise
        return 413, ""

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _read_log(self, after: str) -> None:
        """Note what the log says of errors since it was read last."""
        with Path(self.house.errors.name).open("rb") as log:
            log.seek(self._told)
            said = log.read()
            self._told += len(said)
        if ERRORS.search(said.decode("utf8", "replace")):
            self.faults.append(f"the log after {after}: {said.decode('utf8', 'replace')[-3000:]}")

    # ---- messages ----------------------------------------------------------------------------------------------

    def talk(self, who: int, table: Known, handshake: dict[str, Any], sent: Sequence[Body]) -> None:
        """Send messages on one connection, each after the answers to the one before."""
        query = "&".join(f"{name}={self._quoted(value)}" for name, value in handshake.items())
        name = self._quoted(table)
        guest = Guest(self.house) if not who else self._owners.get(name) if who > PEOPLE else self._people[who - 1]
        guest = guest or self._people[0]
        self.stored.changes()
        with suppress(ConnectionClosed, InvalidHandshake, InvalidURI), self._connected(guest, name, query) as line:
            self._heard(line)
            for body in sent:
                self._say(line, body)
        self._read_log("a connection")

    def _connected(self, guest: Guest, table: str, query: str) -> ClientConnection:
        address = f"ws://localhost:{self.house.port}/tables/{table}/live?{query}"
        return connect(
            address, additional_headers=guest.headers, compression=None, max_size=None, open_timeout=PATIENCE
        )

    def _say(self, line: ClientConnection, body: Body) -> None:
        data = self._body(body)[: LONGEST_MESSAGE + 100]
        kind = body.json["do"] if isinstance(body.json, dict) else "raw"
        self.asked[f"live {kind}"] += 1
        try:
            line.send(data.decode(), text=True)
        except UnicodeDecodeError:
            line.send(data)
        heard = self._heard(line, answers=2 if kind == "ping" else 1)
        refused = [one["code"] for one in heard if one.get("say") == "refused"]
        for code in refused or ["heard"]:
            self.answers[code] += 1
        if "not_saved" in refused or "unsure" in refused:
            self.faults.append(f"{refused} for {data[:3000]!r}")
        changes = self.stored.changes()
        if changes and refused:
            self.faults.append(f"{refused}, and yet {changes} for {data[:3000]!r}")
        self._read_log(repr(data[:3000]))

    def _heard(self, line: ClientConnection, answers: int = 1) -> list[dict[str, Any]]:
        """All that comes until everything sent so far has been dealt with.

        The answer to our own ping says so. `answers` is 2 if a ping was sent just before: it was answered or refused.
        """
        line.send('{"do":"ping"}')
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["say"] != "pong" or sum(one["say"] in ENDS for one in heard) < answers:
            heard.append(json.loads(line.recv(timeout=PATIENCE)))
            self._learn("action", *map(str, heard[-1].get("actions") or ()))
            if "step" in heard[-1]:
                self._learn("step", str(heard[-1]["step"]), str(heard[-1].get("number", 0)))
        return heard


def drive(driver: Driver, times: int, seed: int = 0) -> None:
    """Ask every route, and send every kind of message, so many times each."""

    def example(strategy: st.SearchStrategy[Any], count: int, run: Any) -> None:
        # A fault is noted, and not raised: nothing is asked again, as the house has changed meanwhile.
        quiet = settings(
            max_examples=count, database=None, deadline=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        quiet(given(strategy)(run))()

    routes: list[Target] = shuffled(targets(), seed)
    kinds: list[type] = shuffled(COMMANDS, seed)
    for first in range(0, len(routes), AT_ONCE):
        strategy = st.tuples(*map(request_to, routes[first : first + AT_ONCE]))
        example(strategy, times, driver.send_all)
    for first in range(0, len(kinds), AT_ONCE):
        some = kinds[first : first + AT_ONCE]
        sent = st.tuples(
            st.integers(0, 3 * PEOPLE), st.builds(Known, st.just("table"), st.integers(0, 10**6)), handshakes,
            st.tuples(*map(message, AGAIN * some)),
        )  # fmt: skip
        example(sent, times, lambda one: driver.talk(*one))
    driver.settle()
