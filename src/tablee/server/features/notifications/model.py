"""Notifications: push subscriptions, email addresses, webhooks, preferences, and whether one is due.

Pure; callers pass the time, in milliseconds since 1970.
"""

import hashlib
import html
import re
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec

from tablee.server.table.clock import A_MINUTE, A_SECOND, AN_HOUR
from tablee.server.table.directory import Entry, UndoAsked
from tablee.server.table.events import Clock

MOST_SUBSCRIPTIONS = 10
"""Browsers of one person that can be notified."""
HOURS = (7, 9, 12, 18, 20)
"""The hours offered for the daily digest."""
LONGEST_ADDRESS = 254
LIVE_DELAY = 20 * A_SECOND
"""Milliseconds of a turn at one sitting before its player is notified."""
DAYS_DELAY = 5 * A_MINUTE
"""Milliseconds of a turn by days before its player is notified."""
LOBBY_DELAY = 10 * A_SECOND
"""Milliseconds before a person is notified of an invitation: open pages show it themselves."""
STALE = AN_HOUR
"""Milliseconds after which a turn at one sitting is not notified any more: the others have left, too."""
MOST_WARNING = 12 * AN_HOUR
"""The earliest warning before a player's time ends; else it comes with a quarter of the turn left."""

DISCORD = ("discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com")
SLACK = "hooks.slack.com"

NotificationKind = Literal["turn", "ending", "undo", "invitation", "match", "digest", "report", "hello"]
"""Your turn; your time ends; somebody asks to undo; somebody invites you; matchmaking found somebody; all waiting
turns, once a day; a report, for the host; a webhook was added."""

Verdict = Literal["send", "digest", "later", "skip"]
"""Notify now; put it into the daily digest; look again later; the person knows, or does not want it."""


class PushSubscription(msgspec.Struct, frozen=True):
    """A browser that can be notified through its push service, while its session lasts."""

    session: str
    person: str
    endpoint: str
    """The address at the push service. It and both keys suffice to notify the browser."""
    p256dh: str
    auth: str
    language: str = ""
    home: str = ""
    """The base address of this server, as the browser knows it."""
    since: int = 0


class EmailAddress(msgspec.Struct, frozen=True):
    """The email address of a person. Until it is confirmed, only the question is sent there."""

    person: str
    address: str
    language: str = ""
    home: str = ""
    since: int = 0
    confirmed: int = 0
    """When it was confirmed; 0 for not yet."""
    unsubscribe: str = ""
    """The secret of the link to unsubscribe; it allows nothing else."""


class Webhook(msgspec.Struct, frozen=True):
    """An address at which a chat service, or a program of one's own, takes notifications."""

    person: str
    address: str
    """Whoever knows it can post there, so it is shown to nobody, its owner included."""
    language: str = ""
    home: str = ""
    since: int = 0

    @property
    def service(self) -> str:
        """The host name."""
        return urlsplit(self.address).hostname or ""


class NotificationPreferences(msgspec.Struct, frozen=True):
    """The notification preferences of a person."""

    days: Literal["each", "digest", "no"] = "each"
    """Games by days: each turn, a daily digest, or nothing."""
    ending: bool = True
    """The end of one's time in a game by days."""
    live: bool = True
    """Turns in games at one sitting, while the table is out of sight."""
    lobby: bool = True
    """Invitations, and matches found by matchmaking."""
    hour: int = 18
    """The hour of the daily digest."""
    zone: str = "UTC"
    since: int = 0
    """When notifications were first switched on: earlier turns do not count."""


class WaitingTurn(NamedTuple):
    """It is somebody's turn at a table."""

    entry: Entry
    person: str
    preferences: NotificationPreferences
    sent: int | None = None
    """The latest event when this person was last notified, or skipped."""


class AskedToAgree(NamedTuple):
    """Somebody who sits at a table where a player asks, or has asked, to undo something."""

    entry: Entry
    person: str
    participant: int
    preferences: NotificationPreferences
    sent: int | None = None
    """The question of which this person was last notified, or which was skipped."""

    @property
    def question(self) -> UndoAsked | None:
        """The question that they have not answered nor been told of, if there is one."""
        undo = self.entry.undo
        if not isinstance(undo, UndoAsked) or self.participant not in undo.asked:
            return None
        return undo if undo.number > (self.sent or 0) else None


def judge_turn(turn: WaitingTurn, now: int, *, looking: bool) -> Verdict:
    """Whether to notify a person whose turn it is. `looking`: the table is in sight on one of their screens."""
    entry, preferences = turn.entry, turn.preferences
    if looking or not entry.waits_for([entry.turn]) or entry.moved < preferences.since:
        return "skip"
    return _judge_waiting(entry, preferences, now)


def judge_question(asked: AskedToAgree, now: int, *, looking: bool) -> Verdict:
    """Whether to notify a person who is asked to let somebody undo. There is no digest of questions."""
    entry, preferences = asked.entry, asked.preferences
    if looking or entry.moved < preferences.since:
        return "skip"
    verdict = _judge_waiting(entry, preferences, now)
    return "send" if verdict == "digest" else verdict


