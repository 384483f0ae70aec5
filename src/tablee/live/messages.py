"""What a client may ask for, as docs/live.md has it."""

from collections.abc import Callable

import msgspec

from tablee.table.events import Refused
from tablee.table.talk import Kind, Reason


class _Message(msgspec.Struct, tag_field="do"):
    pass


class Sit(_Message, tag="sit"):
    """Sit down, or give the nonce if seated already."""

    nonce: str


class Name(_Message, tag="name"):
    """Take a name."""

    name: str


class Bot(_Message, tag="bot"):
    """Seat a bot."""

    level: int


class Unseat(_Message, tag="unseat"):
    """Send a bot away, or stand up."""

    sitter: int


class First(_Message, tag="first"):
    """Name who begins; 0 to leave it to the lot."""

    sitter: int


class Colour(_Message, tag="colour"):
    """Choose a colour for oneself or somebody beside, or with null leave it open."""

    sitter: int
    colour: int | None = None


class Start(_Message, tag="start"):
    """Start the game."""


class Act(_Message, tag="act"):
    """Play an action."""

    step: int
    action: str


class Back(_Message, tag="back"):
    """Take back."""

    step: int


class Leave(_Message, tag="leave"):
    """Give the game up: one's seat, or the named one of several on one device."""

    seat: int | None = None


class Why(_Message, tag="why"):
    """Why can this node not be pointed at now?"""

    step: int
    key: str


class Words(_Message, tag="words"):
    """What does the table look like, and what may I do, in words?"""

    step: int


class Hint(_Message, tag="hint"):
    """What would a strong bot do in my place?"""

    step: int


class Look(_Message, tag="look"):
    """What did the table look like after this event?"""

    number: int


class Seen(_Message, tag="seen"):
    """Everything up to this event has been seen."""

    number: int


class Ping(_Message, tag="ping"):
    """Is the connection alive? `now` is what the server said last that time it is: so it knows how long the way is.

    `hidden` says that nobody sees the page just now.
    """

    now: int = 0
    hidden: bool = False


class Beside(_Message, tag="beside"):
    """Seat another person, who plays on the same device."""

    name: str


class LookAs(_Message, tag="look_as"):
    """The one whose turn it is looks at the shared device alone."""

    seat: int


class Hand(_Message, tag="hand"):
    """Let a bot play for somebody absent."""

    seat: int


class Return(_Message, tag="return"):
    """Play again for oneself, or for the named one of several on one device."""

    seat: int | None = None


class Again(_Message, tag="again"):
    """Open another table like this one."""


class Say(_Message, tag="say"):
    """Say a phrase, show a gesture, or write something."""

    kind: Kind
    body: str


class Write(_Message, tag="write"):
    """Write and read free text from now on, or no more."""

    on: bool


class Mute(_Message, tag="mute"):
    """Do not hear somebody who sits here, or has said this, any more; or hear them again."""

    on: bool
    sitter: int = 0
    said: str = ""


class Report(_Message, tag="report"):
    """Ask the host to look at what somebody does who sits here, or has said this."""

    why: Reason
    words: str = ""
    sitter: int = 0
    said: str = ""


Talking = Say | Write | Mute | Report
_Waiting = Sit | Name | Bot | Beside | Unseat | First | Colour | Start
_Playing = Act | Back | Leave | LookAs | Hand | Return | Why | Words | Hint | Look | Seen
Message = _Waiting | _Playing | Talking | Ping | Again

_decode: Callable[[str | bytes], Message] = msgspec.json.Decoder(Message).decode


def read_message(text: str | bytes) -> Message:
    """The message that a text is; raises `Refused`."""
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("bad_message") from None
