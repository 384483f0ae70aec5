"""A network namespace for a server, with two cables that can be cut: one to its players, one to its database."""

import os
import secrets
import subprocess
from ipaddress import IPv4Address, IPv4Network
from typing import Self

BENCHES = IPv4Network("198.18.0.0/15")
"""Addresses that no machine has: they are reserved for tests of networks."""
NOWHERE = "02:00:00:00:00:01"
"""A hardware address that nobody has."""


class Impossible(Exception):
    """No network can be made here."""


class Cable:
    """A pair of interfaces, one end here and one in a namespace."""

    def __init__(self, namespace: str) -> None:
        self._namespace = namespace
        first = BENCHES[secrets.randbelow(BENCHES.num_addresses // 4) * 4]
        self.here, self.there = str(IPv4Address(first + 1)), str(IPv4Address(first + 2))
        """The addresses of both ends."""
        name = secrets.token_hex(4)
        self._ours, self._theirs = f"tab{name}h", f"tab{name}t"
        _ip("link", "add", self._ours, "type", "veth", "peer", "name", self._theirs, "netns", namespace)
        for (options, device, _), address in zip(self._ends(), (self.here, self.there), strict=True):
            _ip(*options, "address", "add", f"{address}/30", "dev", device)
        self.plug_in()

    def lose_all(self) -> None:
        """Let everything vanish on its way, as when a switch dies: neither end is told."""
        for options, device, other in self._ends():
            _ip(*options, "neigh", "replace", other, "lladdr", NOWHERE, "dev", device, "nud", "permanent")

    def lose_nothing(self) -> None:
        """Take `lose_all` back."""
        for options, device, other in self._ends():
            _ip(*options, "neigh", "del", other, "dev", device)

    def unplug(self) -> None:
        """Pull it out: both ends know that there is no network."""
        _ip("link", "set", self._ours, "down")

    def plug_in(self) -> None:
        """Take `unplug` back."""
        for options, device, _ in self._ends():
            _ip(*options, "link", "set", device, "up")

    def _ends(self) -> tuple[tuple[tuple[str, ...], str, str], ...]:
        """Of each end: where it is, its interface, and the address of the other end."""
        return ((), self._ours, self.there), (("-netns", self._namespace), self._theirs, self.here)


class Network:
    """The namespace; as a context manager it vanishes in the end, and the cables with it."""

    def __init__(self) -> None:
        """Raises `Impossible`."""
        if os.geteuid():
            raise Impossible("only root can make network namespaces")
        self.name = f"tablee-{secrets.token_hex(4)}"
        _ip("netns", "add", self.name)
        try:
            _ip("-netns", self.name, "link", "set", "lo", "up")
            self.players, self.database = Cable(self.name), Cable(self.name)
        except Impossible:
            self.__exit__()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _ip("netns", "del", self.name)


def _ip(*arguments: str) -> None:
    """Run `ip` of iproute2."""
    try:
        done = subprocess.run(["ip", *arguments], check=False, capture_output=True, text=True)
    except FileNotFoundError:
        raise Impossible("there is no `ip` (Debian: iproute2)") from None
    if done.returncode:
        raise Impossible(f"ip {' '.join(arguments)}: {done.stderr.strip()}")
