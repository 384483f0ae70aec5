"""HTTP requests to addresses that strangers have given, never to addresses in our own network (SSRF).

The host name is resolved here, and the connection goes to the address that was checked, so a name that resolves
differently a moment later does no harm. Redirects are not followed; only the status line of the answer is read.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from urllib.parse import SplitResult, urlsplit

LONGEST_ADDRESS = 2000
PATIENCE = 10.0
"""Seconds to resolve and connect, and again to send and get an answer."""
LONGEST_LINE = 4096
GLOBAL = ipaddress.IPv6Network("2000::/3")
"""Global unicast addresses: nothing else has been assigned."""
NOT_GLOBAL = tuple(map(ipaddress.IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""What of it is special: Teredo and other protocols, documents, 6to4, documents again."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
SILENT = (OSError, ValueError, asyncio.LimitOverrunError, EOFError)
"""The errors of a request."""


class NotAllowed(Exception):
    """An address to which this server sends nothing."""


class NoAnswer(Exception):
    """There was no valid answer; the request may have been `sent` all the same."""

    def __init__(self, why: str, *, sent: bool) -> None:
        super().__init__(why)
        self.sent = sent


def check_address(address: str, *, loopback: bool = False) -> SplitResult:
    """Parse a public https address; raises `NotAllowed`. With `loopback` this machine is allowed, too.

    >>> check_address("https://push.example.org/x").hostname
    'push.example.org'
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise NotAllowed(address) from None
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    if not plain or not host or parts.username is not None or parts.password is not None:
        raise NotAllowed(address)
    if loopback and parts.scheme in ("http", "https") and host in ("localhost", "127.0.0.1", "::1"):
        return parts
    try:
        is_public = _is_outside(host)
    except ValueError:  # it is a name
        is_public = "." in host.strip(".") and not host.rstrip(".").endswith((".local", ".localhost", ".internal"))
    if parts.scheme != "https" or port not in (None, 443) or not is_public:
        raise NotAllowed(address)
    return parts


def _is_outside(number: str) -> bool:
    """Whether an IP address is global unicast; raises `ValueError` if it is none.

    The list says what is allowed. An IPv6 address that is a mapped IPv4 address, or one translated by a network without
    IPv4 (RFC 6052), counts as that one. Tunnels and everything else that wraps an address are not allowed.
    """
    address = ipaddress.ip_address(number)
    if isinstance(address, ipaddress.IPv6Address):
        inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in NAT64 else address.ipv4_mapped
        if inner is None:
            is_special = any(address in network for network in NOT_GLOBAL) or address.scope_id is not None
            return address in GLOBAL and address.is_global and not is_special
        address = inner
    return address.is_global and not address.is_multicast


async def post(address: str, body: bytes, headers: Mapping[str, str], *, loopback: bool = False) -> int:
    """POST to an address; returns the status. Raises `NotAllowed` and `NoAnswer`."""
    parts = check_address(address, loopback=loopback)
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await _connect(parts, loopback=loopback)
    except SILENT as error:
        raise NoAnswer(type(error).__name__, sent=False) from None
    try:
        async with asyncio.timeout(PATIENCE):
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            told = {"Host": parts.netloc, "Connection": "close", "Content-Length": str(len(body)), **headers}
            lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items()), "", ""]
            writer.write("\r\n".join(lines).encode("ascii") + body)
            await writer.drain()
            version, status, *_ = (await reader.readuntil(b"\r\n")).split(b" ")
            if not version.startswith(b"HTTP/1."):
                raise ValueError
            return int(status)
    except SILENT as error:
        raise NoAnswer(type(error).__name__, sent=True) from None
    finally:
        writer.close()


async def _connect(parts: SplitResult, *, loopback: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to one of the IP addresses of a host; raises `NotAllowed` if any of them is not public."""
    host, is_safe = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_safe else 80)
    context, name = (_context(), host) if is_safe else (None, None)
    connect = partial(asyncio.open_connection, port=port, limit=LONGEST_LINE, ssl=context, server_hostname=name)
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(one[4][0]) for one in found]
    is_here = loopback and all(ipaddress.ip_address(number).is_loopback for number in numbers)
    if not numbers or not (is_here or all(map(_is_outside, numbers))):
        raise NotAllowed(host)
    *others, last = numbers
    for number in others:
        with suppress(OSError):
            return await connect(number)
    return await connect(last)


_context = cache(ssl.create_default_context)
