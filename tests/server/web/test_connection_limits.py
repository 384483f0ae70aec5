"""Strangers at the door: endless heads, half requests, crowds. The house goes on, without a traceback."""

import contextlib
import socket
import subprocess
import sys
import time

import pytest

from tablee.server.realtime.rate_limits import address_key
from tablee.server.realtime.settings import Settings
from tablee.server.web.connection_limits import (
    LONGEST_HEAD,
    MOST_REFUSED,
    NEVER,
    ConnectionLimits,
    LimitedHttp,
    LimitedWebSocket,
)
from tests.cases import each
from tests.server.house import PATIENCE, Guest, House
from tests.server.web.strangers import (
    CHUNKED,
    GET,
    HOST,
    POST,
    ROOM,
    SOON,
    UPGRADE,
    WatchedHouse,
    all_heard,
    call,
    first_line,
    linux,
)

LET_GO = 30.0
"""Seconds in which somebody must have been sent away, on a busy machine."""


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
    assert slowest < LET_GO
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


@each(
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
                answer = b"".join(iter(lambda: line.recv(4096), b""))
                assert answer.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
                assert answer.endswith(b"503 Service Unavailable: too many connections are open")
            for _ in range(3 * MOST_REFUSED):
                crowd.enter_context(contextlib.suppress(ConnectionError))
                crowd.enter_context(call(house))
        ask_until_let_in(house)
        complaints = house.complaints().splitlines()
        assert complaints[0].startswith("503: 1 refused, as there are too many connections (most_connections, ")
        assert len(complaints) < 5  # a flood does not flood the log
    finally:
        house.kill()
        house.errors.close()


def test_a_full_house_says_so_on_the_page_and_in_the_log(tmp_path):
    house = WatchedHouse(tmp_path, most_of_one_address=10, head_patience=600)
    try:
        with contextlib.ExitStack() as crowd:
            for _ in range(8):
                crowd.enter_context(call(house))
            status, headers, page = house.request("GET", "/", headers={"accept-language": "en"})
        assert (status, "The server is full" in page, "retry-after" in headers) == (503, True, True)
        (line,) = house.complaints().splitlines()
        assert line.startswith("503: full: the connections that are left are for those who play")
    finally:
        house.kill()
        house.errors.close()


def ask_until_let_in(house: House) -> None:
    """Wait until the house has noticed that a crowd is gone."""
    deadline = time.monotonic() + PATIENCE
    while house.request("GET", "/health")[0] != 200:
        assert time.monotonic() < deadline


class LimitedConnection:
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
    door = ConnectionLimits(Settings("", most_of_one_address=2), most=3)
    callers = [LimitedConnection() for _ in range(5)]
    assert [door.enter(caller, key) for caller, key in zip(callers, "aaabc", strict=True)] == [0, 0, 1, 1, 2]
    for caller in callers[:3]:
        door.leave(caller)
        door.leave(caller)
    assert [door.enter(LimitedConnection(), "a"), door.enter(LimitedConnection(), "a")] == [0, 1]
    for caller in list(door._inside):
        door.leave(caller)


async def test_who_is_refused_takes_no_place_and_gives_way():
    door = ConnectionLimits(Settings("", most_of_one_address=100), most=10)
    flood = [LimitedConnection() for _ in range(2 * MOST_REFUSED)]
    stay = []
    for caller in flood:
        assert door.enter(caller, "a") == 0
        stay.append(door.dismiss(caller))
    assert stay == [True] * MOST_REFUSED + [False] * MOST_REFUSED  # of one address
    assert sum(caller.cut for caller in flood) == MOST_REFUSED - 10  # of all together: the oldest
    others = [LimitedConnection() for _ in range(10)]
    assert [door.enter(caller, "b") for caller in others] == [0] * 10
    assert [caller.cut for caller in flood] == [1] * MOST_REFUSED + [0] * MOST_REFUSED
    assert door.enter(LimitedConnection(), "c") == 1
    for caller in [*door._inside, *flood]:
        door.leave(caller)
    assert [door._inside, door._dismissed, door._counts, door._dismissed_counts] == [{}] * 4


async def test_who_does_not_let_go_is_cut_off_in_the_end():
    door = ConnectionLimits(Settings("", read_patience=20), most=10)
    here, going = LimitedConnection(), LimitedConnection(closing=True)
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
from tablee.server.web.launch import raise_file_limit
print(raise_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE), raise_file_limit())
"""


@linux
def test_the_limit_of_files_is_raised_as_far_as_the_system_allows():
    done = subprocess.run([sys.executable, "-c", RAISE], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.split() == ["300", "300", "300", "300"], done.stderr


class SmallHouse(WatchedHouse):
    """A house that may open 200 files, and no more."""

    program = (
        "-c",
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 200)); "
        "from tests.server.house import main; main()",
    )


@linux
def test_connections_never_take_the_last_files(tmp_path):
    house = SmallHouse(tmp_path, most_of_one_address=10_000, head_patience=600)
    try:
        with contextlib.ExitStack() as crowd:
            for _ in range(136):
                crowd.enter_context(call(house))
            with call(house, GET) as line:
                assert b" 503 " in first_line(line)
            for _ in range(150):
                crowd.enter_context(contextlib.suppress(ConnectionError))
                crowd.enter_context(call(house))
            assert house.files() < 200
        ask_until_let_in(house)
        assert "Traceback" not in house.complaints()
    finally:
        house.kill()
        house.errors.close()


def settle(house):
    """Wait until a house that has just started opens no more files of its own: libuv gives up if it can open none."""
    before, at = -1, time.monotonic()
    while house.request("GET", "/ready")[0] != 200 or house.request("GET", "/")[0] != 200 or before != house.files():
        before = house.files()
        assert time.monotonic() - at < PATIENCE
        time.sleep(1)


@linux
def test_a_house_without_files_to_open_waits_until_there_are_some(watched):
    import resource

    settle(watched)
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


OURS = {
    "_read_on",
    "_expect_head",
    "_expect_rest",
    "_drop_answer",
    "_refuse",
    "_own_key",
    "_is_bearable",
    "look_at_clock",
    "write",
}
"""Methods of the limited protocols that override nothing."""


@pytest.mark.parametrize("limited", [LimitedHttp, LimitedWebSocket])
def test_whatever_is_overridden_in_uvicorn_is_still_there(limited):
    methods = {name for name, value in vars(limited).items() if callable(value) or isinstance(value, property)}
    named = {name for name in methods if not name.startswith("__")}
    assert len(named - OURS) > 5
    assert {name for name in named - OURS if not hasattr(limited.__bases__[0], name)} == set()
