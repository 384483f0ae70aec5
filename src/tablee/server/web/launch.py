"""`tablee play`: listen, print the address, open the browser, run uvicorn."""

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

from tablee.engine.faults import forgive
from tablee.server.realtime.settings import Settings
from tablee.server.web.app import App, create_app
from tablee.server.web.connection_limits import ConnectionLimits, LimitedConfig
from tablee.server.web.listening import EVERYWHERE, listen

SWITCH_INTERVAL = 0.001
"""Interpreter switch interval in seconds, so that worker threads do not delay the event loop."""
ENOUGH_FILES = 65_536
LEAST_RESERVE = 64
"""File descriptors reserved for the database, bots and pages."""


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
    forgive()
    app = create_app(msgspec.structs.replace(settings, house_address=house or settings.house_address))
    server = uvicorn.Server(server_config(around(app), settings))
    print(f"Tablée is open at {here}", flush=True)
    if house and house != here:
        print(f"From other devices at home: {house}", flush=True)
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
