"""The pages of clubs: one's clubs, the page by which one joins, and the club itself, which only its members see."""

from collections.abc import Collection, Iterable
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.games import game_if_here, working_games
from tablee.games.language import Language
from tablee.server.features.accounts.model import Person
from tablee.server.features.clubs.model import LONGEST_NAME, SEASON, Club, Member, Rung, club_ladder, club_name
from tablee.server.features.lobby.model import INVITATION_HOLDS
from tablee.server.features.previews.link_pictures import code
from tablee.server.features.tournaments.pages import halves, tournament_card
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.table.clock import A_DAY
from tablee.server.table.dice import new_id
from tablee.server.table.directory import Entry
from tablee.server.table.events import Refused
from tablee.server.views.clock_texts import pace_of
from tablee.server.views.friendly_names import friendly_name, told_apart
from tablee.server.views.game_facts import game_name
from tablee.server.views.sentences import listed_names
from tablee.server.web.rendering import PageGroup
from tablee.server.web.visit import base_address, is_plain, key_of, led_to, say_to

PATH = "/clubs"
JOIN = f"{PATH}/join"
MOST_OPEN, MOST_RUNNING, MOST_FINISHED, MOST_TOURNAMENTS = 20, 30, 8, 12
"""Tables and tournaments of each kind that are shown."""
MOST_OWN = 100
"""One's own tables that are searched for those of the club."""
FINISHED_SINCE = 60 * A_DAY
REFUSALS = {"full": "club_full", "many": "too_many_clubs"}


