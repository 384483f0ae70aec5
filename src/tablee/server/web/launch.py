"""Starting the server for people: its address, the browser, a port that is taken."""

import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn

from tablee.live.settings import Settings
from tablee.site.app import App, create_app
from tablee.site.door import Door, DoorConfig

EVERYWHERE = ("0.0.0.0", "::", "")
SWITCH_INTERVAL = 0.001
"""Seconds after which a thread that loads or paints a long table lets the event loop run, if that waits."""
ENOUGH_FILES = 65_536
MOST_UNREAD, MOST_UNSENT = 64 * 1024, 64 * 1024
"""Bytes of a connection that the system keeps before they are read, and before they are on their way."""
LEAST_RESERVE = 64
"""Files that are kept free of connections: for the database, bots and pages."""


class PortTaken(Exception):
    """Another program listens on the port."""


def run(
    settings: Settings, host: str, port: int, *, open_page: bool, around: Callable[[App], Any] = lambda app: app
) -> None:
    """Serve until interrupted; `around` may put something between the house and who asks."""
    listening = listen(host, port)
    port = listening.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    here = f"http://{'localhost' if host in (*EVERYWHERE, '127.0.0.1') else name}:{port}"
    house = f"http://{lan_address()}:{port}" if host in EVERYWHERE else ""
    if host not in (*EVERYWHERE, "127.0.0.1", "localhost", "::1"):
        house = here
    app = around(create_app(msgspec.structs.replace(settings, house_address=house or settings.house_address)))
    server = uvicorn.Server(server_config(app, settings))
    print(f"Tablée is open at {here}", flush=True)
    if house and house != here:
        print(f"From other devices in the house: {house}", flush=True)
    print("Ctrl+C closes it; tables are kept.", flush=True)
    if open_page and _has_desktop():
        threading.Timer(0.5, webbrowser.open, [here]).start()
    calm_down()
    server.run(sockets=[listening])


def calm_down() -> None:
    """Let neither garbage collection nor threads keep the event loop waiting.

    What has been loaded by now stays for ever: looking through it again and again would only take time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    sys.setswitchinterval(SWITCH_INTERVAL)


def server_config(app: object, settings: Settings) -> uvicorn.Config:
    """How we run uvicorn, here and in tests."""
    files = raise_file_limit()
    return DoorConfig(app, Door(settings, files - max(LEAST_RESERVE, files // 8)))


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows, a connection being one; returns how many."""
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
    """A socket that listens there; raises `PortTaken`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Whoever asks says little, and what nobody reads is not worth keeping: the system, too, holds no more than that.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MOST_UNREAD)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise PortTaken(
            f"cannot listen on {host or 'all addresses'}, port {port}: {error.strerror}. "
            f"Is Tablée running already? Choose another port with --port."
        ) from None
    listening.listen(2048)
    listening.set_inheritable(False)
    return listening


def lan_address() -> str:
    """The address of this machine in its own network. Nothing is sent: the system only looks up the way."""
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
