"""The pages of the lobby: open tables, matchmaking, invitations, and tables that may be watched."""

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tablee.games import GameDefinition, game_if_here, working_games
from tablee.games.about import RuleKind
from tablee.games.language import Language
from tablee.server.features.accounts.model import Person
from tablee.server.features.accounts.service import session_in
from tablee.server.features.bot_accounts.service import BotAccountRules, open_table, seated_at
from tablee.server.features.lobby.model import (
    DAYS,
    INVITATION,
    INVITATION_HOLDS,
    MATCH,
    PACES,
    Invitation,
    Match,
    MatchRequest,
    match_clock,
)
from tablee.server.features.lobby.service import lobby_texts
from tablee.server.features.lobby.store import ListedTable, LobbyState
from tablee.server.features.ratings.model import DAYS as RATED_BY_DAYS
from tablee.server.features.ratings.model import SITTING, may_be_rated
from tablee.server.features.shelf.table_form import as_last_time
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.realtime.peers.peer_messages import Alive
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import Conflict, Store
from tablee.server.table.clock import DAY_PACES, NO_PACE, STEADY
from tablee.server.table.dice import is_nonce
from tablee.server.table.directory import Entry
from tablee.server.table.events import Refused
from tablee.server.views.clock_texts import pace_of
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.game_facts import game_name, house_rules, variants
from tablee.server.views.sentences import listed_names
from tablee.server.web.async_cache import Recent
from tablee.server.web.rendering import PageGroup, PageRenderer
from tablee.server.web.visit import game_or_404, is_by_bot_account, keep_cookie, key_of, led_to, own_path, say_to

MOST_LISTED = 40
"""Tables that are read from the lobby."""
MOST_SHOWN = 8
"""Tables of each kind that are shown to one person."""
FRESH = 2.0
"""Seconds for which the list of tables is cached."""
COMPANY = 2
"""The least online count that is shown: nobody is shown an empty room."""
WISH_COOKIE = "find-opponent"
MOST_MET = 12
"""Acquaintances who are offered to be invited."""
NOTHING = LobbyState(None, [], [])
"""The lobby state of anonymous visitors."""


