"""One's keys: making passkeys and keys of words, and throwing them away."""

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tablee.language import Language
from tablee.live.beside import beside
from tablee.live.hub import Hub
from tablee.live.settings import Settings
from tablee.live.time import milliseconds_now
from tablee.people.devices import device_of
from tablee.people.keys import LONGEST_NAME, MOST_KEYS, PASSKEY, WORDS, Key, slow_digest
from tablee.people.words import name_of, new_words, read_words, secret_of
from tablee.show.friendly_names import friendly_name
from tablee.site.own import passkeys
from tablee.site.own.passkeys import NotAuthentic
from tablee.site.own.signing_in import answered, become, new_challenge, place_of, problem
from tablee.site.printer import Printer
from tablee.site.visit import asker_of, introduced, keep_token, read_body, read_form, say_to, token_of, visitor

BACK = "/me#keys"
MOST_TRIES = 20
"""Keys of words that are drawn until one has first words that nobody else has."""


class OwnKeys:
    """Answers requests of people about their keys."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer

    # ---- passkeys ------------------------------------------------------------------------------------------

    async def options(self, request: Request) -> Response:
        """What a browser is asked for that is to make a passkey."""
        await read_body(request, self._settings.origins)
        await self._count(request)
        person, say = await introduced(request, self._hub.store), say_to(request)
        known = [key for key in await self._hub.store.keys_of(person.id) if key.kind == PASSKEY]
        challenge = await new_challenge(self._hub, request, "new key")
        name = person.name or friendly_name(person.id, say)
        asked = passkeys.registration(place_of(request).host, person.id, name, known, challenge)
        response = Response(asked, media_type="application/json")
        keep_token(request, response, token_of(request))
        return response

    async def add_passkey(self, request: Request) -> Response:
        """Keep a passkey that the browser has made, and give it a fresh token: what it has is worth more now."""
        body = await read_body(request, self._settings.origins)
        await self._count(request)
        person, say = await visitor(request, self._hub.store), say_to(request)
        try:
            _, challenge = await answered(self._hub, request, body, "new key")
            fresh = await beside(passkeys.registered, body, challenge, place_of(request))
        except NotAuthentic:
            return problem(say("The browser has not made a passkey that can be used here."))
        if person is None:
            return problem(say("This device is not yours any more."))
        name = device_of(request.headers.get("user-agent", ""))[:LONGEST_NAME]
        key = Key(fresh.id, person.id, PASSKEY, fresh.public, fresh.counter, name, milliseconds_now())
        if not await self._hub.store.add_key(key, MOST_KEYS):
            return problem(say("This passkey is known already, or you have too many keys."))
        response = JSONResponse({"go": BACK})
        await become(self._hub, request, response, person.id)
        return response

    # ---- words ---------------------------------------------------------------------------------------------

    async def make_words(self, request: Request) -> Response:
        """Make a key of words, and show it this once."""
        await read_form(request, self._settings.origins)
        await self._count(request)
        person = await introduced(request, self._hub.store)
        words = await self._new_key(person.id, say_to(request).code)
        if words is None:
            return RedirectResponse(BACK, status_code=303)
        response = await self._printer.page(request, "own/words.html", words=words, path="/me")
        await become(self._hub, request, response, person.id)
        return response

    async def _new_key(self, person: str, language: str) -> list[str] | None:
        """The words of a new key; None if there are too many already."""
        for _ in range(MOST_TRIES):
            words = new_words(language)
            plain = read_words(" ".join(words))
            kept = await beside(slow_digest, secret_of(plain))
            if await self._hub.store.add_key(
                Key(name_of(plain), person, WORDS, kept, since=milliseconds_now()), MOST_KEYS
            ):
                return words
            if len(await self._hub.store.keys_of(person)) >= MOST_KEYS:
                return None
        return None

    # ---- either --------------------------------------------------------------------------------------------

    async def remove(self, request: Request) -> Response:
        """Throw one of one's own keys away; any other is left alone."""
        form = await read_form(request, self._settings.origins)
        await self._count(request)
        person = await visitor(request, self._hub.store)
        if person is not None and passkeys.is_plain(form.get("key", "")):
            await self._hub.store.remove_key(person.id, form["key"])
        return RedirectResponse(BACK, status_code=303)

    async def _count(self, request: Request) -> None:
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))


def key_rows(keys: Sequence[Key], say: Language) -> list[dict[str, Any]]:
    """Keys as people know them again."""
    return [
        {
            "id": key.id,
            "name": _name(key, say),
            "since": say.day(key.since),
            "used": say.day(key.used) if key.used else "",
            "last": len(keys) == 1,
        }
        for key in keys
    ]


def _name(key: Key, say: Language) -> str:
    if key.kind == WORDS:
        return say("A key of words")
    browser, on, system = key.name.partition(" on ")
    made = say("{browser} on {system}", browser=browser, system=system) if on else browser
    return say("A passkey, made with {browser}", browser=made) if made else say("A passkey")
