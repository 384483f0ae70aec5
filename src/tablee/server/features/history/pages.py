"""A person's games in progress and finished games, with statistics."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.games import game_if_here
from tablee.games.language import Language
from tablee.server.features.history.model import (
    BOTS,
    LOST,
    PEOPLE,
    WON,
    BotRecord,
    Figures,
    Wanted,
    records_against_bots,
)
from tablee.server.features.lobby.pages import people_met
from tablee.server.features.ratings.rating_texts import change_words, rated_pace_words, rating_words
from tablee.server.features.ratings.store import PlayerRating, RatingChange
from tablee.server.storage import Store
from tablee.server.table.directory import Entry, waiting_tables
from tablee.server.views.bot_characters import level_names
from tablee.server.views.clock_texts import deadline
from tablee.server.views.game_facts import game_name
from tablee.server.views.sentences import listed, listed_names
from tablee.server.web.rendering import PageGroup
from tablee.server.web.visit import is_plain, say_to, visitor

PATH = "/me/games"
PAGE = 50
"""Finished games on one page."""
FURTHEST = 10_000
"""The last page that can be asked for."""
MOST_RUNNING = 200
MOST_REMEMBERED = 500
"""Tables by which records against bots are counted."""
RUNNING, FINISHED = "running", "finished"


class HistoryPages(PageGroup):
    """Answers requests for a person's games."""

    async def page(self, request: Request) -> Response:
        """One's own games."""
        await self._count_look(request)
        visiting, say = await self._visitor(request), say_to(request)
        person = visiting.id if visiting else ""  # who has not played yet has no games
        wanted, state, page = _requested(request)
        met = {one.key: one for one in await people_met(person, self._store, say)} if person else {}
        against = request.query_params.get("with", "")
        if against in met:
            wanted = wanted._replace(other=met[against].person)
        else:
            against = wanted.company
        running, ended = [], []
        if state != FINISHED and not wanted.ended:
            running = await self._running(person, wanted)
        if state != RUNNING:
            ended = await self._store.finished_games(person, wanted, PAGE + 1, (page - 1) * PAGE)
        figures = await self._store.figures_of(person)
        games = {*(one.game for one in figures), *(entry.game for entry, _ in running)}
        changes = {one.table: one for one in await self._store.ratings.history(person)}
        return await self._printer.page(
            request,
            "history/history.html",
            running=[game_row(entry, own, say) for entry, own in running if page == 1],
            ended=[game_row(entry, own, say, changes.get(entry.table)) for entry, own in ended[:PAGE]],
            ratings=rating_cards(await self._store.ratings.of(person), say),
            figures=figure_cards(figures, say),
            games=dict(sorted(((game, game_name(game, say)) for game in games), key=lambda one: one[1])),
            met={key: one.name for key, one in met.items()},
            wanted=wanted,
            against=against,
            state=state,
            earlier=_link(request, page + 1, against) if len(ended) > PAGE else "",
            later=_link(request, page - 1, against) if page > 1 else "",
            path=_link(request, page, against),
        )

    async def _running(self, person: str, wanted: Wanted) -> list[tuple[Entry, list[int]]]:
        """A person's games in progress that match a filter: those that wait for them first."""
        found = await self._store.entries_of(person, unfinished=True, most=MOST_RUNNING)
        if wanted.other:
            shared = await self._store.entries_of(wanted.other, unfinished=True, most=MOST_RUNNING)
            tables = {entry.table for entry, _ in shared}
            found = [(entry, own) for entry, own in found if entry.table in tables]
        running = []
        for entry, own in found:
            has_company = any(not one.level and one.participant not in own for one in entry.participants)
            if wanted.game in ("", entry.game) and wanted.company in ("", PEOPLE if has_company else BOTS):
                running.append((entry, own))
        order = {entry.table: place for place, entry in enumerate(waiting_tables(running))}
        return sorted(running, key=lambda one: order.get(one[0].table, len(order)))

    async def next_table(self, request: Request) -> Response:
        """For scripts: the next table that waits for this person, `besides` the one that is open."""
        person, say = await self._visitor(request), say_to(request)
        found = await self._store.waiting_tables(person.id) if person else []
        waiting = [one for one in found if one.table != request.query_params.get("besides")]
        told = {
            "url": f"/tables/{waiting[0].table}" if waiting else "",
            "texts": {
                "next": say.plural(
                    "Next table ({count} waiting for you)", "Next table ({count} waiting for you)", len(waiting)
                ),
                "stay": say("Stay here"),
                "move_on": say("Go there automatically"),
            },
        }
        return JSONResponse(told, headers={"cache-control": "no-store"})


