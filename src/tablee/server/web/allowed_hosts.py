"""Allowed hosts: the names under which the server answers.

With DNS rebinding another site can point its own name at our address; a browser would then treat our pages as that
site's. So the server answers only to names known to be its own. Numeric addresses are allowed: they cannot be rebound.
"""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from tablee.server.realtime.settings import Settings

AT_HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Top-level names that home networks use; none of them exists on the internet."""
EVERY = "*"


class AllowedHosts:
    """The allowed names: of this machine, of the configured address and origins, and `allow_host`."""

    def __init__(self, settings: Settings, machine: str | None = None) -> None:
        """`machine` replaces the name of this machine, for tests."""
        machine = socket.gethostname() if machine is None else machine
        named = [*settings.allow_host, *map(_host_of, [settings.house_address, *settings.origins])]
        self._names = {name.lower() for name in (*_names_of(machine), *named) if name and not name.startswith(EVERY)}
        self._endings = tuple(name[1:].lower() for name in named if name.startswith(f"{EVERY}."))
        self._all = EVERY in named

    def allows(self, host: str | None) -> bool:
        """Is `host` allowed? A request without a host does not come from a browser, and is."""
        if host is None or self._all:
            return True
        name = _without_port(host).lower().rstrip(".")
        return name in self._names or name.endswith((".localhost", *self._endings)) or _is_address(name)


def _names_of(machine: str) -> Iterable[str]:
    """The names of a machine in its own network."""
    short = machine.partition(".")[0]
    return ("localhost", machine, short, *(f"{short}.{network}" for network in AT_HOME if short))


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _without_port(host: str) -> str:
    """
    >>> _without_port("localhost:8470"), _without_port("[::1]:8470"), _without_port("example.org")
    ('localhost', '::1', 'example.org')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0] if "]" in host else ""
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
