"""The address at which Prometheus asks: one page, apart from the house, so that strangers do not come by it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from tablee.host.errors import BadOption
from tablee.host.exposition import CONTENT_TYPE
from tablee.host.logs import logger

PATIENCE = 5.0
"""Seconds in which a request must have come, and the answer been read."""
PATH = b"/metrics"


def host_and_port(address: str) -> tuple[str, int]:
    """The two parts of an address; raises `BadOption`.

    >>> host_and_port("127.0.0.1:9100"), host_and_port("[::1]:9100")
    (('127.0.0.1', 9100), ('::1', 9100))
    """
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise BadOption(f"metrics_address: {address!r} cannot be: write address:port, such as 127.0.0.1:8471")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


@asynccontextmanager
async def serve_metrics(address: str, numbers: Callable[[], Awaitable[str]]) -> AsyncIterator[None]:
    """Answer at an address with what `numbers` says, if there is an address."""
    if not address:
        yield
        return
    host, port = host_and_port(address)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(await _answer(head, numbers))
                await writer.drain()
        writer.close()

    try:
        server = await asyncio.start_server(answer, host, port)
    except OSError as error:
        raise BadOption(f"metrics_address: {address} cannot be listened on: {error.strerror or error}") from None
    at = server.sockets[0].getsockname()
    logger.info("numbers for Prometheus are told", extra={"about": {"metrics": f"{at[0]}:{at[1]}"}})
    async with server:
        yield


async def _answer(head: bytes, numbers: Callable[[], Awaitable[str]]) -> bytes:
    method, path, *_ = [*head.split(b" ", 2), b"", b""]
    if method != b"GET" or path.partition(b"?")[0] != PATH:
        return _response("404 Not Found", "text/plain; charset=utf-8", "There is /metrics here, and nothing else.\n")
    return _response("200 OK", CONTENT_TYPE, await numbers())


def _response(status: str, kind: str, text: str) -> bytes:
    body = text.encode()
    head = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
    return head.encode() + body
