"""The story of a game as its page tells it: a picture of the chances, what luck and skill made of them, the moments."""

from collections.abc import Sequence
from typing import Any

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.language import Language
from tablee.show.sentences import log_line, seat_names, step_told
from tablee.study.story import Account, Step, Story
from tablee.table.table import Table

WIDTH, HEIGHT, EDGE, MARK = 600, 170, 14, 20
"""As the picture of the points has them (`replay/course.js`)."""


def story_page(table: Table, story: Story, say: Language, *, whole: bool) -> dict[str, Any]:
    """What the page of a story says; of one that is not `whole` yet, the picture alone."""
    assert table.folder is not None
    say = say.in_colours(table.colours)
    names = seat_names(table, say)
    teller = _Teller(table, table.folder, names, say)
    return {
        "chart": chart(story, table.colours, names, say),
        "numbers": [step.event.number for step in table.steps],
        "names": names,
        "rows": _rows(story.seats, say) if whole else [],
        "moments": [teller.moment(step) for step in story.moments()] if whole else [],
        "throws": teller.throws(story) if whole else [],
        "level": story.level,
    }


# ---- the picture ---------------------------------------------------------------------------------------------


def chart(story: Story, colours: Sequence[int], names: Sequence[str], say: Language) -> dict[str, Any]:
    """The lines of a picture: what each seat could expect, from the first step to the last."""
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


# ---- luck and skill ------------------------------------------------------------------------------------------


def _rows(seats: Sequence[Account], say: Language) -> list[tuple[str, list[str]]]:
    """From what each seat had at first to what it had in the end."""
    words = (
        say("Chance at first"),
        say("Luck"),
        say("Own mistakes"),
        say("What the others did"),
        say("Unexplained"),
        say("In the end"),
    )
    return list(
        zip(words, (list(row) for row in zip(*(_account(one, say) for one in seats), strict=True)), strict=True)
    )


def _account(account: Account, say: Language) -> list[str]:
    """In hundredths that add up as they stand there: what rounding leaves is not explained either."""
    began, ended, luck, mistakes, gifts = (
        round(100 * one) for one in (account.initial, account.final, account.luck, account.mistakes, account.gifts)
    )
    rest = ended - began - luck + mistakes - gifts
    changes = (_signed(one, say) for one in (luck, -mistakes, gifts, rest))
    return [say.percent(began / 100), *changes, say.percent(ended / 100)]


def _signed(hundredths: int, say: Language) -> str:
    sign = "+" if hundredths > 0 else "−" if hundredths < 0 else "±"
    return sign + say.percent(abs(hundredths) / 100)


# ---- moments -------------------------------------------------------------------------------------------------


class _Teller:
    """Tells steps of a table in words."""

    def __init__(self, table: Table, folder: GameFolder, names: Sequence[str], say: Language) -> None:
        self._table = table
        self._folder = folder
        self._names = tuple(names)
        self._say = say

    def moment(self, step: Step) -> dict[str, Any]:
        """A mistake: what was played, what would have been better, by how much, and why."""
        return {
            "number": step.number,
            "at": self._at(step),
            "played": self._told(step),
            "better": self._better(step),
            "cost": self._say.percent(step.cost),
            "error": self._say.percent(2 * step.error),
            "why": self._why(step),
        }

    def _better(self, step: Step) -> str:
        say = self._say
        if step.best is None or not isinstance(step.who, int):
            return say("Playing on.")
        return step_told(self._folder, step.best, step.who, self._sights(step, step.best), self._names, say)

    def throws(self, story: Story) -> list[dict[str, Any]]:
        """Of each seat the outcome that was best for it, and the worst."""
        found = []
        for seat, name in enumerate(self._names):
            if drawn := story.throws(seat):
                best, worst = (self._throw(step, seat) for step in drawn)
                found.append({"name": name, "best": best, "worst": worst})
        return found

    def _throw(self, step: Step, seat: int) -> dict[str, Any]:
        luck = _signed(round(100 * step.luck(seat)), self._say)
        return {"at": self._event(step), "words": self._told(step), "luck": luck}

    def _event(self, step: Step) -> int:
        return self._table.steps[step.number - 1].event.number

    def _at(self, step: Step) -> int:
        """The position in which it was to be chosen."""
        return self._event(step) - 1

    def _told(self, step: Step) -> str:
        event = self._table.steps[step.number - 1].event
        return log_line(self._table, event, None, self._names, self._say)

    def _why(self, step: Step) -> str:
        """What kind of mistake it was, if the game has a name for it, and what the better action would have been good
        for, as a hint would have said it."""
        if step.best is None or not isinstance(step.who, int):
            return ""
        kind = self._folder.words.mistakes(self._say).get(step.kind, "")
        named = f"{self._names[step.who]} {kind}." if kind else ""
        sights = self._sights(step, step.best)
        reason = self._folder.words.advice(step.best, step.who, *sights, self._names, self._say)
        return named or reason

    def _sights(self, step: Step, action: str) -> tuple[Document, Document]:
        """What lay before who acted, and what would have after some action."""
        assert isinstance(step.who, int)
        before = self._table.steps[step.number - 1].before
        after = self._folder.apply(before, action)
        return self._folder.sight(before, step.who), self._folder.sight(after, step.who)
