"""How one is called to a table when one is elsewhere: this browser, e-mail, and what for."""

from typing import Any, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tablee.language import Language
from tablee.live.bells import letters, push
from tablee.live.bells.deliveries import Deliveries
from tablee.live.bells.outside import NotAllowed, check_address
from tablee.live.hub import Hub
from tablee.live.limits import Asker
from tablee.live.recognition import session_in
from tablee.live.settings import Settings
from tablee.live.time import milliseconds_now
from tablee.people.bells import HOURS, MOST_BELLS, Bell, Mailbox, Wishes, digest_of, plain_address
from tablee.people.ringing import zone_of
from tablee.people.tokens import new_token
from tablee.show.sentences import refusal
from tablee.site.own.signing_in import problem
from tablee.site.printer import Printer
from tablee.site.visit import (
    asker_of,
    base_address,
    introduced,
    keep_token,
    led_to,
    read_body,
    read_form,
    say_to,
    token_of,
    visitor,
)
from tablee.table.clock import A_DAY
from tablee.table.events import Refused

BACK = "/me#bells"


class _Keys(msgspec.Struct):
    p256dh: str
    auth: str


class _Subscription(msgspec.Struct):
    """What a browser tells of itself that can be rung, as `PushSubscription.toJSON` has it; and its time zone."""

    endpoint: str
    keys: _Keys
    zone: str = ""


