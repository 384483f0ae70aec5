"""The season page: luck over all games, recurring mistakes, and progress."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games import GameDefinition, game_if_here, working_games
from tablee.games.language import Language
from tablee.server.features.history.model import Wanted
from tablee.server.features.history.season import ENOUGH, FEW, Season, bars, lines, means, reviewed_game, season, sums
from tablee.server.features.ratings.service import check_engine_allowed
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.storage import NotSaved, Unavailable
from tablee.server.table.directory import Entry
from tablee.server.table.events import Refused
from tablee.server.views.sentences import refusal
from tablee.server.web.rendering import PageGroup
from tablee.server.web.visit import say_to

MOST = 300
"""The latest games of one title that count."""
ASKED = 3
"""Missing stories to request with each visit."""
SHOWN = 6
"""Kinds of mistakes to show."""


class SeasonPages(PageGroup):
    """Answers requests for seasons."""

    async def page(self, request: Request) -> Response:
        """A person's season of one title."""
        await self._count_look(request)
        person, say = await self._visitor(request), say_to(request)
        if person is None:
            return RedirectResponse("/me", status_code=303)
        figures = {one.game: one.played for one in await self._store.figures_of(person.id)}
        games = [definition for definition in working_games() if definition.id in figures]
        chosen = game_if_here(request.query_params.get("game", ""))
        most_played = max(games, key=lambda one: (figures[one.id], one.id), default=None)
        definition = chosen if chosen in games else most_played
        shown, refused = None, ""
        if definition:
            try:
                await check_engine_allowed(self._store, definition.id, person.id)
                shown = await self._told(person.id, definition, say)
            except Refused as error:
                refused = refusal(error.code, say)
        return await self._printer.page(
            request,
            "history/season.html",
            games={one.id: one.title(say) for one in games},
            game=definition,
            shown=shown,
            refused=refused,
            few=FEW,
            path=f"/me/look-back?game={definition.id}" if definition else "/me/look-back",
        )

    async def _told(self, person: str, definition: GameDefinition, say: Language) -> dict[str, Any]:
        entries = await self._store.finished_games(person, Wanted(definition.id), MOST, 0)
        own = {
            entry.table: (entry.moved, seat)
            for entry, participants in entries
            if (seat := _seat(entry, participants)) is not None
        }
        kept = await self._store.review.of(person, definition.id)
        told = [(one.table, *own[one.table], one.story) for one in kept if one.story and one.table in own]
        found = await run_in_worker_thread(lambda: season([reviewed_game(*one) for one in told]))
        untold = [table for table in own if table not in {one.table for one in found.games}]
        if untold:
            self._hub.run_in_background(self._ask_for(untold[:ASKED], definition.id))
        return {"untold": len(untold), **season_words(found, definition.words.mistakes(say), say)}

    async def _ask_for(self, tables: Sequence[str], game: str) -> None:
        """Request missing stories, the latest games first; they have the lowest priority for bots."""
        try:
            for table in tables:
                await self._store.review.want(table, game, self._hub.clock())
        except (NotSaved, Unavailable):
            return  # the next visit asks again


def _seat(entry: Entry, participants: Sequence[int]) -> int | None:
    """The person's seat, if it was only one and the game was finished."""
    seats = [one.seat for one in entry.participants if one.participant in participants and one.seat is not None]
    return seats[0] if len(seats) == 1 and entry.status == "over" else None


def season_words(found: Season, names: Mapping[str, str], say: Language) -> dict[str, Any]:
    """A season for a page; `names` are those of the kinds of mistakes."""
    told = [one.mistakes for one in found.games]
    return {
        "count": len(found.games),
        "is_enough": found.is_enough,
        "games": say.plural("{count} game", "{count} games", len(found.games)),
        "luck": _luck(found, say),
        "luck_chart": lines(sums([one.luck for one in found.games]), found.off, say),
        "kinds": _kinds(found, names, say),
        "progress": _progress(found, say),
        "progress_chart": bars(told, means(told), say),
    }


def _luck(found: Season, say: Language) -> str:
    wins = say.tenths(abs(found.luck))
    if found.is_luck_even:
        return say("It has evened out: what is left, {wins} games, is within what chance explains.", wins=wins)
    if found.luck > 0:
        return say("You have been lucky: it has won you {wins} games, more than chance would explain.", wins=wins)
    return say("You have been unlucky: it has cost you {wins} games, more than chance would explain.", wins=wins)


def _kinds(found: Season, names: Mapping[str, str], say: Language) -> list[dict[str, Any]]:
    """The recurring kinds of mistakes, in the reader's language."""
    dearest = max((kind.cost for kind in found.kinds), default=1.0)
    shown = [
        {
            "name": names.get(kind.name, kind.name),
            "times": say.plural("{count} time", "{count} times", kind.times),
            "games": say.plural("in {count} game", "in {count} games", kind.games),
            "cost": say.percent(kind.cost / len(found.games)),
            "part": round(100 * kind.cost / dearest),
        }
        for kind in found.kinds[:SHOWN]
    ]
    if found.unnamed > 0.005 * len(found.games):
        cost, part = say.percent(found.unnamed / len(found.games)), round(100 * min(1.0, found.unnamed / dearest))
        shown.append({"name": say("something else"), "times": "", "games": "", "cost": cost, "part": part})
    return shown


def _progress(found: Season, say: Language) -> str:
    before, now = say.percent(found.earlier), say.percent(found.later)
    if len(found.games) < ENOUGH:
        return say("Progress is shown from {count} games on.", count=ENOUGH)
    if found.progress > 0:
        return say("You have improved: your mistakes cost you {before} of a win per game at first, and {now} "
                   "since.",
                   before=before, now=now)  # fmt: skip
    if found.progress < 0:
        return say("Your mistakes cost you more than at first: {before} of a win per game then, {now} since.",
                   before=before, now=now)  # fmt: skip
    return say("From {before} of a win per game to {now}: that may be chance.", before=before, now=now)
