"""Checks of words: translated, well set, none left in the code; actions explained, points that add up."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tablee.games import GameDefinition, working_games
from tablee.games.about import KINDS
from tablee.games.language import ENGLISH, Language, languages
from tablee.games.lessons.lesson_text import lesson_texts
from tablee.games.lessons.strategy_text import strategy_texts
from tablee.games.score_sheets import is_named, totals_of
from tablee.kit.trial_tables import Bench, finished
from tablee.server.table.table import Table
from tablee.server.views.game_facts import facts, option_of
from tablee.server.views.sentences import language
from tablee.server.views.text_play import in_words

KEYWORDS = {"say": None, "plural": (1, 2), "forms": (1, 2)}

MessageId = str | tuple[str, ...]
Catalogue = dict[MessageId, str | tuple[str, ...]]


def translations(bench: Bench) -> Iterator[str]:
    """Texts without a translation, and translations without a text."""
    count = 0
    for code in bench.other_languages:
        for folder in bench.definition.folders:
            found, wanted = catalogue(folder, code), said_in(folder)
            wanted |= {bench.definition.name} & set(found)  # a name may be translated, and need not
            count += len(wanted)
            yield from (f"{folder.name}/{code}.po{fault}" for fault in _lacking(folder, code, wanted))
            for message, line in _lines_of(folder, code).items():
                one = {message: found[message]}
                for fault in (*catalogue_faults(one), *typography_faults(one, code)):
                    yield f"{folder.name}/{code}.po, line {line}: {fault}"
        if not (bench.definition.path / f"rulebook.{code}.md").is_file():
            yield f"there is no rulebook.{code}.md: the rules in this language, with the anchors of rulebook.en.md"
    bench.note = f"{count} texts"


def _lacking(folder: Path, code: str, wanted: set[MessageId]) -> Iterator[str]:
    lines, places = _lines_of(folder, code), _places_in_python(folder)
    for message in sorted(wanted - set(lines), key=str):
        where = places.get(message, "lesson.md")
        yield f" lacks {_quoted(str(message))}, said in {where} (`tablee check --fix` adds it)"
    for message in sorted(set(lines) - wanted, key=str):
        yield f", line {lines[message]}: nothing says {_quoted(str(message))}; delete it, or mend the text that says it"


def _lines_of(folder: Path, code: str) -> dict[MessageId, int]:
    """The line of each text of a catalogue."""
    from babel.messages.pofile import read_po

    path = folder / f"{code}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {message.id: message.lineno or 0 for message in read_po(file) if message.id}


def _places_in_python(folder: Path) -> dict[MessageId, str]:
    """The file and the line where each text is said first."""
    from babel.messages.extract import extract_from_file

    found: dict[MessageId, str] = {}
    for path in sorted(folder.rglob("*.py")):
        for line, message, _, _ in extract_from_file("python", path, KEYWORDS):
            found.setdefault(message, f"{path.name}, line {line}")
    return found


def unsaid(bench: Bench) -> Iterator[str]:
    """Texts in the code that look readable and do not pass through `say`."""
    for folder in bench.definition.folders:
        for path in sorted(folder.rglob("*.py")):
            if path.name != "__init__.py":  # it has the game's name, which is the same in all languages
                for line, text in left_in_python(path.read_text("utf8")):
                    yield f"{path.name}, line {line}: {_quoted(text)} must pass through say(…), to be translated"


def _quoted(text: str) -> str:
    return f"“{text}”" if len(text) < 80 else f"“{text[:77]}…”"


# ---- catalogues ------------------------------------------------------------------------------------------------


def said_in_python(folder: Path) -> Iterator[MessageId]:
    """The texts in the code of a folder."""
    from babel.messages.extract import extract_from_file

    for path in sorted(folder.rglob("*.py")):
        for _, message, _, _ in extract_from_file("python", path, KEYWORDS):
            yield message


def said_in_lessons(folder: Path) -> Iterator[MessageId]:
    """The texts of lessons that a folder must translate: a game's own folder, or a shared one."""
    for game in working_games():
        texts: set[MessageId] = {*lesson_texts(game), *strategy_texts(game.path)}
        if folder == game.path:
            yield from texts - {message for path in game.folders if path != folder for message in catalogue(path)}
        elif folder in game.folders:
            yield from texts & set(catalogue(folder))


def said_in(folder: Path) -> set[MessageId]:
    """All texts of a folder of a game."""
    return {*said_in_python(folder), *said_in_lessons(folder)}


