"""Lessons over HTTP. The server keeps nothing: a page says what it has tried in a step, and what it would try now."""

import logging
from functools import cache
from typing import Any

import msgspec

from tablee.games import GameFolder, find_game
from tablee.games.lesson_text import lesson_of
from tablee.games.lessons import Answer, Idea
from tablee.games.scenery import Row
from tablee.language import Language
from tablee.show.frames import Painter
from tablee.show.scenes import shape_of
from tablee.show.sentences import language, refusal, seat_colours, seat_names
from tablee.table.events import Refused
from tablee.table.exercise import Exercise
from tablee.table.folded import THROW
from tablee.table.table import AND_THEN

logger = logging.getLogger("tablee")

MOST_TRIED = 40
"""Actions in one step: no step is as long as that."""


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What a page asks for: to play `action`, to know why the node `why` offers nothing, to be shown what to do.

    Without any of these it asks for the picture, after what has been tried already.
    """

    tried: list[str] = []
    action: str = ""
    why: str = ""
    show: bool = False
    shape: str = ""
    """In which shape pictures are wished for."""


@cache
def lesson(game_id: str, language_code: str) -> list[Idea]:
    """The lesson of a game in a language; none if it has none, or a broken one: the game itself can still be played."""
    try:
        return lesson_of(find_game(game_id), language(language_code))
    except Exception as error:  # whatever a stranger's module does, it spoils only itself
        logger.warning("the lesson of %s cannot be given: %r", game_id, error)
        return []


def teaches(game_id: str) -> bool:
    """Has the game a lesson?"""
    return bool(lesson(game_id, "en"))


def answer(folder: GameFolder, number: int, body: bytes, say: Language) -> dict[str, Any]:
    """The answer to a wish about a step, counted from 1; raises `Refused`."""
    steps = lesson(folder.id, say.code)
    if not 1 <= number <= len(steps):
        raise Refused("bad_message")
    wish = read_wish(body)
    return Visit(folder, steps[number - 1], say, wish).grant(wish)


def read_wish(body: bytes) -> Wish:
    """What a page asks for; raises `Refused`."""
    try:
        return msgspec.json.decode(body, type=Wish)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Refused("bad_message") from None


class Visit:
    """One request: a step as far as it has been tried, and a painter who has painted it so far."""

    def __init__(self, folder: GameFolder, idea: Idea, say: Language, wish: Wish) -> None:
        if len(wish.tried) > MOST_TRIED:
            raise Refused("bad_message")
        self._folder = folder
        self._idea = idea
        self.say = say
        self._tried = wish.tried
        self._exercise = Exercise(folder, idea, seat_colours(folder, idea.position["players"], say))
        self._table = self._exercise.table
        self._painter = Painter(idea.seat, say, shape_of(folder, wish.shape), finales=False)
        self._painter.first_frame(self._table)
        for action in wish.tried:
            self._retrace(action)

    def grant(self, wish: Wish) -> dict[str, Any]:
        """What the page is told."""
        if wish.action:
            return self._try(wish.action)
        if wish.why:
            return {"words": self._why_not(wish.why) if self._painter.shows(wish.why) else ""}
        return self._advice() if wish.show else self._picture()

    def _retrace(self, action: str) -> None:
        found = self._exercise.answer(action)
        if found is None or found.verdict != "on":
            raise Refused("not_now")
        self._frames(action, found)

    def _picture(self) -> dict[str, Any]:
        idea = self._idea
        # Where there is nothing to try, nothing is offered.
        frame = self._with_few_buttons(self._painter.first_frame(self._table, last=bool(idea.task)))
        return {"title": idea.title, "words": idea.words, "task": idea.task, "frames": [frame]}

    def _try(self, action: str) -> dict[str, Any]:
        """What is said to an action, and the frames that show what comes of it."""
        try:
            found = self._exercise.answer(action)
        except Refused as refused:
            return _only_words(self._why_not(action) or refusal(refused.code, self.say))
        if found is None:
            return _only_words(self.say("That is possible, but here something else is meant. Try again!"))
        if found.verdict == "wrong":
            return _only_words(found.words)
        return {"verdict": found.verdict, "words": found.words, "frames": self._frames(action, found)}

    def _frames(self, action: str, found: Answer) -> list[dict[str, Any]]:
        """A frame for every event. Something is offered again only if the step goes on."""
        goes_on = found.verdict == "on"
        return [
            self._with_few_buttons(self._painter.frame(self._table, [event], last=last and goes_on))
            for event, last in self._exercise.play(action, found)
        ]

    def _with_few_buttons(self, frame: dict[str, Any]) -> dict[str, Any]:
        """A frame without the buttons of which the lesson has not spoken yet."""
        rows = [
            (row, [one for one in row.buttons if self._idea.shows_button(one.action)]) for row in frame["scene"]["bar"]
        ]
        frame["scene"]["bar"] = [Row(buttons, row.words) for row, buttons in rows if buttons]
        return frame

    def _why_not(self, what: str) -> str:
        """Why a node or an action cannot be chosen now, if the game knows."""
        seat = self._idea.seat
        if seat != self._table.to_act:
            return ""
        why_not = self._folder.words.why_not
        reason: str = why_not(self._table.view(seat), seat, what, seat_names(self._table, self.say), self.say)
        return reason

    def _advice(self) -> dict[str, Any]:
        """What to do next, named and in words."""
        action = self._exercise.next_on_the_way(self._tried)
        return {"action": action, "words": self.say("Like this: {sentence}", sentence=self.in_words(action))}

    def in_words(self, action: str) -> str:
        """What the log would say of an action."""
        names = tuple(seat_names(self._table, self.say))
        if action == THROW:
            return self.say("{name} throws the dice.", name=names[self._idea.seat])
        sentence = self._folder.words.sentence
        return " ".join(sentence(text, self._idea.seat, names, self.say) for text in action.split(AND_THEN) if text)


def _only_words(words: str) -> dict[str, Any]:
    """The answer to what is not meant: nothing moves."""
    return {"verdict": "wrong", "words": words, "frames": []}
