"""Pages of the deal of the day, of cards, and of deals sent to friends."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.games import GameDefinition, game_if_here
from tablee.games.language import Language
from tablee.server.features.accounts.model import Person
from tablee.server.features.daily.deal_texts import (
    SIBYLLE,
    against,
    beside_level_5,
    beside_others,
    calendar_rows,
    card_svg,
    card_text,
    own_days,
    result_words,
    signs_in_words,
    streak_words,
)
from tablee.server.features.daily.model import (
    Day,
    DealPlay,
    Outcome,
    after,
    begin_of,
    compare,
    is_day,
    outcome_of,
    reveal_of,
    signs,
    streak,
)
from tablee.server.features.daily.service import DailyService, can_be_sent
from tablee.server.features.previews.link_pictures import drawn_by_resvg
from tablee.server.features.previews.pages import link_preview, picture_language
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.rate_limits import Asker
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.table.table import Table
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.game_facts import facts
from tablee.server.web.rendering import PageGroup, PageRenderer
from tablee.server.web.visit import base_address, is_plain, led_to, say_to

MOST = 200
"""Maximum number of players of a deal that are listed."""


class DealPages(PageGroup):
    """Answers requests about deals."""

    def __init__(self, hub: Hub, days: DailyService, settings: Settings, printer: PageRenderer) -> None:
        super().__init__(hub, settings, printer)
        self._days = days

    @property
    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/day", self.today),
            Route("/day/{day}", self.day, methods=["GET"]),
            Route("/day/{day}", self.play, methods=["POST"]),
            Route("/day/{day}/proof.json", self.proof),
            Route("/tables/{table}/card", self.own_card, methods=["GET", "POST"]),
            Route("/cards/{card}", self.card, methods=["GET"]),
            Route("/cards/{card}", self.play_card, methods=["POST"]),
            Route("/cards/{card}/picture.png", self.picture),
        ]

    # ---- the deal of a day ---------------------------------------------------------------------------------

    async def today(self, _: Request) -> Response:
        """Redirect to the deal of today."""
        return RedirectResponse(f"/day/{self._days.date}", status_code=303)

    async def day(self, request: Request) -> Response:
        """A day's deal; for those who have played it, also the comparison with others."""
        await self._count_look(request)
        day, definition = await self._found(request)
        person, say = await self._visitor(request), say_to(request)
        own = await self._store.daily.play(day.day, person.id) if person else None
        tomorrow = await self._days.tomorrow()
        days = await own_days(self._store, person)
        card = await self._shown(request, own, definition, days, say) if own and own.is_over else None
        return await self._printer.page(
            request,
            "daily/day.html",
            game=definition,
            facts=facts(definition, say),
            day=day,
            date=say.day(begin_of(day.day)),
            is_today=day.day == self._days.date,
            against=against(day.players, day.level, say),
            own=own,
            board=await self._board(day.day, own, day, say),
            others=await self._others(day.day, own, say),
            card=card,
            to_share=card,
            streak=streak_words(days, self._days.date, say),
            calendar=await calendar_rows(self._store, person, self._days.date, say),
            next_day=f"{after(self._days.date)}T00:00:00Z",
            until=say.moment(begin_of(after(self._days.date))),
            revealed=self._hub.clock() >= reveal_of(day.day),
            reveal=say.moment(reveal_of(day.day)),
            committed=say.moment(day.planned),
            tomorrow=tomorrow,
        )

    async def play(self, request: Request) -> Response:
        """Sit down at the deal of a day, or return to it."""
        day, _ = await self._found(request)
        return await self._sit_down(request, partial(self._days.play, day))

    async def _sit_down(
        self, request: Request, sit: Callable[[str, str, Asker], Awaitable[DealPlay | None]]
    ) -> Response:
        await self._read_form(request)
        person = await self._introduced(request)
        name = person.name or friendly_name(person.id, say_to(request))
        play = await sit(person.id, name, await self._asker(request))
        if play is None:
            raise HTTPException(409, "deal")
        return led_to(request, f"/tables/{play.table}")

    async def proof(self, request: Request) -> Response:
        """The proof of a day, once its results are final."""
        day, _ = await self._found(request)
        if self._hub.clock() < reveal_of(day.day):
            raise HTTPException(409, "day")
        body = msgspec.json.format(msgspec.json.encode(day.proof), indent=1)
        headers = {"content-disposition": f'attachment; filename="tablee-day-{day.day}.json"'}
        return Response(body, media_type="application/json", headers=headers)

    async def _found(self, request: Request) -> tuple[Day, GameDefinition]:
        text = request.path_params["day"]
        day = await self._days.past(text) if is_day(text) else None
        if day is None:
            raise HTTPException(404)
        definition = game_if_here(day.game)
        if definition is None:
            raise HTTPException(404, "game")
        return day, definition

    # ---- comparison ----------------------------------------------------------------------------------------

    async def _board(self, deal: str, own: DealPlay | None, day: Day | None, say: Language) -> dict[str, Any] | None:
        """All results of a deal: for those who have played it, and for all once it is revealed."""
        is_past = day is not None and self._hub.clock() >= reveal_of(day.day)
        if not (own and own.is_over) and not is_past:
            return None
        reference = await self._store.entry(day.reference) if day and day.reference else None
        level_5 = outcome_of(reference) if reference else None
        found = [(one.outcome, one) for one in await self._store.daily.plays(deal, MOST) if one.outcome]
        mine = own.outcome if own else None
        others = [outcome for outcome, one in found if own is None or one.person != own.person]
        return {
            "rows": _rows(found, level_5, own, day, say),
            "level_5": beside_level_5(mine, level_5, say) if mine and day else "",
            "others": beside_others(compare(mine, others), say) if mine else "",
            "replay": f"/tables/{day.reference}/replay" if day and level_5 and mine else "",
        }

    # ---- cards ---------------------------------------------------------------------------------------------

    async def _shown(
        self, request: Request, play: DealPlay, definition: GameDefinition, days: Sequence[str], say: Language
    ) -> dict[str, Any] | None:
        """The card that a person may share of a deal."""
        known, own = await self._hub.peek(play.table), play.outcome
        if known is None or own is None:
            return None
        row = await run_in_worker_thread(_signs, known[0])
        link = f"{base_address(request, self._settings)}/cards/{play.card}"
        day = play.deal if is_day(play.deal) else ""
        text = card_text(definition, day, row, own, streak(days, self._days.date), link, say)
        return {
            "signs": row,
            "signs_in_words": signs_in_words(row, say),
            "result": result_words(own, say),
            "text": text,
            "picture": f"/cards/{play.card}/picture.png?language={say.code}",
            "link": link,
            "table": play.table,
        }

    async def own_card(self, request: Request) -> Response:
        """Redirect to the card of one's own finished game; a form may ask for a new one."""
        if request.method == "POST":
            await self._read_form(request)
        person = await self._visitor(request)
        table, people = await self._table(request)
        if person is None or person.id not in people.values():
            raise HTTPException(404, "table")
        play = await self._days.card(table, person.id, make=request.method == "POST")
        if play is None:
            raise HTTPException(409, "deal")
        if is_day(play.deal):
            return RedirectResponse(f"/day/{play.deal}", status_code=303)
        return RedirectResponse(f"/cards/{play.card}", status_code=303)

    async def card(self, request: Request) -> Response:
        """A shared card: a visitor can play its deal, and then compare both results."""
        await self._count_look(request)
        play, table = await self._card(request)
        definition, say, person = table.definition, say_to(request), await self._visitor(request)
        assert definition is not None
        own = await self._store.daily.play(play.deal, person.id) if person else None
        shown = await self._shown(request, play, definition, (), say)
        day = play.deal if is_day(play.deal) else ""
        is_own = own is not None and own.card == play.card
        name = _name_at(play, say)
        title = say("{game}: can you beat {name} with the same deal?", game=definition.title(say), name=name)
        return await self._printer.page(
            request,
            "daily/card.html",
            game=definition,
            facts=facts(definition, say),
            play=play,
            card=shown,
            to_share=shown if is_own else None,
            name=name,
            against=", ".join(one.name for one in table.seats if one.level),
            mine=is_own,
            own=own,
            day=day,
            date=say.day(begin_of(day)) if day else "",
            can_be_sent=bool(day) or can_be_sent(table),
            board=await self._board(play.deal, own, None, say) if not day else None,
            preview=link_preview(request, title, say("The same deal, the same bots, one try."), f"cards/{play.card}"),
        )

    async def play_card(self, request: Request) -> Response:
        """Sit down at the deal of a card, once."""
        play, table = await self._card(request)
        if is_day(play.deal):
            return RedirectResponse(f"/day/{play.deal}", status_code=303)
        return await self._sit_down(request, partial(self._days.play_again, table))

    async def picture(self, request: Request) -> Response:
        """A card as a picture."""
        await self._count_look(request)
        play, _ = await self._card(request)
        known, own, say = await self._hub.peek(play.table), play.outcome, picture_language(request)
        if known is None or own is None or known[0].definition is None:
            raise HTTPException(404)
        row = await run_in_worker_thread(_signs, known[0])
        if is_day(play.deal):
            title = say("Deal of {day}", day=say.day(begin_of(play.deal)))
        else:
            title = say("Can you beat {name} with the same deal?", name=_name_at(play, say))
        definition = known[0].definition
        body = await drawn_by_resvg(lambda: card_svg(definition.title(say), title, row, result_words(own, say)))
        return Response(body, media_type="image/png", headers={"cache-control": "public, max-age=3600"})

    async def _card(self, request: Request) -> tuple[DealPlay, Table]:
        """A card, and the first table that played its deal."""
        address = request.path_params["card"]
        play = await self._store.daily.shown_at(address) if is_plain(address) else None
        if play is None or not play.is_over:
            raise HTTPException(404)
        known = await self._hub.peek(play.table if is_day(play.deal) else play.deal)
        if known is None or known[0].definition is None:
            raise HTTPException(404, "table")
        return play, known[0]

    # ---- on the shelf --------------------------------------------------------------------------------------

    async def on_shelf(self, person: Person | None, say: Language) -> dict[str, Any] | None:
        """The deal of today, in a few words."""
        day = await self._days.today()
        definition = game_if_here(day.game) if day else None
        if day is None or definition is None:
            return None
        own = await self._store.daily.play(day.day, person.id) if person else None
        outcome = own.outcome if own else None
        return {
            "day": day.day,
            "game": definition,
            "against": against(day.players, day.level, say),
            "own": own,
            "result": result_words(outcome, say) if outcome else "",
            "streak": streak_words(await own_days(self._store, person), day.day, say),
            "others": await self._others(day.day, own, say),
        }

    async def _others(self, deal: str, own: DealPlay | None, say: Language) -> str:
        """How many others have played a deal, and how many won: all that somebody hears who has yet to play it."""
        plays = [one for one in await self._store.daily.plays(deal, MOST) if own is None or one.person != own.person]
        outcomes = [outcome for one in plays if (outcome := one.outcome)]
        if not outcomes or (own and own.is_over):
            return ""
        wins = sum(outcome.won for outcome in outcomes)
        won = say.plural("{count} of them won", "{count} of them won", wins) if wins else say("nobody has won yet")
        played = say.plural("{count} player so far", "{count} players so far", len(outcomes))
        return f"{played}, {won}"