class ClubPages(PageGroup):
    """Handles the requests of people about clubs."""

    @property
    def routes(self) -> list[Route]:
        """All routes."""
        own = f"{PATH}/{{club}}"
        return [
            Route(PATH, self.listing, methods=["GET"]),
            Route(PATH, self.make, methods=["POST"]),
            Route(f"{JOIN}/{{link}}", self.invited, methods=["GET"]),
            Route(f"{JOIN}/{{link}}", self.join, methods=["POST"]),
            Route(own, self.page, methods=["GET"]),
            Route(f"{own}/leave", self.leave, methods=["POST"]),
            Route(f"{own}/calls", self.call, methods=["POST"]),
            Route(f"{own}/name", self.rename, methods=["POST"]),
            Route(f"{own}/link", self.renew_link, methods=["POST"]),
            Route(f"{own}/remove", self.remove, methods=["POST"]),
        ]

    # ---- all of them ---------------------------------------------------------------------------------------

    async def listing(self, request: Request) -> Response:
        """One's clubs, and the form for a new one."""
        person, say = await self._visitor(request), say_to(request)
        clubs = await self._store.clubs.of(person.id) if person else []
        return await self._printer.page(
            request,
            "clubs/clubs.html",
            clubs=[
                {
                    "url": f"{PATH}/{one.club.id}",
                    "name": one.club.name,
                    "members": say.plural("{count} member", "{count} members", one.members),
                }
                for one in clubs
            ],
            longest=LONGEST_NAME,
        )

    async def make(self, request: Request) -> Response:
        """Make a club; whoever does is its first member."""
        form = await self._read_change(request)
        name = club_name(form.get("name", ""))
        self._hub.limits.take("opening", await self._asker(request))
        person, club = await self._introduced(request), Club(new_id(), new_id(), name, milliseconds_now())
        if not await self._store.clubs.make(club, person.id):
            raise Refused("too_many_clubs")
        return led_to(request, f"{PATH}/{club.id}")

    # ---- joining -------------------------------------------------------------------------------------------

    async def invited(self, request: Request) -> Response:
        """What a link to a club shows: who is in it, and a button to join."""
        club, person = await self._at_link(request), await self._visitor(request)
        members = await self._store.clubs.members(club.id)
        if person and any(one.person == person.id for one in members):
            return led_to(request, f"{PATH}/{club.id}")
        return await self._printer.page(
            request, "clubs/join.html", club=club.name, link=club.link, members=_names(members, say_to(request))
        )

    async def join(self, request: Request) -> Response:
        """Join by a link."""
        await self._read_change(request)
        club = await self._at_link(request)
        person = await self._introduced(request)
        joining = await self._store.clubs.join(club.link, person.id, milliseconds_now())
        if joining == "gone":
            raise HTTPException(404, "club")
        if joining != "joined":
            raise Refused(REFUSALS[joining])
        return led_to(request, f"{PATH}/{club.id}")

    async def _at_link(self, request: Request) -> Club:
        link = request.path_params["link"]
        club = await self._store.clubs.at(link) if is_plain(link) else None
        if club is None:
            raise HTTPException(404, "club")
        return club

    # ---- one of them ---------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """A club, for its members."""
        club, person, members = await self._own(request)
        await self._count_look(request)
        say, now, store = say_to(request), milliseconds_now(), self._store.clubs
        self._hub.online_count.saw(person.id)
        names = dict(zip((one.person for one in members), _names(members, say), strict=True))
        here = [one.person for one in members if self._hub.online_count.is_here(one.person)]
        here = sorted(set(here) - await self._store.hidden_people(here))
        link = f"{base_address(request, self._settings)}{JOIN}/{club.link}"
        results = await store.results(club.id, now - SEASON)
        waiting = await store.tables(club.id, "waiting", now - INVITATION_HOLDS, MOST_OPEN)
        playing = await store.tables(club.id, "playing", 0, MOST_RUNNING)
        finished = await store.tables(club.id, "over", now - FINISHED_SINCE, MOST_FINISHED)
        tournaments = await self._store.tournaments.of_club(club.id, MOST_TOURNAMENTS)
        own = next(one for one in members if one.person == person.id)
        entries = await self._store.entries_of(person.id, unfinished=True, most=MOST_OWN)
        seated = frozenset(entry.table for entry, _ in entries)
        return await self._printer.page(
            request,
            "clubs/club.html",
            club={"id": club.id, "name": club.name, "url": f"{PATH}/{club.id}"},
            members=[
                {
                    "name": names[one.person],
                    "key": key_of(person.id, one.person),
                    "here": one.person in here,
                    "organises": one is members[0],
                    "own": one is own,
                }
                for one in members
            ],
            count=say.plural("{count} member", "{count} members", len(members)),
            here=say("{count} online", count=say.number(len(here))) if here else "",
            organises=own is members[0],
            called=own.called,
            link=link,
            code=Markup(code(link)),
            open=[_row(one, seated, say) for one in waiting if len(one.participants) < one.players],
            running=[_row(one, seated, say) for one in playing],
            finished=[_row(one, seated, say) for one in finished],
            games=[{"id": one.id, "name": one.title(say)} for one in working_games()],
            tournaments=[tournament_card(one, say) for one in tournaments],
            ladder=[_rung(one, names[one.person], say) for one in club_ladder(results, list(names))],
            longest=LONGEST_NAME,
        )

    async def leave(self, request: Request) -> Response:
        """Leave a club."""
        await self._read_change(request)
        club, person, _ = await self._own(request)
        await self._store.clubs.leave(club.id, person.id)
        return led_to(request, PATH)

    async def call(self, request: Request) -> Response:
        """Choose whether one is called to the club's tables."""
        form = await self._read_change(request)
        club, person, _ = await self._own(request)
        await self._store.clubs.call(club.id, person.id, called=form.get("called") == "yes")
        return led_to(request, f"{PATH}/{club.id}")

    # ---- what the organiser does ---------------------------------------------------------------------------

    async def rename(self, request: Request) -> Response:
        """Give the club another name."""
        form = await self._read_change(request)
        club, person, _ = await self._own(request)
        return self._done(
            request, club, await self._store.clubs.rename(club.id, person.id, club_name(form.get("name", "")))
        )

    async def renew_link(self, request: Request) -> Response:
        """Make a new link; the old one stops."""
        await self._read_change(request)
        club, person, _ = await self._own(request)
        return self._done(request, club, await self._store.clubs.renew_link(club.id, person.id, new_id()))

    async def remove(self, request: Request) -> Response:
        """Remove somebody."""
        form = await self._read_change(request)
        club, person, members = await self._own(request)
        gone = next((one.person for one in members if key_of(person.id, one.person) == form.get("who")), None)
        if gone is None:
            return led_to(request, f"{PATH}/{club.id}")
        return self._done(request, club, await self._store.clubs.remove(club.id, person.id, gone, new_id()))

    def _done(self, request: Request, club: Club, done: bool) -> Response:
        if not done:
            raise Refused("not_now")
        return led_to(request, f"{PATH}/{club.id}")

    async def _own(self, request: Request) -> tuple[Club, Person, list[Member]]:
        """The club in the address with its members; 404 for all others, so that nobody can tell that it exists."""
        asked, person = request.path_params["club"], await self._visitor(request)
        club = await self._store.clubs.find(asked) if person and is_plain(asked) else None
        members = await self._store.clubs.members(club.id) if club else []
        if club is None or person is None or all(one.person != person.id for one in members):
            raise HTTPException(404, "club")
        return club, person, members


def _names(members: Iterable[Member], say: Language) -> list[str]:
    """What the members are called; no two alike."""
    return told_apart(one.name or friendly_name(one.person, say) for one in members)


def _row(entry: Entry, seated: Collection[str], say: Language) -> dict[str, Any]:
    """A table of the club: the game, who sits there, and how it is played or was won; `seated` are one's own tables."""
    names = listed_names(entry.participants, say)
    won = [names[one.participant] for one in entry.participants if one.seat in entry.winners]
    return {
        "url": f"/tables/{entry.table}",
        "own": entry.table in seated,
        "cover": f"/games/{entry.game}/cover.svg" if game_if_here(entry.game) else "",
        "name": game_name(entry.game, say),
        "names": ", ".join(names.values()),
        "seats": say.plural("{count} open seat", "{count} open seats", entry.players - len(entry.participants)),
        "pace": pace_of(entry, say),
        "won": say("won by {names}", names=", ".join(won)) if won else "",
        "day": say.day(entry.moved),
    }


def _rung(rung: Rung, name: str, say: Language) -> dict[str, Any]:
    return {
        "rank": rung.rank,
        "name": name,
        "points": halves(rung.points),
        "played": say.number(rung.played),
        "won": say.number(rung.won),
    }
