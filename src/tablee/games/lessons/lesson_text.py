"""Reads a game's `lesson.md`: Markdown in which every idea has a title, words, a position, a task and answers.

Errors are raised as `ContractError` with the line. docs/makers/lessons.md describes the format.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from typing import Any, cast

from tablee.engine.contract import ContractError
from tablee.games.definition import GameDefinition
from tablee.games.document import Document
from tablee.games.lessons.ideas import Answer, Attempt, Fits, Idea, Verdict

FILE = "lesson.md"
FENCE = "```"

Say = Callable[..., str]  # a language, or another function of texts

_SIGNS = {"# ": "title", "> ": "task", "- ": "entry", "  - ": "value"}  # how a block begins, if not with words
_CODE = r"`[^`]+`"
_CODES = rf"{_CODE}(?:, *{_CODE})*"
_FITS = rf"(?:{_CODE}|\{{[^}}]+\}})"
_ANSWER = re.compile(
    rf"(?P<verdict>right|on|wrong)(?: (?P<to>{_FITS}(?:, *{_FITS})*))?"
    rf"(?: after (?P<after>{_CODES}))?(?: then (?P<then>{_CODES}))?: *(?P<words>.+)"
)
_VALUE = re.compile(rf"(?P<to>{_CODES}): *(?P<value>.+)")
_POSITION = re.compile(rf"{FENCE}position(?: figure (?P<figure>\d+))?")

HOW_ANSWERS_LOOK = "an answer is written like this: - right `place c4`, `place d*` then `reveal +4`: what is said"
ENTRIES = ("right", "on", "wrong", "show", "seat", "buttons")


def lesson_of(definition: GameDefinition, say: Say) -> list[Idea]:
    """The steps of a game's lesson; none if it has no lesson."""
    path = definition.path / FILE
    return _Reader(definition, say).ideas(path.read_text("utf8")) if path.is_file() else []


def lesson_texts(definition: GameDefinition) -> list[str]:
    """Every text of a game's lesson, for catalogues."""
    said: dict[str, None] = {}

    def note(text: str, **values: object) -> str:
        said[text] = None
        return text.format(**values) if values else text

    lesson_of(definition, note)
    return list(said)


