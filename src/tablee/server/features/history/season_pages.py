"""A season's look back: how luck evened out, which mistakes recur, and whether one has got better, game by game."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games import GameFolder, game_if_here, working_games
from tablee.language import Language
from tablee.live.beside import beside
from tablee.live.hub import Hub
from tablee.people.played import Wanted
from tablee.site.own.season_chart import bars, lines
from tablee.site.printer import Printer
from tablee.site.visit import asker_of, say_to, visitor
from tablee.store import NotSaved, Unavailable
from tablee.store.stories import Kept
from tablee.study.season import ENOUGH, FEW, Played, Season, means, played, season, sums
from tablee.table.directory import Entry

MOST = 300
"""Games of one kind that are looked back on, the latest."""
ASKED = 3
"""Stories that are asked for whenever somebody looks back: the rest with the next looks."""
SHOWN = 6
"""Kinds of mistakes that are shown."""

Own = tuple[Entry, list[int]]


class LookBack:
    """Answers requests for what somebody's games teach."""

    def __init__(self, hub: Hub, printer: Printer) -> None:
        self._hub = hub
        self._printer = printer

    async def page(self, request: Request) -> Response:
        """What one's games of one kind come to."""
        self._hub.limits.take("replay", await asker_of(request, self._hub.store))
        person, say = await visitor(request, self._hub.store), say_to(request)
        if person is None:
            return RedirectResponse("/me", status_code=303)
        figures = {one.game: one.played for one in await self._hub.store.figures_of(person.id)}
        games = [folder for folder in working_games() if folder.id in figures]
        folder = self._chosen(request, games, figures)
        shown = await self._told(person.id, folder, say) if folder else None
        return await self._printer.page(
            request,
            "own/look_back.html",
            games={one.id: one.name for one in games},
            game=folder,
            shown=shown,
            few=FEW,
            path=f"/me/look-back?game={folder.id}" if folder else "/me/look-back",
        )

    def _chosen(self, request: Request, games: Sequence[GameFolder], played: dict[str, int]) -> GameFolder | None:
        """The game that was asked for; else the one that was played most."""
        wished = game_if_here(request.query_params.get("game", ""))
        if wished is not None and wished in games:
            return wished
        return max(games, key=lambda one: (played[one.id], one.id), default=None)

    async def _told(self, person: str, folder: GameFolder, say: Language) -> dict[str, Any]:
        entries = await self._hub.store.finished_games(person, Wanted(folder.id), MOST, 0)
        own = {
            entry.table: (entry, seat) for entry, sitters in entries if (seat := _seat((entry, sitters))) is not None
        }
        kept = await self._hub.store.stories.of(person, folder.id)
        found = await beside(_season, own, kept)
        untold = [table for table in own if table not in {one.table for one in found.games}]
        if untold:
            self._hub.begin_errand(self._ask_for(untold[:ASKED], folder.id))
        return {"untold": len(untold), **season_words(found, folder.words.mistakes(say), say)}

    async def _ask_for(self, tables: Sequence[str], game: str) -> None:
        """Ask for stories that are not told yet, the latest games first: whoever thinks has time for it last."""
        try:
            for table in tables:
                await self._hub.store.stories.want(table, game, self._hub.clock())
        except (NotSaved, Unavailable):
            return  # the next look asks again


def _seat(own: Own) -> int | None:
    """Where somebody sat, if it was one seat alone, and the game came to an end."""
    entry, sitters = own
    seats = [one.seat for one in entry.sitters if one.sitter in sitters and one.seat is not None]
    return seats[0] if len(seats) == 1 and entry.status == "over" else None


def _season(own: dict[str, tuple[Entry, int]], kept: Sequence[Kept]) -> Season:
    return season([_played(one, *own[one.table]) for one in kept if one.story and one.table in own])


def _played(kept: Kept, entry: Entry, seat: int) -> Played:
    assert kept.story is not None
    return played(kept.table, entry.moved, kept.story, seat)


def season_words(found: Season, names: Mapping[str, str], say: Language) -> dict[str, Any]:
    """A season as a page shows it; `names` are those of kinds of mistakes."""
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
        return say("It has evened out: what is left, {wins} games, is no more than chance brings.", wins=wins)
    if found.luck > 0:
        return say("You have had luck: it has won you {wins} games, more than chance may well bring.", wins=wins)
    return say("You have had bad luck: it has cost you {wins} games, more than chance may well bring.", wins=wins)


def _kinds(found: Season, names: Mapping[str, str], say: Language) -> list[dict[str, Any]]:
    """The kinds that recur, in the words of the reader."""
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
        return say("Whether you get better can be told from {count} games on.", count=ENOUGH)
    if found.progress > 0:
        return say("You have got better: mistakes cost you {before} of a win a game at first, and {now} since.",
                   before=before, now=now)  # fmt: skip
    if found.progress < 0:
        return say("Mistakes cost you more than at first: {before} of a win a game, and {now} since.",
                   before=before, now=now)  # fmt: skip
    return say("From {before} of a win a game to {now}: that may be chance.", before=before, now=now)
