"""The pages about notifications: push in this browser, email, a webhook, and preferences."""

from typing import Any, Literal, cast
from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tablee.games.document import read_json
from tablee.server.features.accounts.model import new_token
from tablee.server.features.accounts.service import session_in
from tablee.server.features.notifications import email, push
from tablee.server.features.notifications.deliveries import Deliveries
from tablee.server.features.notifications.model import (
    HOURS,
    MOST_SUBSCRIPTIONS,
    EmailAddress,
    NotificationPreferences,
    PushSubscription,
    Webhook,
    digest_of,
    plain_address,
    zone_of,
)
from tablee.server.features.notifications.outbound_http import NotAllowed, check_address
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.rate_limits import Asker
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.table.clock import A_DAY
from tablee.server.table.events import Refused
from tablee.server.views.sentences import refusal
from tablee.server.web.rendering import PageGroup, PageRenderer
from tablee.server.web.visit import base_address, keep_token, led_to, problem, say_to, token_of

BACK = "/me#notifications"
ALL_HOURS = frozenset(map(str, range(24)))


class _Keys(msgspec.Struct):
    p256dh: str
    auth: str


class _Subscription(msgspec.Struct):
    """The browser's `PushSubscription.toJSON()`, and its time zone."""

    endpoint: str
    keys: _Keys
    zone: str = ""


