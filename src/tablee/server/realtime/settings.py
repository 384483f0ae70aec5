"""The settings of a server."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta

from tablee.games.language import HOUSE
from tablee.server.storage import PATIENCE

DEFAULT_PORT = 8470
ABSENCE = 60.0
"""Seconds after which a bot may take the seat of somebody away."""


def default_database_url() -> str:
    """An SQLite file in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('tablee') / 'tables.db'}"


PerSecond = Annotated[float, Meta(ge=1e-9, le=1e9)]
"""So many a second."""
AtOnce = Annotated[float, Meta(ge=1, le=1e9)]
"""So many at once; with less than one nobody could do it even once."""
Patience = Annotated[float, Meta(ge=0.1, le=3600)]
"""Seconds."""
Count = Annotated[int, Meta(ge=0, le=10**9)]
CountAboveZero = Annotated[int, Meta(ge=1, le=10**9)]


class Settings(msgspec.Struct, frozen=True):
    """Everything a host can set. `tablee serve --help` shows the text below each setting.

    A `rate` is the sustained limit per second, a `burst` the number allowed at once, for each person.
    """

    database_url: str
    """The database: `postgresql://user@host/name`, `sqlite:////absolute/path.db` or `sqlite:///relative.db`."""
    database_patience: Patience = PATIENCE
    """Seconds to wait for the database before a request fails."""
    bot_workers: Annotated[int, Meta(ge=1, le=256)] = 1
    """Bots that think at the same time, in each server process."""
    bots_at_once: bool = True
    """Start the bot workers together with the server, not with the first bot move."""
    bot_command: Sequence[str] | None = None
    """A command that runs bots instead of the built-in worker."""
    bot_patience: Patience = 15.0
    """Seconds after which a bot that has not answered is replaced."""
    origins: Sequence[str] = ()
    """Further origins whose pages may connect."""
    house_address: str = ""
    """The server's address for other devices at home, used in invitations sent from this machine."""
    allow_host: Sequence[str] = ()
    """Host names to answer to, besides those of this machine: `play.example.org`, `*.example.org`, `*`."""
    trust_proxy: Sequence[str] = ()
    """Proxies whose `X-Forwarded-*` headers are trusted, as addresses or networks."""
    frame_sites: Sequence[str] = ()
    """Sites that may show the big screen of a table in a frame: `https://club.example.org`; `*` for all."""
    rulebooks: Sequence[str] = ()
    """Folders of rulebooks without a program, which then stand on the shelf beside the games: `/srv/rulebooks`."""
    people_per_address: AtOnce = 8.0
    """An address gets the limits of this many people: a household, a class."""
    request_rate: PerSecond = 10.0
    """Pages per second for one person, sustained."""
    request_burst: AtOnce = 150.0
    """Pages for one person at once."""
    arrival_rate: PerSecond = 1.0
    """New live connections per second for one person, sustained."""
    arrival_burst: AtOnce = 40.0
    """New live connections for one person at once."""
    message_rate: PerSecond = 10.0
    """Messages per second from one person at tables, sustained."""
    message_burst: AtOnce = 60.0
    """Messages from one person at tables at once."""
    frame_rate: PerSecond = 10.0
    """Pings and message fragments per second on one live connection, sustained."""
    frame_burst: AtOnce = 100.0
    """Pings and message fragments on one live connection at once."""
    look_rate: PerSecond = 5.0
    """Positions looked at per second for one person, sustained: past ones, on boards, in puzzles and lessons."""
    look_burst: AtOnce = 60.0
    """Positions looked at for one person at once."""
    hint_rate: PerSecond = 0.2
    """Hints per second for one person, sustained."""
    hint_burst: AtOnce = 10.0
    """Hints for one person at once."""
    opening_rate: PerSecond = 0.05
    """Tables per second that one person may open, sustained."""
    opening_burst: AtOnce = 12.0
    """Tables that one person may open at once."""
    change_rate: PerSecond = 0.2
    """Changes of name, device links and ended sessions per second for one person, sustained."""
    change_burst: AtOnce = 20.0
    """Changes of name, device links and ended sessions for one person at once."""
    guess_rate: PerSecond = 0.02
    """Attempts to sign in per second, from one browser or with one key, sustained."""
    guess_burst: AtOnce = 10.0
    """Attempts to sign in, from one browser or with one key, at once."""
    replay_rate: PerSecond = 1.0
    """Replays, pictures and downloads per second for one person, sustained."""
    replay_burst: AtOnce = 30.0
    """Replays, pictures and downloads for one person at once."""
    chat_rate: PerSecond = 0.5
    """Chat messages per second from one person, sustained: phrases, gestures and lines."""
    chat_burst: AtOnce = 8.0
    """Chat messages from one person at once."""
    report_rate: PerSecond = 0.00005
    """Reports per second from one person to the host, sustained: about four a day."""
    report_burst: AtOnce = 4.0
    """Reports from one person to the host at once."""
    bot_account_rate: PerSecond = 4.0
    """Messages per second from one bot account at tables, sustained."""
    bot_account_burst: AtOnce = 40.0
    """Messages from one bot account at tables at once."""
    most_bot_account_tables: Count = 8
    """Unfinished tables at which the bot accounts of one person may sit; 0 for a server without bot accounts."""
    absence: Annotated[float, Meta(ge=0, le=1e9)] = ABSENCE
    """Seconds after which a bot may take the seat of somebody away."""
    device_link_lifetime: Annotated[float, Meta(gt=0, le=30 * 86400)] = 600.0
    """Seconds for which a device link is valid."""
    forget_after_days: Annotated[int, Meta(ge=0, le=36500)] = 400
    """Days after which a person who has not come back is deleted, with name, devices and seats; 0 for never."""
    forget_chat_after_days: Annotated[int, Meta(ge=0, le=36500)] = 30
    """Days after which chat messages and answered reports are deleted; 0 for never."""
    host_contact: str = ""
    """The host's name and contact for the privacy page: `Zoé Martin, zoe@example.org`."""
    smtp_host: str = ""
    """The SMTP server for e-mail notifications; empty for none."""
    smtp_port: Annotated[int, Meta(ge=1, le=65535)] = 587
    """The port of the SMTP server."""
    smtp_tls: Literal["starttls", "tls", "none"] = "starttls"
    """Encryption: `starttls` (port 587), `tls` from the first byte (465), or `none`."""
    smtp_user: str = ""
    """The SMTP user name, if the server needs one."""
    smtp_password: str = ""
    """The SMTP password; `TABLEE_SMTP_PASSWORD_FILE` names a file that holds it."""
    smtp_from: str = ""
    """The sender of e-mails: `Tablée <tablee@example.org>`."""
    email_rate: PerSecond = 0.00005
    """E-mails per second to confirm an address, from one person or to one address, sustained: four a day."""
    email_burst: AtOnce = 4.0
    """E-mails to confirm an address, from one person or to one address, at once."""
    push_to_loopback: bool = False
    """Allow push services on this machine, also without TLS: for tests."""
    most_connections: CountAboveZero = 5000
    """Connections of one process. The last fifth is reserved for players."""
    most_of_one_address: CountAboveZero = 250
    """Connections from one address: enough for a school. The last fifth is reserved for players."""
    most_of_one_person: CountAboveZero = 40
    """Live connections of one person or browser; beyond that, the oldest is closed."""
    most_at_one_table: CountAboveZero = 8
    """Live connections of one person or browser at one table; beyond that, the oldest is closed."""
    most_watchers: Count = 2000
    """Spectators at one table; at most half of them from one address."""
    head_patience: Patience = 10.0
    """Seconds for a client to send the head of a request."""
    body_patience: Patience = 20.0
    """Seconds for a client to send the body of a request, or a message."""
    read_patience: Patience = 20.0
    """Seconds for a client to read what is sent; then it is disconnected."""
    answer_patience: Patience = 5.0
    """Seconds between the pings to a page, and for it to answer one: whoever has lost the network is away then."""


WEB = HOUSE
"""Templates, static files and translations of the server."""
LONGEST_MESSAGE = 4096
LONGEST_FORM = 8192
