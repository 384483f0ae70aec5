"""Lessons over HTTP. The server keeps nothing: each request names the actions tried in a step, and the next one."""

import logging
from functools import cache
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from tablee.games import GameDefinition, find_game
from tablee.games.document import read_json
from tablee.games.language import Language
from tablee.games.lessons.ideas import Answer, Idea
from tablee.games.lessons.lesson_text import lesson_of
from tablee.games.scenery import UPRIGHT, ButtonRow, to_figure
from tablee.server.features.lessons.model import Exercise
from tablee.server.table.events import Refused
from tablee.server.table.table import AND_THEN, THROW
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.scenes import scene_of, shape_of
from tablee.server.views.sentences import language, refusal, seat_colours, seat_names

logger = logging.getLogger("tablee")

MOST_TRIED = 40
"""Actions in one step at most."""


class LessonRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Play `action`, say why the node `why` offers nothing, or show what to do; without these, send the picture."""

    tried: list[str] = []
    action: str = ""
    why: str = ""
    show: bool = False
    shape: str = ""
    """The shape of the pictures."""


class TextStep(NamedTuple):
    """A step of a lesson as a text, and its position as SVG."""

    title: str
    words: str
    task: str
    way: str
    figure: Markup


@cache
def lesson(game_id: str, language_code: str) -> list[Idea]:
    """The lesson of a game in a language; empty if it has none, or a broken one."""
    try:
        return lesson_of(find_game(game_id), language(language_code))
    except Exception as error:  # a broken lesson must not break the game
        logger.warning("the lesson of %s cannot be given: %r", game_id, error)
        return []


def teaches(game_id: str) -> bool:
    """Has the game a lesson?"""
    return bool(lesson(game_id, "en"))


def answer(definition: GameDefinition, number: int, body: bytes, say: Language) -> dict[str, Any]:
    """The reply to a request about a step, counted from 1; raises `Refused`."""
    steps = lesson(definition.id, say.code)
    if not 1 <= number <= len(steps):
        raise Refused("bad_message")
    request = read_request(body)
    return ExerciseSession(definition, steps[number - 1], say, request).reply(request)


@cache
def lesson_as_text(game_id: str, language_code: str) -> list[TextStep]:
    """The steps of a lesson to read: what is said, where, what to try, and how it is done."""
    told, definition, say = [], find_game(game_id), language(language_code)
    for idea in lesson(game_id, language_code):
        session = ExerciseSession(definition, idea, say, LessonRequest())
        way = " ".join(session.in_words(action) for action in idea.way)
        told.append(TextStep(idea.title, idea.words, idea.task, way, session.figure()))
    return told


def read_request(body: bytes) -> LessonRequest:
    """Decode a request; raises `Refused`."""
    try:
        return read_json(body, LessonRequest)
    except ValueError:
        raise Refused("bad_message") from None


class ExerciseSession:
    """One request: a step with the actions tried so far, and its frames."""

    def __init__(self, definition: GameDefinition, idea: Idea, say: Language, request: LessonRequest) -> None:
        if len(request.tried) > MOST_TRIED:
            raise Refused("bad_message")
        self._definition = definition
        self._idea = idea
        self.say = say
        self._tried = request.tried
        self._exercise = Exercise(definition, idea, seat_colours(definition, idea.position["players"], say))
        self._table = self._exercise.table
        self._builder = FrameBuilder(idea.seat, say, shape_of(definition, request.shape), finales=False)
        self._builder.first_frame(self._table)
        for action in request.tried:
            found = self._exercise.answer(action)
            if found is None or found.verdict != "on":
                raise Refused("not_now")
            self._frames(action, found)

    def reply(self, request: LessonRequest) -> dict[str, Any]:
        """The reply for the page."""
        if request.action:
            return self._try(request.action)
        if request.why:
            return {"words": self._why_not(request.why) if self._builder.shows(request.why) else ""}
        if request.show:
            action = self._exercise.next_on_the_way(self._tried)
            return {"action": action, "words": self.say("Like this: {sentence}", sentence=self.in_words(action))}
        idea = self._idea
        # A step without a task offers no actions.
        frame = self._with_few_buttons(self._builder.first_frame(self._table, last=bool(idea.task)))
        return {"title": idea.title, "words": idea.words, "task": idea.task, "frames": [frame]}

    def _try(self, action: str) -> dict[str, Any]:
        """The reply to an action, with its frames."""
        try:
            found = self._exercise.answer(action)
        except Refused as refused:
            return _only_words(self._why_not(action) or refusal(refused.code, self.say))
        if found is None:
            return _only_words(self.say("You could do that, but it’s not what this step is about. Try again!"))
        if found.verdict == "wrong":
            return _only_words(found.words)
        return {"verdict": found.verdict, "words": found.words, "frames": self._frames(action, found)}

    def _frames(self, action: str, found: Answer) -> list[dict[str, Any]]:
        """A frame for each event. Actions are offered again only if the step goes on."""
        goes_on = found.verdict == "on"
        return [
            self._with_few_buttons(self._builder.frame(self._table, [event], last=last and goes_on))
            for event, last in self._exercise.play(action, found)
        ]

    def _with_few_buttons(self, frame: dict[str, Any]) -> dict[str, Any]:
        """A frame without the buttons that the lesson has not introduced yet."""
        rows = [
            (row, [one for one in row.buttons if self._idea.shows_button(one.action)]) for row in frame["scene"]["bar"]
        ]
        frame["scene"]["bar"] = [ButtonRow(buttons, row.words) for row, buttons in rows if buttons]
        return frame

    def _why_not(self, what: str) -> str:
        """Why a node or an action cannot be chosen now, if the game says so."""
        seat = self._idea.seat
        if seat != self._table.to_act:
            return ""
        why_not = self._definition.words.why_not
        reason: str = why_not(self._table.view(seat), seat, what, seat_names(self._table, self.say), self.say)
        return reason

    def figure(self) -> Markup:
        """The position as a picture, for a page that has the shapes of the game."""
        view, names = self._table.view(self._idea.seat), seat_names(self._table, self.say)
        return Markup(to_figure(scene_of(self._definition, UPRIGHT, view, self._idea.seat, [], names, self.say)))

    def in_words(self, action: str) -> str:
        """The log's sentence for an action."""
        names = tuple(seat_names(self._table, self.say))
        if action == THROW:
            return self.say("{name} throws the dice.", name=names[self._idea.seat])
        sentence = self._definition.words.sentence
        return " ".join(sentence(text, self._idea.seat, names, self.say) for text in action.split(AND_THEN) if text)


def _only_words(words: str) -> dict[str, Any]:
    """The reply to an action that the step does not ask for: nothing moves."""
    return {"verdict": "wrong", "words": words, "frames": []}
