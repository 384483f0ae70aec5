"""Checks of rulebooks, lessons and puzzles: figures can be drawn, every attempt is answered, positions can be."""

import re
from collections.abc import Iterator

import msgspec

from tablee.engine.contract import ContractError
from tablee.games import GameDefinition
from tablee.games.errors import TableeError
from tablee.games.language import languages
from tablee.games.lessons.ideas import Answer, Idea
from tablee.games.lessons.lesson_text import FILE, lesson_of
from tablee.games.lessons.puzzle_file import FILE as PUZZLES
from tablee.games.lessons.puzzle_file import puzzle_file_of
from tablee.kit.check_words import badly_set
from tablee.kit.trial_tables import Bench
from tablee.server.features.lessons.model import Exercise
from tablee.server.features.rulebooks.model import rulebook, sources
from tablee.server.table.events import Refused
from tablee.server.views.sentences import language, seat_colours

LONGEST_STEP = 10  # the most actions of a step of a lesson
CAPTION = re.compile(r'<figcaption id="figure-\d+">.{20,}?</figcaption>')


def rulebooks(bench: Bench) -> Iterator[str]:
    """Rulebooks that cannot be rendered, figures without captions, and differences between languages."""
    definition, figures = bench.definition, 0
    written = [code for code in languages() if (definition.path / f"rulebook.{code}.md").is_file()]
    anchors, drawn = {}, {}
    for code in written:
        bench.tick()
        try:
            body = rulebook(definition.id, code).body
            sources(definition.id, code)
        except Exception as error:  # any error of a figure
            told = f"{error}" if isinstance(error, TableeError | ValueError) else f"{type(error).__name__}: {error}"
            yield f"rulebook.{code}.md: {told}"
            continue
        figures = body.count("<figure>")
        if len(CAPTION.findall(body)) != figures:
            yield f"rulebook.{code}.md: every figure needs a caption that says what is seen"
        anchors[code] = re.findall(r'<h[23] id="([\w-]+)"', body)
        drawn[code] = figure_lines(definition, code)
        yield from (f"rulebook.{code}.md{fault}" for fault in typography_of(definition, code))
    for code in set(anchors) - {"en"}:
        if anchors[code] != anchors.get("en"):
            yield f"rulebook.{code}.md has other anchors than the English one: ## Title {{#anchor}}"
        if drawn[code] != drawn.get("en"):
            yield f"the figures of rulebook.{code}.md show something else than the English ones"
    bench.note = f"{figures} figures" if figures else "without figures"


