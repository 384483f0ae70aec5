"""Everything that people read: said in every language, well set, and nothing left in the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tablee.games import GameFolder, working_games
from tablee.games.lesson_text import lesson_texts
from tablee.kit.bench import Bench

KEYWORDS = {"say": None, "plural": (1, 2), "forms": (1, 2)}

MessageId = str | tuple[str, ...]
Catalogue = dict[MessageId, str | tuple[str, ...]]


def translations(bench: Bench) -> Iterator[str]:
    """Texts that a language lacks, and those that nobody says any more."""
    count = 0
    for code in bench.other_languages:
        for folder in bench.folder.folders:
            found, wanted = catalogue(folder, code), said_in(folder)
            count += len(wanted)
            faults = [*_lacking(found, wanted), *catalogue_faults(found), *typography_faults(found, code)]
            yield from (f"{folder.name}/{code}.po: {fault}" for fault in faults)
        if not (bench.folder.path / f"rulebook.{code}.md").is_file():
            yield f"there is no rulebook.{code}.md"
    bench.note = f"{count} texts"


def _lacking(found: Catalogue, wanted: set[MessageId]) -> Iterator[str]:
    yield from (f"lacks {_quoted(text)}" for text in sorted(map(str, wanted - set(found))))
    yield from (f"has {_quoted(text)}, which is not said" for text in sorted(map(str, set(found) - wanted)))


def unsaid(bench: Bench) -> Iterator[str]:
    """Words in the code that look like something to be read and do not pass through `say`."""
    for folder in bench.folder.folders:
        for path in sorted(folder.rglob("*.py")):
            if path.name != "__init__.py":  # where a game says its name, which is the same in all languages
                yield from (f"{path.name}: {_quoted(text)}" for text in left_in_python(path.read_text("utf8")))


def _quoted(text: str) -> str:
    return f"“{text}”" if len(text) < 80 else f"“{text[:77]}…”"


# ---- catalogues ------------------------------------------------------------------------------------------------


def said_in_python(folder: Path) -> Iterator[MessageId]:
    """What the code of a folder says."""
    from babel.messages.extract import extract_from_file

    for path in sorted(folder.rglob("*.py")):
        for _, message, _, _ in extract_from_file("python", path, KEYWORDS):
            yield message


def said_in_lessons(folder: Path) -> Iterator[MessageId]:
    """What a lesson says is translated once: by the game itself, or by what it shares with others."""
    for game in working_games():
        if folder in game.folders:
            yield from _said_by_lesson(game, folder)


def _said_by_lesson(game: GameFolder, folder: Path) -> set[MessageId]:
    texts: set[MessageId] = set(lesson_texts(game))
    if folder == game.path:
        return texts - {message for path in game.folders if path != game.path for message in catalogue(path)}
    return texts & set(catalogue(folder))


def said_in(folder: Path) -> set[MessageId]:
    """All that is said in a folder of a game."""
    return {*said_in_python(folder), *said_in_lessons(folder)}


def catalogue(folder: Path, code: str = "fr") -> Catalogue:
    """The texts of a folder in another language; none if nothing is said there."""
    from babel.messages.pofile import read_po

    path = folder / f"{code}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id}


def texts_of(message: str | tuple[str, ...]) -> tuple[str, ...]:
    """All forms of a text."""
    return (message,) if isinstance(message, str) else tuple(message)


def catalogue_faults(found: Catalogue) -> Iterator[str]:
    """Translations that are not complete, or fill in other fields."""
    for message, other in found.items():
        fields = [set(re.findall(r"\{\w+\}", text)) for text in texts_of(message)]
        if len(texts_of(other)) != len(fields) or not all(texts_of(other)):
            yield f"{_quoted(str(message))} is not translated"
        elif [set(re.findall(r"\{\w+\}", text)) for text in texts_of(other)] != fields:
            yield f"the translation of {_quoted(str(message))} fills in other fields"


# ---- typography ------------------------------------------------------------------------------------------------

EVERYWHERE = r"""|['"]|\.\.\.|(?<!\w)-\d|  """
"""Typewriter's quotes and ellipses, a hyphen for a minus, two spaces."""
FAULTS = {
    "fr": re.compile(r"[^\u202f][;!?»]|[^\u00a0]:|«[^\u202f]|[“”]" + EVERYWHERE),
    "en": re.compile(r"\s[;:!?]|[«»]" + EVERYWHERE),
}
COMMAND = re.compile(r'ARGS="[^"]*"|https?:|key \?|\d:\d')
"""What is typed, and not read."""


def badly_set(code: str, text: str) -> str:
    """What is wrong with how a text is set, or nothing."""
    found = FAULTS[code].search(COMMAND.sub("", text)) if code in FAULTS else None
    return f"{found[0]!r} in {text}" if found else ""


def typography_faults(found: Catalogue, code: str) -> Iterator[str]:
    """Texts that are badly set, in English or in the other language."""
    for english, other in found.items():
        yield from filter(None, (badly_set("en", text) for text in texts_of(english)))
        yield from filter(None, (badly_set(code, text) for text in texts_of(other)))


# ---- what is left in the code ----------------------------------------------------------------------------------

SENTENCE = re.compile(r"^[A-ZÀ-Ý][a-zà-ÿ’]+( [\w{]|$)|[a-zà-ÿ’]{2,} .*[.!?…]$")
"""A capital and a word, or words with a full stop."""
FOR_DEVELOPERS = ("HTTPException", "print", "NewType", "TypeVar", "compile", "Counter", "Histogram")
NAMES = ("author", "publisher", "translator", "thanks")
"""What is the same in every language."""


class _Literals(ast.NodeVisitor):
    """The texts in a module that look like something to be read, but for what is said, and what developers read."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        logs = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "logger"
        if not logs and name not in ("say", "plural", "forms", *FOR_DEVELOPERS):
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in NAMES:
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None: ...

    def visit_Assert(self, node: ast.Assert) -> None: ...

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # docstrings
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and SENTENCE.search(node.value) and " " in node.value:
            self.found.append(node.value)


def left_in_python(source: str) -> list[str]:
    """The texts in a module that look like something to be read and are not said."""
    literals = _Literals()
    literals.visit(ast.parse(source))
    return literals.found
