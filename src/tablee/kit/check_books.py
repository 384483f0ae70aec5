"""Rulebooks and lessons: figures that can be drawn, and steps in which everything that is tried is answered."""

import re
from collections.abc import Iterator

from tablee.games import GameFolder
from tablee.games.errors import TableeError
from tablee.games.lesson_text import lesson_of
from tablee.games.lessons import Answer, Idea
from tablee.kernel.contract import ContractError
from tablee.kit.bench import Bench
from tablee.kit.texts import badly_set
from tablee.language import languages
from tablee.show.sentences import language, seat_colours
from tablee.site.study.rulebooks import rulebook
from tablee.table.events import Refused
from tablee.table.exercise import Exercise

LONGEST_STEP = 10
"""Actions after which a step of a lesson is certainly over."""
CAPTION = re.compile(r'<figcaption id="figure-\d+">.{20,}?</figcaption>')


def rulebooks(bench: Bench) -> Iterator[str]:
    """Rulebooks that cannot be printed, figures without words, and what differs from one language to another."""
    folder, figures = bench.folder, 0
    written = [code for code in languages() if (folder.path / f"rulebook.{code}.md").is_file()]
    anchors, drawn = {}, {}
    for code in written:
        bench.tick()
        try:
            body = rulebook(folder.id, code).body
        except Exception as error:  # whatever a figure asks for
            told = f"{error}" if isinstance(error, TableeError | ValueError) else f"{type(error).__name__}: {error}"
            yield f"rulebook.{code}.md: {told}"
            continue
        figures = body.count("<figure>")
        if len(CAPTION.findall(body)) != figures:
            yield f"rulebook.{code}.md: every figure needs a caption that says what is seen"
        anchors[code] = re.findall(r'<h[23] id="([\w-]+)"', body)
        drawn[code] = figure_lines(folder, code)
        yield from (f"rulebook.{code}.md: badly set: {fault}" for fault in typography_of(folder, code))
    for code in set(anchors) - {"en"}:
        if anchors[code] != anchors.get("en"):
            yield f"rulebook.{code}.md has other anchors than the English one: ## Title {{#anchor}}"
        if drawn[code] != drawn.get("en"):
            yield f"the figures of rulebook.{code}.md show something else than the English ones"
    bench.note = f"{figures} figures" if figures else "without figures"


def figure_lines(folder: GameFolder, code: str) -> list[list[str]]:
    """What is said about each figure of a rulebook, but for the words."""
    text = (folder.path / f"rulebook.{code}.md").read_text("utf8")
    blocks = re.findall(r"^```scene\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [[line for line in block.splitlines() if not line.startswith("caption")] for block in blocks]


def typography_of(folder: GameFolder, code: str) -> Iterator[str]:
    """What is badly set in a rulebook: pictures and signs left out, but with what is said below the pictures."""
    text = (folder.path / f"rulebook.{code}.md").read_text("utf8")
    captions = re.findall(r"^caption (.*)", text, flags=re.MULTILINE)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    for line in (*re.sub(r"`sign .*?` ", "", prose).splitlines(), *captions):
        yield from filter(None, [badly_set(code, re.sub(r"^ +|^\|.*?-\|$| +(?=\|)|(?<=\|) +", "", line))])


# ---- lessons ---------------------------------------------------------------------------------------------------


def lessons(bench: Bench) -> Iterator[str]:
    """Steps that cannot be taken, and what can be tried in them without an answer."""
    try:
        ideas = lesson_of(bench.folder, language("en"))
    except ContractError as error:
        yield str(error)
        return
    if not ideas:
        yield "there is no lesson.md: a lesson that teaches by doing (docs/lessons.md)"
    for number, idea in enumerate(ideas, start=1):
        bench.tick()
        yield from (f"step {number}, “{idea.title}”: {fault}" for fault in idea_faults(bench.folder, idea))
    bench.note = f"{len(ideas)} steps"


def idea_faults(folder: GameFolder, idea: Idea) -> Iterator[str]:
    """What is wrong with one step of a lesson."""
    try:
        folder.read(idea.position)
    except TableeError as error:
        yield f"its position cannot be: {error}"
        return
    if not idea.task:
        return
    if begin(folder, idea).table.to_act != idea.seat:
        yield "it waits for somebody else than who learns"
        return
    yield from _faults_of_the_way(folder, idea)
    yield from _faults_of_answers(folder, idea)


def begin(folder: GameFolder, idea: Idea, tried: tuple[str, ...] = ()) -> Exercise:
    """A step, as far as it has been tried."""
    exercise = Exercise(folder, idea, seat_colours(folder, idea.position["players"], language("en")))
    for action in tried:
        answer = exercise.answer(action)
        assert answer is not None
        list(exercise.play(action, answer))
    return exercise


def answers(exercise: Exercise) -> Iterator[tuple[str, Answer | None]]:
    """Everything that can be tried now, and what is answered."""
    for action in exercise.table.actions(exercise.idea.seat):
        yield action, exercise.answer(action)


def _faults_of_the_way(folder: GameFolder, idea: Idea) -> Iterator[str]:
    """What is shown must be right, from beginning to end."""
    for place, action in enumerate(idea.way):
        exercise = begin(folder, idea, tuple(idea.way[:place]))
        try:
            answer = exercise.answer(action)
        except Refused:
            answer = None
        wanted = "on" if place < len(idea.way) - 1 else "right"
        if exercise.table.to_act != idea.seat or answer is None or answer.verdict != wanted:
            yield f"it shows {action!r}, which is not answered with {wanted!r}"
            return


def _faults_of_answers(folder: GameFolder, idea: Idea) -> Iterator[str]:
    """Everything that can be tried is answered, and whatever is accepted leads to the end."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        tried = waiting.pop()
        exercise = begin(folder, idea, tried)
        accepted = {}
        for action, answer in answers(exercise):
            if answer is None or not answer.words:
                yield f"nothing is said to {action!r}"
            elif answer.verdict != "wrong":
                accepted[action] = answer
                yield from _faults_of_what_follows(folder, idea, tried, action, answer)
        # What is done only together with something else is on the way that is shown, if at all.
        if not accepted and not begin(folder, idea, tried).next_on_the_way(tried):
            yield f"after {', '.join(tried) or 'nothing'} there is nothing right to do"
        if len(tried) >= LONGEST_STEP:
            yield "it never ends"
            return
        waiting += [(*tried, action) for action, answer in accepted.items() if answer.verdict == "on"]


def _faults_of_what_follows(
    folder: GameFolder, idea: Idea, tried: tuple[str, ...], action: str, answer: Answer
) -> Iterator[str]:
    try:
        if not list(begin(folder, idea, tried).play(action, answer)):
            yield f"nothing follows from {action!r}"
    except Exception as error:  # of what is said to follow something is not possible
        yield f"what is to follow from {action!r} cannot: {error}"
