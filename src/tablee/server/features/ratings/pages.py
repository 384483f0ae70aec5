"""The ladder of a game: the bots of the house, who are always there, and people who like to be seen."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablee.games.levels import LEVELS
from tablee.language import Language
from tablee.live.hub import Hub
from tablee.people.anchors import anchor
from tablee.people.programs import is_program
from tablee.people.ratings import DAYS, MILLION, POINTS, SITTING, SURE
from tablee.show.friendly_names import friendly_name
from tablee.show.sentences import level_names
from tablee.site.printer import Printer
from tablee.site.rating_words import rated_pace_words, rating_words
from tablee.site.visit import asker_of, game_of, say_to
from tablee.store.ratings import Rung

MOST = 100
"""People on a ladder."""
SURE_ENOUGH = int((SURE + 0.5) * MILLION / POINTS)


class Ladders:
    """Answers requests for ladders."""

    def __init__(self, hub: Hub, printer: Printer) -> None:
        self._hub = hub
        self._printer = printer

    async def page(self, request: Request) -> Response:
        """The ladder of a game, at either pace; by days only once somebody is on it."""
        folder, say = game_of(request), say_to(request)
        self._hub.limits.take("replay", await asker_of(request, self._hub.store))
        ladders = []
        for pace in (SITTING, DAYS):
            people = await self._hub.store.ratings.ladder(folder.id, pace, SURE_ENOUGH, MOST)
            if people or pace == SITTING:
                ladders.append({"pace": rated_pace_words(pace, say), "rungs": _rungs(folder.id, people, say)})
        return await self._printer.page(request, "shelf/ladder.html", game=folder, ladders=ladders)


def _rungs(game: str, people: list[Rung], say: Language) -> list[dict[str, Any]]:
    """People and bots, the best first."""
    bots = [
        (anchor(game, level), {"name": bot.bot, "about": level_names(say)[level - 1], "url": "", "bot": True})
        for level, bot in LEVELS.items()
    ]
    known = [
        (
            one.rating,
            {
                "name": _name(one, say),
                "about": say.plural("{count} game", "{count} games", one.games),
                "url": f"/people/{one.address}" if one.address else "",
                "bot": False,
            },
        )
        for one in people
    ]
    ordered = sorted([*known, *bots], key=lambda one: -one[0].mu)
    return [{**told, "rating": rating_words(rating, say)} for rating, told in ordered]


def _name(one: Rung, say: Language) -> str:
    name = one.name or friendly_name(one.person, say)
    return say("{name} (program)", name=name) if is_program(one.person) else name