class LobbyPages(PageGroup):
    """Handles the requests of people who look for a game."""

    def __init__(self, hub: Hub, settings: Settings, printer: PageRenderer) -> None:
        super().__init__(hub, settings, printer)
        self._rules = BotAccountRules(hub.store, settings)
        self._listed = Recent(lambda: hub.store.lobby.tables(milliseconds_now(), MOST_LISTED), FRESH)

    @property
    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/lobby", self.part),
            Route("/watch", self.watch),
            Route("/lobby.json", self.data, methods=["GET"]),
            Route("/lobby/matchmaking", self.find_match, methods=["POST"]),
            Route("/lobby/matchmaking/end", self.leave_matchmaking, methods=["POST"]),
            Route("/lobby/tables/{table}", self.sit, methods=["POST"]),
            Route("/lobby/invitations/{table}", self.answer, methods=["POST"]),
            Route("/lobby/allow", self.allow, methods=["POST"]),
            Route("/lobby/invite", self.invite, methods=["POST"]),
        ]

    # ---- looking -------------------------------------------------------------------------------------------

    async def part(self, request: Request) -> Response:
        """The part of the shelf that changes: its page polls it. Who types the address gets the whole shelf."""
        if request.headers.get("sec-fetch-mode") == "navigate":
            return RedirectResponse("/", status_code=303)
        return await self._printer.page(request, "lobby/lobby_parts.html", lobby=await self.seen_by(request))

    async def watch(self, request: Request) -> Response:
        """The games that may be watched."""
        return await self._printer.page(request, "lobby/watch.html", lobby=await self.seen_by(request))

    async def data(self, request: Request) -> Response:
        """The open tables, as JSON for bot accounts."""
        await self._visitor(request)  # an unknown token is answered with 401
        return JSONResponse({"open": [open_table(one.entry) for one in await self._listed.get() if _has_room(one)]})

    async def seen_by(self, request: Request) -> dict[str, Any]:
        """The lobby for a visitor. Also notes that a visitor who waits for a match is online."""
        say, now, lobby = say_to(request), milliseconds_now(), self._store.lobby
        person, session = await self._visitor(request), session_in(request.cookies)
        if session:  # without a cookie it may be a crawler
            self._hub.online_count.saw(person.id if person else session)
        kept = await lobby.state_of(person.id, now) if person else NOTHING
        if person and kept.request:
            await lobby.saw_waiting([person.id], now)
        listed = await self._listed.get()
        own = await self._own_tables(person) if listed and person else frozenset()
        others = [one for one in listed if one.entry.table not in own]
        watched = [one.entry for one in others if one.watched and one.entry.status == "playing"]
        texts, own_id = lobby_texts(kept, say), person.id if person else ""
        return {
            "invitations": texts["calls"],
            "matchmaking": texts["seeking"],
            "refused": [
                {"key": key_of(own_id, other), "name": name or friendly_name(other, say)}
                for other, name in kept.refused
            ],
            "open": [_row(one.entry, say) for one in others if _has_room(one)][:MOST_SHOWN],
            "watched": [_row(entry, say) for entry in watched if _is_served(entry)][:MOST_SHOWN],
            "count": _count_words(self._hub.online_count.everywhere(), say),
            "games": [{"id": one.id, "name": one.title(say), "players": one.players} for one in working_games()],
            "paces": _pace_names(say),
            "counts": sorted({count for one in working_games() for count in one.players}),
            "wish": _wish_in_words(_last_wish(request), say),
        }

    async def _own_tables(self, person: Person) -> frozenset[str]:
        found = await self._store.entries_of(person.id, unfinished=True, most=MOST_LISTED)
        return frozenset(entry.table for entry, _ in found)

    # ---- sitting down --------------------------------------------------------------------------------------

    async def sit(self, request: Request) -> Response:
        """Sit down at an open table; visitors who come too late may watch."""
        await self._read_change(request)
        table = request.path_params["table"]
        if not await self._store.lobby.is_open(table):
            raise HTTPException(404, "table")
        if is_by_bot_account(request):
            person = await self._introduced(request)
            async with self._rules.seat(person.id, table):
                if not await self._take_seat(request, table):
                    raise Refused("full")
            self.changed()
            return seated_at(table)
        await self._take_seat(request, table)
        return self._lead(request, f"/tables/{table}")

    async def _take_seat(self, request: Request, table: str) -> bool:
        """Seat the visitor at a table; returns whether a seat was free."""
        person = await self._introduced(request)
        entry = await self._store.entry(table)
        others = [one.name for one in entry.participants] if entry else []
        name = person.name or friendly_name(person.id, say_to(request), others)
        try:
            await self._hub.give_place(table, person.id, name)
        except Refused:
            return False
        await self._store.lobby.leave_matchmaking(person.id)
        return True

    # ---- matchmaking ---------------------------------------------------------------------------------------

    async def find_match(self, request: Request) -> Response:
        """Play with anybody: at an open table, by a match, or against a bot until somebody comes."""
        form = await self._read_change(request)
        definitions, players, pace, rated = wish = _requested(form)
        self._hub.limits.take("opening", await self._asker(request))
        person, now = await self._introduced(request), milliseconds_now()
        rated_as = RATED_BY_DAYS if pace == DAYS else SITTING
        known = [one for one in await self._store.ratings.of(person.id) if one.pace == rated_as and one.rating.is_sure]
        points = {one.game: one.rating.points for one in known}
        wanted = MatchRequest(
            person.id, [one.id for one in definitions], players, pace, rated, points, now, now,
            person.name or friendly_name(person.id, say_to(request)), _nonce(form),
        )  # fmt: skip
        fits, full = partial(_answers, wanted), list[str]()
        while not (found := await self._store.lobby.find_match(wanted, now, fits, full)).waits:
            if match := found.match:
                await self._open(match)
            if await self._take_seat(request, found.table):
                await self._store.lobby.end_invitation(person.id, found.table)
                self._hub.lobby.tell(match.people if match else [person.id])
                return self._keep_wish(request, wish, self._lead(request, f"/tables/{found.table}"))
            full.append(found.table)
        self._hub.lobby.tell([person.id])
        # By days, nobody need wait online.
        table = "" if pace == DAYS else await self._meanwhile(request, definitions, person, found.table)
        return self._keep_wish(request, wish, self._lead(request, f"/tables/{table}" if table else "/"))

    def _keep_wish(self, request: Request, wish: "OpponentWish", response: Response) -> Response:
        """Remember what somebody has looked for: the next time one press is enough."""
        fields = {**{f"game_{one.id}": "yes" for one in wish.games}, "players": str(wish.players), "pace": wish.pace}
        keep_cookie(request, response, WISH_COOKIE, urlencode({**fields, "rated": "yes" * wish.rated}))
        return response

    async def _open(self, match: Match | Invitation) -> None:
        """Open the table of a match; by days, everybody who has looked for it is seated at once."""
        if isinstance(match, Match) and match.pace == DAYS and match.arrivals:
            await self._hub.lobby.begin_by_days(match)
        elif not await self._hub.lobby.open_match(match):
            raise HTTPException(404, "game")

    async def _meanwhile(
        self, request: Request, definitions: Sequence[GameDefinition], person: Person, table: str
    ) -> str:
        """A table against a bot while somebody waits: an unfinished one, or a new one with the given id, as chosen last
        time."""
        wanted = {one.id for one in definitions}
        for entry, _ in await self._store.entries_of(person.id, unfinished=True, most=MOST_LISTED):
            definition = game_if_here(entry.game)
            if entry.solo and entry.game in wanted and definition and definition.plays(entry.rules):
                return entry.table
        definition = definitions[0]
        choices = as_last_time(request, definition)
        with contextlib.suppress(Conflict):  # a second click was faster
            await self._hub.open(definition, choices.players, choices.options, solo=True, table_id=table)
        name = person.name or friendly_name(person.id, say_to(request))
        host = Guest(name, person.id, 0, choices.colour, choices.begins)
        bots = [Guest(bot, level=level) for bot, level in choices.bots]
        await self._hub.seat(table, [host, *bots][: choices.players])
        return table

    async def leave_matchmaking(self, request: Request) -> Response:
        """Stop waiting for a match."""
        form = await self._read_change(request)
        person = await self._visitor(request)
        if person is not None:
            await self._store.lobby.leave_matchmaking(person.id)
            self._hub.lobby.tell([person.id])
        return self._lead(request, own_path(form.get("back", "/")))

    # ---- invitations ---------------------------------------------------------------------------------------

    async def answer(self, request: Request) -> Response:
        """Accept or decline an invitation, or refuse all further ones by that person."""
        form = await self._read_change(request)
        table, person = request.path_params["table"], await self._visitor(request)
        kept = await self._store.lobby.state_of(person.id, milliseconds_now()) if person else NOTHING
        invitation = next((one for one in kept.invitations if one.table == table), None)
        if person and invitation is None and form.get("answer") == "yes" and table in await self._own_tables(person):
            return self._lead(request, f"/tables/{table}")  # another tab was faster
        if person is None or invitation is None:
            raise HTTPException(404, "call")
        lobby, back = self._store.lobby, own_path(form.get("back", "/"))
        if form.get("answer") == "yes":
            if invitation.kind == MATCH:
                await self._open(invitation)
            if invitation.tournament:
                await self._store.tournaments.join(table, person.id, milliseconds_now())  # its page says if it is late
            else:
                await self._take_seat(request, table)
            back = invitation.path
        else:
            if form.get("answer") == "never":
                await lobby.refuse(person.id, invitation.host, milliseconds_now())
            if invitation.kind == MATCH:
                await lobby.open_seat(table)
        await self._store.lobby.end_invitation(person.id, table)
        self._hub.lobby.tell([person.id])
        return self._lead(request, back)

    async def invite(self, request: Request) -> Response:
        """Open a table, and invite somebody one has played with: the game starts when they come."""
        form = await self._read_change(request)
        definition, person = game_or_404(form.get("game", "")), await self._visitor(request)
        met = await people_met(person.id, self._store, say_to(request)) if person else []
        other = next((one for one in met if one.key == form.get("who")), None)
        if person is None or other is None:
            raise HTTPException(404, "call")
        players, now = min(definition.players), milliseconds_now()
        asker = await self._asker(request)
        table = await self._hub.open(definition, players, {}, solo=False, starts_full=True, asker=asker)
        await self._take_seat(request, table)
        until = now + INVITATION_HOLDS
        invitation = Invitation(other.person, table, person.id, INVITATION, definition.id, players, now, until)
        self._hub.lobby.tell(await self._store.lobby.invite([invitation]))
        return self._lead(request, f"/tables/{table}")

    async def allow(self, request: Request) -> Response:
        """Allow invitations by somebody again."""
        form = await self._read_change(request)
        person = await self._visitor(request)
        kept = await self._store.lobby.state_of(person.id, milliseconds_now()) if person else NOTHING
        for other, _ in kept.refused:
            if person and key_of(person.id, other) == form.get("who"):
                await self._store.lobby.allow(person.id, other)
        return self._lead(request, own_path(form.get("back", "/")))

    # ---- both ----------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Drop the cached list: a table was opened, or somebody has sat down."""
        self._listed.forget()

    def _lead(self, request: Request, path: str) -> Response:
        self.changed()
        return led_to(request, path)


