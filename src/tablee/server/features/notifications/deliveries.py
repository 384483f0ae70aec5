"""Delivery of notifications: as push messages to browsers, as email, and to webhooks.

A notification is claimed in the database before it comes here. So one that is lost here, by a crash or because nobody
answers, is not sent again: at most one is lost, and none is sent twice.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec

from tablee.games.language import Language
from tablee.server.features.notifications import email, push
from tablee.server.features.notifications.email import Email, EmailNotSent, EmailSender
from tablee.server.features.notifications.model import NotificationKind, PushSubscription, Webhook, webhook_body
from tablee.server.features.notifications.outbound_http import NoAnswer, NotAllowed, post
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import BackgroundTasks
from tablee.server.storage import NotSaved, Store, Unavailable
from tablee.server.table.clock import A_MINUTE
from tablee.server.views.sentences import language

logger = logging.getLogger("tablee")

AGAIN = (A_MINUTE, 5 * A_MINUTE, 30 * A_MINUTE)
"""Milliseconds before each new attempt after a push service or mail server was busy; then no more."""
GONE = (404, 410)
"""Statuses of a push service for a subscription that has ended."""
BUSY = (408, 425, 429)
"""Statuses, besides 500 and more, after which it may be asked again."""
NOT_BY_EMAIL = ("match",)
"""Kinds that email is too slow for: the other player waits a minute."""
AT_ONCE = 32
"""Requests to push services at the same time."""
LONGEST_HOLD = 28 * 86_400
"""Seconds for which push services keep a message for a browser that is off."""
PUSH_KEY = "push"
"""The name under which the server's key is stored."""
JSON = {"Content-Type": "application/json"}
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+")


class NotificationText(NamedTuple):
    """A title, and one or more sentences."""

    title: str
    body: str


class Notification(NamedTuple):
    """A notification for one person, in whatever ways they have."""

    person: str
    kind: NotificationKind
    path: str
    """The page that it opens."""
    text: Callable[[Language], NotificationText]
    until: int
    """When it becomes useless."""
    number: int = 0
    table: str = ""
    participant: int = 0
    """The participant whose turn it is there; 0 if it is not about a turn."""
    urgency: str = "normal"


class DeliveryAttempt(NamedTuple):
    """Something to be sent to a browser, by email or to a webhook; an email need not belong to a notification."""

    until: int
    """When it becomes useless."""
    notification: Notification | None = None
    subscription: PushSubscription | None = None
    message: Email | None = None
    webhook: Webhook | None = None
    at: int = 0
    tries: int = 0
    """How often it failed."""


