"""`tablee play`: listen, print the address, open the browser, run uvicorn."""

import contextlib
import errno
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec
import uvicorn

from tablee.server.realtime.settings import Settings
from tablee.server.web.app import App, create_app
from tablee.server.web.connection_limits import ConnectionLimits, LimitedConfig

EVERYWHERE = ("0.0.0.0", "::", "")
SWITCH_INTERVAL = 0.001
"""Interpreter switch interval in seconds, so that worker threads do not delay the event loop."""
ENOUGH_FILES = 65_536
NOTICING = {"TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}
"""Ask a silent connection after so many seconds, so many seconds apart, so often; give up unread data after so many
milliseconds. Connections inherit this from the socket that listens."""
MOST_UNREAD, MOST_UNSENT = 64 * 1024, 64 * 1024
"""Socket buffer sizes in bytes: unread, and unsent."""
LEAST_RESERVE = 64
"""File descriptors reserved for the database, bots and pages."""


class CannotListen(Exception):
    """The address or the port cannot be listened on; the message says why."""


def run(
    settings: Settings, host: str, port: int, *, open_page: bool, around: Callable[[App], Any] = lambda app: app
) -> None:
    """Serve until interrupted; `around` may wrap the application."""
    listening = listen(host, port)
    port = listening.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    here = f"http://{'localhost' if host in (*EVERYWHERE, '127.0.0.1') else name}:{port}"
    house = f"http://{lan_address()}:{port}" if host in EVERYWHERE else ""
    if host not in (*EVERYWHERE, "127.0.0.1", "localhost", "::1"):
        house = here
    app = create_app(msgspec.structs.replace(settings, house_address=house or settings.house_address))
    server = uvicorn.Server(server_config(around(app), settings))
    print(f"Tablée is open at {here}", flush=True)
    if house and house != here:
        print(f"From other devices in the house: {house}", flush=True)
    if app.hub.readiness.look():
        print("The games are being compiled, once; each can be played as soon as it is ready.", flush=True)
    print("Ctrl+C closes it; tables are kept.", flush=True)
    if open_page and _has_desktop():
        threading.Timer(0.5, webbrowser.open, [here]).start()
    calm_down()
    server.run(sockets=[listening])


def calm_down() -> None:
    """Keep garbage collection and threads from delaying the event loop.

    What is loaded by now lives as long as the process, so the collector need not look at it again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    sys.setswitchinterval(SWITCH_INTERVAL)


def server_config(app: object, settings: Settings) -> uvicorn.Config:
    """uvicorn's configuration, here and in tests."""
    files = raise_file_limit()
    return LimitedConfig(app, ConnectionLimits(settings, files - max(LEAST_RESERVE, files // 8)))


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows; return it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ENOUGH_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wish = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wish:
        with contextlib.suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wish, hard))
            return wish
    return ENOUGH_FILES if soft == resource.RLIM_INFINITY else soft


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; raise `CannotListen`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Requests are short, and answers that nobody reads are not worth keeping: bound the buffers of the system, too.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MOST_UNREAD)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT)
    # A network that is gone does not say so: others are to see within seconds that somebody is away.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in NOTICING.items():
        if hasattr(socket, name):
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    try:
        listening.bind((host, port))
    except (OSError, UnicodeError) as error:
        listening.close()
        _refuse(f"cannot listen on {host or 'all addresses'}, port {port}", error)
    listening.listen(2048)
    listening.set_inheritable(False)
    return listening


def _refuse(what: str, error: OSError | UnicodeError) -> NoReturn:
    """Raise `CannotListen` with what a host can do about it."""
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, socket.gaierror | UnicodeError) or number == errno.EADDRNOTAVAIL:
        raise CannotListen(
            f"{what}: this is no address of this machine. "
            "127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses."
        ) from None
    if number == errno.EADDRINUSE:
        raise CannotListen(
            f"{what}: another program listens there. Is Tablée running already? Choose another port with --port."
        ) from None
    if number == errno.EACCES:
        raise CannotListen(
            f"{what}: not allowed. Ports below 1024 are for the system: choose a higher one, and put a proxy in front."
        ) from None
    raise CannotListen(f"{what}: {error}.") from None


def lan_address() -> str:
    """This machine's address in its network. Nothing is sent: the system only looks up a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _has_desktop() -> bool:
    if os.environ.get("CI") or os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
