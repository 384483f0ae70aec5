"""Messages between the servers of one database, besides what is stored: presence, invitations, sessions, limits.

Messages may get lost; the next message or the next look at the store makes up for it.
"""

from collections.abc import Callable

import msgspec

from tablee.server.features.chat.model import ChatMessage
from tablee.server.realtime.rate_limits import Asker, What


class _PeerMessage(msgspec.Struct, frozen=True, tag_field="of"):
    pass


class Here(_PeerMessage, frozen=True, tag="here"):
    """The people connected to a table at the sending server: participants, and the number of spectators."""

    table: str
    sitting: list[str]
    watching: int


class Who(_PeerMessage, frozen=True, tag="who"):
    """Who is at this table? Every server with somebody there answers with `Here`."""

    table: str


class Ended(_PeerMessage, frozen=True, tag="ended"):
    """A session has ended."""

    session: str


class Merged(_PeerMessage, frozen=True, tag="merged"):
    """A guest has signed in: this person is gone, and another person has their seats."""

    person: str


class Spent(_PeerMessage, frozen=True, tag="spent"):
    """Somebody has used a limit that all servers share."""

    what: What
    asker: Asker


class ChatStored(_PeerMessage, frozen=True, tag="chat_stored"):
    """A chat message was stored at a table."""

    saying: ChatMessage


class ChatSettingsChanged(_PeerMessage, frozen=True, tag="chat_settings_changed"):
    """Somebody has changed their chat settings; they are stored."""

    person: str


class ChatDeleted(_PeerMessage, frozen=True, tag="chat_deleted"):
    """Chat messages at these tables were deleted, because their author was."""

    tables: list[str]


class Alive(_PeerMessage, frozen=True, tag="alive"):
    """Heartbeat of the sending server, with its numbers of people and of tables in play."""

    people: int = 0
    tables: int = 0


class Online(_PeerMessage, frozen=True, tag="online"):
    """Digests of the people who have come to the sending server, and of those who have gone.

    With `anew`, nobody else is there.
    """

    came: list[str]
    went: list[str]
    anew: bool = False


class WhoIsOnline(_PeerMessage, frozen=True, tag="who_is_online"):
    """Messages have been lost: every server answers with `Online`, anew."""


class InvitationsChanged(_PeerMessage, frozen=True, tag="invitations_changed"):
    """A person's invitations or searches have changed."""

    person: str


class Bye(_PeerMessage, frozen=True, tag="bye"):
    """The sending server closes."""


_OfChat = ChatStored | ChatSettingsChanged | ChatDeleted
PeerMessage = Here | Who | Ended | Merged | Spent | _OfChat | InvitationsChanged | Online | WhoIsOnline | Alive | Bye

KIND = "peer"
"""The channel under which the store announces these messages."""


def written(server: str, message: PeerMessage) -> str:
    """Encode a message with its sender.

    >>> written("a", Ended("s"))
    '["a",{"of":"ended","session":"s"}]'
    """
    return _encode((server, message)).decode()


def read(text: str) -> tuple[str, PeerMessage] | None:
    """The sending server and its message; None if this version does not know the message."""
    try:
        return _decode(text)
    except msgspec.MsgspecError:
        return None


_encode = msgspec.json.Encoder().encode
_decode: Callable[[str], tuple[str, PeerMessage]] = msgspec.json.Decoder(tuple[str, PeerMessage]).decode