def _judge_waiting(entry: Entry, preferences: NotificationPreferences, now: int) -> Verdict:
    """Whether to notify a person for whom a table waits since its latest event."""
    waited = now - entry.moved
    if entry.is_by_days:
        if preferences.days == "no":
            return "skip"
        if preferences.days == "digest":
            return "digest" if entry.moved <= latest_hour(preferences, now) else "later"
        return "send" if waited >= DAYS_DELAY else "later"
    if not preferences.live or waited > STALE:
        return "skip"
    return "send" if waited >= LIVE_DELAY else "later"


def judge_ending(turn: WaitingTurn, now: int, *, looking: bool) -> Verdict:
    """Whether to warn a person whose time ends."""
    entry, clock, due = turn.entry, turn.entry.clock, turn.entry.due
    if looking or not turn.preferences.ending or not entry.waits_for([entry.turn]):
        return "skip"
    if clock is None or not entry.is_by_days or due is None or due <= now:
        return "skip"
    return "send" if due - now <= warning(clock) else "later"


def judge_invitation(preferences: NotificationPreferences, since: int, now: int, *, here: bool) -> Verdict:
    """Whether to notify a person who was invited. `here`: one of our pages is in sight on one of their screens."""
    if here or not preferences.lobby or since < preferences.since:
        return "skip"
    return "send" if now - since >= LOBBY_DELAY else "later"


def warning(clock: Clock) -> int:
    """How long before the end of a turn its player is warned.

    >>> warning(Clock(0, turn=4 * AN_HOUR)) == AN_HOUR, warning(Clock(0, turn=1000 * AN_HOUR)) == MOST_WARNING
    (True, True)
    """
    return min(MOST_WARNING, clock.turn // 4)


def latest_hour(preferences: NotificationPreferences, now: int) -> int:
    """When the hour of the daily digest last struck, in the person's time zone.

    >>> paris = NotificationPreferences(hour=9, zone="Europe/Paris")
    >>> latest_hour(paris, 1_700_000_000_000), latest_hour(paris, 1_700_000_000_000 - 15 * AN_HOUR)
    (1699948800000, 1699862400000)
    """
    here = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone_of(preferences.zone))
    today = here.replace(hour=preferences.hour, minute=0, second=0, microsecond=0, fold=0)
    latest = today if _moment(today) <= now else today - timedelta(days=1)  # a day by the clock on the wall
    return _moment(latest)


def day_of(preferences: NotificationPreferences, now: int) -> int:
    """The day of that hour, as a number that grows."""
    at = datetime.fromtimestamp(latest_hour(preferences, now) / 1000, UTC)
    return at.astimezone(zone_of(preferences.zone)).toordinal()


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name; UTC if there is none.

    >>> zone_of("Europe/Paris").key, zone_of("../../etc/passwd").key, zone_of("").key
    ('Europe/Paris', 'UTC', 'UTC')
    """
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def _moment(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def digest_of(secret: str) -> str:
    """The digest of a secret, which is stored in its place.

    >>> digest_of("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def webhook_body(service: str, kind: NotificationKind, title: str, text: str, link: str) -> bytes:
    """What a webhook is sent, as JSON. Discord wants `content` and Slack `text` alone; programs read the parts.

    >>> webhook_body("discord.com", "turn", "Your turn", "Bob", "https://h/x").decode()
    '{"content":"Your turn – Bob\\\\nhttps://h/x","allowed_mentions":{"parse":[]}}'
    >>> webhook_body("hooks.slack.com", "turn", "Your turn", "<!channel>", "").decode()
    '{"text":"Your turn – &lt;!channel&gt;"}'
    """
    line = "\n".join(part for part in (" – ".join(part for part in (title, text) if part), link) if part)
    if service in DISCORD:
        return msgspec.json.encode({"content": line, "allowed_mentions": {"parse": []}})  # a name must call nobody
    if service == SLACK:
        return msgspec.json.encode({"text": html.escape(line, quote=False)})  # <…> would mention people there
    return msgspec.json.encode({"text": line, "title": title, "body": text, "url": link, "kind": kind})


def plain_address(typed: str) -> str:
    """An email address as it was typed, without spaces around it; empty if it cannot be one.

    Only an email can tell whether the address exists; this keeps out several addresses and header injection.

    >>> plain_address(" zoe@example.org "), plain_address("zoe"), plain_address("a@b.c, d@e.f"), plain_address("a@b")
    ('zoe@example.org', '', '', '')
    >>> plain_address("zoe.m+games@example.org"), plain_address("a..b@c.de"), plain_address("a@-b.de")
    ('zoe.m+games@example.org', '', '')
    """
    address = typed.strip()
    return address if _ADDRESS.fullmatch(address) and len(address) <= LONGEST_ADDRESS else ""


_WORD = r"[\w!#$%&'*+/=?^`{|}~-]+"
_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(
    rf"(?=.{{1,64}}@){_WORD}(\.{_WORD})*@(?=.{{1,253}}\Z)({_LABEL}\.)+(?!\d+\Z){_LABEL}", re.ASCII | re.IGNORECASE
)
"""An address without quotes and comments (RFC 5321): words between single dots, at a host name."""