def figures(path: Path) -> list[Document]:
    """The positions of a rulebook's figures, in order; a lesson may start from them."""
    text = (path / "rulebook.en.md").read_text("utf8")
    found = re.findall(r"^```scene\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [json.JSONDecoder().raw_decode(figure)[0] for figure in found]  # marks on the picture follow the state


def changed(value: Any, changes: Any) -> Any:
    """A document with a JSON Merge Patch (RFC 7386) applied: null removes a field.

    An object applied to a list changes only the indices that it names.

    >>> changed({"board": {"a1": 0, "b2": 1}, "turn": 1}, {"board": {"a1": None, "c3": 0}, "turn": 0})
    {'board': {'b2': 1, 'c3': 0}, 'turn': 0}
    >>> changed({"cubes": [{"red": 1}, {}]}, {"cubes": {"1": {"blue": 2}}})
    {'cubes': [{'red': 1}, {'blue': 2}]}
    """
    if not isinstance(changes, dict):
        return changes
    if isinstance(value, list):
        return [changed(each, changes.get(str(place), each)) for place, each in enumerate(value)]
    old = value if isinstance(value, dict) else {}
    new = {name: changed(old.get(name), change) for name, change in changes.items() if change is not None}
    return {name: each for name, each in old.items() if name not in changes} | new


@dataclass
class _Block:
    """Lines that belong together, without their first characters."""

    kind: str
    line: int
    lines: list[str]

    @property
    def text(self) -> str:
        """The lines joined into one."""
        return " ".join(self.lines)


def _blocks(text: str) -> list[_Block]:
    """The blocks of a lesson.

    >>> [(block.kind, block.line, block.text) for block in _blocks("# A\\n\\nOne\\ntwo.\\n\\n> Try\\n> it!")]
    [('title', 1, 'A'), ('words', 3, 'One two.'), ('task', 6, 'Try it!')]
    """
    found: list[_Block] = []
    goes_on = False
    lines = enumerate(text.splitlines(), start=1)
    for number, line in lines:
        sign = next((sign for sign in _SIGNS if line.startswith(sign)), "")
        rest = line.removeprefix(sign).strip()
        if line.startswith(FENCE):
            inside = takewhile(lambda line: line.rstrip() != FENCE, (line for _, line in lines))
            found.append(_Block("position", number, [rest, *inside]))
        elif goes_on and rest and (not sign or (sign == "> " and found[-1].kind == "task")):
            found[-1].lines.append(rest)
        elif rest:
            found.append(_Block(_SIGNS.get(sign, "words"), number, [rest]))
        goes_on = bool(rest) and not line.startswith((FENCE, "# "))
    return found


class _Reader:
    """Reads one game's lesson in one language."""

    def __init__(self, definition: GameDefinition, say: Say) -> None:
        self._definition = definition
        self._say = say
        self._figures = figures(definition.path)

    def ideas(self, text: str) -> list[Idea]:
        """All of them."""
        ideas: list[list[_Block]] = []
        for block in _blocks(text):
            if block.kind == "title":
                ideas.append([])
            elif block.text.startswith("#"):
                raise self._fault(block, "a title has one # and a space: # Title")
            elif not ideas:
                raise self._fault(block, "a lesson begins with the title of its first idea: # Title")
            ideas[-1].append(block)
        return [self._idea(*blocks) for blocks in ideas]

    def _idea(self, title: _Block, *blocks: _Block) -> Idea:
        words = [block for block in blocks if block.kind == "words"]
        task = self._at_most_one(blocks, "task")
        position = self._at_most_one(blocks, "position")
        if not words:
            raise self._fault(title, "the idea has no words")
        if position is None:
            raise self._fault(title, f"the idea has no position: {FENCE}position")
        idea = Idea(
            title=self._say(title.text),
            words="\n".join(self._say(block.text) for block in words),
            position=self._position(position),
            task=self._say(task.text) if task else "",
            line=title.line,
            **self._entries(blocks),
        )
        if idea.task and not any(answer.verdict == "right" for answer in idea.answers):
            raise self._fault(title, "the idea has a task, but no answer is right")
        if idea.task and not idea.way:
            raise self._fault(title, "the idea has a task, but does not show how it is done: - show `place c4`")
        if idea.answers and not idea.task:
            raise self._fault(title, "the idea has answers, but no task: > What is to be tried.")
        return idea

    def _at_most_one(self, blocks: Sequence[_Block], kind: str) -> _Block | None:
        found = [block for block in blocks if block.kind == kind]
        if len(found) > 1:
            raise self._fault(found[1], f"the idea has a {kind} already, in line {found[0].line}")
        return found[0] if found else None

    def _position(self, block: _Block) -> Document:
        """The position of a block, or the rulebook's figure that it names, with changes."""
        head = _POSITION.fullmatch(block.lines[0])
        if head is None:
            raise self._fault(block, f"a position begins with {FENCE}position or {FENCE}position figure 3")
        if head["figure"] is None:
            return {"game": self._definition.id, "options": {}, **self._json(block)}
        number = int(head["figure"])
        if not 1 <= number <= len(self._figures):
            raise self._fault(block, f"rulebook.en.md has {len(self._figures)} figures, there is no figure {number}")
        document: Document = changed(self._figures[number - 1], self._json(block))
        return document

    def _json(self, block: _Block) -> dict[str, Any]:
        """The JSON of a block; an empty block is no change."""
        text = "\n".join(block.lines[1:])
        try:
            found = json.loads(text) if text.strip() else {}
        except json.JSONDecodeError as error:
            raise self._fault(block, f"this is no JSON: {error.msg}", error.lineno) from None
        if not isinstance(found, dict):
            raise self._fault(block, 'a position is an object: {"turn": 0}')
        return found

    def _entries(self, blocks: Sequence[_Block]) -> dict[str, Any]:
        """The entries of the list."""
        found: dict[str, Any] = {"answers": []}
        for place, block in enumerate(blocks):
            if block.kind == "words" and any(before.kind == "entry" for before in blocks[:place]):
                raise self._fault(
                    block, "words stand before the answers; does this line belong to one of them, indented?"
                )
            if block.kind == "entry":
                values = takewhile(lambda following: following.kind == "value", blocks[place + 1 :])
                found |= self._entry(block, list(values), found["answers"])
            if block.kind == "value" and blocks[place - 1].kind not in ("entry", "value"):
                raise self._fault(block, "nothing stands before this indented line that it could belong to")
        return found

    def _entry(self, block: _Block, values: list[_Block], answers: list[Answer]) -> dict[str, Any]:
        word, _, rest = block.text.partition(" ")
        word = word.removesuffix(":")
        if word in ("right", "on", "wrong"):
            return {"answers": [*answers, *self._answers(block, values)]}
        if values:
            raise self._fault(values[0], f"only an answer has indented lines, not {word!r}")
        if word == "seat" and rest.isdecimal():
            return {"seat": int(rest)}
        if word in ("show", "buttons") and re.fullmatch(_CODES, rest):
            return {"way" if word == "show" else "buttons": _codes(rest)}
        if word in ENTRIES:
            example = "- seat 1" if word == "seat" else f"- {word} `draw`, `place c4`"
            raise self._fault(block, f"{word!r} is written like this: {example}")
        raise self._fault(block, f"{word!r} is none of {', '.join(ENTRIES)}, with which a line of the list begins")

    def _answers(self, block: _Block, values: list[_Block]) -> list[Answer]:
        """The answer of an entry or, if its words have a {field}, one answer for each of its values."""
        found = _ANSWER.fullmatch(block.text)
        if found is None or bool(found["to"]) == bool(values):
            raise self._fault(block, HOW_ANSWERS_LOOK)
        verdict = cast(Verdict, found["verdict"])
        then, after = _codes(found["then"]), _codes(found["after"])
        if not values:
            to = [self._fits(block, each) for each in re.findall(_FITS, found["to"])]
            return [Answer(verdict, to, self._say(found["words"]), then, after)]
        fields = re.findall(r"\{(\w+)\}", found["words"])
        if len(fields) != 1:
            raise self._fault(block, "words with indented lines have one {field}, which these fill in")
        return [
            Answer(verdict, to, self._say(found["words"], **{fields[0]: value}), then, after)
            for to, value in (self._value(each) for each in values)
        ]

    def _value(self, block: _Block) -> tuple[list[str], str]:
        found = _VALUE.fullmatch(block.text)
        if found is None:
            raise self._fault(block, "a value is written like this: - `place c4`, `place d*`: +4")
        value = found["value"]
        # Numbers are the same in all languages.
        return _codes(found["to"]), self._say(value) if any(map(str.isalpha, value)) else value

    def _fits(self, block: _Block, text: str) -> Fits:
        """A pattern, or a function of the game's `lesson.py` by name, with an optional argument."""
        if text.startswith("`"):
            return text.strip("`")
        name, _, rest = text.strip("{}").partition(" ")
        module = self._definition.rules.__name__.rpartition(".")[0] + ".lesson"
        function = getattr(import_module(module), name, None) if find_spec(module) else None
        if function is None:
            raise self._fault(block, f"there is no function {name!r} in lesson.py")
        arguments = [rest] if rest else []

        def fits(attempt: Attempt) -> bool:
            return bool(function(attempt, *arguments))

        return fits

    def _fault(self, block: _Block, message: str, further: int = 0) -> ContractError:
        return ContractError(f"{self._definition.id}: {FILE}, line {block.line + further}: {message}")


def _codes(text: str | None) -> list[str]:
    """The texts between backticks."""
    return [code.strip("`") for code in re.findall(_CODE, text or "")]