def _requested(request: Request) -> tuple[Wanted, str, int]:
    """The requested filter, state (in progress or finished) and page number."""
    asked = request.query_params
    game, page = asked.get("game", ""), asked.get("page", "")
    company, ended = _one_of(asked.get("with"), BOTS, PEOPLE), _one_of(asked.get("ended"), WON, LOST)
    number = int(page) if page.isascii() and page.isdecimal() and len(page) < 6 else 1
    state = _one_of(asked.get("state"), RUNNING, FINISHED)
    return Wanted(game if is_plain(game) else "", company, ended), state, min(max(number, 1), FURTHEST)


def _one_of(asked: str | None, *known: str) -> str:
    """The requested value, if it is one of those allowed."""
    return asked if asked in known else ""


def _link(request: Request, page: int, against: str) -> str:
    """The address of another page with the same filter."""
    wanted, state, _ = _requested(request)
    told = {"state": state, "game": wanted.game, "with": against, "ended": wanted.ended}
    asked = {name: value for name, value in told.items() if value} | ({"page": page} if page > 1 else {})
    return f"{PATH}?{urlencode(asked)}" if asked else PATH


def figure_cards(figures: Sequence[Figures], say: Language) -> list[dict[str, Any]]:
    """A person's statistics for a page."""
    return [
        {
            "name": game_name(one.game, say),
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


def rating_cards(found: Sequence[PlayerRating], say: Language) -> list[dict[str, Any]]:
    """A person's ratings for a page."""
    return [
        {
            "name": game_name(one.game, say),
            "ladder": f"/games/{one.game}/ladder" if game_if_here(one.game) else "",
            "pace": rated_pace_words(one.pace, say),
            "rating": rating_words(one.rating, say),
            "games": say.plural("{count} game", "{count} games", one.games),
            "sure": one.rating.is_sure,
        }
        for one in found
    ]


def game_row(entry: Entry, own: Sequence[int], say: Language, change: RatingChange | None = None) -> dict[str, Any]:
    """A game in one line: opponents, result and time. Does not read its log."""
    names = listed_names(entry.participants, say)
    seats = [one.seat for one in entry.participants if one.participant in own and one.seat is not None]
    is_forfeit = entry.reason == "left"
    own_first = sorted(range(len(entry.scores)), key=lambda seat: seat not in seats)
    return {
        "url": f"/tables/{entry.table}",
        "name": game_name(entry.game, say),
        "cover": f"/games/{entry.game}/cover.svg" if game_if_here(entry.game) else "",
        "others": [names[one.participant] for one in entry.participants if one.participant != min(own, default=0)],
        "ending": _ending(entry, own, seats, names, say),
        "won": len(seats) == 1 and seats[0] in entry.winners,
        "yours": entry.turn in own or entry.asked_by(own) is not None,
        "forfeit": say("by forfeit") if is_forfeit else "",
        "points": "" if is_forfeit else " : ".join(say.number(entry.scores[seat]) for seat in own_first),
        "change": change_words(change.before, change.after, say) if change else "",
        **deadline(entry, say),
        "day": say.day(entry.moved),
        "exactly": datetime.fromtimestamp(entry.moved // 1000, UTC).isoformat(),
    }


def _ending(entry: Entry, own: Sequence[int], seats: Sequence[int], names: dict[int, str], say: Language) -> str:
    """The status or result of a game for a person."""
    if entry.status == "closed":
        return say("closed without a result")
    if entry.status == "waiting":
        return say("waiting for players")
    if entry.status == "playing":
        if (asker := entry.asked_by(own)) is not None:
            return say("{name} asks to undo", name=names[asker])
        if entry.turn in own:
            return say("Your turn")
        to_act = names.get(entry.turn or 0, "")
        return say("{name} to play", name=to_act) if to_act else say("in progress")
    winners = [names[one.participant] for one in entry.participants if one.seat in entry.winners]
    if len(seats) == 1 and seats[0] in entry.winners:
        return say("won") if len(winners) == 1 else say("shared the win")
    if not winners:
        return say("nobody won")
    if len(seats) == 1 and entry.players == 2:
        return say("lost")
    return say("{names} won", names=listed(winners, say))


async def bot_records_of(request: Request, store: Store, game: str) -> Mapping[str, BotRecord]:
    """The record of a visitor against each bot in a game, by name."""
    person = await visitor(request, store)
    if person is None:
        return {}
    return records_against_bots(await store.entries_of(person.id, unfinished=False, most=MOST_REMEMBERED), game)
