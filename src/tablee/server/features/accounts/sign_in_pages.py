"""Signing in with a passkey or a key of words, and the pages to make and remove such keys."""

import secrets
from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tablee.games.language import Language
from tablee.server.features.accounts import passkeys, word_keys
from tablee.server.features.accounts.model import (
    LONGEST_NAME,
    MOST_KEYS,
    PASSKEY,
    WORDS,
    SignInKey,
    device_of,
    new_token,
    session_of,
)
from tablee.server.features.accounts.passkeys import NotAuthentic, PasskeyResponse, RelyingParty
from tablee.server.features.accounts.service import session_in
from tablee.server.realtime.tasks import milliseconds_now, run_in_worker_thread
from tablee.server.views.friendly_names import friendly_name
from tablee.server.web.rendering import PageGroup
from tablee.server.web.visit import browser_of, is_plain, keep_token, own_path, problem, say_to, token_of

PATH, HOME, KEYS = "/sign-in", "/me", "/me#keys"
NO_KEY = bytes(48)
"""Compared with where there is no such key, so that the time it takes tells nothing."""
MOST_TRIES = 20
"""Keys of words that are drawn until one has a name that is free."""


class SignInPages(PageGroup):
    """Handles the requests of people who sign in, or make or remove keys."""

    @property
    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/sign-in", self.page, methods=["GET"]),
            Route("/sign-in", self.sign_in_by_words, methods=["POST"]),
            Route("/sign-in/options", self.sign_in_options, methods=["POST"]),
            Route("/sign-in/passkey", self.sign_in_by_passkey, methods=["POST"]),
            Route("/me/keys/options", self.new_passkey_options, methods=["POST"]),
            Route("/me/keys/passkey", self.add_passkey, methods=["POST"]),
            Route("/me/keys/words", self.add_words, methods=["POST"]),
            Route("/me/keys/remove", self.remove, methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        """The page to sign in."""
        return await self._page(request, back=own_path(request.query_params.get("back", HOME)))

    async def _page(self, request: Request, back: str, typed: str = "", problem: str = "") -> Response:
        response = await self._printer.page(
            request, "accounts/sign_in.html", back=back, typed=typed, problem=problem, count=word_keys.COUNT, path=PATH
        )
        response.status_code = 400 if problem else 200
        return response

    # ---- keys of words -------------------------------------------------------------------------------------

    async def sign_in_by_words(self, request: Request) -> Response:
        """Sign in with typed words."""
        form = await self._read_form(request)
        typed, back = form.get("words", ""), own_path(form.get("back", HOME))
        words, say, count = word_keys.read_words(typed), say_to(request), word_keys.COUNT
        if unknown := word_keys.unknown_words(words):
            wrong = say("These words are not in any key: {words}", words=", ".join(unknown))
        elif len(words) != count:
            wrong = say("A key has {count} words; you typed {typed}.", count=count, typed=len(words))
        elif key := await self._find_words(request, words):
            response = RedirectResponse(back, status_code=303)
            await self._use(request, response, key, 0)
            return response
        else:
            wrong = say("There is no such key. Please check every word.")
        return await self._page(request, back, typed, wrong)

    async def _find_words(self, request: Request, words: list[str]) -> SignInKey | None:
        """The key of these words. The rate limit counts all guesses at one key together, from wherever they come."""
        name = word_keys.name_of(words)
        self._hub.limits.take("guess", browser_of(request)._replace(person=f"key {name}"))
        key = await self._store.find_key(name)
        kept = key.secret if key is not None and key.kind == WORDS else NO_KEY
        return key if await run_in_worker_thread(word_keys.opens, word_keys.secret_of(words), kept) else None

    async def add_words(self, request: Request) -> Response:
        """Make a key of words, and show it this once."""
        await self._read_change(request)
        person = await self._introduced(request)
        words = await self._new_words(person.id, say_to(request).code)
        if words is None:
            return RedirectResponse(KEYS, status_code=303)
        response = await self._printer.page(request, "accounts/word_key.html", words=words, path=HOME)
        await self._become(request, response, person.id)
        return response

    async def _new_words(self, person: str, language: str) -> list[str] | None:
        """The words of a new key; None if the person has too many keys."""
        for _ in range(MOST_TRIES):
            words = word_keys.new_words(language)
            plain = word_keys.read_words(" ".join(words))
            kept = await run_in_worker_thread(word_keys.slow_digest, word_keys.secret_of(plain))
            key = SignInKey(word_keys.name_of(plain), person, WORDS, kept, since=milliseconds_now())
            if await self._store.add_key(key, MOST_KEYS):
                return words
            if len(await self._store.keys_of(person)) >= MOST_KEYS:
                return None
        return None

    # ---- passkeys ------------------------------------------------------------------------------------------

    async def sign_in_options(self, request: Request) -> Response:
        """Options for signing in with a passkey."""
        await self._read_body(request)
        self._hub.limits.take("guess", browser_of(request))
        challenge = await self._new_challenge(request, "sign in")
        options = passkeys.authentication_options(_party(request).host, challenge)
        return Response(options, media_type="application/json")

    async def sign_in_by_passkey(self, request: Request) -> Response:
        """Sign in with a passkey's signature."""
        body = await self._read_body(request)
        self._hub.limits.take("guess", browser_of(request))
        response, say = JSONResponse({"go": own_path(request.query_params.get("back", HOME))}), say_to(request)
        try:
            answer, challenge = await self._take_challenge(request, body, "sign in")
            key = await self._store.find_key(answer.id)
            if key is None or key.kind == WORDS or not passkeys.is_of(answer, key):
                raise NotAuthentic
            counter = await run_in_worker_thread(passkeys.verify_authentication, body, challenge, _party(request), key)
            await self._use(request, response, key, counter)
        except NotAuthentic:
            return problem(say("This passkey is not known here."))
        return response

    async def new_passkey_options(self, request: Request) -> Response:
        """Options for creating a passkey."""
        await self._read_body(request)
        await self._count_change(request)
        if not session_in(request.cookies):
            raise HTTPException(400)
        person, say = await self._introduced(request), say_to(request)
        known = [key for key in await self._store.keys_of(person.id) if key.kind == PASSKEY]
        challenge = await self._new_challenge(request, "new key")
        name = person.name or friendly_name(person.id, say)
        options = passkeys.registration_options(_party(request).host, person.id, name, known, challenge)
        response = Response(options, media_type="application/json")
        keep_token(request, response, token_of(request))
        return response

    async def add_passkey(self, request: Request) -> Response:
        """Store a new passkey, and give the browser a fresh token: the session is worth more now."""
        body = await self._read_body(request)
        await self._count_change(request)
        person, say = await self._visitor(request), say_to(request)
        try:
            _, challenge = await self._take_challenge(request, body, "new key")
            fresh = await run_in_worker_thread(passkeys.verify_registration, body, challenge, _party(request))
        except NotAuthentic:
            return problem(say("The browser did not create a passkey that can be used here."))
        if person is None:
            return problem(say("This device is no longer yours."))
        name = device_of(request.headers.get("user-agent", ""))[:LONGEST_NAME]
        key = SignInKey(fresh.id, person.id, PASSKEY, fresh.public, fresh.counter, name, milliseconds_now())
        if not await self._store.add_key(key, MOST_KEYS):
            return problem(say("This passkey is known already, or you have too many keys."))
        response = JSONResponse({"go": KEYS})
        await self._become(request, response, person.id)
        return response

    async def _new_challenge(self, request: Request, purpose: str) -> bytes:
        """A challenge that only this browser may sign, once, within a few minutes."""
        session, now = session_in(request.cookies), milliseconds_now()
        if not session:
            raise HTTPException(400)
        challenge = secrets.token_bytes(32)
        digest, until = passkeys.digest_of(challenge), now + passkeys.PATIENCE
        await self._store.give_challenge(digest, session, purpose, until, now)
        return challenge

    async def _take_challenge(self, request: Request, body: bytes, purpose: str) -> tuple[PasskeyResponse, bytes]:
        """A browser's response and its challenge, which must be this browser's own and not answered yet."""
        answer = passkeys.read_response(body)
        challenge, session = passkeys.challenge_of(answer), session_in(request.cookies)
        digest = passkeys.digest_of(challenge)
        if not await self._store.take_challenge(digest, session, purpose, milliseconds_now()):
            raise NotAuthentic
        return answer, challenge

    # ---- both ----------------------------------------------------------------------------------------------

    async def _use(self, request: Request, response: Response, key: SignInKey, counter: int) -> None:
        """Make this browser the key's person."""
        if not await self._store.use_key(key, counter, milliseconds_now()):
            raise NotAuthentic
        await self._become(request, response, key.person)

    async def _become(self, request: Request, response: Response, person: str) -> None:
        """Replace the browser's session by one of that person, with a new token."""
        former = session_of(token_of(request))
        here = await self._visitor(request)
        guest = (former, here.id if here else "", here.name if here else "")
        token, device = new_token(), device_of(request.headers.get("user-agent", ""))
        signed = await self._store.sign_in(person, session_of(token), guest, milliseconds_now(), device)
        if signed is None:
            raise HTTPException(404)
        await self._hub.merge(signed)
        keep_token(request, response, token)

    async def remove(self, request: Request) -> Response:
        """Remove one of the person's own keys."""
        form = await self._read_change(request)
        person = await self._visitor(request)
        if person is not None and is_plain(form.get("key", "")):
            await self._store.remove_key(person.id, form["key"])
        return RedirectResponse(KEYS, status_code=303)


def _party(request: Request) -> RelyingParty:
    """The relying party. `read_body` has compared the origin with our own; the signature must contain the same."""
    return RelyingParty(request.url.hostname or "", request.headers.get("origin", ""))


def device_words(device: str, say: Language) -> str:
    """The browser and the system of a device, as far as they are known."""
    browser, on, system = device.partition(" on ")
    return say("{browser} on {system}", browser=browser, system=system) if on else browser


def key_rows(keys: Sequence[SignInKey], say: Language) -> list[dict[str, Any]]:
    """Keys as the account page lists them."""
    rows = []
    for key in keys:
        made = device_words(key.name, say)
        passkey = say("A passkey, made with {browser}", browser=made) if made else say("A passkey")
        name = say("A word key") if key.kind == WORDS else passkey
        used, is_last = say.day(key.used) if key.used else "", len(keys) == 1
        rows.append({"id": key.id, "name": name, "since": say.day(key.since), "used": used, "last": is_last})
    return rows
