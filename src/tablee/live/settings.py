"""How a server is set up."""

from collections.abc import Sequence

import msgspec
import platformdirs

from tablee.language import HOUSE
from tablee.store.interface import PATIENCE

DEFAULT_PORT = 8470
ABSENCE = 60.0
"""Seconds after which the seat of somebody away may be handed to a bot."""


def default_database_url() -> str:
    """An SQLite file in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('tablee') / 'tables.db'}"


class Settings(msgspec.Struct, frozen=True):
    """Everything a host can choose. Rates are per second, with a burst of as many at once."""

    database_url: str
    database_patience: float = PATIENCE
    """Seconds after which whoever waits for the database is told that it does not answer."""
    bot_workers: int = 1
    bots_at_once: bool = True
    """Start the bots together with the house, and not only when the first of them is asked."""
    bot_command: Sequence[str] | None = None
    """Another program than our own worker to run bots with."""
    bot_patience: float = 15.0
    """Seconds after which a bot that has not answered is replaced."""
    origins: Sequence[str] = ()
    """Origins besides our own address whose pages may connect."""
    house_address: str = ""
    """The address for other devices in the house, for invitations sent from this very machine."""
    message_rate: float = 10.0
    message_burst: float = 60.0
    frame_rate: float = 10.0
    frame_burst: float = 100.0
    """Frames of one live connection that are no whole message: pings, pongs, fragments."""
    opening_rate: float = 0.5
    opening_burst: float = 20.0
    replay_rate: float = 1.0
    replay_burst: float = 30.0
    absence: float = ABSENCE
    pass_lifetime: float = 600.0
    """Seconds in which one can go on from another device."""
    most_connections: int = 5000
    most_watchers: int = 100
    most_of_one_person: int = 40
    """Live connections of one person, or browser; of more the oldest is let go."""
    most_at_one_table: int = 8
    """Live connections of one person, or browser, at one table; of more the oldest is let go."""
    most_of_one_address: int = 250
    """Connections from one address: enough for a school behind it."""
    head_patience: float = 10.0
    body_patience: float = 20.0
    """Seconds in which the head of a request and then its body, or a message, must have come."""
    read_patience: float = 20.0
    """Seconds in which what is sent must be read: who reads nothing for so long is cut off."""


WEB = HOUSE
"""Templates, static files and the catalogues of the house."""
LONGEST_MESSAGE = 4096
LONGEST_FORM = 8192