class NotificationPages(PageGroup):
    """Handles the requests of people about their notifications."""

    def __init__(self, hub: Hub, deliveries: Deliveries, settings: Settings, printer: PageRenderer) -> None:
        super().__init__(hub, settings, printer)
        self._notifications = hub.store.notifications
        self._deliveries = deliveries

    @property
    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/me/notifications.json", self.data, methods=["GET"]),
            Route("/me/notifications", self.subscribe, methods=["POST"]),
            Route("/me/notifications/remove", self.remove_subscription, methods=["POST"]),
            Route("/me/notifications/preferences", self.set_preferences, methods=["POST"]),
            Route("/me/notifications/email", self.ask_email, methods=["POST"]),
            Route("/me/notifications/email/remove", self.remove_email, methods=["POST"]),
            Route("/me/notifications/webhook", self.set_webhook, methods=["POST"]),
            Route("/me/notifications/webhook/remove", self.remove_webhook, methods=["POST"]),
            Route("/notifications/confirm/{secret}", self.confirm, methods=["GET", "POST"]),
            Route("/notifications/unsubscribe/{secret}", self.unsubscribe, methods=["GET", "POST"]),
        ]

    async def section(self, request: Request) -> dict[str, Any]:
        """The section of the account page about notifications."""
        person, say = await self._visitor(request), say_to(request)
        own = person.id if person else ""
        preferences = (await self._notifications.preferences_of(own) if own else None) or NotificationPreferences()
        return {
            "here": await self._is_subscribed(request, own),
            "can_email": self._deliveries.emails.can_be_sent and bool(_home(request, self._settings)),
            "email": await self._notifications.mailbox_of(own) if own else None,
            "webhook": await self._notifications.webhook_of(own) if own else None,
            "preferences": preferences,
            "hours": [(hour, say.number(hour)) for hour in sorted({*HOURS, preferences.hour})],
        }

    async def data(self, request: Request) -> Response:
        """For scripts: the server's push key, whether this browser is subscribed, and how many tables wait."""
        person, say = await self._visitor(request), say_to(request)
        told = {
            "key": push.public_half(await self._deliveries.key()),
            "here": await self._is_subscribed(request, person.id if person else ""),
            "waiting": len(await self._store.waiting_tables(person.id)) if person else 0,
            "texts": {  # for the script that subscribes a browser
                "offer": say("Notify me when it’s my turn"),
                "done": say("You will be notified in this browser."),
                "denied": say("This browser blocks notifications. You can change that in its settings for this page."),
                "failed": say("Notifications could not be turned on. Nothing has changed."),
                "not_sent": say("That did not reach the server. Please try again in a moment."),
            },
        }
        return JSONResponse(told, headers={"cache-control": "no-store"})

    # ---- this browser --------------------------------------------------------------------------------------

    async def subscribe(self, request: Request) -> Response:
        """Subscribe this browser to push messages."""
        body = await self._read_body(request)
        await self._count_change(request)
        say = say_to(request)
        try:
            given = read_json(body, _Subscription)
            check_address(given.endpoint, loopback=self._settings.push_to_loopback)
            push.check_keys(given.keys.p256dh, given.keys.auth)
        except (ValueError, NotAllowed, push.BadKeys):
            return problem(refusal("bell_unknown", say))
        person, now = await self._introduced(request), milliseconds_now()
        subscription = PushSubscription(
            session_in({"person": token_of(request)}), person.id, given.endpoint, given.keys.p256dh, given.keys.auth,
            say.code, base_address(request, self._settings), now,
        )  # fmt: skip
        if not await self._notifications.add_subscription(subscription, MOST_SUBSCRIPTIONS):
            return problem(refusal("too_many_bells", say))
        await self._begin(person.id, given.zone)
        response = JSONResponse({"go": BACK})
        keep_token(request, response, token_of(request))
        return response

    async def remove_subscription(self, request: Request) -> Response:
        """Unsubscribe this browser."""
        await self._read_change(request)
        person = await self._visitor(request)
        if person is not None:
            await self._notifications.remove_subscription(person.id, session_in(request.cookies))
        return RedirectResponse(BACK, status_code=303)

    # ---- preferences ---------------------------------------------------------------------------------------

    async def set_preferences(self, request: Request) -> Response:
        """Store the preferences of the person."""
        form = await self._read_change(request)
        days, hour, zone = form.get("days", ""), form.get("hour", ""), form.get("zone", "").strip()
        if zone_of(zone).key != zone:
            raise Refused("zone_unknown")
        if days not in ("each", "digest", "no") or hour not in ALL_HOURS:
            raise HTTPException(400)
        person = await self._introduced(request)
        known = await self._notifications.preferences_of(person.id) or NotificationPreferences(since=milliseconds_now())
        await self._notifications.set_preferences(
            person.id,
            NotificationPreferences(
                days=cast(Literal["each", "digest", "no"], days),
                ending=form.get("ending") == "yes",
                live=form.get("live") == "yes",
                lobby=form.get("lobby") == "yes",
                hour=int(hour),
                zone=zone,
                since=known.since,
            ),
        )
        return led_to(request, BACK)

    async def _begin(self, person: str, zone: str) -> None:
        """Store the default preferences of a person who had none: only what happens from now on counts."""
        if await self._notifications.preferences_of(person) is None:
            await self._notifications.set_preferences(
                person, NotificationPreferences(since=milliseconds_now(), zone=zone_of(zone).key)
            )

    # ---- email ---------------------------------------------------------------------------------------------

    async def ask_email(self, request: Request) -> Response:
        """Send an email that asks to confirm its address."""
        form = await self._read_change(request)
        address = plain_address(form.get("address", ""))
        home, secret = _home(request, self._settings), new_token()
        if not self._deliveries.emails.can_be_sent or not home:
            raise HTTPException(404)
        if not address:
            raise Refused("address_wrong")
        limits, to = self._hub.limits, Asker(session=digest_of(address.casefold()))
        limits.take("email", await self._asker(request))
        limits.take("email", to)  # whoever asks: no mailbox is flooded
        person, say, now = await self._introduced(request), say_to(request), milliseconds_now()
        email_address = EmailAddress(person.id, address, say.code, home, now, unsubscribe=new_token())
        await self._notifications.add_mailbox(email_address, digest_of(secret), now + A_DAY)
        await self._begin(person.id, form.get("zone", ""))
        self._deliveries.email(email.question(email_address, secret, say), now + A_DAY)
        return led_to(request, BACK)

    async def remove_email(self, request: Request) -> Response:
        """Remove the email address."""
        await self._read_change(request)
        person = await self._visitor(request)
        if person is not None:
            await self._notifications.remove_mailbox(person.id)
        return RedirectResponse(BACK, status_code=303)

    # ---- a webhook -----------------------------------------------------------------------------------------

    async def set_webhook(self, request: Request) -> Response:
        """Store a webhook that takes a greeting."""
        form = await self._read_change(request)
        address = form.get("address", "").strip()
        try:
            check_address(address, loopback=self._settings.push_to_loopback)
        except NotAllowed:
            raise Refused("webhook_wrong") from None
        self._hub.limits.take("email", await self._asker(request))
        person, say = await self._introduced(request), say_to(request)
        home = base_address(request, self._settings)
        webhook = Webhook(person.id, address, say.code, home, milliseconds_now())
        try:
            is_taken = await self._deliveries.try_webhook(webhook)
        except NotAllowed:
            raise Refused("webhook_wrong") from None
        if not is_taken:
            raise Refused("webhook_silent")
        await self._notifications.set_webhook(webhook)
        await self._begin(person.id, form.get("zone", ""))
        return led_to(request, BACK)

    async def remove_webhook(self, request: Request) -> Response:
        """Remove the webhook."""
        await self._read_change(request)
        person = await self._visitor(request)
        if person is not None:
            await self._notifications.remove_webhook(person.id)
        return RedirectResponse(BACK, status_code=303)

    async def confirm(self, request: Request) -> Response:
        """The page behind the link in the question. It has a button, as mail scanners open links."""
        code = digest_of(request.path_params["secret"])
        await self._count_change(request)
        if request.method == "POST":
            await self._read_form(request)
            if not await self._notifications.confirm_mailbox(code, milliseconds_now()):
                raise HTTPException(404, "letter")
            return await self._email_page(request, "confirmed", "")
        email_address = await self._notifications.mailbox_to_confirm(code, milliseconds_now())
        if email_address is None:
            raise HTTPException(404, "letter")
        return await self._email_page(request, "confirm", email_address.address)

    async def unsubscribe(self, request: Request) -> Response:
        """The page behind the link in every email. Mail clients post it by themselves (RFC 8058), so the origin is not
        checked.
        """
        secret = request.path_params["secret"]
        if request.method == "POST":
            await self._notifications.unsubscribe(secret)
            return await self._email_page(request, "left", "")
        found = await self._notifications.mailbox_to_unsubscribe(secret)
        return await self._email_page(request, "leave" if found else "left", found.address if found else "")

    async def _email_page(self, request: Request, what: str, address: str) -> Response:
        return await self._printer.page(request, "notifications/email.html", what=what, address=address, path="/me")

    async def _is_subscribed(self, request: Request, person: str) -> bool:
        own = await self._notifications.subscriptions_of(person) if person else []
        return any(one.session == session_in(request.cookies) for one in own)


def _home(request: Request, settings: Settings) -> str:
    """The base of links in emails, empty if none is configured: of the names that the host has given, the one by which
    the server was asked, or the first.

    Whoever asks for an email to somebody else must not choose where its links lead. So nothing of the `Host` header is
    believed but a configured name, and the port on which this server listens.
    """
    named = [name for name in settings.allow_host if "*" not in name]
    if not named:
        return settings.house_address
    name = request.url.hostname if request.url.hostname in named else named[0]
    if urlsplit(settings.house_address).hostname == name:
        return settings.house_address
    host = f"[{name}]" if ":" in name else name
    here = f"{host}:{(request.scope.get('server') or ('', 0))[1]}"
    return f"{request.url.scheme}://{here if request.headers.get('host') == here else host}"
