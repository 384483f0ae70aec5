"""Coming back with a key: the page to sign in, by a passkey or by words."""

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tablee.live.beside import beside
from tablee.live.hub import Hub
from tablee.live.limits import Asker
from tablee.live.recognition import session_in
from tablee.live.settings import Settings
from tablee.live.time import milliseconds_now
from tablee.people.devices import device_of
from tablee.people.keys import WORDS, Key, opens
from tablee.people.tokens import new_token, session_of
from tablee.people.words import COUNT, name_of, read_words, secret_of, unknown_words
from tablee.site.own import passkeys
from tablee.site.own.passkeys import Answer, NotAuthentic, Place
from tablee.site.printer import Printer
from tablee.site.visit import browser_of, keep_token, own_path, read_body, read_form, say_to, token_of, visitor

PATH, HOME = "/sign-in", "/me"
NOBODYS = bytes(48)
"""What is compared with where there is no such key, so that nobody can tell by how long it takes."""


class SigningIn:
    """Answers requests of those who come back."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer

    async def page(self, request: Request) -> Response:
        """The question with which key."""
        return await self._page(request, back=own_path(request.query_params.get("back", HOME)))

    async def _page(self, request: Request, back: str, typed: str = "", problem: str = "") -> Response:
        response = await self._printer.page(
            request, "own/sign_in.html", back=back, typed=typed, problem=problem, count=COUNT, path=PATH
        )
        response.status_code = 400 if problem else 200
        return response

    # ---- words ---------------------------------------------------------------------------------------------

    async def by_words(self, request: Request) -> Response:
        """Sign in by words that somebody has typed."""
        form = await read_form(request, self._settings.origins)
        typed, back = form.get("words", ""), own_path(form.get("back", HOME))
        words, say = read_words(typed), say_to(request)
        if unknown := unknown_words(words):
            return await self._page(
                request, back, typed, say("These words are in no key: {words}", words=", ".join(unknown))
            )
        if len(words) != COUNT:
            return await self._page(
                request, back, typed, say("A key has {count} words; these are {typed}.", count=COUNT, typed=len(words))
            )
        key = await self._opened(request, words)
        if key is None:
            return await self._page(request, back, typed, say("There is no such key. Look at every word once more."))
        response = RedirectResponse(back, status_code=303)
        await self._enter(request, response, key, 0)
        return response

    async def _opened(self, request: Request, words: list[str]) -> Key | None:
        """The key that those words are. However many guess at one, from wherever, they are counted together."""
        name = name_of(words)
        await self._hub.limits.take_shared("guess", _guesser(request, name))
        key = await self._hub.store.find_key(name)
        kept = key.secret if key is not None and key.kind == WORDS else NOBODYS
        return key if await beside(opens, secret_of(words), kept) else None

    # ---- passkeys ------------------------------------------------------------------------------------------

    async def options(self, request: Request) -> Response:
        """What a browser is asked to sign."""
        await read_body(request, self._settings.origins)
        await self._hub.limits.take_shared("guess", browser_of(request))
        challenge = await new_challenge(self._hub, request, "sign in")
        return Response(passkeys.authentication(place_of(request).host, challenge), media_type="application/json")

    async def by_passkey(self, request: Request) -> Response:
        """Sign in by what a browser has signed."""
        body = await read_body(request, self._settings.origins)
        await self._hub.limits.take_shared("guess", browser_of(request))
        response, say = JSONResponse({"go": own_path(request.query_params.get("back", HOME))}), say_to(request)
        try:
            key, counter = await self._shown(request, body)
            await self._enter(request, response, key, counter)
        except NotAuthentic:
            return problem(say("This passkey does not open anything here."))
        return response

    async def _shown(self, request: Request, body: bytes) -> tuple[Key, int]:
        """The passkey that has signed, and how often it has by now."""
        answer, challenge = await answered(self._hub, request, body, "sign in")
        key = await self._hub.store.find_key(answer.id)
        if key is None or key.kind == WORDS or not passkeys.is_of(answer, key):
            raise NotAuthentic
        return key, await beside(passkeys.authentic, body, challenge, place_of(request), key)

    # ---- either --------------------------------------------------------------------------------------------

    async def _enter(self, request: Request, response: Response, key: Key, counter: int) -> None:
        """A key has opened: from now on this browser is that person's, whoever's it was."""
        if not await self._hub.store.use_key(key, counter, milliseconds_now()):
            raise NotAuthentic
        await become(self._hub, request, response, key.person)


async def become(hub: Hub, request: Request, response: Response, person: str) -> None:
    """Give the browser a session of that person, with a token that nobody has seen before, in the place of its own."""
    former = session_of(token_of(request))
    if former in request.app.state.standing.removed:
        raise HTTPException(403, "removed")
    here = await visitor(request, hub.store)
    guest = (former, here.id if here else "", here.name if here else "")
    token, device = new_token(), device_of(request.headers.get("user-agent", ""))
    signed = await hub.store.sign_in(person, session_of(token), guest, milliseconds_now(), device)
    if signed is None:
        raise HTTPException(404)
    await hub.merge(signed)
    keep_token(request, response, token)


async def new_challenge(hub: Hub, request: Request, purpose: str) -> bytes:
    """Something that this browser, and no other, may sign once, within a few minutes."""
    session, now = session_in(request.cookies), milliseconds_now()
    if not session:
        raise HTTPException(400)
    challenge = secrets.token_bytes(32)
    await hub.store.give_challenge(passkeys.digest_of(challenge), session, purpose, now + passkeys.PATIENCE, now)
    return challenge


async def answered(hub: Hub, request: Request, body: bytes, purpose: str) -> tuple[Answer, bytes]:
    """What a browser has answered, and to which challenge: one of its own, that nobody has answered yet."""
    answer = passkeys.read_answer(body)
    challenge, session = passkeys.challenge_of(answer), session_in(request.cookies)
    if not await hub.store.take_challenge(passkeys.digest_of(challenge), session, purpose, milliseconds_now()):
        raise NotAuthentic
    return answer, challenge


def place_of(request: Request) -> Place:
    """Where the browser is. The origin was compared with our own before, and whoever signs must say the same one."""
    return Place(request.url.hostname or "", request.headers.get("origin", ""))


def problem(text: str) -> Response:
    """Something went wrong, said to a script."""
    return JSONResponse({"problem": text}, status_code=400)


def _guesser(request: Request, key: str) -> Asker:
    return browser_of(request)._replace(person=f"key {key}")
