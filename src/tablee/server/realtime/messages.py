"""The commands of clients (docs/bots/live.md)."""

from collections.abc import Callable

import msgspec
from msgspec import field

from tablee.server.features.chat.model import Kind
from tablee.server.features.moderation.model import Reason
from tablee.server.realtime.settings import LONGEST_MESSAGE
from tablee.server.table.events import Refused


class _Command(msgspec.Struct, tag_field="do"):
    pass


class SitCommand(_Command, tag="sit"):  # sit down, or add the nonce if seated already
    nonce: str


class NameCommand(_Command, tag="name"):  # take a name
    name: str


class BotCommand(_Command, tag="bot"):  # seat a bot
    level: int


class UnseatCommand(_Command, tag="unseat"):  # remove a bot, or stand up
    participant: int = field(name="sitter")


class FirstCommand(_Command, tag="first"):  # name who begins; 0 leaves it to the dice
    participant: int = field(name="sitter")


class ColourCommand(_Command, tag="colour"):  # choose a colour for somebody at one's device; null for no choice
    participant: int = field(name="sitter")
    colour: int | None = None


class StartCommand(_Command, tag="start"):
    """Start the game."""


class ActCommand(_Command, tag="act"):  # play an action
    step: int
    action: str


class BackCommand(_Command, tag="back"):  # take back
    step: int


class LeaveCommand(_Command, tag="leave"):  # leave the game with one's seat, or with the named one of a shared device
    seat: int | None = None


class WhyCommand(_Command, tag="why"):  # why can this node not be chosen now?
    step: int
    key: str


class WordsCommand(_Command, tag="words"):  # the table and the legal actions in words
    step: int


class HintCommand(_Command, tag="hint"):  # what would a strong bot play in this seat?
    step: int


class LookCommand(_Command, tag="look"):  # the table after this event
    number: int


class SeenCommand(_Command, tag="seen"):  # everything up to this event has been seen
    number: int


class PingCommand(_Command, tag="ping"):
    """Check the connection. `now` repeats the time of the server's latest message, which measures the round trip.

    `hidden` says that the page is not visible.
    """

    now: int = 0
    hidden: bool = False


class BesideCommand(_Command, tag="beside"):  # seat another person at the same device
    name: str


class LookAsCommand(_Command, tag="look_as"):  # lift the curtain of a shared device for the seat to act
    seat: int


class HandCommand(_Command, tag="hand"):  # let a bot play for somebody absent
    seat: int


class ReturnCommand(_Command, tag="return"):  # take the seat back from a bot; on a shared device, the named seat
    seat: int | None = None


class AgainCommand(_Command, tag="again"):
    """Open another table like this one."""


class SayCommand(_Command, tag="say"):  # send a chat phrase, a gesture or text
    kind: Kind
    body: str


class WriteCommand(_Command, tag="write"):  # turn free text in the chat on or off
    on: bool


class MuteCommand(_Command, tag="mute"):  # mute or unmute a participant, or the author of a chat message
    on: bool
    participant: int = field(default=0, name="sitter")
    said: str = ""


class ReportCommand(_Command, tag="report"):  # report a participant, or the author of a chat message, to the host
    why: Reason
    words: str = ""
    participant: int = field(default=0, name="sitter")
    said: str = ""


ChatCommand = SayCommand | WriteCommand | MuteCommand | ReportCommand
_Waiting = (
    SitCommand | NameCommand | BotCommand | BesideCommand | UnseatCommand | FirstCommand | ColourCommand | StartCommand
)
_Playing = ActCommand | BackCommand | LeaveCommand | LookAsCommand | HandCommand | ReturnCommand
_Asking = WhyCommand | WordsCommand | HintCommand | LookCommand | SeenCommand | PingCommand | AgainCommand
Command = _Waiting | _Playing | _Asking | ChatCommand

_decode: Callable[[str | bytes], Command] = msgspec.json.Decoder(Command).decode


def read_message(text: str | bytes) -> Command:
    """Decode a message; raises `Refused`."""
    if len(text) > LONGEST_MESSAGE:
        raise Refused("bad_message")
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("bad_message") from None
