"""Read a request: its person, language, form and game."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import parse_qs

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tablee.engine.contract import ContractError
from tablee.games import GameDefinition, find_game
from tablee.games.errors import UnknownGame
from tablee.games.language import Language, languages
from tablee.server.features.accounts.model import PERSON_COOKIE, Person, device_of, new_token, session_of
from tablee.server.features.accounts.service import UnknownToken, bot_session_in, recognise, session_in
from tablee.server.features.bot_accounts.model import token_in
from tablee.server.realtime.rate_limits import Asker, TooMuch, address_key
from tablee.server.realtime.settings import LONGEST_FORM, Settings
from tablee.server.realtime.socket import is_own_origin, refusal_of
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import Store
from tablee.server.table.events import Refused
from tablee.server.views.sentences import language, preferred_language, refusal

A_YEAR = 365 * 86400
LONGEST_PATH = 200
"""Longest path of a page to return to."""
Group = TypeVar("Group")
"""A group of pages."""


def say_to(request: Request) -> Language:
    """The visitor's language."""
    return language(preferred_language(request.cookies, request.headers.get("accept-language", "")))


def asked_language(request: Request) -> Language:
    """The language in the address, else the visitor's."""
    code = request.query_params.get("language", "")
    return language(code) if code in languages() else say_to(request)


def session_shown(request: Request) -> str:
    """The session that a browser or a program shows; it need not be anybody's."""
    try:
        return bot_session_in(request.headers, request.cookies) or session_in(request.cookies)
    except UnknownToken:
        raise HTTPException(401) from None


def is_by_bot_account(request: Request) -> bool:
    """Does a program send the request? Its token may be unknown."""
    return token_in(request.headers.get("authorization", "")) is not None


async def visitor(request: Request, store: Store) -> Person | None:
    """The person who asks; None for anonymous visitors."""
    if "visitor" not in request.scope:  # asked once, however often it is needed
        request.scope["visitor"] = await recognise(store, session_shown(request))
        if request.scope["visitor"] is None and is_by_bot_account(request):
            raise HTTPException(401)
    found: Person | None = request.scope["visitor"]
    return found


async def introduced(request: Request, store: Store) -> Person:
    """The person who asks; a new visitor is stored, because their action must be remembered."""
    person = await visitor(request, store)
    if person is None:
        person = request.scope["visitor"] = await begin_session(request, store, token_of(request))
    return person


async def begin_session(request: Request, store: Store, token: str, person: Person | None = None) -> Person:
    """Begin a session for a token: of `person`, or of a new one."""
    device = device_of(request.headers.get("user-agent", ""))
    return await store.begin_session(session_of(token), person, milliseconds_now(), device)


def token_of(request: Request) -> str:
    """The visitor's token; a new one for a new visitor."""
    if session_in(request.cookies):
        return request.cookies[PERSON_COOKIE]
    token: str = request.scope.setdefault("new token", new_token())  # the same one for the whole request
    return token


def keep_token(request: Request, response: Response, token: str) -> None:
    """Let the browser keep the token, unless it has it already. A program has its own."""
    if not is_by_bot_account(request) and request.cookies.get(PERSON_COOKIE) != token:
        keep_cookie(request, response, PERSON_COOKIE, token)


def led_to(request: Request, path: str) -> Response:
    """Redirect to a page of ours, and keep the token."""
    response = RedirectResponse(path, status_code=303)
    keep_token(request, response, token_of(request))
    return response


def keep_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """Set a cookie for a year, out of reach of scripts and other sites."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)


def game_of(request: Request) -> GameDefinition:
    """The game in the path of a request; 404 if there is none."""
    return game_or_404(request.path_params["game"])


def game_or_404(game_id: str) -> GameDefinition:
    """The game of that id; 404 if there is none."""
    try:
        return find_game(game_id)
    except (UnknownGame, ContractError):
        raise HTTPException(404, "game") from None


def is_local(request: Request) -> bool:
    """Is the request addressed to this machine by a loopback name?"""
    return request.url.hostname in ("localhost", "127.0.0.1", "::1")


def base_address(request: Request, settings: Settings) -> str:
    """The beginning of links that other devices shall open."""
    if is_local(request) and settings.house_address:
        return settings.house_address
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def own_path(path: str) -> str:
    """A safe path to redirect to; `/` for another site. Browsers skip unprintable characters, so they are refused."""
    ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if ours and len(path) <= LONGEST_PATH else "/"


def is_plain(name: str) -> bool:
    """Whether a text could be an id or an address of ours: ASCII letters, digits, `-` and `_`."""
    return name.replace("-", "").replace("_", "").isalnum() and name.isascii()


def key_of(person: str, other: str) -> str:
    """The key of another person in the forms of a person: it does not reveal the id.

    >>> key_of("a", "b") == key_of("a", "b") != key_of("b", "a")
    True
    """
    return hashlib.sha256(f"{person} {other}".encode()).hexdigest()[:16]


def problem(text: str) -> Response:
    """Tell a script that something went wrong."""
    return JSONResponse({"problem": text}, status_code=400)


async def asker_of(request: Request, store: Store) -> Asker:
    """Who asks, for rate limits."""
    person = await visitor(request, store)
    return browser_of(request)._replace(person=person.id if person else "")


def browser_of(request: Request) -> Asker:
    """Who asks, without looking up the person."""
    return Asker(address_key(request.client.host) if request.client else "", session=session_shown(request))


async def read_form(request: Request, origins: Sequence[str], most: int = LONGEST_FORM) -> dict[str, str]:
    """The fields of a form sent by one of our own pages; at most `most` bytes."""
    body = await read_body(request, origins, most)
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=40, errors="strict")
    except ValueError:
        raise HTTPException(400) from None
    form = {name: values[0] for name, values in fields.items()}
    if any("\0" in text for text in (*form, *form.values())):  # PostgreSQL cannot even look for such a text
        raise HTTPException(400)
    return form


async def read_body(request: Request, origins: Sequence[str], most: int = LONGEST_FORM) -> bytes:
    """The body of a request sent by one of our own pages; 413 above `most` bytes."""
    if not is_own_origin(dict(request.headers), origins):
        raise HTTPException(403)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise HTTPException(413)
    return body


def json_reply(reply: Callable[[Group, Request], Awaitable[Any]]) -> Callable[[Group, Request], Awaitable[Response]]:
    """Make a handler of a method: it sends the result as JSON, with 400 for a refusal and 429 for too many requests."""

    @wraps(reply)
    async def handle(group: Group, request: Request) -> Response:
        try:
            return Response(msgspec.json.encode(await reply(group, request)), media_type="application/json")
        except Refused as refused:
            problem, status = refused, 400
        except TooMuch as much:
            problem, status = refusal_of(much), 429
        message = problem.reason or refusal(problem.code, say_to(request))
        return JSONResponse({"message": message, "code": problem.code}, status_code=status)

    return handle
