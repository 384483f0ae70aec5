"""The pages of tournaments: a list and a form, one page for each with its table, a calendar, and data."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablee.games import GameDefinition, game_if_here, working_games
from tablee.games.errors import BadOptions
from tablee.games.language import Language
from tablee.server.features.accounts.holidays import away_words
from tablee.server.features.clubs.model import Club
from tablee.server.features.clubs.service import call_to_tournament
from tablee.server.features.notifications.model import zone_of
from tablee.server.features.ratings.model import may_be_rated
from tablee.server.features.tournaments.model import (
    BOT,
    FINAL,
    GROUP_SIZES,
    GROUPS,
    LEAST,
    MOST,
    CalendarEntry,
    Player,
    Schedule,
    Standing,
    TournamentGame,
    TournamentSetup,
    calendar,
    groups_of,
    pairings_of,
    points_of,
    standings,
)
from tablee.server.features.tournaments.service import TournamentService
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.table.clock import A_DAY, A_MINUTE, DAY_PACES, LIVE_PACES, clock_of
from tablee.server.table.dice import new_id, new_seed
from tablee.server.table.directory import Entry
from tablee.server.table.events import Clock, Refused
from tablee.server.views.clock_texts import counting, deadline, pace_choices, pace_words
from tablee.server.views.friendly_names import friendly_name, told_apart
from tablee.server.views.game_facts import game_name
from tablee.server.web.rendering import PageGroup, PageRenderer
from tablee.server.web.visit import base_address, game_or_404, is_plain, led_to, say_to

PATH = "/tournaments"
MOST_LISTED = 40
LONGEST_NAME = 60
FARTHEST = 90 * A_DAY
"""How far ahead a tournament can be planned."""
HALVES = {0: "", 1: "½"}


class TournamentPages(PageGroup):
    """Handles the requests of people about tournaments."""

    def __init__(self, hub: Hub, settings: Settings, printer: PageRenderer, service: TournamentService) -> None:
        super().__init__(hub, settings, printer)
        self._tournaments = hub.store.tournaments
        self._service = service

    @property
    def routes(self) -> list[Route]:
        """All routes."""
        own = f"{PATH}/{{tournament}}"
        return [
            Route(PATH, self.listing, methods=["GET"]),
            Route(PATH, self.open, methods=["POST"]),
            Route(f"{PATH}/calendar.ics", self.whole_calendar, methods=["GET"]),
            Route(own, self.page, methods=["GET"]),
            Route(f"{own}/results.json", self.data, methods=["GET"]),
            Route(f"{own}/calendar.ics", self.own_calendar, methods=["GET"]),
            Route(f"{own}/join", self.join, methods=["POST"]),
            Route(f"{own}/leave", self.leave, methods=["POST"]),
            Route(f"{own}/cancel", self.cancel, methods=["POST"]),
        ]

    # ---- all of them ---------------------------------------------------------------------------------------

    async def listing(self, request: Request) -> Response:
        """The tournaments that one may find, and the form for a new one."""
        person, say = await self._visitor(request), say_to(request)
        found = await self._tournaments.listed(person.id if person else "", MOST_LISTED)
        club = await self._club(request.query_params.get("club", ""), person.id if person else "")
        return await self._printer.page(
            request,
            "tournaments/tournaments.html",
            tournaments=[tournament_card(one, say) for one in found],
            choices=tournament_choices(say),
            least=LEAST,
            chosen=request.query_params.get("game", ""),
            club=club,
        )

    async def open(self, request: Request) -> Response:
        """Open a tournament; whoever does takes part."""
        form = await self._read_change(request)
        self._hub.limits.take("opening", await self._asker(request))
        now = milliseconds_now()
        starts = start_in(form, now)
        person = await self._introduced(request)
        club = await self._club(form.get("club", ""), person.id)
        fixed = {"club": club.id, "listed": False} if club else {}
        tournament = tournament_in(form, id=new_id(), secret=new_seed(), starts=starts, host=person.id, **fixed)
        await self._tournaments.add(tournament)
        await self._tournaments.join(tournament.id, person.id, now)
        if club:
            await call_to_tournament(self._hub, club, tournament)
        return led_to(request, f"{PATH}/{tournament.id}")

    async def _club(self, club: str, person: str) -> Club | None:
        """The club for which a tournament is opened; 404 if the person is not in it."""
        if not club:
            return None
        found = await self._store.clubs.find(club) if is_plain(club) else None
        if found is None or not await self._store.clubs.is_member(club, person):
            raise HTTPException(404, "club")
        return found

    async def whole_calendar(self, request: Request) -> Response:
        """All tournaments that everybody may find, as a feed for calendars."""
        found = [one for one in await self._tournaments.listed("", MOST_LISTED) if one.status != "over"]
        return self._calendar(request, found)

    # ---- one of them ---------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """A tournament: who takes part, the table, and the games."""
        tournament, say = await self._find(request), say_to(request)
        person = await self._visitor(request)
        players = await self._tournaments.players(tournament.id)
        results = await self._service.results(tournament)
        names = _names(players, say)
        own = next((one for one in players if person and one.person == person.id and not one.withdrew), None)
        return await self._printer.page(
            request,
            "tournaments/tournament.html",
            tournament=tournament_card(tournament, say),
            link=f"{base_address(request, self._settings)}{PATH}/{tournament.id}",
            players=[names[one.number] for one in players],
            withdrew=[names[one.number] for one in players if one.withdrew],
            takes_part=own is not None,
            is_host=person is not None and person.id == tournament.host,
            has_room=len(players) < MOST,
            least=LEAST,
            tables=_tables(tournament, results, names, say),
            rounds=_rounds(tournament, results, names, own.number if own else None, say),
            away=await self._away(tournament, players, names, say) if own else [],
            club=await self._own_club(tournament, person.id if person else ""),
        )

    async def _away(
        self, tournament: TournamentSetup, players: Sequence[Player], names: Mapping[int, str], say: Language
    ) -> list[dict[str, str]]:
        """Who is on holiday, in a tournament by days; only those who take part are told."""
        if not tournament.is_by_days or tournament.status == "over":
            return []
        people = {one.person: names[one.number] for one in players if one.person and not one.withdrew}
        words = await away_words(self._store, people, milliseconds_now(), say)
        return [{"name": name, "words": words[person]} for person, name in people.items() if person in words]

    async def _own_club(self, tournament: TournamentSetup, person: str) -> Club | None:
        """The club of a tournament, for its members."""
        if not tournament.club or not await self._store.clubs.is_member(tournament.club, person):
            return None
        return await self._store.clubs.find(tournament.club)

    async def data(self, request: Request) -> Response:
        """A tournament as data: every result follows from the logs of its tables."""
        tournament, say = await self._find(request), say_to(request)
        players = await self._tournaments.players(tournament.id)
        results = await self._service.results(tournament)
        pairings, names = pairings_of(tournament, results) if tournament.order else [], _names(players, say)
        return JSONResponse(
            {
                "id": tournament.id,
                "name": tournament.name,
                "game": tournament.game,
                "pace": tournament.pace,
                "rated": tournament.rated,
                "starts": tournament.starts,
                "status": tournament.status,
                "players": [
                    {"number": one.number, "name": names[one.number], "withdrew": one.withdrew} for one in players
                ],
                "games": [_game_data(tournament, one, results) for one in pairings],
                "standings": standings_data(tournament, pairings, results),
            },
            headers={"cache-control": "no-store"},
        )

    async def own_calendar(self, request: Request) -> Response:
        """When a tournament begins, for a calendar."""
        return self._calendar(request, [await self._find(request)])

    async def join(self, request: Request) -> Response:
        """Take part."""
        await self._read_change(request)
        tournament = await self._find(request)
        person = await self._introduced(request)
        if not await self._tournaments.join(tournament.id, person.id, milliseconds_now()):
            raise Refused("tournament_closed")
        if await self._store.lobby.end_invitation(person.id, tournament.id):  # a club's member was called
            self._hub.lobby.tell([person.id])
        return led_to(request, f"{PATH}/{tournament.id}")

    async def leave(self, request: Request) -> Response:
        """Take part no more."""
        await self._read_change(request)
        tournament, person = await self._find(request), await self._visitor(request)
        if person is not None:
            await self._service.withdraw(tournament, person.id)
        return led_to(request, f"{PATH}/{tournament.id}")

    async def cancel(self, request: Request) -> Response:
        """Call off a tournament that has not started; only who opened it can."""
        await self._read_change(request)
        tournament, person = await self._find(request), await self._visitor(request)
        if person is None or person.id != tournament.host:
            raise HTTPException(403)
        await self._tournaments.begin(msgspec.structs.replace(tournament, status="cancelled"))
        return led_to(request, f"{PATH}/{tournament.id}")

    async def _find(self, request: Request) -> TournamentSetup:
        asked = request.path_params["tournament"]
        found = await self._tournaments.find(asked) if is_plain(asked) else None
        if found is None:
            raise HTTPException(404)
        return found

    def _calendar(self, request: Request, tournaments: Sequence[TournamentSetup]) -> Response:
        say, home = say_to(request), base_address(request, self._settings)
        entries = [
            CalendarEntry(one.id, one.name, one.starts, tournament_card(one, say)["about"], f"{home}{PATH}/{one.id}")
            for one in tournaments
        ]
        return Response(calendar(entries, milliseconds_now()), media_type="text/calendar; charset=utf-8")


# ---- forms -------------------------------------------------------------------------------------------------


def tournament_in(form: Mapping[str, str], **fixed: Any) -> TournamentSetup:
    """The tournament that a form describes; raises `Refused`."""
    definition = game_or_404(form.get("game", ""))
    name, pace, rated = " ".join(form.get("name", "").split()), form.get("pace", ""), form.get("rated") == "yes"
    size = form.get("group_size", "0")
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("tournament_name")
    if 2 not in definition.players or size not in ("0", *map(str, GROUP_SIZES)):
        raise HTTPException(400)
    try:
        clock = clock_of(pace, definition.turns, definition.seconds)
        options = definition.full_options(2, {})
    except BadOptions:
        raise HTTPException(400) from None
    if clock is None or (rated and not may_be_rated(definition, options, clock)):
        raise HTTPException(400)
    return TournamentSetup(
        name=name,
        game=definition.id,
        pace=pace,
        options=options,
        rated=rated,
        group_size=int(size),
        **{"listed": form.get("listed") == "yes", **fixed},
    )


def start_in(form: Mapping[str, str], now: int) -> int:
    """When a form says that a tournament starts, by the clock of who fills it in; raises `Refused`."""
    try:
        typed = datetime.fromisoformat(form.get("starts", ""))
    except ValueError:
        raise Refused("tournament_time") from None
    zone = typed.tzinfo or zone_of(form.get("zone", ""))
    starts = round(typed.replace(tzinfo=zone).timestamp() * 1000)
    if not now - A_DAY < starts <= now + FARTHEST:
        raise Refused("tournament_time")
    return max(starts, now)


# ---- in words ----------------------------------------------------------------------------------------------


def tournament_choices(say: Language) -> dict[str, Any]:
    """What the form for a tournament offers."""
    names = {one["value"]: one["label"] for one in pace_choices(20, 30, say)}
    games = [one for one in working_games() if 2 in one.players]
    for pace in LIVE_PACES if games else ():
        minutes = [_minutes(clock_of(pace, one.turns, one.seconds), one.turns) for one in games]
        names[pace] = say("{pace}, {low}–{high} min each", pace=names[pace], low=min(minutes), high=max(minutes))
    return {
        "games": [(one.id, one.name) for one in games],
        "paces": [(pace, names[pace]) for pace in (*LIVE_PACES, *DAY_PACES)],
        "group_sizes": GROUP_SIZES,
        "longest": LONGEST_NAME,
    }


def _minutes(clock: Clock | None, turns: int) -> int:
    """How long a player may think in a game of so many turns."""
    return round((clock.bank + turns * clock.increment) / A_MINUTE) if clock else 0


def schedule_words(schedule: Schedule, say: Language) -> dict[str, str]:
    """A line of the host's schedule."""
    about = tournament_card(schedule.tournament, say)["about"]
    values = {"hour": say.number(schedule.hour), "zone": schedule.zone}
    if schedule.every == "week":
        when = say("every week: {day}, {hour}:00 ({zone})", day=weekdays(say)[schedule.weekday], **values)
    else:
        when = say("every month on the first, {hour}:00 ({zone})", **values)
    return {"id": schedule.id, "name": schedule.tournament.name, "about": about, "when": when}


