"""One's games: what goes on, what has ended and how, what it all comes to; and the page that others may see of it."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games import game_if_here
from tablee.language import Language
from tablee.live.hub import Hub
from tablee.live.settings import Settings
from tablee.people.played import BOTS, LOST, PEOPLE, WON, Figures, Wanted
from tablee.show.friendly_names import friendly_name
from tablee.show.sentences import level_names, listed, listed_names
from tablee.site.own.passkeys import is_plain
from tablee.site.printer import Printer
from tablee.site.rating_words import change_words, rated_pace_words, rating_words
from tablee.site.visit import asker_of, base_address, read_form, say_to, visitor
from tablee.store.ratings import Changed, Standing
from tablee.table.directory import Entry

PATH = "/me/games"
PAGE = 50
"""Finished games on one page."""
FURTHEST = 10_000
"""The last page that is looked for."""
MOST_RUNNING = 200
RUNNING, FINISHED = "running", "finished"

Own = tuple[Entry, list[int]]
"""A table, with the sitters that somebody is there."""


class OwnGames:
    """Answers requests for what somebody has played."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer

    async def page(self, request: Request) -> Response:
        """What one has played."""
        self._hub.limits.take("replay", await asker_of(request, self._hub.store))
        person, say = await visitor(request, self._hub.store), say_to(request)
        if person is None:
            return RedirectResponse("/me", status_code=303)
        wanted, state, page = _wished(request)
        running = [] if state == FINISHED or wanted.ended else await self._running(person.id, wanted)
        ended = [] if state == RUNNING else await self._ended(person.id, wanted, page)
        figures = await self._hub.store.figures_of(person.id)
        changes = {one.table: one for one in await self._hub.store.ratings.history(person.id)}
        return await self._printer.page(
            request,
            "own/own_games.html",
            running=[_row(entry, own, say) for entry, own in running if page == 1],
            ended=[_row(entry, own, say) | _change(changes.get(entry.table), say) for entry, own in ended[:PAGE]],
            stands=stands(await self._hub.store.ratings.of(person.id), say),
            figures=figure_cards(figures, say),
            games=_games(figures, running),
            wanted=wanted,
            state=state,
            earlier=_link(request, page + 1) if len(ended) > PAGE else "",
            later=_link(request, page - 1) if page > 1 else "",
            path=_link(request, page),
        )

    async def _running(self, person: str, wanted: Wanted) -> list[Own]:
        found = await self._hub.store.entries_of(person, unfinished=True, most=MOST_RUNNING)
        return [(entry, own) for entry, own in found if _fits(entry, own, wanted)]

    async def _ended(self, person: str, wanted: Wanted, page: int) -> list[Own]:
        """A page of them, and one more if there is another page."""
        return await self._hub.store.finished_games(person, wanted, PAGE + 1, (page - 1) * PAGE)

    # ---- for others ----------------------------------------------------------------------------------------

    async def publish(self, request: Request) -> Response:
        """Let others see a page about oneself, at an address that nobody can guess; or no longer."""
        form = await read_form(request, self._settings.origins)
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        person = await visitor(request, self._hub.store)
        if person is not None:
            address = secrets.token_urlsafe(12) if form.get("public") == "yes" else ""
            await self._hub.store.publish(person.id, address)
        return RedirectResponse("/me#public", status_code=303)

    async def profile(self, request: Request) -> Response:
        """The page about somebody who likes it to be seen."""
        self._hub.limits.take("replay", await asker_of(request, self._hub.store))
        address, say = request.path_params["address"], say_to(request)
        person = await self._hub.store.person_at(address) if is_plain(address) else None
        if person is None:
            raise HTTPException(404)
        return await self._printer.page(
            request,
            "own/profile.html",
            name=person.name or friendly_name(person.id, say),
            since=say.day(person.since),
            figures=figure_cards(await self._hub.store.figures_of(person.id), say),
            stands=[one for one in stands(await self._hub.store.ratings.of(person.id), say) if one["sure"]],
        )


async def profile_link(hub: Hub, settings: Settings, request: Request, person: str) -> str:
    """The address of the page that others may see of somebody; an empty text if there is none."""
    address = await hub.store.profile_of(person)
    return f"{base_address(request, settings)}/people/{address}" if address else ""


def _wished(request: Request) -> tuple[Wanted, str, int]:
    """What somebody wants to see: which games, those that go on or those that have ended, and which page."""
    asked = request.query_params
    game, page = asked.get("game", ""), asked.get("page", "")
    company, ended = _one_of(asked.get("with"), BOTS, PEOPLE), _one_of(asked.get("ended"), WON, LOST)
    number = int(page) if page.isascii() and page.isdecimal() and len(page) < 6 else 1
    state = _one_of(asked.get("state"), RUNNING, FINISHED)
    return Wanted(game if is_plain(game) else "", company, ended), state, min(max(number, 1), FURTHEST)


