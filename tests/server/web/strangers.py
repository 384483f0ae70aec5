"""Who comes to the door without a browser, and a house that is watched meanwhile."""

import contextlib
import os
import socket
from pathlib import Path

import pytest

from tests.server.house import PATIENCE, House

SOON = 0.5
"""Seconds after which the watched house has no more patience."""
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