def catalogue(folder: Path, code: str = "fr") -> Catalogue:
    """The catalogue of a folder in another language; empty if it has none."""
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
    """Incomplete translations, and translations with other fields."""
    for message, other in found.items():
        fields = [set(re.findall(r"\{\w+\}", text)) for text in texts_of(message)]
        if len(texts_of(other)) != len(fields) or not all(texts_of(other)):
            yield f"{_quoted(str(message))} is not translated"
        elif [set(re.findall(r"\{\w+\}", text)) for text in texts_of(other)] != fields:
            yield f"the translation of {_quoted(str(message))} fills in other fields"


# ---- typography ------------------------------------------------------------------------------------------------

EVERYWHERE = r"""|['"]|\.\.\.|(?<!\w)-\d|  """  # straight quotes, three dots, a hyphen for a minus, two spaces
FAULTS = {
    "fr": re.compile(r"[^\u202f][;!?»]|[^\u00a0]:|«[^\u202f]|[“”]" + EVERYWHERE),
    "en": re.compile(r"\s[;:!?]|[«»]" + EVERYWHERE),
}
COMMAND = re.compile(r'ARGS="[^"]*"|https?:|key \?|\d:\d')  # text to type, which is not checked


def badly_set(code: str, text: str) -> str:
    """The typographic fault of a text, or an empty text."""
    found = FAULTS[code].search(COMMAND.sub("", text)) if code in FAULTS else None
    if not found:
        return ""
    better = well_set(code, text)
    said = f"{found[0]!r} in {text}"
    return said if better == text else f"{said} → {better} ({_spaces(better, text)}; `tablee check --fix` writes it)"


NARROW, WIDE_SPACE = "\u202f", "\u00a0"
_SPACES = "[ \u00a0\u202f]*"


def well_set(code: str, text: str) -> str:
    """A text with the spaces, quotes and dots of its language, as far as they follow by rule.

    >>> ascii(well_set("fr", "Qui : moi ! Zut..."))
    "'Qui\\\\xa0: moi\\\\u202f! Zut\\\\u2026'"
    """
    kept = COMMAND.findall(text)
    plain = COMMAND.sub("\0", text)
    plain = re.sub(r"(?<=\w)'(?=\w)", "’", plain).replace("...", "…")
    if code == "fr":
        plain = re.sub(rf"(?<=[^\s;!?»({WIDE_SPACE}{NARROW}]){_SPACES}([;!?»]+)", rf"{NARROW}\1", plain)
        plain = re.sub(rf"(?<=[^\s:({WIDE_SPACE}{NARROW}]){_SPACES}:(?!\w)", f"{WIDE_SPACE}:", plain)
        plain = re.sub(rf"«{_SPACES}", f"«{NARROW}", plain)
    elif code == "en":
        plain = re.sub(r" +([;:!?])", r"\1", plain)
    for one in kept:
        plain = plain.replace("\0", one, 1)
    return plain


def _spaces(better: str, text: str) -> str:
    """What is to be typed that cannot be seen."""
    told = {NARROW: "U+202F before ; ! ? » and after «", WIDE_SPACE: "U+00A0 before :"}
    shown = [words for space, words in told.items() if better.count(space) != text.count(space)]
    return ", ".join(shown) or "as shown"


def typography_faults(found: Catalogue, code: str) -> Iterator[str]:
    """Typographic faults, in English or in the other language."""
    for english, other in found.items():
        yield from filter(None, (badly_set("en", text) for text in texts_of(english)))
        yield from filter(None, (badly_set(code, text) for text in texts_of(other)))


# ---- what is left in the code ----------------------------------------------------------------------------------

SENTENCE = re.compile(r"^[A-ZÀ-Ý][a-zà-ÿ’]+( [\w{]|$)|[a-zà-ÿ’]{2,} .*[.!?…]$")
"""A capital and a word, or words with a full stop."""
FOR_DEVELOPERS = ("HTTPException", "print", "NewType", "TypeVar", "compile", "Counter", "Histogram")
NAMES = ("author", "publisher", "translator", "thanks")  # keywords whose values are the same in every language