class Met(NamedTuple):
    """An acquaintance: somebody with whom a person has played. `key` names them in that person's forms alone."""

    key: str
    name: str
    person: str


async def people_met(person: str, store: Store, say: Language) -> list[Met]:
    """The acquaintances of a person, the latest first."""
    found = await store.lobby.acquaintances(person, MOST_MET)
    return [Met(key_of(person, other), name or friendly_name(other, say), other) for other, name in found]


def invitations(form: Mapping[str, str], met: list[Met], invitation: Invitation) -> list[Invitation]:
    """The invitations to the acquaintances whom a form names; `invitation` says to what."""
    one = invitation
    return [
        Invitation(
            other.person, one.table, one.host, INVITATION, one.game, one.players, one.at, one.at + INVITATION_HOLDS
        )
        for other in met
        if form.get(f"invite_{other.key}") == "yes"
    ]


class OpponentWish(NamedTuple):
    """What somebody who looks for an opponent would like to play."""

    games: list[GameDefinition]
    players: int
    pace: str
    rated: bool


def _last_wish(request: Request) -> OpponentWish:
    """What a visitor has looked for last; any game of two without a clock if the cookie does not say."""
    try:
        return _requested(dict(parse_qsl(request.cookies.get(WISH_COOKIE, ""), max_num_fields=40)))
    except (HTTPException, ValueError):
        return OpponentWish([one for one in working_games() if 2 in one.players], 2, "", rated=False)