class OwnBells:
    """Answers requests of people about how they are called."""

    def __init__(self, hub: Hub, deliveries: Deliveries, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._bells = hub.store.bells
        self._deliveries = deliveries
        self._settings = settings
        self._printer = printer

    @property
    def routes(self) -> list[Route]:
        """Where they are found."""
        return [
            Route("/me/bells.json", self.data, methods=["GET"]),
            Route("/me/bells", self.hang, methods=["POST"]),
            Route("/me/bells/remove", self.take_down, methods=["POST"]),
            Route("/me/bells/wishes", self.wish, methods=["POST"]),
            Route("/me/bells/mail", self.ask_mailbox, methods=["POST"]),
            Route("/me/bells/mail/remove", self.remove_mailbox, methods=["POST"]),
            Route("/bells/confirm/{secret}", self.confirm, methods=["GET", "POST"]),
            Route("/bells/leave/{secret}", self.leave, methods=["GET", "POST"]),
        ]

    async def section(self, request: Request) -> dict[str, Any]:
        """What the page about oneself says of it."""
        person, say = await visitor(request, self._hub.store), say_to(request)
        own = person.id if person else ""
        wishes = (await self._bells.wishes_of(own) if own else None) or Wishes()
        mailbox = await self._bells.mailbox_of(own) if own else None
        here = session_in(request.cookies)
        return {
            "here": any(bell.session == here for bell in (await self._bells.of(own) if own else [])),
            "letters": self._deliveries.letters.can_be_sent,
            "mailbox": mailbox,
            "wishes": wishes,
            "hours": [(hour, say.number(hour)) for hour in sorted({*HOURS, wishes.hour})],
        }

    async def data(self, request: Request) -> Response:
        """What scripts ask for: the house's key, whether this browser is rung, and how much waits."""
        person = await visitor(request, self._hub.store)
        bells = await self._bells.of(person.id) if person else []
        told = {
            "key": push.public_half(await self._deliveries.key()),
            "here": any(bell.session == session_in(request.cookies) for bell in bells),
            "waiting": await self._bells.waiting(person.id) if person else 0,
            "texts": _texts(say_to(request)),
        }
        return JSONResponse(told, headers={"cache-control": "no-store"})

    # ---- this browser --------------------------------------------------------------------------------------

    async def hang(self, request: Request) -> Response:
        """Let this browser be rung."""
        body = await read_body(request, self._settings.origins)
        await self._count(request)
        say = say_to(request)
        try:
            given = msgspec.json.decode(body, type=_Subscription)
            check_address(given.endpoint, loopback=self._settings.push_to_loopback)
            push.check_keys(given.keys.p256dh, given.keys.auth)
        except (msgspec.MsgspecError, NotAllowed, push.BadKeys):
            return problem(refusal("bell_unknown", say))
        person, now = await introduced(request, self._hub.store), milliseconds_now()
        bell = Bell(
            session_in({"person": token_of(request)}), person.id, given.endpoint, given.keys.p256dh, given.keys.auth,
            say.code, _home(request, self._settings), now,
        )  # fmt: skip
        if not await self._bells.hang(bell, MOST_BELLS):
            return problem(refusal("too_many_bells", say))
        await self._begin(person.id, given.zone)
        response = JSONResponse({"go": BACK})
        keep_token(request, response, token_of(request))
        return response

    async def take_down(self, request: Request) -> Response:
        """Ring this browser no more."""
        await self._form(request)
        person = await visitor(request, self._hub.store)
        if person is not None:
            await self._bells.take_down(person.id, session_in(request.cookies))
        return RedirectResponse(BACK, status_code=303)

    # ---- what for ------------------------------------------------------------------------------------------

    async def wish(self, request: Request) -> Response:
        """Keep what somebody wants to be called for."""
        form = await self._form(request)
        person = await introduced(request, self._hub.store)
        known = await self._bells.wishes_of(person.id) or Wishes(since=milliseconds_now())
        zone = form.get("zone", "").strip()
        if zone_of(zone).key != zone:
            raise Refused("zone_unknown")
        await self._bells.wish(
            person.id,
            Wishes(
                days=_days(form.get("days", "")),
                ending=form.get("ending") == "yes",
                live=form.get("live") == "yes",
                hall=form.get("hall") == "yes",
                hour=_hour(form.get("hour", "")),
                zone=zone,
                since=known.since,
            ),
        )
        return led_to(request, BACK)

    async def _begin(self, person: str, zone: str) -> None:
        """Somebody can be called from now on: for what happens from now on."""
        if await self._bells.wishes_of(person) is None:
            await self._bells.wish(person, Wishes(since=milliseconds_now(), zone=zone_of(zone).key))

    # ---- e-mail --------------------------------------------------------------------------------------------

    async def ask_mailbox(self, request: Request) -> Response:
        """Ask at an e-mail address whether who reads it wants to be called there."""
        form = await self._form(request)
        address = plain_address(form.get("address", ""))
        if not self._deliveries.letters.can_be_sent:
            raise HTTPException(404)
        if not address:
            raise Refused("address_wrong")
        limits, to = self._hub.limits, Asker(session=digest_of(address.casefold()))
        await limits.take_shared("letter", await asker_of(request, self._hub.store))
        await limits.take_shared("letter", to)  # whoever asks: nobody's mailbox is filled
        person, say, now = await introduced(request, self._hub.store), say_to(request), milliseconds_now()
        home, secret = _home(request, self._settings), new_token()
        mailbox = Mailbox(person.id, address, say.code, home, now, leave=new_token())
        await self._bells.ask_mailbox(mailbox, digest_of(secret), now + A_DAY)
        await self._begin(person.id, form.get("zone", ""))
        self._deliveries.write(letters.question(mailbox, secret, say), now + A_DAY)
        return led_to(request, BACK)

    async def remove_mailbox(self, request: Request) -> Response:
        """Write no more."""
        await self._form(request)
        person = await visitor(request, self._hub.store)
        if person is not None:
            await self._bells.remove_mailbox(person.id)
        return RedirectResponse(BACK, status_code=303)

    async def confirm(self, request: Request) -> Response:
        """The page of the link in the question, and its one button: programs that look at letters press none."""
        code = digest_of(request.path_params["secret"])
        await self._count(request)
        if request.method == "POST":
            await read_form(request, self._settings.origins)
            if not await self._bells.confirm(code, milliseconds_now()):
                raise HTTPException(404, "letter")
            return await self._letter_page(request, "confirmed", "")
        mailbox = await self._bells.mailbox_to_confirm(code, milliseconds_now())
        if mailbox is None:
            raise HTTPException(404, "letter")
        return await self._letter_page(request, "confirm", mailbox.address)

    async def leave(self, request: Request) -> Response:
        """The page of the link in every letter. Mail programs press its button by themselves (RFC 8058), so whoever
        knows the secret may, from wherever.
        """
        secret = request.path_params["secret"]
        if request.method == "POST":
            await self._bells.leave(secret)
            return await self._letter_page(request, "left", "")
        mailbox = await self._bells.mailbox_to_leave(secret)
        return await self._letter_page(request, "leave" if mailbox else "left", mailbox.address if mailbox else "")

    async def _letter_page(self, request: Request, what: str, address: str) -> Response:
        response = await self._printer.page(request, "own/bell_letter.html", what=what, address=address, path="/me")
        response.headers["referrer-policy"] = "no-referrer"
        return response

    # ---- all of them ---------------------------------------------------------------------------------------

    async def _form(self, request: Request) -> dict[str, str]:
        form = await read_form(request, self._settings.origins)
        await self._count(request)
        return form

    async def _count(self, request: Request) -> None:
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))


def _home(request: Request, settings: Settings) -> str:
    """How links in letters begin: by a name that the host has given the house, if there is any. Whoever asks for a
    letter to somebody else must not choose where its links lead, and any number is answered to.
    """
    named = [name for name in settings.allow_host if "*" not in name]
    if not named or request.url.hostname in named:
        return base_address(request, settings)
    return f"{request.url.scheme}://{named[0]}"


def _days(chosen: str) -> Literal["each", "digest", "no"]:
    match chosen:
        case "each" | "digest" | "no":
            return chosen
    raise HTTPException(400)


def _hour(chosen: str) -> int:
    if not chosen.isascii() or not chosen.isdigit() or int(chosen) > 23:
        raise HTTPException(400)
    return int(chosen)


def _texts(say: Language) -> dict[str, str]:
    """What scripts say that let a browser be rung."""
    return {
        "offer": say("Call me when it is my turn"),
        "done": say("You will be called in this browser."),
        "denied": say("This browser does not let the house call you. Its settings for this page can change that."),
        "failed": say("The browser could not be reached that way. Nothing has changed."),
        "not_sent": say("That did not reach the house. Please try again in a moment."),
    }
