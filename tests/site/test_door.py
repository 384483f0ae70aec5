"""Strangers at the door: endless heads, half requests, crowds, nonsense. The house goes on, without a traceback."""

import contextlib
import os
import re
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablee.live.settings import Settings
from tablee.site.door import LONGEST_HEAD, MOST_REFUSED, NEVER, Door, address_key
from tests.live.house import PATIENCE, Guest, House

SOON = 0.5
"""Seconds after which this house has no more patience."""
LET_GO = 15.0
"""Seconds in which somebody must have been sent away, on a busy machine."""
ROOM = 40
"""Connections from one address."""


class WatchedHouse(House):
    """A house whose complaints are read."""

    def __init__(self, folder: Path, **settings):
        self.errors = (folder / "errors.txt").open("w+b")
        super().__init__(folder, **settings)

    def complaints(self) -> str:
        self.errors.flush()
        return Path(self.errors.name).read_text("utf8")

    def memory(self) -> int:
        """Megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 2**20

    def files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))  # noqa: PTH208

    def work(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    house = WatchedHouse(
        tmp_path_factory.mktemp("door"),
        head_patience=SOON,
        body_patience=2 * SOON,
        most_of_one_address=ROOM,
        message_burst=1e6,
        opening_burst=1e6,
    )
    yield house
    house.kill()
    house.errors.close()


@pytest.fixture(autouse=True)
def _is_well_afterwards(request):
    """Whatever happened, the house answers, and no error of a program has been written."""
    house = request.getfixturevalue("watched") if "watched" in request.fixturenames else None
    before = house.complaints() if house else ""
    yield
    if house:
        assert house.request("GET", "/health")[::2] == (200, "ok")
        assert "Traceback" not in house.complaints().removeprefix(before)


linux = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="looks at the process through /proc")


@contextlib.contextmanager
def call(house: House, data: bytes = b""):
    """A bare connection on which something has been sent."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as line:
        line.sendall(data)
        yield line


def first_line(line: socket.socket) -> bytes:
    """The status line of an answer; empty if there is none."""
    heard = b""
    while b"\r\n" not in heard:
        part = line.recv(4096)
        if not part:
            break
        heard += part
    return heard.partition(b"\r\n")[0]


def all_heard(line: socket.socket) -> bytes:
    """All that comes until the other side lets go."""
    heard = b""
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65536):
            heard += part
    return heard


HOST = b"Host: localhost\r\n"
GET = b"GET /health HTTP/1.1\r\n" + HOST
POST = b"POST /language HTTP/1.1\r\n" + HOST
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


# ---- heads ----------------------------------------------------------------------------------------------------

