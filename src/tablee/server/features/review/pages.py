"""The story of a finished game, as a page of its own and as a part of its replay."""

from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.games import GameDefinition
from tablee.games.language import Language
from tablee.games.score_sheets import signed
from tablee.server.features.ratings.service import check_engine_allowed
from tablee.server.features.review.model import Account, Story, StoryStep
from tablee.server.features.review.service import StoryStatus
from tablee.server.table.events import Refused
from tablee.server.table.table import Table
from tablee.server.views.sentences import headline, log_line, refusal, seat_names, step_told
from tablee.server.views.text_play import reason_for
from tablee.server.web.rendering import PageGroup, scenes_of
from tablee.server.web.visit import say_to


class StoryPages(PageGroup):
    """Answers requests for stories."""

    @property
    def routes(self) -> list[Route]:
        """The addresses of stories."""
        return [
            Route("/tables/{table}/story", self.page, methods=["GET"]),
            Route("/tables/{table}/story", self.ask, methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        """The story as far as it is made; `part` is what the replay page embeds, `brief` what a result leads with."""
        table = await self._over(request)
        if table is None:
            return RedirectResponse(f"/tables/{request.path_params['table']}", status_code=303)
        say, refused = say_to(request), ""
        try:
            await self._check_allowed(request, table)
            status = await self._hub.stories.status(table.id)
        except Refused as error:
            status, refused = StoryStatus(None, False, None), refusal(error.code, say)
        is_part = "part" in request.query_params
        template = "review/story_inside.html" if is_part else "review/story.html"
        if "brief" in request.query_params:
            template = "review/story_brief.html"
        kept = status.kept
        is_whole = kept is not None and kept.is_current
        assert table.definition is not None
        return await self._printer.page(
            request,
            template,
            **scenes_of(table.definition),
            table=table.id,
            headline=headline(table, say),
            story=story_context(table, kept.story, say, whole=is_whole) if kept and kept.story else None,
            is_whole=is_whole,
            is_under_way=status.is_under_way,
            progress=None if status.progress is None else round(100 * status.progress),
            is_part=is_part,
            refused=refused,
        )

    async def ask(self, request: Request) -> Response:
        """Start making the story. A page that shows a result asks with `offer`: then only if there is time for it."""
        await self._count_look(request)
        form = await self._read_form(request)
        table = await self._over(request)
        if table is None:
            raise HTTPException(409)
        await self._check_allowed(request, table)
        if "offer" in form:
            await self._hub.stories.offer(table, await self._asker(request))
            return Response(status_code=204)
        await self._hub.stories.ask(table, await self._asker(request))
        return RedirectResponse(f"/tables/{table.id}/story", status_code=303)

    async def _check_allowed(self, request: Request, table: Table) -> None:
        person = await self._visitor(request)
        await check_engine_allowed(self._store, table.opening.game, person.id if person else "")

    async def _over(self, request: Request) -> Table | None:
        """The table; None if its game is not over."""
        table, _ = await self._table(request)
        return table if table.status == "over" and table.definition is not None and table.state is not None else None


# ---- the context of a story --------------------------------------------------------------------------------------

WIDTH, HEIGHT, EDGE, MARK = 600, 170, 14, 20
"""The same as those of the chart of points (`review/course.js`)."""


def story_context(table: Table, story: Story, say: Language, *, whole: bool) -> dict[str, Any]:
    """What the template shows of a story; only the chart while it is not `whole`."""
    assert table.definition is not None
    say = say.in_colours(table.colours)
    names = seat_names(table, say)
    builder = _StepTexts(table, table.definition, names, say)
    return {
        "chart": _chart(story, table.colours or range(story.players), names, say),
        "numbers": [step.event.number for step in table.steps],
        "names": names,
        "rows": _rows(story.seats, say, luck=table.definition.has_chance) if whole else [],
        "moments": [builder.moment(step) for step in story.worst_mistakes()] if whole else [],
        "decided": what_decided(story, names, say) if whole else "",
        "throws": builder.throws(story) if whole else [],
        "level": story.level,
    }


def what_decided(story: Story, names: Sequence[str], say: Language) -> str:
    """In one sentence what made the chances of the winner: the mistakes of the others, luck, and their own mistakes."""
    winner = max(range(story.players), key=lambda seat: story.seats[seat].final)
    one = story.seats[winner]
    others = [name for seat, name in enumerate(names) if seat != winner]
    gifts, luck, mistakes = (round(100 * share) for share in (one.gifts, one.luck, -one.mistakes))
    by_others = say("{name}’s mistakes", name=others[0]) if len(others) == 1 else say("the others’ mistakes")
    causes = ((by_others, gifts), (say("luck"), luck), (say("own mistakes"), mistakes))
    told = ", ".join(f"{words} {_signed_percent(points, say)}" for words, points in causes if points)
    return say("What won it for {winner}: {causes}.", winner=names[winner], causes=told) if told else ""


def _signed_percent(points: int, say: Language) -> str:
    """With a true minus, as in the numbers of the story."""
    return ("+" if points > 0 else "−") + say.percent(abs(points) / 100)


def _chart(story: Story, colours: Sequence[int], names: Sequence[str], say: Language) -> dict[str, Any]:
    """A line for each seat: its chance from the first step to the last."""
    right, lines, words = WIDTH - EDGE - MARK, [], []
    across = (right - EDGE) / max(1, len(story.steps))
    for seat, (name, one) in enumerate(zip(names, story.seats, strict=True)):
        chances = [one.initial, *(step.after[seat] for step in story.steps)]
        path = "M" + " ".join(f"{EDGE + at * across:.1f} {_y(chance)}" for at, chance in enumerate(chances))
        lines.append({"colour": colours[seat], "path": path, "y": _y(chances[-1]), "x": right + 12})
        before, after = say.percent(one.initial), say.percent(one.final)
        words.append(say("{name}: from {before} to {after}", name=name, before=before, after=after))
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "ticks": [(_y(share), say.percent(share)) for share in (0.0, 0.5, 1.0)],
        "left": EDGE,
        "right": right,
        "lines": lines,
        "words": words,
    }


def _y(share: float) -> float:
    return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * min(max(share, 0.0), 1.0), 1)


