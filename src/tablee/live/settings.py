"""How a server is set up."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta

from tablee.language import HOUSE
from tablee.store.interface import PATIENCE

DEFAULT_PORT = 8470
ABSENCE = 60.0
"""Seconds after which the seat of somebody away may be handed to a bot."""


def default_database_url() -> str:
    """An SQLite file in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('tablee') / 'tables.db'}"


Positive = Annotated[float, Meta(gt=0)]
"""A number above 0."""


class Settings(msgspec.Struct, frozen=True):
    """Everything a host can choose about the house. The text below each is what `tablee serve --help` says.

    What is bounded by a `rate` and a `burst` is so many a second in the long run, and so many at once, for each person.
    """

    database_url: str
    """Where everything is kept: `postgresql://user@host/name`, `sqlite:////absolute/path.db`, `sqlite:///relative.db`."""
    database_patience: Positive = PATIENCE
    """Seconds after which whoever waits for the database is told that it does not answer."""
    bot_workers: Annotated[int, Meta(ge=1, le=256)] = 1
    """Bots that think at the same time, in each process that serves."""
    bots_at_once: bool = True
    """Start the bots together with the house, and not only when the first of them is asked."""
    bot_command: Sequence[str] | None = None
    """Another program than our own worker to run bots with."""
    bot_patience: Positive = 15.0
    """Seconds after which a bot that has not answered is replaced."""
    origins: Sequence[str] = ()
    """Origins besides our own address whose pages may connect."""
    house_address: str = ""
    """The address for other devices in the house, for invitations sent from this very machine."""
    allow_host: Sequence[str] = ()
    """Names under which the house answers besides those of this machine: `play.example.org`, `*.example.org`, `*`."""
    trust_proxy: Sequence[str] = ()
    """Proxies, as addresses or networks, that are believed when they say for whom they ask (`X-Forwarded-For`)."""
    people_per_address: Positive = 8.0
    """One address may ask for as much as so many people: a household, a class."""
    request_rate: Positive = 10.0
    """Pages a second for one person, in the long run."""
    request_burst: Positive = 150.0
    """Pages for one person at once."""
    arrival_rate: Positive = 1.0
    """Live connections a second that one person may open, in the long run."""
    arrival_burst: Positive = 40.0
    """Live connections that one person may open at once."""
    message_rate: Positive = 10.0
    """Messages a second of one person at tables, in the long run."""
    message_burst: Positive = 60.0
    """Messages of one person at tables at once."""
    frame_rate: Positive = 10.0
    """Pings and parts of messages a second on one live connection, in the long run."""
    frame_burst: Positive = 100.0
    """Pings and parts of messages on one live connection at once."""
    look_rate: Positive = 5.0
    """Past positions, reasons and tables in words a second for one person, in the long run."""
    look_burst: Positive = 60.0
    """Past positions, reasons and tables in words for one person at once."""
    hint_rate: Positive = 0.2
    """Hints a second for one person, in the long run."""
    hint_burst: Positive = 10.0
    """Hints for one person at once."""
    opening_rate: Positive = 0.05
    """Tables a second that one person may open, in whatever way, in the long run."""
    opening_burst: Positive = 12.0
    """Tables that one person may open at once."""
    change_rate: Positive = 0.2
    """Names, passes and ends of sessions a second for one person, in the long run."""
    change_burst: Positive = 20.0
    """Names, passes and ends of sessions for one person at once."""
    guess_rate: Positive = 0.02
    """Tries a second to sign in, by one browser or with one key, in the long run."""
    guess_burst: Positive = 10.0
    """Tries to sign in, by one browser or with one key, at once."""
    replay_rate: Positive = 1.0
    """Replays, pictures and downloads a second for one person, in the long run."""
    replay_burst: Positive = 30.0
    """Replays, pictures and downloads for one person at once."""
    talk_rate: Positive = 0.5
    """Phrases, gestures and lines a second that one person may say at tables, in the long run."""
    talk_burst: Positive = 8.0
    """Phrases, gestures and lines that one person may say at once."""
    report_rate: Positive = 0.00005
    """Reports a second that one person may send to the host, in the long run: about four a day."""
    report_burst: Positive = 4.0
    """Reports that one person may send to the host at once."""
    program_rate: Positive = 4.0
    """Messages a second of one program at tables, in the long run."""
    program_burst: Positive = 40.0
    """Messages of one program at tables at once."""
    most_program_tables: Annotated[int, Meta(ge=0)] = 8
    """Tables that are not over at which the programs of one person may sit; 0 for a house without programs."""
    absence: Annotated[float, Meta(ge=0)] = ABSENCE
    """Seconds after which the seat of somebody away may be handed to a bot."""
    pass_lifetime: Positive = 600.0
    """Seconds in which one can go on from another device."""
    forget_after_days: Annotated[int, Meta(ge=0, le=36500)] = 400
    """Days after which somebody who has not come back is forgotten, with name, devices and seats; 0 for never."""
    forget_talk_after_days: Annotated[int, Meta(ge=0, le=36500)] = 30
    """Days after which what was said at tables is deleted, and reports that were answered; 0 for never."""
    host_contact: str = ""
    """Who the host is and how to write to them, as the page on privacy says it: `Zoé Martin, zoe@example.org`."""
    smtp_host: str = ""
    """The mail server through which people are called who want it by e-mail; without one that is not offered."""
    smtp_port: Annotated[int, Meta(ge=1, le=65535)] = 587
    """Its port."""
    smtp_tls: Literal["starttls", "tls", "none"] = "starttls"
    """How the way there is kept secret: `starttls` (port 587), `tls` from the first byte (465), or not at all."""
    smtp_user: str = ""
    """The name to sign in there with, if it asks for one."""
    smtp_password: str = ""
    """The password for that; `TABLEE_SMTP_PASSWORD_FILE` names a file that holds it."""
    smtp_from: str = ""
    """From whom letters are: `Tablée <tablee@example.org>`."""
    letter_rate: Positive = 0.00005
    """Questions a second whether an e-mail address is somebody's, by one person or to one address: four a day."""
    letter_burst: Positive = 4.0
    """The same at once."""
    push_to_loopback: bool = False
    """Let browsers be called through a push service on this very machine, also without TLS: for tests."""
    most_connections: Annotated[int, Meta(ge=1)] = 5000
    """Connections of one process. The last fifth of them is for those who play."""
    most_of_one_address: Annotated[int, Meta(ge=1)] = 250
    """Connections from one address: enough for a school behind it. The last fifth of them is for those who play."""
    most_of_one_person: Annotated[int, Meta(ge=1)] = 40
    """Live connections of one person, or browser; of more the oldest is let go."""
    most_at_one_table: Annotated[int, Meta(ge=1)] = 8
    """Live connections of one person, or browser, at one table; of more the oldest is let go."""
    most_watchers: Annotated[int, Meta(ge=0)] = 2000
    """Onlookers at one table, half of them from one address at most."""
    head_patience: Positive = 10.0
    """Seconds in which the head of a request must have come."""
    body_patience: Positive = 20.0
    """Seconds in which the body of a request, or a message, must have come."""
    read_patience: Positive = 20.0
    """Seconds in which what is sent must be read: who reads nothing for so long is cut off."""


WEB = HOUSE
"""Templates, static files and the catalogues of the house."""
LONGEST_MESSAGE = 4096
LONGEST_FORM = 8192
