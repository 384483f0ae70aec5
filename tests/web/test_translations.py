"""Every text that people see exists in French, in the catalogue beside what says it, and no text lies there unused."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

import tablee
from tablee.games import text_folders, working_games
from tablee.games.lesson_text import lesson_texts

SOURCE = Path(tablee.__file__).parent
KEYWORDS = {"say": None, "plural": (1, 2), "forms": (1, 2)}

MessageId = str | tuple[str, ...]


def said_in_python(folder: Path) -> Iterator[MessageId]:
    for path in sorted(folder.rglob("*.py")):
        for _, message, _, _ in extract_from_file("python", path, KEYWORDS):
            yield message


def said_in_templates(folder: Path) -> Iterator[MessageId]:
    environment = Environment(autoescape=True)
    for path in sorted(folder.rglob("*.html")):
        for call in environment.parse(path.read_text("utf8")).find_all(nodes.Call):
            texts = tuple(argument.value for argument in call.args if isinstance(argument, nodes.Const))
            if isinstance(call.node, nodes.Name) and call.node.name == "say":
                yield texts[0]
            elif isinstance(call.node, nodes.Getattr) and call.node.attr in ("plural", "forms"):
                yield texts[:2]


def said_in_lessons(folder: Path) -> Iterator[MessageId]:
    """What a lesson says is translated once: by the game itself, or by what it shares with others."""
    for game in working_games():
        shared = {message for path in game.folders if path != game.path for message in catalogue(path.name)}
        if folder == game.path:
            yield from set(lesson_texts(game)) - shared
        elif folder in game.folders:
            yield from set(lesson_texts(game)) & set(catalogue(folder.name))


def said_by_the_house() -> set[MessageId]:
    said: set[MessageId] = set(said_in_templates(SOURCE / "web" / "templates"))
    for name in ("bots", "games/ware", "live", "people", "show", "site", "store", "table"):
        said |= set(said_in_python(SOURCE / name))
    return said


CATALOGUES = {"house": SOURCE / "web"} | {folder.name: folder for folder in text_folders()}


def catalogue(name: str) -> dict[MessageId, str | tuple[str, ...]]:
    path = CATALOGUES[name] / "fr.po"
    if not path.exists():
        return {}  # nothing is said there
    with path.open("rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id}


def said(name: str) -> set[MessageId]:
    if name == "house":
        return said_by_the_house()
    return {*said_in_python(CATALOGUES[name]), *said_in_lessons(CATALOGUES[name])}


def texts(message: str | tuple[str, ...]) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message)


@pytest.mark.parametrize("name", CATALOGUES)
def test_every_text_is_translated_and_every_translation_is_used(name: str) -> None:
    assert sorted(map(str, said(name))) == sorted(map(str, catalogue(name)))


@pytest.mark.parametrize("name", CATALOGUES)
def test_translations_are_complete_and_fill_in_the_same_fields(name: str) -> None:
    for message, french in catalogue(name).items():
        fields = [set(re.findall(r"\{\w+\}", text)) for text in texts(message)]
        assert len(texts(french)) == len(fields), message
        assert all(texts(french)), f"no French for {message}"
        assert [set(re.findall(r"\{\w+\}", text)) for text in texts(french)] == fields, message