def _signs(table: Table) -> str:
    seat = next((one.seat for one in table.seats if not one.level), None)
    return "" if seat is None else signs(table, seat)


def _name_at(play: DealPlay, say: Language) -> str:
    """A person's name at the table that their card shows."""
    participants = play.entry.participants if play.entry else []
    return next((one.name for one in participants if not one.level), "") or say("somebody")


Results = Sequence[tuple[Outcome, DealPlay]]


def _rows(
    found: Results, level_5: Outcome | None, own: DealPlay | None, day: Day | None, say: Language
) -> list[dict[str, Any]]:
    """All results of a deal, with that of level 5, the best first."""
    told: list[tuple[Outcome, dict[str, Any]]] = []
    for outcome, play in found:
        is_own = own is not None and own.person == play.person
        is_open = day is None or is_own
        name = _name_at(play, say) if is_open else play.name or say("somebody")
        is_late, url = day is not None and not play.is_of_its_day, f"/tables/{play.table}/replay" if is_open else ""
        told.append((outcome, {"name": name, "own": is_own, "late": is_late, "bot": False, "url": url}))
    if level_5:
        told.append((level_5, {"name": SIBYLLE, "own": False, "late": False, "bot": True, "url": ""}))
    ordered = sorted(told, key=lambda one: (one[0].won, one[0].lead), reverse=True)
    return [{**row, "result": result_words(outcome, say), "won": outcome.won} for outcome, row in ordered]