def figure_lines(definition: GameDefinition, code: str) -> list[list[str]]:
    """The lines of each figure of a rulebook, without captions."""
    text = (definition.path / f"rulebook.{code}.md").read_text("utf8")
    blocks = re.findall(r"^```scene\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [[line for line in block.splitlines() if not line.startswith("caption")] for block in blocks]


def typography_of(definition: GameDefinition, code: str) -> Iterator[str]:
    """Typographic faults of a rulebook's text and captions."""
    in_code = False
    for number, line in enumerate((definition.path / f"rulebook.{code}.md").read_text("utf8").splitlines(), start=1):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code or line.startswith("caption "):
            plain = re.sub(r"\]\(.*?\)|`sign .*?` |^caption ", "", line)
            if fault := badly_set(code, re.sub(r"^ +|^\|.*?-\|$| +(?=\|)|(?<=\|) +", "", plain)):
                yield f", line {number}: {fault}"


def lessons(bench: Bench) -> Iterator[str]:
    """Steps of a lesson that cannot be done, and attempts without an answer."""
    try:
        ideas = lesson_of(bench.definition, language("en"))
    except ContractError as error:
        yield str(error)
        return
    if not ideas:
        yield "there is no lesson.md: a lesson that teaches by doing (docs/makers/lessons.md)"
    for idea in ideas:
        bench.tick()
        where = f"{FILE}, line {idea.line}, “{idea.title}”"
        yield from (f"{where}: {fault}" for fault in idea_faults(bench.definition, idea))
    bench.note = f"{len(ideas)} steps"


def puzzles(bench: Bench) -> Iterator[str]:
    """Puzzles of other rules, and positions that cannot be, or in which their answer is not legal."""
    definition = bench.definition
    try:
        found = puzzle_file_of(definition.path)
    except msgspec.MsgspecError as error:
        yield f"{PUZZLES}: {error}; write it anew: tablee puzzles {definition.id}"
        return
    bench.note = f"{len(found.puzzles)} puzzles" if found else f"none; `tablee puzzles {definition.id}` finds some"
    if found is not None and (found.game, found.rules) != (definition.id, definition.version):
        yield (
            f"{PUZZLES}, line 1: these puzzles are of {found.game}, version {found.rules} of its rules, not of "
            f"{definition.id}, version {definition.version}: find new ones, `tablee puzzles {definition.id}`"
        )
        return
    for line, puzzle in enumerate(found.puzzles if found else (), start=2):
        bench.tick()
        try:
            state = definition.read(puzzle.position)
        except TableeError as error:
            yield f"{PUZZLES}, line {line}: its position cannot be: {error}"
            continue
        if definition.to_act(state) != puzzle.seat:
            yield f"{PUZZLES}, line {line}: it waits for somebody else than seat {puzzle.seat}"
        elif wrong := {puzzle.best, puzzle.tempting, *puzzle.worths} - set(definition.actions(state)):
            yield f"{PUZZLES}, line {line}: not legal there: {', '.join(sorted(wrong))}"


def idea_faults(definition: GameDefinition, idea: Idea) -> Iterator[str]:
    """Faults of one step of a lesson."""
    try:
        definition.read(idea.position)
    except TableeError as error:
        yield f"its position cannot be: {error}"
        return
    if not idea.task:
        return
    if begin(definition, idea).table.to_act != idea.seat:
        yield "it waits for somebody else than who learns"
        return
    yield from _faults_of_the_way(definition, idea)
    yield from _faults_of_answers(definition, idea)


def begin(definition: GameDefinition, idea: Idea, tried: tuple[str, ...] = ()) -> Exercise:
    """A step after some attempts."""
    exercise = Exercise(definition, idea, seat_colours(definition, idea.position["players"], language("en")))
    for action in tried:
        answer = exercise.answer(action)
        assert answer is not None
        list(exercise.play(action, answer))
    return exercise


def answers(exercise: Exercise) -> Iterator[tuple[str, Answer | None]]:
    """Every possible attempt, and its answer."""
    for action in exercise.table.actions(exercise.idea.seat):
        yield action, exercise.answer(action)


def _faults_of_the_way(definition: GameDefinition, idea: Idea) -> Iterator[str]:
    """The shown solution must be right from beginning to end."""
    for place, action in enumerate(idea.way):
        exercise = begin(definition, idea, tuple(idea.way[:place]))
        try:
            answer = exercise.answer(action)
        except Refused:
            answer = None
        wanted = "on" if place < len(idea.way) - 1 else "right"
        if exercise.table.to_act != idea.seat or answer is None or answer.verdict != wanted:
            yield f"it shows {action!r}, which is not answered with {wanted!r}"
            return


def _faults_of_answers(definition: GameDefinition, idea: Idea) -> Iterator[str]:
    """Every attempt must be answered, and every accepted one must lead to the end."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        tried = waiting.pop()
        exercise = begin(definition, idea, tried)
        accepted = {}
        for action, answer in answers(exercise):
            if answer is None or not answer.words:
                yield f"nothing is said to {action!r}"
            elif answer.verdict != "wrong":
                accepted[action] = answer
                try:
                    if not list(begin(definition, idea, tried).play(action, answer)):
                        yield f"nothing follows from {action!r}"
                except Exception as error:  # something that should follow is not possible
                    yield f"what is to follow from {action!r} cannot: {error}"
        # An action that is only played together with another one is on the shown way, if at all.
        if not accepted and not begin(definition, idea, tried).next_on_the_way(tried):
            yield f"after {', '.join(tried) or 'nothing'} there is nothing right to do"
        if len(tried) >= LONGEST_STEP:
            yield "it never ends"
            return
        waiting += [(*tried, action) for action, answer in accepted.items() if answer.verdict == "on"]
