"""Rings on their way out: to browsers through their push services, and as letters.

Whether somebody is rung has been decided, and written down, before anything comes here. So what is lost here, by a
crash or as nobody answers, is not rung again: at most one call is lost, and never two are sent.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from tablee.language import Language
from tablee.live.bells import letters, push
from tablee.live.bells.letters import Letter, Letters, NotSent
from tablee.live.bells.outside import NoAnswer, NotAllowed, post
from tablee.live.errands import Errands
from tablee.live.settings import Settings
from tablee.people.bells import Bell, Kind
from tablee.show.rings import Words
from tablee.show.sentences import language
from tablee.store import NotSaved, Store, Unavailable
from tablee.table.clock import A_MINUTE

logger = logging.getLogger("tablee")

AGAIN = (A_MINUTE, 5 * A_MINUTE, 30 * A_MINUTE)
"""Milliseconds after which a push service or mail server is asked again that could not just now; then no more."""
GONE = (404, 410)
"""What a push service says of a browser that does not want to hear from us any more."""
BUSY = (408, 425, 429)
"""What it says, besides 500 and more, if it may be asked again."""
TOO_SLOW = ("match",)
"""For what no letters are written: whoever has come waits a minute."""
AT_ONCE = 32
"""Push services that are asked at the same time."""
LONGEST_HOLD = 28 * 86_400
"""Seconds for which push services keep something for a browser that is off."""
PUSH_KEY = "push"
"""Under which name the key of the house is kept."""
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+")


class Ring(NamedTuple):
    """A call to somebody."""

    person: str
    kind: Kind
    path: str
    """The page to which it leads."""
    words: Callable[[Language], Words]
    until: int
    """When it is of no use any more."""
    number: int = 0
    table: str = ""
    sitter: int = 0
    """Whose turn it is there; 0 if it is not about that."""
    urgency: str = "normal"


class Attempt(NamedTuple):
    """Something that is to be sent, to a browser or as a letter; a letter need not be a ring."""

    until: int
    """When it is of no use any more."""
    ring: Ring | None = None
    bell: Bell | None = None
    letter: Letter | None = None
    at: int = 0
    tries: int = 0
    """How often it did not go."""


class Deliveries:
    """Sends rings, and tries again what could not be sent."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        """`clock` tells the milliseconds since 1970."""
        self.letters = Letters(settings)
        self._store = store
        self._settings = settings
        self._clock = clock
        self._errands = Errands()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._later: list[Attempt] = []
        self._key = b""

    async def key(self) -> bytes:
        """The house's key for push services: made when the house first opens, and the same on all servers."""
        if not self._key:
            self._key = await self._store.bells.house_key(PUSH_KEY, push.new_key())
        return self._key

    async def finish(self) -> None:
        """Wait until all that has been begun is done; what was to be tried again later is not."""
        await self._errands.finish()

    def send(self, ring: Ring) -> None:
        """Ring somebody, in all ways that they have."""
        self._errands.begin(self._send(ring))

    def write(self, letter: Letter, until: int) -> None:
        """Send a letter that is no ring, and is of no use any more from then on."""
        self._errands.begin(self._try(Attempt(until, letter=letter)))

    def try_again(self) -> None:
        """Send what could not be sent before and is due by now."""
        now = self._clock()
        due = [one for one in self._later if one.at <= now]
        self._later = [one for one in self._later if one.at > now]
        for attempt in due:
            self._errands.begin(self._try(attempt))

    # ---- in all ways ---------------------------------------------------------------------------------------

    async def _send(self, ring: Ring) -> None:
        try:
            bells = await self._store.bells.of(ring.person)
            mailbox = await self._store.bells.mailbox_of(ring.person)
        except Unavailable as error:
            logger.warning("a ring was lost: %s", error)
            return
        attempts = [Attempt(ring.until, ring, bell) for bell in bells]
        if mailbox is not None and mailbox.confirmed and self.letters.can_be_sent and ring.kind not in TOO_SLOW:
            say = language(mailbox.language)
            same = f"{ring.person} {ring.kind} {ring.table} {ring.number}"
            letter = letters.call(mailbox, *ring.words(say), ring.path, same, say)
            attempts.append(Attempt(ring.until, ring, letter=letter))
        await asyncio.gather(*map(self._try, attempts))

    async def _try(self, attempt: Attempt) -> None:
        """Send something, unless it has become useless; if that does not go, it is tried again later."""
        try:
            if attempt.tries and not await self._is_of_use(attempt.ring):
                return
            sent = await self._sent(attempt)
        except (Unavailable, NotSaved) as error:
            logger.warning("a ring was lost: %s", error)
            return
        if not sent and attempt.tries < len(AGAIN):
            at = self._clock() + AGAIN[attempt.tries]
            if at < attempt.until:
                self._later.append(attempt._replace(at=at, tries=attempt.tries + 1))

    async def _sent(self, attempt: Attempt) -> bool:
        """Send something; returns whether it need not be tried again."""
        if attempt.ring is not None and attempt.bell is not None:
            return await self._ring(attempt.ring, attempt.bell)
        return attempt.letter is None or await self._write(attempt.letter)

    async def _is_of_use(self, ring: Ring | None) -> bool:
        """Does anything wait still?"""
        if ring is None or not ring.sitter:
            return True
        entry = await self._store.entry(ring.table)
        return entry is not None and entry.status == "playing" and entry.turn == ring.sitter

    # ---- to a browser --------------------------------------------------------------------------------------

    async def _ring(self, ring: Ring, bell: Bell) -> bool:
        """Ring a browser; returns whether it need not be tried again."""
        text = msgspec.json.encode(await self._told(ring, bell))
        body = push.encrypted(text, bell.p256dh, bell.auth)
        headers = await self._headers(ring, bell)
        try:
            async with self._turn:
                status = await post(bell.endpoint, body, headers, loopback=self._settings.push_to_loopback)
        except NoAnswer as error:
            logger.info("a push service does not answer: %s", error)
            return error.sent
        except NotAllowed:  # a name that stands for something else by now, or a setting that has been changed
            status = GONE[0]
        if status in GONE:
            with suppress(NotSaved):  # the next ring finds it
                await self._store.bells.gone(bell.endpoint)
        elif status >= 300:
            logger.info("a push service answers %d", status)
        return status < 500 and status not in BUSY

    async def _told(self, ring: Ring, bell: Bell) -> dict[str, object]:
        """What the browser is told: where to, in words of its language, and at how many tables it is one's turn."""
        title, body = ring.words(language(bell.language))
        told: dict[str, object] = {"title": title, "body": body, "path": ring.path}
        told["waiting"] = await self._store.bells.waiting(ring.person)
        longer = len(msgspec.json.encode(told)) - push.LONGEST
        return told | {"body": f"{body[: -longer // 2]}…"} if longer > 0 else told

    async def _headers(self, ring: Ring, bell: Bell) -> dict[str, str]:
        now = self._clock()
        return {
            "Authorization": push.signature(await self.key(), bell.endpoint, self._contact(bell), now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, min(LONGEST_HOLD, (ring.until - now) // 1000))),
            "Topic": push.topic(ring.path),
            "Urgency": ring.urgency,
        }

    def _contact(self, bell: Bell) -> str:
        """How a push service reaches the host, should anything be wrong: by mail if that is known."""
        found = _ADDRESS.search(self._settings.host_contact) or _ADDRESS.search(self._settings.smtp_from)
        return f"mailto:{found[0]}" if found else bell.home

    # ---- by letter -----------------------------------------------------------------------------------------

    async def _write(self, letter: Letter) -> bool:
        """Send a letter; returns whether it need not be tried again."""
        try:
            await self.letters.send(letter, self._clock())
        except NotSent as error:
            logger.warning("a letter was not sent: %s", error)
            return not error.again
        return True
