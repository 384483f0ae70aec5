"""The story of a finished game, as a page of its own and as a part of its replay."""

from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.games import GameDefinition
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.server.features.review.model import Account, Story, StoryStep
from tablee.server.features.review.service import StoryStatus
from tablee.server.table.table import Table
from tablee.server.views.sentences import headline, log_line, seat_names, step_told
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
        """The story as far as it is made; with `part`, only what the replay page embeds."""
        table = await self._over(request)
        if table is None:
            return RedirectResponse(f"/tables/{request.path_params['table']}", status_code=303)
        status = await self._hub.stories.status(table.id)
        is_part = "part" in request.query_params
        template = "review/story_inside.html" if is_part else "review/story.html"
        return await self._printer.page(request, template, **_shown(table, status, request), is_part=is_part)

    async def ask(self, request: Request) -> Response:
        """Start making the story."""
        await self._count_look(request)
        await self._read_form(request)
        table = await self._over(request)
        if table is None:
            raise HTTPException(409)
        await self._hub.stories.ask(table, await self._asker(request))
        return RedirectResponse(f"/tables/{table.id}/story", status_code=303)

    async def _over(self, request: Request) -> Table | None:
        """The table; None if its game is not over."""
        table, _ = await self._table(request)
        return table if table.status == "over" and table.definition is not None and table.state is not None else None


def _shown(table: Table, status: StoryStatus, request: Request) -> dict[str, Any]:
    """The context of the templates."""
    assert table.definition is not None
    say, kept = say_to(request), status.kept
    is_whole = kept is not None and kept.is_current
    story = story_context(table, kept.story, say, whole=is_whole) if kept is not None and kept.story else None
    return {
        **scenes_of(table.definition),
        "table": table.id,
        "headline": headline(table, say),
        "story": story,
        "is_whole": is_whole,
        "is_under_way": status.is_under_way,
        "progress": None if status.progress is None else round(100 * status.progress),
    }


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
        "chart": _chart(story, table.colours, names, say),
        "numbers": [step.event.number for step in table.steps],
        "names": names,
        "rows": _rows(story.seats, say) if whole else [],
        "moments": [builder.moment(step) for step in story.worst_mistakes()] if whole else [],
        "throws": builder.throws(story) if whole else [],
        "level": story.level,
    }


def _chart(story: Story, colours: Sequence[int], names: Sequence[str], say: Language) -> dict[str, Any]:
    """A line for each seat: its chance from the first step to the last."""
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "ticks": [(_y(share), say.percent(share)) for share in (0.0, 0.5, 1.0)],
        "left": EDGE,
        "right": WIDTH - EDGE - MARK,
        "lines": [_line(story, seat, colours[seat] if colours else seat) for seat in range(story.players)],
        "words": [
            say(
                "{name}: from {before} to {after}",
                name=name,
                before=say.percent(one.initial),
                after=say.percent(one.final),
            )
            for name, one in zip(names, story.seats, strict=True)
        ],
    }


def _line(story: Story, seat: int, colour: int) -> dict[str, Any]:
    chances = [story.seats[seat].initial, *(step.after[seat] for step in story.steps)]
    across = (WIDTH - 2 * EDGE - MARK) / max(1, len(chances) - 1)
    points = [f"{EDGE + at * across:.1f} {_y(chance)}" for at, chance in enumerate(chances)]
    return {"colour": colour, "path": f"M{' '.join(points)}", "y": _y(chances[-1]), "x": WIDTH - EDGE - MARK + 12}


def _y(share: float) -> float:
    return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * min(max(share, 0.0), 1.0), 1)


def _rows(seats: Sequence[Account], say: Language) -> list[tuple[str, tuple[str, ...]]]:
    """The table of luck and skill: a heading and a cell for each seat."""
    words = (
        say("Chance at first"),
        say("Luck"),
        say("Own mistakes"),
        say("What the others did"),
        say("Unexplained"),
        say("In the end"),
    )
    return list(zip(words, zip(*(_account(one, say) for one in seats), strict=True), strict=True))


def _account(account: Account, say: Language) -> list[str]:
    """In whole percents that add up as shown: rounding goes to what is unexplained."""
    began, ended, luck, mistakes, gifts = (
        round(100 * one) for one in (account.initial, account.final, account.luck, account.mistakes, account.gifts)
    )
    rest = ended - began - luck + mistakes - gifts
    changes = (_signed(one, say) for one in (luck, -mistakes, gifts, rest))
    return [say.percent(began / 100), *changes, say.percent(ended / 100)]


def _signed(hundredths: int, say: Language) -> str:
    sign = "+" if hundredths > 0 else "−" if hundredths < 0 else "±"
    return sign + say.percent(abs(hundredths) / 100)


class _StepTexts:
    """Puts steps of a story into words."""

    def __init__(self, table: Table, definition: GameDefinition, names: Sequence[str], say: Language) -> None:
        self._table = table
        self._definition = definition
        self._names = tuple(names)
        self._say = say

    def moment(self, step: StoryStep) -> dict[str, Any]:
        """A mistake: what was played, what would have been better, by how much, and why."""
        return {
            "number": step.number,
            "at": self._table.steps[step.number - 1].event.number - 1,  # the position before it
            "played": self._sentence(step),
            "better": self._better(step),
            "cost": self._say.percent(step.cost),
            "error": self._say.percent(2 * step.error),
            "why": self._why(step),
        }

    def throws(self, story: Story) -> list[dict[str, Any]]:
        """Each seat's luckiest outcome and its unluckiest."""
        found = []
        for seat, name in enumerate(self._names):
            if drawn := story.throws(seat):
                best, worst = (self._throw(step, seat) for step in drawn)
                found.append({"name": name, "best": best, "worst": worst})
        return found

    def _throw(self, step: StoryStep, seat: int) -> dict[str, Any]:
        luck = _signed(round(100 * step.luck(seat)), self._say)
        return {
            "at": self._table.steps[step.number - 1].event.number,
            "words": self._sentence(step),
            "luck": luck,
        }

    def _sentence(self, step: StoryStep) -> str:
        event = self._table.steps[step.number - 1].event
        return log_line(self._table, event, None, self._names, self._say)

    def _better(self, step: StoryStep) -> str:
        say = self._say
        if step.best is None or not isinstance(step.who, int):
            return say("Playing on.")
        return step_told(self._definition, step.best, step.who, self._sights(step, step.best), self._names, say)

    def _why(self, step: StoryStep) -> str:
        """The kind of mistake, if the game names it; else the hint the game gives for the better action."""
        if step.best is None or not isinstance(step.who, int):
            return ""
        if kind := self._definition.words.mistakes(self._say).get(step.kind, ""):
            return f"{self._names[step.who]} {kind}."
        sights = self._sights(step, step.best)
        advice: str = self._definition.words.advice(step.best, step.who, *sights, self._names, self._say)
        return advice

    def _sights(self, step: StoryStep, action: str) -> tuple[Document, Document]:
        """What the seat that acted saw, and what it would have seen after an action."""
        assert isinstance(step.who, int)
        before = self._table.steps[step.number - 1].before
        after = self._definition.apply(before, action)
        return self._definition.sight(before, step.who), self._definition.sight(after, step.who)
