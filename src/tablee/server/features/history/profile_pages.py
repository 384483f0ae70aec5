"""A person's profile: rating curves, results, streaks, the people they have played with; and what others see of it."""

import secrets
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games import game_if_here, working_games
from tablee.games.language import Language
from tablee.server.features.accounts.model import Person
from tablee.server.features.daily.deal_texts import own_days
from tablee.server.features.daily.model import day_of, streak
from tablee.server.features.history.model import (
    PARTS,
    RATINGS,
    RESULTS,
    STREAKS,
    Figures,
    ProfileSettings,
    win_streak,
)
from tablee.server.features.history.pages import figure_cards
from tablee.server.features.history.season import rating_curve
from tablee.server.features.lobby.pages import people_met
from tablee.server.features.ratings.model import Rating
from tablee.server.features.ratings.rating_texts import change_of_points, rated_pace_words, rating_words
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.game_facts import game_name
from tablee.server.views.sentences import listed
from tablee.server.web.rendering import PageGroup
from tablee.server.web.visit import base_address, is_plain, say_to

PATH = "/me/profile"
MOST_RATED, MOST_DECIDED = 1000, 1000
"""The latest games that count for curves and for streaks."""
LISTED = 10
"""The latest ratings that are listed beside a curve."""
FAVOURITES = 3


class ProfilePages(PageGroup):
    """Answers requests for profiles."""

    async def own(self, request: Request) -> Response:
        """One's own profile, with all that there is, and what others may see of it."""
        await self._count_look(request)
        person, say = await self._visitor(request), say_to(request)
        if person is None:
            return RedirectResponse("/me", status_code=303)
        settings = await self._store.profile_of(person.id)
        figures = await self._store.figures_of(person.id)
        address = f"{base_address(request, self._settings)}/people/{settings.address}" if settings.address else ""
        return await self._printer.page(
            request,
            "history/profile.html",
            own=True,
            **await self._told(person, ProfileSettings(parts=PARTS), say),
            people=await self._people(person, say),
            game=_usual_game(figures),
            address=address,
            shown=settings.parts,
            parts=_part_names(say),
        )

    async def public(self, request: Request) -> Response:
        """The profile of somebody who shows one, as far as they do."""
        await self._count_look(request)
        address, say = request.path_params["address"], say_to(request)
        person = await self._store.person_at(address) if is_plain(address) else None
        if person is None:
            raise HTTPException(404)
        settings = await self._store.profile_of(person.id)
        told = await self._told(person, settings, say)
        return await self._printer.page(request, "history/profile.html", own=False, **told)

    async def publish(self, request: Request) -> Response:
        """Set what others may see: a page at an address that nobody can guess, or none, and which parts."""
        form = await self._read_change(request)
        person = await self._visitor(request)
        if person is not None:
            before = await self._store.profile_of(person.id)
            kept = before.address if form.get("address") != "new" else ""
            address = kept or secrets.token_urlsafe(12) if form.get("public") == "yes" else ""
            parts = tuple(part for part in PARTS if form.get(f"part_{part}") == "yes")
            await self._store.publish(person.id, address, parts)
        return RedirectResponse(f"{PATH}#public", status_code=303)

    async def _told(self, person: Person, settings: ProfileSettings, say: Language) -> dict[str, Any]:
        """What a profile tells of a person."""
        parts, store = settings.parts, self._store
        figures = await store.figures_of(person.id) if RESULTS in parts else []
        curves = await store.ratings.curves(person.id, MOST_RATED) if RATINGS in parts else {}
        streaks = await self._streaks(person, say) if STREAKS in parts else []
        return {
            "name": person.name or friendly_name(person.id, say),
            "since": say.day(person.since),
            "curves": [_curve(*kind, course, say) for kind, course in sorted(curves.items())],
            "figures": figure_cards(figures, say),
            "favourites": listed([game_name(one.game, say) for one in figures[:FAVOURITES]], say) if figures else "",
            "streaks": streaks,
        }

    async def _streaks(self, person: Person, say: Language) -> list[dict[str, str]]:
        wins = win_streak(await self._store.decided_games(person.id, MOST_DECIDED))
        days = streak(await own_days(self._store, person), day_of(self._hub.clock()))
        told = [
            (say("Current winning streak"), wins.now),
            (say("Longest winning streak"), wins.longest),
            (say("Deals of the day in a row"), days),
        ]
        return [{"name": name, "count": say.number(count)} for name, count in told if count]

    async def _people(self, person: Person, say: Language) -> list[dict[str, Any]]:
        """The people with whom a person has played; those who are here now first, if they let others see it."""
        met = await people_met(person.id, self._store, say)
        here = [one.person for one in met if self._hub.online_count.is_here(one.person)]
        hidden = await self._store.hidden_people(here)
        rows = [
            {"key": one.key, "name": one.name, "here": one.person in here and one.person not in hidden} for one in met
        ]
        return sorted(rows, key=lambda row: not row["here"])


def _usual_game(figures: list[Figures]) -> str:
    """The game to which one press invites: the one that a person has played most."""
    return next((one.game for one in figures if game_if_here(one.game)), next((one.id for one in working_games()), ""))


def _curve(game: str, pace: str, course: list[tuple[int, Rating]], say: Language) -> dict[str, Any]:
    """A rating over time, as a picture and in words."""
    points, (_, last) = [rating.points for _, rating in course], course[-1]
    games = say.plural("{count} game", "{count} games", len(course))
    lowest, highest = say.number(min(points)), say.number(max(points))
    told = {"games": games, "rating": rating_words(last, say), "lowest": lowest, "highest": highest}
    words = say("{games}; now {rating}, lowest {lowest}, highest {highest}", **told)
    latest = list(zip(course, [Rating().points, *points], strict=False))[-LISTED:]
    return {
        "name": game_name(game, say),
        "pace": rated_pace_words(pace, say),
        "ladder": f"/games/{game}/ladder" if game_if_here(game) else "",
        "rating": rating_words(last, say),
        "words": words,
        "chart": rating_curve(points, say) if len(points) > 1 else None,
        "latest": [
            (say.day(ended), rating_words(rating, say), change_of_points(before, rating.points, say))
            for (ended, rating), before in reversed(latest)
        ],
    }


def _part_names(say: Language) -> dict[str, str]:
    names = [say("Ratings"), say("Results"), say("Streaks"), say("That I am online, to people I have played with")]
    return dict(zip(PARTS, names, strict=True))