def _rows(seats: Sequence[Account], say: Language, *, luck: bool = True) -> list[tuple[str, tuple[str, ...]]]:
    """The table of luck and skill: a heading and a cell for each seat."""
    words = (
        say("Winning chance at the start"),
        say("Luck"),
        say("Own mistakes"),
        say("Opponents’ play"),
        say("Unexplained"),
        say("At the end"),
    )
    columns = []
    for one in seats:
        # Whole points that add up as shown: rounding goes to what is unexplained.
        shares = (one.initial, one.final, one.luck, one.mistakes, one.gifts)
        began, ended, lucky, mistakes, gifts = (round(100 * share) for share in shares)
        rest = ended - began - lucky + mistakes - gifts
        changes = map(signed, (lucky, -mistakes, gifts, rest))
        columns.append([say.percent(began / 100), *changes, say.percent(ended / 100)])
    rows = list(zip(words, zip(*columns, strict=True), strict=True))
    return [row for row in rows if luck or row[0] != words[1]]


class _StepTexts:
    """Puts steps of a story into words."""

    def __init__(self, table: Table, definition: GameDefinition, names: Sequence[str], say: Language) -> None:
        self._table = table
        self._definition = definition
        self._names = tuple(names)
        self._say = say

    def moment(self, step: StoryStep) -> dict[str, Any]:
        """A mistake: what was played, what would have been better, by how much, and why."""
        say = self._say
        better, why = say("Playing on."), ""
        if step.best is not None and isinstance(step.who, int):
            state = self._table.steps[step.number - 1].before
            after = self._definition.apply(state, step.best)
            sights = self._definition.sight(state, step.who), self._definition.sight(after, step.who)
            better = step_told(self._definition, step.best, step.who, sights, self._names, say)
            # The kind of mistake, if the game names it; else the hint that the game gives for the better action.
            kind = self._definition.words.mistakes(say).get(step.kind, "")
            reason = reason_for(self._definition, state, step.best, step.who, self._names, say)
            why = f"{self._names[step.who]} {kind}." if kind else reason
        return {
            "number": step.number,
            "at": self._table.steps[step.number - 1].event.number - 1,  # the position before it
            "played": self._sentence(step),
            "better": better,
            "cost": say.percent(step.cost),
            "error": say.percent(2 * step.error),
            "why": why,
        }

    def throws(self, story: Story) -> list[dict[str, Any]]:
        """Each seat's luckiest outcome and its unluckiest, as far as there was luck."""
        found = []
        for seat, name in enumerate(self._names):
            moments = [
                {
                    "at": self._table.steps[step.number - 1].event.number,
                    "words": self._sentence(step),
                    "luck": signed(round(100 * step.luck(seat))),
                }
                for step in story.throws(seat)
                if step is not None
            ]
            if moments:
                found.append({"name": name, "moments": moments})
        return found

    def _sentence(self, step: StoryStep) -> str:
        event = self._table.steps[step.number - 1].event
        return log_line(self._table, event, None, self._names, self._say)
