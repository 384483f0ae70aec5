"""How a server is set up."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
import platformdirs
from msgspec import Meta

from tablee.language import HOUSE

DEFAULT_PORT = 8470
ABSENCE = 60.0
"""Seconds after which the seat of somebody away may be handed to a bot."""


def default_database_url() -> str:
    """An SQLite file in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('tablee') / 'tables.db'}"


Rate = Annotated[float, Meta(gt=0)]


class Settings(msgspec.Struct, frozen=True):
    """Everything a host can choose about the house. The text below each is what `tablee serve --help` says."""

    database_url: str
    """Where everything is kept: `sqlite:////absolute/path.db` or `sqlite:///relative.db`."""
    bot_workers: Annotated[int, Meta(ge=1, le=256)] = 1
    """Bots that think at the same time, in each process that serves."""
    bots_at_once: bool = True
    """Start the bots together with the house, and not only when the first of them is asked."""
    bot_command: Sequence[str] | None = None
    """Another program than our own worker to run bots with."""
    bot_patience: Annotated[float, Meta(gt=0)] = 15.0
    """Seconds after which a bot that has not answered is replaced."""
    origins: Sequence[str] = ()
    """Origins besides our own address whose pages may connect."""
    house_address: str = ""
    """The address for other devices in the house, for invitations sent from this very machine."""
    message_rate: Rate = 10.0
    """Messages a second of one live connection, in the long run."""
    message_burst: Rate = 60.0
    """Messages of one live connection at once."""
    opening_rate: Rate = 0.5
    """Tables a second that one address may open, in the long run."""
    opening_burst: Rate = 20.0
    """Tables that one address may open at once."""
    replay_rate: Rate = 1.0
    """Replays and pictures a second for one address, in the long run."""
    replay_burst: Rate = 30.0
    """Replays and pictures for one address at once."""
    absence: Annotated[float, Meta(ge=0)] = ABSENCE
    """Seconds after which the seat of somebody away may be handed to a bot."""
    pass_lifetime: Annotated[float, Meta(gt=0)] = 600.0
    """Seconds in which one can go on from another device."""
    most_connections: Annotated[int, Meta(ge=1)] = 5000
    """Live connections of one process; those who sit at a table always have room."""
    most_watchers: Annotated[int, Meta(ge=0)] = 100
    """Onlookers at one table."""
    most_of_one_address: Annotated[int, Meta(ge=1)] = 250
    """Connections from one address: enough for a school behind it."""
    head_patience: Annotated[float, Meta(gt=0)] = 10.0
    """Seconds in which the head of a request must have come."""
    body_patience: Annotated[float, Meta(gt=0)] = 20.0
    """Seconds in which the body of a request must have come, and an answer be read."""


WEB = HOUSE
"""Templates, static files and the catalogues of the house."""
LONGEST_MESSAGE = 4096
LONGEST_FORM = 8192