class Deliveries:
    """Sends notifications, and tries again after failures."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        """`clock` returns milliseconds since 1970."""
        self.emails = EmailSender(settings)
        self._store = store
        self._settings = settings
        self._clock = clock
        self._background = BackgroundTasks()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._later: list[DeliveryAttempt] = []
        self._key = b""

    async def key(self) -> bytes:
        """The key for push services: made once, and the same on all servers."""
        if not self._key:
            self._key = await self._store.notifications.server_key(PUSH_KEY, push.new_key())
        return self._key

    async def finish(self) -> None:
        """Finish the deliveries that have begun; later attempts are dropped."""
        await self._background.finish()

    def send(self, notification: Notification) -> None:
        """Send a notification in all ways that the person has."""
        self._background.begin(self._send(notification))

    def email(self, message: Email, until: int) -> None:
        """Send an email that belongs to no notification."""
        self._background.begin(self._try(DeliveryAttempt(until, message=message)))

    def try_again(self) -> None:
        """Start the new attempts that are due."""
        now = self._clock()
        due = [one for one in self._later if one.at <= now]
        self._later = [one for one in self._later if one.at > now]
        for attempt in due:
            self._background.begin(self._try(attempt))

    # ---- all ways ------------------------------------------------------------------------------------------

    async def _send(self, notification: Notification) -> None:
        try:
            subscriptions = await self._store.notifications.subscriptions_of(notification.person)
            address = await self._store.notifications.mailbox_of(notification.person)
            webhook = await self._store.notifications.webhook_of(notification.person)
        except Unavailable as error:
            logger.warning("a notification was lost: %s", error)
            return
        attempts = [DeliveryAttempt(notification.until, notification, one) for one in subscriptions]
        by_email = self.emails.can_be_sent and notification.kind not in NOT_BY_EMAIL
        if by_email and address is not None and address.confirmed:
            say = language(address.language)
            same = f"{notification.person} {notification.kind} {notification.table} {notification.number}"
            message = email.notification(address, *notification.text(say), notification.path, same, say)
            attempts.append(DeliveryAttempt(notification.until, notification, message=message))
        if webhook is not None:
            attempts.append(DeliveryAttempt(notification.until, notification, webhook=webhook))
        await asyncio.gather(*map(self._try, attempts))

    async def _try(self, attempt: DeliveryAttempt) -> None:
        """Send something unless it has become useless; on failure plan a new attempt."""
        try:
            about = attempt.notification
            if attempt.tries and about and about.participant:
                entry = await self._store.entry(about.table)
                if entry is None or entry.status != "playing" or entry.turn != about.participant:
                    return  # it is somebody else's turn by now
            sent = True
            if attempt.message is not None:
                sent = await self._email(attempt.message)
            elif about is not None and attempt.subscription is not None:
                sent = await self._push(about, attempt.subscription)
            elif about is not None and attempt.webhook is not None:
                sent = await self._call_webhook(about, attempt.webhook)
        except (Unavailable, NotSaved) as error:
            logger.warning("a notification was lost: %s", error)
            return
        if not sent and attempt.tries < len(AGAIN):
            at = self._clock() + AGAIN[attempt.tries]
            if at < attempt.until:
                self._later.append(attempt._replace(at=at, tries=attempt.tries + 1))

    # ---- push ----------------------------------------------------------------------------------------------

    async def _push(self, notification: Notification, subscription: PushSubscription) -> bool:
        """Send a push message; returns whether no new attempt is needed."""
        title, text = notification.text(language(subscription.language))
        waiting = len(await self._store.waiting_tables(notification.person))
        told = {"title": title, "body": text, "path": notification.path, "waiting": waiting}
        if (longer := len(msgspec.json.encode(told)) - push.LONGEST) > 0:
            told["body"] = f"{text[: -longer // 2]}…"
        body = push.encrypted(msgspec.json.encode(told), subscription.p256dh, subscription.auth)
        contact = _ADDRESS.search(self._settings.host_contact) or _ADDRESS.search(self._settings.smtp_from)
        to, now = f"mailto:{contact[0]}" if contact else subscription.home, self._clock()
        headers = {
            "Authorization": push.signature(await self.key(), subscription.endpoint, to, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, min(LONGEST_HOLD, (notification.until - now) // 1000))),
            "Topic": push.topic(notification.path),
            "Urgency": notification.urgency,
        }
        forget = partial(self._store.notifications.drop_endpoint, subscription.endpoint)
        return await self._post("a push service", subscription.endpoint, body, headers, forget)

    async def _post(
        self, what: str, address: str, body: bytes, headers: Mapping[str, str], forget: Callable[[], Awaitable[None]]
    ) -> bool:
        """Post to a stranger's address; returns whether no new attempt is needed. `forget` runs if it has gone."""
        try:
            async with self._turn:
                status = await post(address, body, headers, loopback=self._settings.push_to_loopback)
        except NoAnswer as error:
            logger.info("%s does not answer: %s", what, error)
            return error.sent
        except NotAllowed:  # the name resolves to another address by now, or a setting has changed
            status = GONE[0]
        if status in GONE:
            with suppress(NotSaved):  # the next notification finds it
                await forget()
        elif status >= 300:
            logger.info("%s answers %d", what, status)
        return status < 500 and status not in BUSY

    # ---- webhooks ------------------------------------------------------------------------------------------

    async def try_webhook(self, webhook: Webhook) -> bool:
        """Greet at a new webhook; returns whether it took the greeting. Raises `NotAllowed`."""
        say = language(webhook.language)
        title = say("Tablée will write here when it is your turn.")
        body = webhook_body(webhook.service, "hello", title, "", f"{webhook.home}/me")
        try:
            async with self._turn:
                status = await post(webhook.address, body, JSON, loopback=self._settings.push_to_loopback)
        except NoAnswer as error:
            logger.info("a webhook does not answer: %s", error)
            return False
        return 200 <= status < 300

    async def _call_webhook(self, notification: Notification, webhook: Webhook) -> bool:
        """Post to a webhook; returns whether no new attempt is needed."""
        title, text = notification.text(language(webhook.language))
        link = f"{webhook.home}{notification.path}"
        body = webhook_body(webhook.service, notification.kind, title, text, link)
        forget = partial(self._store.notifications.remove_webhook, webhook.person, webhook.address)
        return await self._post("a webhook", webhook.address, body, JSON, forget)

    # ---- email ---------------------------------------------------------------------------------------------

    async def _email(self, message: Email) -> bool:
        """Send an email; returns whether no new attempt is needed."""
        try:
            await self.emails.send(message, self._clock())
        except EmailNotSent as error:
            logger.warning("an email was not sent: %s", error)
            return not error.again
        return True
