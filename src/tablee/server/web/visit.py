"""A request as a visit: who comes, in which language, and what they ask for."""

from collections.abc import Sequence
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games import GameFolder, find_game
from tablee.games.errors import UnknownGame
from tablee.kernel.contract import ContractError
from tablee.language import Language
from tablee.live.limits import Asker, address_key
from tablee.live.recognition import NotKnown, program_in, recognise, session_in
from tablee.live.settings import LONGEST_FORM, Settings
from tablee.live.socket import is_own_origin
from tablee.live.time import milliseconds_now
from tablee.people import Person
from tablee.people.devices import device_of
from tablee.people.programs import token_in
from tablee.people.tokens import PERSON_COOKIE, new_token, session_of
from tablee.show.sentences import language, preferred_language
from tablee.store import Store

A_YEAR = 365 * 86400
LONGEST_PATH = 200
"""Of the pages that one is led back to."""


def say_to(request: Request) -> Language:
    """The language of the one who asks."""
    return language(preferred_language(request.cookies, request.headers.get("accept-language", "")))


def session_shown(request: Request) -> str:
    """The session that a browser or a program shows; it need not be anybody's."""
    try:
        return program_in(request.headers, request.cookies) or session_in(request.cookies)
    except NotKnown:
        raise HTTPException(401) from None


def is_by_program(request: Request) -> bool:
    """Does a program ask? What it shows may be nobody's."""
    return token_in(request.headers.get("authorization", "")) is not None


async def visitor(request: Request, store: Store) -> Person | None:
    """The person who asks; None for somebody of whom nothing is kept."""
    if "visitor" not in request.scope:  # asked once, however often it is needed
        request.scope["visitor"] = await recognise(store, session_shown(request))
        if request.scope["visitor"] is None and is_by_program(request):
            raise HTTPException(401)
    found: Person | None = request.scope["visitor"]
    return found


async def introduced(request: Request, store: Store) -> Person:
    """The person who asks, who is kept from now on: something is done that must not be forgotten."""
    if session_shown(request) in request.app.state.standing.removed:
        raise HTTPException(403, "removed")
    person = await visitor(request, store)
    if person is None:
        person = request.scope["visitor"] = await begin_session(request, store, token_of(request))
    return person


async def begin_session(request: Request, store: Store, token: str, person: Person | None = None) -> Person:
    """Make a token one of that person, or of somebody new."""
    device = device_of(request.headers.get("user-agent", ""))
    return await store.begin_session(session_of(token), person, milliseconds_now(), device)


def token_of(request: Request) -> str:
    """The token of the one who asks, a new one for who has none."""
    if session_in(request.cookies):
        return request.cookies[PERSON_COOKIE]
    token: str = request.scope.setdefault("new token", new_token())  # the same one, however often it is asked for
    return token


def keep_token(request: Request, response: Response, token: str) -> None:
    """Let the browser keep the token, unless it has it already. A program has its own."""
    if not is_by_program(request) and request.cookies.get(PERSON_COOKIE) != token:
        keep_cookie(request, response, PERSON_COOKIE, token)


def led_to(request: Request, path: str) -> Response:
    """Lead the one who asks on to a page of ours, as somebody who is known there."""
    response = RedirectResponse(path, status_code=303)
    keep_token(request, response, token_of(request))
    return response


def keep_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """Let the browser keep something for a year, out of reach of scripts and other sites."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)


def game_of(request: Request) -> GameFolder:
    """The game that an address names."""
    return game_or_404(request.path_params["game"])


def game_or_404(game_id: str) -> GameFolder:
    """The game of that id; a page says so if there is none."""
    try:
        return find_game(game_id)
    except (UnknownGame, ContractError):
        raise HTTPException(404, "game") from None


def is_local(request: Request) -> bool:
    """Does somebody ask from the very machine that the server runs on?"""
    return request.url.hostname in ("localhost", "127.0.0.1", "::1")


def base_address(request: Request, settings: Settings) -> str:
    """How links to this house begin that other devices are to open."""
    if is_local(request) and settings.house_address:
        return settings.house_address
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def own_path(path: str) -> str:
    """A path of this house to go to; home, if it leads elsewhere. Browsers read past what cannot be printed."""
    ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if ours and len(path) <= LONGEST_PATH else "/"


def address_of(request: Request) -> str:
    """Where a request comes from, as it is counted."""
    return address_key(request.client.host) if request.client else ""


async def asker_of(request: Request, store: Store) -> Asker:
    """Who asks: how much anyone may ask for is counted by that."""
    person = await visitor(request, store)
    return browser_of(request)._replace(person=person.id if person else "")


def browser_of(request: Request) -> Asker:
    """The same, without looking up whose browser it is."""
    return Asker(address_of(request), session=session_shown(request))


async def read_form(request: Request, origins: Sequence[str], most: int = LONGEST_FORM) -> dict[str, str]:
    """The fields of a form from one of our own pages, of at most so many bytes."""
    body = await read_body(request, origins, most)
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=40)
    except ValueError:
        raise HTTPException(400) from None
    return {name: values[0] for name, values in fields.items()}


async def read_body(request: Request, origins: Sequence[str], most: int = LONGEST_FORM) -> bytes:
    """All that a request from one of our own pages brings, which may not be much."""
    if not is_own_origin(dict(request.headers), origins):
        raise HTTPException(403)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise HTTPException(413)
    return body
