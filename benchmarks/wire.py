"""The least WebSocket client that will do: a load generator must not be what is slow."""

import asyncio
import base64
import secrets
from struct import pack, unpack_from
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_FINAL, _MASKED = 0x80, 0x80
_NO_MASK = bytes(4)
"""Clients must mask what they send; masked with zeros it stays as it is, and costs nothing."""


class Socket(asyncio.Protocol):
    """One WebSocket. Subclasses say in `heard` what to do with a message."""

    def __init__(self, host: str, path: str, headers: str = "") -> None:
        self.connected = asyncio.get_running_loop().create_future()
        self.closing = False
        self._request = _handshake(host, path, headers)
        self._received = bytearray()
        self._transport: Any = None

    def heard(self, message: bytes) -> None:
        """A whole message has come."""
        raise NotImplementedError

    def lost(self) -> None:
        """The server has hung up."""
        raise SystemExit("the server has closed a connection")

    def send(self, message: bytes, kind: int = TEXT) -> None:
        """Send a whole message."""
        self._transport.write(_head(kind, len(message)) + message)

    def close(self) -> None:
        """Hang up."""
        self.closing = True
        if self._transport is not None:
            self._transport.close()

    # ---- what asyncio calls --------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """The connection stands: ask for a WebSocket."""
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Some bytes have come: take every whole message out of them."""
        self._received += data
        if not self.connected.done() and not self._read_answer():
            return
        at = 0
        while (end := self._read_frame(at)) > 0:
            at = end
        del self._received[:at]

    def connection_lost(self, exception: Exception | None) -> None:  # noqa: ARG002
        """The connection has ended."""
        if not self.closing:
            self.lost()

    def _read_answer(self) -> bool:
        head, found, rest = self._received.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            raise SystemExit(f"the server does not want a WebSocket: {head[:80].decode()}")
        self._received = rest
        self.connected.set_result(None)
        return True

    def _read_frame(self, at: int) -> int:
        """Read the frame that begins at `at`; return where it ends, or 0 if it is not whole yet."""
        received = self._received
        begins = at + 2
        if len(received) < begins:
            return 0
        length = received[at + 1]
        if length > 125:
            begins += 2 if length == 126 else 8
            if len(received) < begins:
                return 0
            (length,) = unpack_from(">H" if length == 126 else ">Q", received, at + 2)
        end = begins + length
        if len(received) < end:
            return 0
        self._take(received[at], bytes(received[begins:end]))
        return end

    def _take(self, first: int, message: bytes) -> None:
        if first == _FINAL | TEXT:
            self.heard(message)
        elif first == _FINAL | PING:
            self.send(message, PONG)
        elif first == _FINAL | CLOSE:
            self.close()
            self.lost()
        else:
            raise SystemExit(f"a frame that is not expected here: {first:#x}")


def _head(kind: int, length: int) -> bytes:
    if length < 126:
        return bytes((_FINAL | kind, _MASKED | length)) + _NO_MASK
    return pack(">BBH", _FINAL | kind, _MASKED | 126, length) + _NO_MASK


def _handshake(host: str, path: str, headers: str) -> bytes:
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
    ).encode()