MUCH = LONGEST_HEAD + 8192
ENDLESS = {
    "a field": GET + b"x: " + b"a" * MUCH,
    "a name": GET + b"a" * MUCH,
    "an address": b"GET /" + b"a" * MUCH,
    "fields": GET + b"a: b\r\n" * (MUCH // 6),
    "of a handshake": GET + UPGRADE + b"x: " + b"a" * MUCH,
    "behind a body": CHUNKED + b"1\r\na\r\n0\r\nx: " + b"a" * MUCH,
    "between chunks": CHUNKED + b"1;" + b"a" * MUCH,
}


@pytest.mark.parametrize("what", ENDLESS)
def test_a_head_without_end_is_refused(watched, what):
    with call(watched, ENDLESS[what]) as line:
        assert b" 431 " in first_line(line)


def test_a_long_head_is_read(watched):
    with call(watched, GET + b"x: " + b"a" * (LONGEST_HEAD - 1000) + b"\r\n\r\n") as line:
        assert b" 200 " in first_line(line)


@linux
def test_whoever_goes_on_sending_costs_neither_memory_nor_anybodys_time(watched):
    before = watched.memory()
    with call(watched, GET + b"x: ") as line:
        sent = 0
        slowest = 0.0
        line.settimeout(0.2)
        with contextlib.suppress(OSError):  # nobody reads it, or nobody is there
            while sent < 64 * 2**20:
                sent += line.send(b"a" * 2**20)
                begun = time.monotonic()
                watched.request("GET", "/health")
                slowest = max(slowest, time.monotonic() - begun)
    assert sent < 64 * 2**20
    assert slowest < 5
    assert watched.memory() - before < 20


def test_many_requests_at_once_are_answered_in_turn(watched):
    requests = (GET + b"\r\n") * 500 + GET + b"Connection: close\r\n\r\n"
    with call(watched, requests) as line:
        assert all_heard(line).count(b"HTTP/1.1 200 OK") == 501


# ---- deadlines ------------------------------------------------------------------------------------------------

HALF = {
    "half a head": (GET, b" 408 "),
    "half a line": (b"GE", b" 408 "),
    "half a handshake": (GET + UPGRADE, b" 408 "),
    "half a body": (POST + b"Content-Length: 100\r\n\r\nlanguage", b" 408 "),
    "half a chunk": (CHUNKED + b"ff\r\nlanguage", b" 408 "),
    "no body": (POST + b"Content-Length: 100\r\n\r\n", b" 408 "),
    "nothing": (b"", b""),
}


@pytest.mark.parametrize("what", HALF)
def test_who_does_not_go_on_is_let_go(watched, what):
    data, answer = HALF[what]
    begun = time.monotonic()
    with call(watched, data) as line:
        heard = all_heard(line)
    assert time.monotonic() - begun < LET_GO
    assert answer in heard.partition(b"\r\n")[0]
    assert bool(heard) == bool(answer)


@pytest.mark.parametrize(
    "begin", [GET + b"x: ", POST + b"Content-Length: 100000\r\n\r\n", CHUNKED + b"fffff\r\n", GET + b"\r\n\r\n"]
)
def test_a_trickle_does_not_move_the_deadline(watched, begin):
    begun = time.monotonic()
    with call(watched, begin) as line:
        line.settimeout(SOON / 10)
        while time.monotonic() - begun < LET_GO:
            try:
                line.send(b"\r\n" if begin.endswith(b"\r\n\r\n\r\n") else b"a")
                if not line.recv(4096):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
    assert time.monotonic() - begun < LET_GO


def test_a_body_that_nobody_waits_for_is_not_awaited_for_ever(watched):
    begun = time.monotonic()
    with call(watched, GET + b"Content-Length: 100000000\r\n\r\n") as line:
        assert b" 200 " in first_line(line)
        all_heard(line)
    assert time.monotonic() - begun < LET_GO


def test_who_does_not_read_the_answer_is_let_go(watched):
    """As many pages as no buffer takes, and none of them is read."""
    wish = (b"GET /static/x/house.css HTTP/1.1\r\n" + HOST + b"\r\n") * 40
    begun = time.monotonic()
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(SOON / 10)
        line.connect(("127.0.0.1", watched.port))
        with contextlib.suppress(OSError):  # it is cut, whatever is left to send
            while time.monotonic() - begun < LET_GO:
                with contextlib.suppress(TimeoutError):
                    line.send(wish)
    assert time.monotonic() - begun < LET_GO


async def test_who_sits_at_a_table_may_be_silent(watched):
    guest = Guest(watched)
    async with guest.at(guest.open()) as seat:
        await seat.hear("table")
        with call(watched, GET) as line:
            all_heard(line)  # by now every deadline of a request has passed
        with call(watched, POST + b"Content-Length: 5\r\n\r\n") as line:
            all_heard(line)
        await seat.say(do="ping")
        await seat.hear("pong")


# ---- crowds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%lo", "fe80::2", True),
        ("", "nonsense", False),
    ],
)
def test_addresses_are_counted_by_household(one, other, same):
    assert (address_key(one) == address_key(other)) is same


