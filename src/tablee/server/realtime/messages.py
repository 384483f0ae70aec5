"""The commands of clients (docs/contributors/live-messages.md)."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import field

from tablee.server.features.chat.model import Kind
from tablee.server.features.moderation.model import Reason
from tablee.server.realtime.settings import LONGEST_MESSAGE
from tablee.server.table.events import Refused


class _Command(msgspec.Struct, tag_field="do"):
    pass


class SitCommand(_Command, tag="sit"):
    """Sit down, or add the nonce if seated already."""

    nonce: str


class NameCommand(_Command, tag="name"):
    """Take a name."""

    name: str


class BotCommand(_Command, tag="bot"):
    """Seat a bot."""

    level: int


class UnseatCommand(_Command, tag="unseat"):
    """Remove a bot, or stand up."""

    participant: int = field(name="sitter")


class FirstCommand(_Command, tag="first"):
    """Name who begins; 0 leaves it to the dice."""

    participant: int = field(name="sitter")


class ColourCommand(_Command, tag="colour"):
    """Choose a colour for somebody at one's device; null for no choice."""

    participant: int = field(name="sitter")
    colour: int | None = None


class StartCommand(_Command, tag="start"):
    """Start the game."""


class ActCommand(_Command, tag="act"):
    """Play an action."""

    step: int
    action: str
    hold: Literal["", "days", "turns"] = ""
    """Refuse the action with `passing` if it would end the turn: at tables by days, or at all tables."""


class BackCommand(_Command, tag="back"):
    """Take back."""

    step: int


class AskBackCommand(_Command, tag="ask_back"):
    """Ask the others to let one take back an action of one's own, event `to`, or else one's latest."""

    step: int
    to: int = 0


class AnswerBackCommand(_Command, tag="answer_back"):
    """Allow what somebody has asked for, or decline; whoever has asked withdraws the question by declining."""

    step: int
    yes: bool


class LeaveCommand(_Command, tag="leave"):
    """Leave the game with one's seat, or with the named one of a shared device."""

    seat: int | None = None


class WhyCommand(_Command, tag="why"):
    """Why can this node not be chosen now?"""

    step: int
    key: str


class WordsCommand(_Command, tag="words"):
    """The table and the legal actions in words."""

    step: int


class HintCommand(_Command, tag="hint"):
    """What would a strong bot play in this seat?"""

    step: int


class LookCommand(_Command, tag="look"):
    """The table after this event."""

    number: int


class SeenCommand(_Command, tag="seen"):
    """Everything up to this event has been seen."""

    number: int


class PingCommand(_Command, tag="ping"):
    """Check the connection. `now` repeats the time of the server's latest message, which measures the round trip.

    `hidden` says that the page is not visible.
    """

    now: int = 0
    hidden: bool = False


class BesideCommand(_Command, tag="beside"):
    """Seat another person at the same device."""

    name: str


class LookAsCommand(_Command, tag="look_as"):
    """Lift the curtain of a shared device for the seat to act."""

    seat: int


class HandCommand(_Command, tag="hand"):
    """Let a bot play for somebody absent."""

    seat: int


class ReturnCommand(_Command, tag="return"):
    """Take the seat back from a bot; on a shared device, the named seat."""

    seat: int | None = None


class AgainCommand(_Command, tag="again"):
    """Open another table like this one."""


class SayCommand(_Command, tag="say"):
    """Send a chat phrase, a gesture or text."""

    kind: Kind
    body: str


class WriteCommand(_Command, tag="write"):
    """Turn free text in the chat on or off."""

    on: bool


class MuteCommand(_Command, tag="mute"):
    """Mute or unmute a participant, or the author of a chat message."""

    on: bool
    participant: int = field(default=0, name="sitter")
    said: str = ""


class ReportCommand(_Command, tag="report"):
    """Report a participant, or the author of a chat message, to the host."""

    why: Reason
    words: str = ""
    participant: int = field(default=0, name="sitter")
    said: str = ""


ChatCommand = SayCommand | WriteCommand | MuteCommand | ReportCommand
_Waiting = (
    SitCommand | NameCommand | BotCommand | BesideCommand | UnseatCommand | FirstCommand | ColourCommand | StartCommand
)
_Playing = (
    ActCommand
    | BackCommand
    | AskBackCommand
    | AnswerBackCommand
    | LeaveCommand
    | LookAsCommand
    | HandCommand
    | ReturnCommand
)
_Asking = WhyCommand | WordsCommand | HintCommand | LookCommand | SeenCommand | PingCommand | AgainCommand
Command = _Waiting | _Playing | _Asking | ChatCommand

_decode: Callable[[str | bytes], Command] = msgspec.json.Decoder(Command).decode


def read_message(text: str | bytes) -> Command:
    """Decode a message; raises `Refused`."""
    if len(text) > LONGEST_MESSAGE:
        raise Refused("bad_message")
    try:
        command = _decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("bad_message") from None
    if "\\u0000" in text if isinstance(text, str) else b"\\u0000" in text:
        values = msgspec.structs.astuple(command)
        if any("\0" in value for value in values if isinstance(value, str)):  # PostgreSQL cannot even look for it
            raise Refused("bad_message")
    return command