def _wish_in_words(wish: OpponentWish, say: Language) -> dict[str, Any]:
    is_any = len(wish.games) == sum(wish.players in one.players for one in working_games())
    games = say("Any game") if is_any else ", ".join(one.title(say) for one in wish.games)
    players = say.plural("{count} player", "{count} players", wish.players)
    clock = next(one["label"] for one in _pace_names(say) if one["value"] == wish.pace)
    words = " · ".join([games, players, say("Rated") if wish.rated else say("Casual"), clock])
    return {**wish._asdict(), "games": [one.id for one in wish.games], "words": words}


def _requested(form: Mapping[str, str]) -> OpponentWish:
    """The games, players, pace and rating that a form asks for; games that cannot be played so are left out."""
    pace, rated = form.get("pace", ""), form.get("rated") == "yes"
    try:
        players = int(form.get("players", "2"))
    except ValueError:
        raise HTTPException(400) from None
    if pace not in PACES:
        raise HTTPException(400, "seek")
    if rated and PACES[pace] == NO_PACE:  # a rated game needs a clock, and the form says which
        pace = STEADY
    wanted = [one for one in working_games() if form.get(f"game_{one.id}") == "yes"]
    fitting = [one for one in wanted if players in one.players and (not rated or _may_be_rated(one, players, pace))]
    if not fitting:
        raise HTTPException(400, "seek")
    return OpponentWish(fitting, players, pace, rated)


def _nonce(form: Mapping[str, str]) -> str:
    """What the browser adds to the dice of a match by days; empty without a script."""
    nonce = form.get("nonce", "")
    return nonce if is_nonce(nonce) else ""


def _may_be_rated(definition: GameDefinition, players: int, pace: str) -> bool:
    return may_be_rated(definition, definition.full_options(players, {}), match_clock(definition, pace))


def _answers(request: MatchRequest, one: ListedTable) -> bool:
    """Whether an open table has room for somebody with such a request."""
    entry, definition = one.entry, game_if_here(one.entry.game)
    if entry.game not in request.games or definition is None or not _has_room(one):
        return False
    if any(participant.program for participant in entry.participants):
        return False
    wanted = request.players, request.rated, match_clock(definition, request.pace), RuleKind.STANDARD
    return (entry.players, entry.rated, entry.clock, definition.rule_kind(entry.options)) == wanted


def _pace_names(say: Language) -> list[dict[str, str]]:
    days = DAY_PACES[PACES[DAYS]]
    names = {"": say("No clock"), STEADY: say("A few minutes each")}
    names[DAYS] = say.plural("{count} day per turn", "{count} days per turn", days)
    return [{"value": value, "label": names[value]} for value in PACES]


def _has_room(one: ListedTable) -> bool:
    entry = one.entry
    waits = one.is_open and entry.status == "waiting" and len(entry.participants) < entry.players
    return waits and _is_served(entry)


def _is_served(entry: Entry) -> bool:
    definition = game_if_here(entry.game)
    return definition is not None and definition.plays(entry.rules)


def _row(entry: Entry, say: Language) -> dict[str, Any]:
    """A table in the lobby: the game, who sits there, and how it is played."""
    definition = game_if_here(entry.game)
    names = listed_names(entry.participants, say)
    return {
        "table": entry.table,
        "game": entry.game,
        "name": game_name(entry.game, say),
        "names": [names[one.participant] for one in entry.participants],
        "seats": say.plural("{count} open seat", "{count} open seats", entry.players - len(entry.participants)),
        "players": say.plural("{count} player", "{count} players", entry.players),
        "house_rules": house_rules(definition, entry.options, say) if definition else [],
        "variants": variants(definition, entry.options, say) if definition else [],
        "pace": pace_of(entry, say),
    }


def _count_words(count: Alive, say: Language) -> str:
    """The online count in words; empty if it is too small."""
    if count.people < COMPANY:
        return ""
    people = say("{count} online", count=say.number(count.people))
    if not count.tables:
        return people
    return f"{people} · {say.plural('{count} game', '{count} games', count.tables)}"