def test_one_address_has_so_many_connections_and_no_more(tmp_path):
    house = WatchedHouse(tmp_path, most_of_one_address=ROOM, head_patience=600)
    try:
        with contextlib.ExitStack() as crowd:
            for _ in range(ROOM):
                crowd.enter_context(call(house))
            with call(house, GET) as line:
                assert b" 503 Service Unavailable" in first_line(line)
            for _ in range(3 * MOST_REFUSED):
                crowd.enter_context(contextlib.suppress(ConnectionError))
                crowd.enter_context(call(house))
        deadline = time.monotonic() + PATIENCE
        while house.request("GET", "/health")[0] != 200:  # until the house has noticed that they are gone
            assert time.monotonic() < deadline
        assert house.complaints() == ""
    finally:
        house.kill()
        house.errors.close()


class Caller:
    """Somebody at the door, who is asked the time."""

    def __init__(self, closing=False):
        self.transport = self
        self.closing_since = NEVER
        self.closing = closing
        self.asked = []
        self.cut = 0

    def is_closing(self):
        return self.closing

    def abort(self):
        self.cut += 1

    def look_at_clock(self, now):
        self.asked.append(now)


async def test_the_house_has_room_for_so_many_in_all():
    door = Door(Settings("", most_of_one_address=2), most=3)
    callers = [Caller() for _ in range(5)]
    assert [door.enter(caller, key) for caller, key in zip(callers, "aaabc", strict=True)] == [0, 0, 1, 1, 2]
    for caller in callers[:3]:
        door.leave(caller)
        door.leave(caller)
    assert [door.enter(Caller(), "a"), door.enter(Caller(), "a")] == [0, 1]
    for caller in list(door._inside):
        door.leave(caller)


async def test_who_does_not_let_go_is_cut_off_in_the_end():
    door = Door(Settings("", body_patience=20), most=10)
    here, going = Caller(), Caller(closing=True)
    door.enter(here, "a")
    door.enter(going, "a")
    for now in (1e9, 1e9 + 19):
        door.look_round(now)
    assert (here.asked[-2:], going.cut) == ([1e9, 1e9 + 19], 0)
    door.look_round(1e9 + 100)
    assert going.cut == 1
    door.leave(here)
    door.leave(going)


# ---- files ----------------------------------------------------------------------------------------------------