class _Literals(ast.NodeVisitor):
    """Collects readable texts of a module, except those that are translated or for developers."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

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
            self.found.append((node.lineno, node.value))


def left_in_python(source: str) -> list[tuple[int, str]]:
    """The readable texts of a module that are not translated, each after its line."""
    literals = _Literals()
    literals.visit(ast.parse(source))
    return literals.found


# ---- sentences, introductions and score sheets ------------------------------------------------------------


RAW = re.compile(r"\{\w*\}|^[a-z_]+$")  # an unfilled field, or a bare identifier


def explained(bench: Bench) -> Iterator[str]:
    """Actions, outcomes and prompts without words in some language."""
    seen: set[str] = set()
    for table in bench.tables(3 if bench.quick else 6, leaving=0.005):
        for code in languages():
            yield from (f"{fault} ({code})" for fault in _unexplained(bench.definition, table, language(code), seen))
    bench.note = f"{len(seen)} actions and outcomes"


def _unexplained(definition: GameDefinition, table: Table, say: Language, seen: set[str]) -> Iterator[str]:
    state, names = table.state, tuple(table.names)
    assert state is not None
    if definition.to_act(state) is None:
        return
    seat = table.to_act
    for text in definition.codes(state):
        seen.add(text)
        sentence = definition.words.sentence(text, int(state["turn"][0] if seat is None else seat), names, say)
        if not sentence or sentence == text or RAW.search(sentence):
            yield f"words.sentence says {sentence!r} of {text!r}"
    for looking in (None, *range(definition.seats(state))):
        prompt = definition.words.prompt(table.view(looking), looking, names, say)
        if not prompt or RAW.search(prompt):
            yield f"words.prompt says {prompt!r} to seat {looking}"
    words = in_words(table, seat, say)
    yield from (f"whoever listens is told {said!r} of {action!r}" for action, said, *_ in words["actions"] if not said)
    if [action for action, *_ in words["actions"]] != table.actions(seat):
        yield "whoever listens is not told all actions"
    if len(words["seats"]) != len(table.seats):
        yield "the keys of the panels are 'panel 0', 'panel 1' …, and their labels say how a seat stands"
    if not words["places"]:
        yield "nothing in the picture has a label for those who listen"


def introduced(bench: Bench) -> Iterator[str]:
    """Missing words on the shelf and for options."""
    definition = bench.definition
    for code in languages():
        say = language(code)
        if not definition.words.about(say).invitation or not all(facts(definition, say)):
            yield f"words.about says nothing ({code})"
        for kind in definition.words.about(say).kinds:
            if kind not in KINDS:
                yield f"words.about: there is no kind {kind!r}; there are {', '.join(KINDS)}"
        yield from (
            f"{fault} ({code})" for name in definition.options for fault in _option_faults(definition, name, say)
        )
    if not definition.words.goal(ENGLISH):
        yield (
            "words.goal is missing: what one plays for, in one line, to somebody who comes for the first time: "
            "def goal(say): return say(…)"
        )


def _option_faults(definition: GameDefinition, name: str, say: Language) -> Iterator[str]:
    option, values = option_of(definition, name, say), definition.options[name]
    if set(option.answers) != set(values) or len(set(option.answers.values())) != len(values):
        yield (
            f"words.option_text: the option {name!r} needs an answer of its own for each value: "
            "Option(question, {value: answer}, sentence)"
        )
    if not option.question or not option.sentence.endswith("."):
        yield (
            f"words.option_text: the option {name!r} needs a question, and a sentence that says what it changes: "
            "Option(question, answers, sentence)"
        )


def counted(bench: Bench) -> Iterator[str]:
    """Score sheets that do not add up, or count nodes that are not in the picture."""
    if not bench.definition.words.has("score_sheet"):
        bench.note = "the game has no score_sheet"
        return
    for players in bench.definition.players:
        for seed in range(1 if bench.quick else 3):
            bench.tick()
            yield from (
                f"{players} players: {fault}"
                for fault in sheet_faults(finished(players, seed, game=bench.definition.id))
            )


def sheet_faults(table: Table) -> Iterator[str]:
    """Faults of the score sheet of a finished game."""
    definition, result = table.definition, table.result
    assert definition is not None
    assert result is not None
    view = table.view(None)
    sheet = definition.words.score_sheet(view, table.names, ENGLISH)
    if sheet and totals_of(sheet, len(result.scores)) != result.scores:
        yield f"the sheet adds up to {totals_of(sheet, len(result.scores))}, and the rules say {result.scores}"
    keys = [node.key for node in definition.paint(view, None, [], table.names, ENGLISH).nodes]
    for name in (name for line in sheet for cell in line.cells if cell is not None for name in cell.keys):
        if not any(is_named(key, [name]) for key in keys):
            yield f"{name!r} is counted, and not in the picture"
