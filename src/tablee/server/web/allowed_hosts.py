"""The names under which this house answers.

A page of somewhere else can give its own name our address (DNS rebinding): to the browser of a visitor our pages would
then be its own. So only names are served that are known to be ours. An address in numbers is nobody's name, and may be
asked for: no page can be made to come from it but ours.
"""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from tablee.live.settings import Settings

AT_HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""What networks at home call themselves; none of them is anybody's on the internet."""
EVERY = "*"


class Hosts:
    """Knows the names of this house."""

    def __init__(self, settings: Settings, machine: str | None = None) -> None:
        """`machine`: what this machine is called, if not what it says itself."""
        machine = socket.gethostname() if machine is None else machine
        named = [*settings.allow_host, *map(_host_of, [settings.house_address, *settings.origins])]
        self._names = {name.lower() for name in (*_names_of(machine), *named) if name and not name.startswith(EVERY)}
        self._endings = tuple(name[1:].lower() for name in named if name.startswith(f"{EVERY}."))
        self._all = EVERY in named

    def allows(self, host: str | None) -> bool:
        """May the house be called so? Programs that do not say whom they call are no browsers, and may ask."""
        if host is None or self._all:
            return True
        name = _without_port(host).lower().rstrip(".")
        return name in self._names or name.endswith((".localhost", *self._endings)) or _is_address(name)


def _names_of(machine: str) -> Iterable[str]:
    """What a machine is called by those around it."""
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
