"""Whether the value of a setting can be used: what its type does not say. Start and reload ask the same questions."""

import ipaddress
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from email.errors import MessageError
from email.headerregistry import Address
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tablee.engine.installed_games import game_entry_points
from tablee.server.realtime.settings import Settings
from tablee.server.storage import sqlite_path
from tablee.server.web.proxies import Proxies

LONGEST_TEXT, LONGEST_LIST = 4096, 1000
"""Characters of a text, and entries of a list."""
_LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(\.{_LABEL})*\.?", re.IGNORECASE | re.ASCII)
EVERY_NAME = "*"


def check_value(name: str, value: Any) -> None:
    """Raise `ValueError` if the setting `name` cannot have this value."""
    texts = value if isinstance(value, list | tuple) else [value]
    if len(texts) > LONGEST_LIST:
        raise ValueError(f"it has more than {LONGEST_LIST} entries")
    for text in texts:
        if isinstance(text, str):
            _check_text(text)
    if name in _CHECKS and (value or name == "database_url"):
        _CHECKS[name](value)


def check_together(settings: Settings) -> None:
    """Raise `ValueError` if some settings need others."""
    if settings.smtp_host and not settings.smtp_from:
        raise ValueError("smtp_host is set and smtp_from is not: e-mail needs a sender, Tablée <tablee@example.org>")
    if settings.smtp_host and not settings.house_address and all("*" in name for name in settings.allow_host):
        raise ValueError(
            "smtp_host is set, and no address for the links in e-mails: name the server with allow_host, without *, or "
            "give house_address"
        )
    if settings.smtp_user and not settings.smtp_password:
        raise ValueError("smtp_user is set and smtp_password is not: name its file with TABLEE_SMTP_PASSWORD_FILE")


def host_and_port(address: str) -> tuple[str, int]:
    """Split `address:port`; raise `ValueError`.

    >>> host_and_port("127.0.0.1:9100"), host_and_port("[::1]:9100"), host_and_port(":9100")
    (('127.0.0.1', 9100), ('::1', 9100), ('127.0.0.1', 9100))
    """
    host, colon, port = address.rpartition(":")
    if not colon or not _is_port(port):
        raise ValueError("write address:port, such as 127.0.0.1:8471")
    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    _check_host(host or "127.0.0.1")
    return host or "127.0.0.1", int(port)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= 65535


def _check_text(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"it is longer than {LONGEST_TEXT} characters")
    if any(ord(letter) < 32 or ord(letter) == 127 or 0xD800 <= ord(letter) < 0xE000 for letter in text):
        raise ValueError("it has a character that cannot be printed")


def _check_host(host: str) -> None:
    """Is this an address, or could it be a name?"""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if not _NAME.fullmatch(host):
            raise ValueError(f"{host!r} is no address and no host name") from None


def _check_games(names: Sequence[str]) -> None:
    """Are they installed? Whether they are complete, a server process says before it takes the place of another."""
    installed = {point.name for point in game_entry_points()}
    for name in names:
        if name not in installed:
            raise ValueError(f"there is no game {name[:80]!r}")


def _check_database(url: str) -> None:
    """Is it a URL that we know? Messages never quote it: it may hold a password."""
    if sqlite_path(url) is not None:
        return
    authority = re.split("[/?#]", url.partition("://")[2], maxsplit=1)[0]
    for server in authority.rpartition("@")[2].split(","):  # there may be several
        host, colon, port = server.rpartition(":") if ":" in server.rpartition("]")[2] else (server, "", "")
        if colon and not _is_port(port):
            raise ValueError("what stands for the port is no port; write postgresql://user@host:5432/name")
        if host and "%" not in host:  # a folder of sockets is written as %2Frun%2Fpostgresql
            _check_host(host[1:-1] if host.startswith("[") and host.endswith("]") else host)


def _check_origin(origin: str) -> None:
    """An origin as browsers send it: a scheme and a host, without a path."""
    try:
        parts = urlsplit(origin)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, parts, port = None, urlsplit(""), None
    plain = f"{parts.scheme}://{parts.netloc}"
    if not host or port == 0 or parts.scheme not in ("http", "https") or plain != origin or "@" in parts.netloc:
        raise ValueError(f"{origin!r} is no origin, such as https://play.example.org or http://10.0.0.2:8470")
    _check_host(host)


def _check_frame_site(site: str) -> None:
    """An origin, also with `*.` before its host: it is written into a header as it is."""
    if site != EVERY_NAME:
        _check_origin(site.replace("://*.", "://", 1))


def _check_allowed_host(name: str) -> None:
    if name == EVERY_NAME:
        return
    try:
        _check_host(name.removeprefix("*."))
    except ValueError:
        known = "such as play.example.org or *.example.org, without a scheme or a port"
        raise ValueError(f"{name!r} is no host name, {known}") from None


def _check_folder(name: str) -> None:
    if not Path(name).is_dir():
        raise ValueError(f"there is no folder {name!r}")


def _check_bot_command(command: Sequence[str]) -> None:
    if not command[0] or shutil.which(command[0]) is None:
        raise ValueError(f"there is no program {command[0]!r} that can be run")


def _check_sender(sender: str) -> None:
    name, address = parseaddr(sender)
    try:
        Address(name, addr_spec=address).addr_spec.encode("ascii")
    except (ValueError, MessageError, IndexError):
        address = ""
    if not all(address.rpartition("@")[::2]):
        raise ValueError("it is no sender, such as Tablée <tablee@example.org>")
    _check_host(address.rpartition("@")[2])


def _check_each(check: Callable[[str], None]) -> Callable[[Sequence[str]], None]:
    def check_all(values: Sequence[str]) -> None:
        for value in values:
            check(value)

    return check_all


_CHECKS: Mapping[str, Callable[[Any], object]] = {
    "host": _check_host,
    "games": _check_games,
    "metrics_address": host_and_port,
    "database_url": _check_database,
    "bot_command": _check_bot_command,
    "rulebooks": _check_each(_check_folder),
    "origins": _check_each(_check_origin),
    "frame_sites": _check_each(_check_frame_site),
    "house_address": _check_origin,
    "allow_host": _check_each(_check_allowed_host),
    "trust_proxy": Proxies,
    "smtp_host": _check_host,
    "smtp_from": _check_sender,
}
"""What must hold of a value that is not empty, by the name of its setting."""