def _one_of(asked: str | None, *known: str) -> str:
    """What was asked for, if there is such a thing."""
    return asked if asked in known else ""


def _link(request: Request, page: int) -> str:
    """The same, on another page."""
    wanted, state, _ = _wished(request)
    told = {"state": state, "game": wanted.game, "with": wanted.company, "ended": wanted.ended}
    asked = {name: value for name, value in told.items() if value} | ({"page": page} if page > 1 else {})
    return f"{PATH}?{urlencode(asked)}" if asked else PATH


def _fits(entry: Entry, own: Sequence[int], wanted: Wanted) -> bool:
    """Is a table that goes on one of those that are wanted?"""
    in_company = any(not one.level and one.sitter not in own for one in entry.sitters)
    return wanted.game in ("", entry.game) and wanted.company in ("", PEOPLE if in_company else BOTS)


def _games(figures: Sequence[Figures], running: Sequence[Own]) -> dict[str, str]:
    """The games that one can choose, with their names."""
    found = {*(one.game for one in figures), *(entry.game for entry, _ in running)}
    return dict(sorted(((game, _name(game)) for game in found), key=lambda one: one[1]))


def _name(game: str) -> str:
    folder = game_if_here(game)
    return folder.name if folder else game


def figure_cards(figures: Sequence[Figures], say: Language) -> list[dict[str, Any]]:
    """What somebody's games come to, as a page shows it."""
    return [
        {
            "name": _name(one.game),
            "cover": f"/games/{one.game}/cover.svg" if game_if_here(one.game) else "",
            "played": say.number(one.played),
            "won": say.number(one.won),
            "share": say.percent(one.won / one.decided) if one.decided else "",
            "points": say.tenths(one.points),
            "best": "" if one.best is None else say.number(one.best),
            "moves": say.plural("{count} move", "{count} moves", round(one.moves)),
            "levels": [level_names(say)[level - 1] for level in one.levels if level <= len(level_names(say))],
        }
        for one in figures
    ]


def stands(found: Sequence[Standing], say: Language) -> list[dict[str, Any]]:
    """Somebody's ratings, as a page shows them."""
    return [
        {
            "name": _name(one.game),
            "ladder": f"/games/{one.game}/ladder" if game_if_here(one.game) else "",
            "pace": rated_pace_words(one.pace, say),
            "rating": rating_words(one.rating, say),
            "games": say.plural("{count} game", "{count} games", one.games),
            "sure": one.rating.is_sure,
        }
        for one in found
    ]


def _change(change: Changed | None, say: Language) -> dict[str, str]:
    """What a game did to one's rating."""
    return {"change": change_words(change.before, change.after, say) if change else ""}


def _row(entry: Entry, own: Sequence[int], say: Language) -> dict[str, Any]:
    """A game as one line: with whom, how it ended, and when. Its log is not looked at."""
    names = listed_names(entry.sitters, say)
    seats = [one.seat for one in entry.sitters if one.sitter in own and one.seat is not None]
    return {
        "url": f"/tables/{entry.table}",
        "name": _name(entry.game),
        "cover": f"/games/{entry.game}/cover.svg" if game_if_here(entry.game) else "",
        "others": [names[one.sitter] for one in entry.sitters if one.sitter != min(own, default=0)],
        "ending": _ending(entry, seats, names, say),
        "won": len(seats) == 1 and seats[0] in entry.winners,
        "yours": entry.turn in own,
        "points": " : ".join(map(say.number, _points(entry, seats))),
        "change": "",
        "day": say.day(entry.moved),
        "exactly": datetime.fromtimestamp(entry.moved // 1000, UTC).isoformat(),
    }


def _points(entry: Entry, seats: Sequence[int]) -> list[int]:
    """Everybody's points, one's own first."""
    order = sorted(range(len(entry.scores)), key=lambda seat: seat not in seats)
    return [entry.scores[seat] for seat in order]


def _ending(entry: Entry, seats: Sequence[int], names: dict[int, str], say: Language) -> str:
    """How a game has ended, for whom it has ended so; nothing, if it has not."""
    if entry.status == "closed":
        return say("closed without a result")
    if entry.status != "over":
        return say("waiting for players") if entry.status == "waiting" else say("in play")
    winners = [names[one.sitter] for one in entry.sitters if one.seat in entry.winners]
    if len(seats) == 1 and seats[0] in entry.winners:
        return say("won") if len(winners) == 1 else say("shared the win")
    if not winners:
        return say("nobody won")
    return say("{names} won", names=winners[0] if len(winners) == 1 else listed(winners, say))
