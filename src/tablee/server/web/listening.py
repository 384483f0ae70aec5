"""The socket that a server listens on."""

import errno
import socket
from typing import NoReturn

EVERYWHERE = ("0.0.0.0", "::", "")
MOST_UNREAD, MOST_UNSENT = 64 * 1024, 64 * 1024
"""Socket buffer sizes in bytes: unread, and unsent."""
NOTICING = {"TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}
"""Ask a silent connection after so many seconds, so many seconds apart, so often; give up unread data after so many
milliseconds. Connections inherit this from the socket that listens."""


class CannotListen(Exception):
    """The address or the port cannot be listened on; the message says why."""


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