RAISE = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 300))
from tablee.site.run import raise_file_limit
print(raise_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE), raise_file_limit())
"""


@linux
def test_the_limit_of_files_is_raised_as_far_as_the_system_allows():
    done = subprocess.run([sys.executable, "-c", RAISE], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.split() == ["300", "300", "300", "300"], done.stderr


@linux
def test_a_house_without_files_to_open_waits_until_there_are_some(watched):
    import resource

    former = resource.prlimit(watched.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(watched.process.pid, resource.RLIMIT_NOFILE, (watched.files() + 2, former[1]))
    try:
        begun, worked = time.monotonic(), watched.work()
        with contextlib.ExitStack() as crowd:
            lines = [crowd.enter_context(call(watched)) for _ in range(10)]
            all_heard(lines[0])
        assert watched.work() - worked < max(1.0, 0.5 * (time.monotonic() - begun))
        assert watched.process.poll() is None
    finally:
        resource.prlimit(watched.process.pid, resource.RLIMIT_NOFILE, former)
    assert watched.request("GET", "/")[0] == 200


# ---- nonsense -------------------------------------------------------------------------------------------------

BAD_REQUESTS = {
    "a bad chunk": CHUNKED + b"zz\r\na\r\n0\r\n\r\n",
    "a huge chunk": CHUNKED + b"f" * 30 + b"\r\n",
    "a negative length": POST + b"Content-Length: -1\r\n\r\n",
    "an absurd length": POST + b"Content-Length: 99999999999999999999999\r\n\r\n",
    "two lengths": POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
    "a length and chunks": POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
    "a long body": POST + b"Content-Length: 200000\r\n\r\n" + b"a" * 200_000,
    "a form of nonsense": POST + b"Content-Length: 12\r\n\r\n\xff=\xff&%f&%zz%00",
    "percent signs": b"GET /tables/%ff%fe%00%zz HTTP/1.1\r\n" + HOST + b"\r\n",
    "percent signs in a file's name": b"GET /static/x/%ff%ed%a0%80%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    "a long file's name": b"GET /static/x/" + b"a" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a way out": b"GET /static/x/..%2f..%2f..%2fapp.py HTTP/1.1\r\n" + HOST + b"\r\n",
    "a way out of the icons": b"GET /icons/..%2f%00.png HTTP/1.1\r\n" + HOST + b"\r\n",
    "a nul in a cookie": b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: person=\x00\x01\r\n\r\n",
    "no address": b"GET  HTTP/1.1\r\n" + HOST + b"\r\n",
    "bytes in an address": b"GET /\xff HTTP/1.1\r\n" + HOST + b"\r\n",
    "a star": b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
    "a tunnel": b"CONNECT evil:1 HTTP/1.1\r\n" + HOST + b"\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a handshake with bytes in its address": b"GET /\xff HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n",
    "a handshake with many fields": GET + UPGRADE + b"a: b\r\n" * 200 + b"\r\n",
    "a handshake with a long field": GET + UPGRADE + b"a: " + b"b" * 9000 + b"\r\n\r\n",
    "a handshake with a body": GET + UPGRADE + b"Content-Length: 10\r\n\r\n",
    "a handshake in chunks": GET + UPGRADE + b"Transfer-Encoding: chunked\r\n\r\n",
    "a handshake by POST": POST + UPGRADE + b"\r\n",
    "a handshake of another version": GET + UPGRADE.replace(b"13", b"abc") + b"\r\n",
    "a handshake with a bad key": GET + UPGRADE.replace(b"dGhl", b"%%%%") + b"\r\n",
    "a handshake with two keys": GET + UPGRADE + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
}
STRANGE_REQUESTS = {
    "bytes in cookies": b'Cookie: \xff\xfe=\xed; last-isis=\xff; language=\xff; =; ;;"\r\n',
    "odd languages": b"Accept-Language: \xff,;q=,*;q=nan,fr;q=inf,x-y_@!;q=1e999," + b"a," * 2000 + b"\r\n",
    "two hosts": b"Host: evil\r\n",
    "half a host": b"Host: [::1\r\n",
    "a wish for HTTP/2": b"Upgrade: h2c\r\nConnection: Upgrade\r\n",
    "a bad referer": b"Referer: http://[\r\n",
}


@pytest.mark.parametrize("what", BAD_REQUESTS)
def test_what_makes_no_sense_is_refused(watched, what):
    with call(watched, BAD_REQUESTS[what]) as line:
        assert re.match(rb"HTTP/1.1 4\d\d ", first_line(line))


@pytest.mark.parametrize("what", STRANGE_REQUESTS)
def test_what_is_merely_strange_is_answered(watched, what):
    with call(watched, b"GET / HTTP/1.1\r\n" + HOST + STRANGE_REQUESTS[what] + b"\r\n") as line:
        assert b" 200 " in first_line(line)


def test_who_hangs_up_amid_a_form_is_no_error(watched):
    with call(watched, POST + b"Content-Length: 100\r\n\r\nlanguage"):
        pass


@linux
def test_nothing_of_it_is_remembered(watched):
    def all_of_it(number: int) -> None:
        for data in BAD_REQUESTS.values():
            with call(watched, data) as line:
                first_line(line)
        long = b"Accept-Language: " + b"%d," % number * 8000 + b"\r\n"
        with call(watched, b"GET / HTTP/1.1\r\n" + HOST + long + b"\r\n") as line:
            first_line(line)

    all_of_it(1)
    before = watched.memory()
    for number in range(20):
        all_of_it(number)
    assert watched.memory() - before < 20


# ---- frames ---------------------------------------------------------------------------------------------------


def frame(opcode: int, data: bytes = b"", *, last: bool = True, masked: bool = True, length: int = -1) -> bytes:
    """One frame as RFC 6455 has it, its mask being zeros; `length` if it lies about it."""
    length = len(data) if length < 0 else length
    mask = 128 if masked else 0
    if length < 126:
        head = struct.pack("!BB", 128 * last | opcode, mask | length)
    elif length < 65536:
        head = struct.pack("!BBH", 128 * last | opcode, mask | 126, length)
    else:
        head = struct.pack("!BBQ", 128 * last | opcode, mask | 127, length)
    return head + (bytes(4) if masked else b"") + data


CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


@contextlib.contextmanager
def live(house: House):
    """A bare live connection at a table."""
    guest = Guest(house)
    path = f"GET /tables/{guest.open()}/live?as=events HTTP/1.1\r\n".encode()
    with call(house, path + HOST + f"Cookie: {guest.cookie}\r\n".encode() + UPGRADE + b"\r\n") as line:
        assert b" 101 " in first_line(line)
        yield line


def closing_code(line: socket.socket) -> int:
    """What the last frame says, a closing one; 0 if there is none."""
    last = all_heard(line)[-4:]
    return struct.unpack("!H", last[2:])[0] if last[:2] == b"\x88\x02" else 0


BAD_FRAMES = {
    "bytes that are no text": (frame(TEXT, b"\xff\xfe"), 1007),
    "bytes that are no text, again and again": (frame(TEXT, b"\xff\xfe") * 50, 1007),
    "half a letter": (frame(TEXT, b'{"do":"\xc3', last=False) + frame(CONTINUED, b"("), 1007),
}
BROKEN_FRAMES = {
    "a long frame": frame(TEXT, b"a" * 100_000),
    "a frame that says it is long": frame(TEXT, length=2**62),
    "a long message in fragments": frame(TEXT, b"a" * 4000, last=False) + frame(CONTINUED, b"a" * 4000, last=False) * 4,
    "no mask": frame(TEXT, b"{}", masked=False),
    "an unknown kind": frame(3),
    "a fragment of nothing": frame(CONTINUED, b"a"),
    "a text amid a text": frame(TEXT, b"a", last=False) + frame(TEXT, b"a"),
    "a long ping": frame(PING, b"a" * 126),
    "a ping in fragments": frame(PING, b"a", last=False),
    "reserved bits": b"\xf1\x80" + bytes(4),
    "a bad closing code": frame(CLOSE, b"\x00\x01"),
    "half a closing code": frame(CLOSE, b"\x03"),
    "a closing reason that is no text": frame(CLOSE, b"\x03\xe8\xff"),
    "pings without end": frame(PING) * 20_000,
    "pongs without end": frame(PONG) * 20_000,
    "fragments without end": frame(TEXT, b"", last=False) + frame(CONTINUED, b"", last=False) * 20_000,
    "messages without end": frame(TEXT, b"{}") * 20_000,
    "messages after the end": frame(TEXT, b"\xff") + frame(TEXT, b"{}") * 20_000,
}


@pytest.mark.parametrize("what", BAD_FRAMES)
def test_what_is_no_text_is_refused_without_a_word_in_the_log(watched, what):
    data, code = BAD_FRAMES[what]
    before = watched.complaints()
    with live(watched) as line:
        line.sendall(data)
        assert closing_code(line) == code
    assert watched.complaints() == before


@pytest.mark.parametrize("what", BROKEN_FRAMES)
def test_what_breaks_the_protocol_ends_the_connection(watched, what):
    with live(watched) as line:
        with contextlib.suppress(ConnectionError):  # it may be over before all is sent
            line.sendall(BROKEN_FRAMES[what])
        all_heard(line)  # ends, as the connection is ended from the other side


def test_a_message_in_fragments_and_pings_between_are_understood(watched):
    with live(watched) as line:
        line.sendall(frame(TEXT, b'{"do":', last=False) + frame(PING, b"hey") + frame(CONTINUED, b'"ping"}'))
        heard = b""
        while b'{"say":"pong"}' not in heard:
            part = line.recv(4096)
            assert part
            heard += part
        assert b"\x8a\x03hey" in heard
