"""The ladder of a game: the server's bots, and people with a public profile."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablee.games.brains.levels import LEVELS
from tablee.games.language import Language
from tablee.server.features.bot_accounts.model import is_bot_account
from tablee.server.features.ratings.model import DAYS, MILLION, POINTS, SITTING, SURE, Rating, anchor
from tablee.server.features.ratings.rating_texts import rated_pace_words, rating_words
from tablee.server.features.ratings.store import LadderRow
from tablee.server.views.bot_characters import level_names
from tablee.server.views.friendly_names import friendly_name
from tablee.server.web.rendering import PageGroup
from tablee.server.web.visit import game_of, say_to

MOST = 100
"""Maximum number of people on a ladder."""
SURE_ENOUGH = int((SURE + 0.5) * MILLION / POINTS)


class LadderPages(PageGroup):
    """Answers requests for ladders."""

    async def page(self, request: Request) -> Response:
        """The ladder of a game, for one pace; the pace by days is offered once somebody is on it."""
        definition, say = game_of(request), say_to(request)
        await self._count_look(request)
        ladders = []
        for pace in (SITTING, DAYS):
            people = await self._store.ratings.ladder(definition.id, pace, SURE_ENOUGH, MOST)
            if people or pace == SITTING:
                ladders.append({"pace": rated_pace_words(pace, say), "rungs": _rungs(definition.id, people, say)})
        return await self._printer.page(request, "ratings/ladder.html", game=definition, ladders=ladders)


def _rungs(game: str, people: list[LadderRow], say: Language) -> list[dict[str, Any]]:
    """People and bots, the best first."""
    bots: list[tuple[Rating, dict[str, Any]]] = [
        (anchor(game, level), {"name": bot.bot, "about": level_names(say)[level - 1], "url": "", "face": level})
        for level, bot in LEVELS.items()
    ]
    known: list[tuple[Rating, dict[str, Any]]] = []
    for one in people:
        name = one.name or friendly_name(one.person, say)
        program = is_bot_account(one.person)
        shown = say("{name} (bot)", name=name) if program else name
        games, url = say.plural("{count} game", "{count} games", one.games), f"/people/{one.address}"
        told = {"name": shown, "about": games, "url": url if one.address else "", "face": -1 if program else 0}
        known.append((one.rating, told))
    ordered = sorted([*known, *bots], key=lambda one: -one[0].mu)
    return [{**told, "rating": rating_words(rating, say)} for rating, told in ordered]