def weekdays(say: Language) -> list[str]:
    """The days of the week, from Monday."""
    work = [say("Monday"), say("Tuesday"), say("Wednesday"), say("Thursday"), say("Friday")]
    return [*work, say("Saturday"), say("Sunday")]


def tournament_card(tournament: TournamentSetup, say: Language) -> dict[str, Any]:
    """A tournament in a few words."""
    one, definition = tournament, game_if_here(tournament.game)
    status = {
        "open": say("open to join"),
        "running": say("in progress"),
        "over": say("has ended"),
        "cancelled": say("cancelled: too few players") if one.order else say("called off"),
    }
    return {
        "id": one.id,
        "url": f"{PATH}/{one.id}",
        "name": one.name,
        "game": game_name(one.game, say),
        "cover": f"/games/{one.game}/cover.svg" if definition else "",
        "about": counting(f"{game_name(one.game, say)}, {_pace(one, definition, say)}", say, rated=one.rated),
        "status": one.status,
        "words": status[one.status],
        "when": say.moment(one.starts),
        "exactly": datetime.fromtimestamp(one.starts // 1000, UTC).isoformat(),
        "by_days": one.is_by_days,
        "group_size": one.group_size,
    }


def _pace(tournament: TournamentSetup, definition: GameDefinition | None, say: Language) -> str:
    turns, seconds = (definition.turns, definition.seconds) if definition else (20, 30)
    return pace_words(clock_of(tournament.pace, turns, seconds), say)


def _names(players: Sequence[Player], say: Language) -> dict[int, str]:
    """What everybody is called; no two alike."""
    plain = (one.name or (friendly_name(one.person, say) if one.person else say("somebody")) for one in players)
    return dict(zip([BOT, *(one.number for one in players)], told_apart([say("Bot"), *plain]), strict=True))


def halves(points: int) -> str:
    """Points, which are counted in halves.

    >>> halves(3), halves(1), halves(0), halves(4)
    ('1½', '½', '0', '2')
    """
    return f"{points // 2 or ''}{HALVES[points % 2]}" or "0"


def _all_standings(
    tournament: TournamentSetup, pairings: Sequence[TournamentGame], results: Mapping[str, Entry]
) -> list[tuple[int, int, list[Standing]]]:
    """The table of the final, if there is one, and of each group."""
    has_final = any(one.stage == FINAL for one in pairings)
    final = [(FINAL, 0, standings(tournament, pairings, results, None, FINAL))] if has_final else []
    groups = range(len(groups_of(tournament))) if tournament.order else ()
    return [*final, *((GROUPS, place, standings(tournament, pairings, results, place)) for place in groups)]


def standings_data(
    tournament: TournamentSetup, pairings: Sequence[TournamentGame], results: Mapping[str, Entry]
) -> list[dict[str, Any]]:
    """The tables of a tournament as data."""
    return [
        {"stage": stage, "group": place, "table": [row._asdict() for row in rows]}
        for stage, place, rows in _all_standings(tournament, pairings, results)
    ]


def _tables(
    tournament: TournamentSetup, results: Mapping[str, Entry], names: Mapping[int, str], say: Language
) -> list[dict[str, Any]]:
    if not tournament.order:
        return []
    found = _all_standings(tournament, pairings_of(tournament, results), results)
    several = sum(stage == GROUPS for stage, _, _ in found) > 1
    return [
        {
            "title": say("Final") if stage == FINAL else say("Group {number}", number=place + 1) if several else "",
            "rows": [
                {
                    "rank": row.rank,
                    "name": names[row.number],
                    "played": row.played,
                    "record": f"{row.won} – {row.shared} – {row.lost}",
                    "points": halves(row.points),
                    "beaten": say.tenths(row.beaten / 4),
                    "lead": say.number(row.lead),
                }
                for row in rows
            ],
        }
        for stage, place, rows in found
    ]


def _rounds(
    tournament: TournamentSetup, results: Mapping[str, Entry], names: Mapping[int, str], own: int | None, say: Language
) -> list[dict[str, Any]]:
    """All games by rounds, those of a player marked."""
    rounds: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for one in pairings_of(tournament, results) if tournament.order else []:
        table = tournament.table_of(one)
        entry, points = results.get(table), points_of(tournament, one, results)
        playing = entry is not None and entry.status in ("waiting", "playing")
        rounds.setdefault((one.stage, one.round), []).append(
            {
                "first": names[one.first],
                "second": names[one.second],
                "url": f"/tables/{table}{'/replay' if points else ''}" if entry else "",
                "result": " : ".join(map(halves, points)) if points else "",
                "words": say("in progress") if playing else "" if points else say("to come"),
                "own": own in one.people,
                "now": playing and own in one.people,
                **_to_play(one, entry, names, own, say),
            }
        )
    return [
        {"title": _round_words(stage, place + 1, say), "games": games}
        for (stage, place), games in sorted(rounds.items())
    ]


def _to_play(
    game: TournamentGame, entry: Entry | None, names: Mapping[int, str], own: int | None, say: Language
) -> dict[str, Any]:
    """By days: who is to play, whether that is the reader, and until when."""
    if entry is None or entry.status != "playing" or not entry.is_by_days or entry.turn is None:
        return {"to_play": ""}
    seats = (one.seat for one in entry.participants if one.participant == entry.turn and one.seat is not None)
    player = (game.first, game.second)[next(seats, 0)]
    return {"to_play": names[player], "turn": player == own, **deadline(entry, say)}


def _round_words(stage: int, number: int, say: Language) -> str:
    return say("Final, round {number}", number=number) if stage == FINAL else say("Round {number}", number=number)


def _game_data(tournament: TournamentSetup, pairing: TournamentGame, results: Mapping[str, Entry]) -> dict[str, Any]:
    table = tournament.table_of(pairing)
    entry, points = results.get(table), points_of(tournament, pairing, results)
    return {
        **pairing._asdict(),
        "table": table if entry else "",
        "status": entry.status if entry else "",
        "scores": entry.scores if entry else [],
        "points": [one / 2 for one in points] if points else None,
    }
