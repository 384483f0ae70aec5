"""Trust `X-Forwarded-*` only from configured proxies."""

import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

Headers = Sequence[tuple[bytes, bytes]]
SCHEMES = ("http", "https")


class Forwarded(NamedTuple):
    """Client address, scheme and host as a proxy forwards them; empty where it does not."""

    address: str
    scheme: str = ""
    host: str = ""


class Proxies:
    """The configured proxies, as addresses or networks."""

    def __init__(self, named: Iterable[str]) -> None:
        """Raise `ValueError` for a name that is neither an address nor a network."""
        self._networks = []
        for name in named:
            try:
                self._networks.append(ipaddress.ip_network(name.strip(), strict=False))
            except ValueError:
                known = "such as 10.0.0.2 or 10.0.0.0/24"
                raise ValueError(f"{name!r} is no address or network of a proxy, {known}") from None
        self.trusts = lru_cache(4096)(self._trusts)

    def _trusts(self, host: str) -> bool:
        """Is `host` a configured proxy?"""
        address = _address(host)
        return address is not None and any(address in network for network in self._networks)

    def apply(self, scope: Any) -> bool:
        """Replace client, scheme and host by what a trusted proxy forwards; return whether one did."""
        client = scope["client"]
        said = self.forwarded(client[0], scope["headers"]) if client else None
        if said is None:
            return False
        scope["client"] = (said.address, 0)
        if said.scheme:
            scope["scheme"] = said.scheme.replace("http", "ws") if scope["type"] == "websocket" else said.scheme
        if said.host:
            others = [header for header in scope["headers"] if header[0] != b"host"]
            scope["headers"] = [*others, (b"host", said.host.encode("latin-1"))]
        return True

    def forwarded(self, host: str, headers: Headers) -> Forwarded | None:
        """What `host` forwards; None if it is not trusted."""
        if not self._networks or len(host) > 64 or not self.trusts(host):
            return None
        scheme = _last(headers, b"x-forwarded-proto").lower()
        return Forwarded(
            self._asker(host, headers), scheme if scheme in SCHEMES else "", _last(headers, b"x-forwarded-host")
        )

    def _asker(self, host: str, headers: Headers) -> str:
        """The right-most address that is no proxy of ours: a client can forge everything before it."""
        for entry in reversed(_listed(headers, b"x-forwarded-for")):
            address = _address(_without_port(entry))
            if address is None:
                return host
            host = str(address)
            if not self.trusts(host):
                break
        return host


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, ipaddress.IPv6Address) else address


def _without_port(text: str) -> str:
    """
    >>> _without_port("192.0.2.7:80"), _without_port("[2001:db8::1]:80"), _without_port("2001:db8::1")
    ('192.0.2.7', '2001:db8::1', '2001:db8::1')
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def _listed(headers: Headers, name: bytes) -> list[str]:
    """The entries of a header, which may occur several times."""
    text = b",".join(value for key, value in headers if key == name).decode("latin-1")
    return [entry.strip() for entry in text.split(",") if entry.strip()]


def _last(headers: Headers, name: bytes) -> str:
    return next(reversed(_listed(headers, name)), "")
