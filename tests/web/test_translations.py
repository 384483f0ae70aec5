"""Every text that people see exists in French, in the catalogue beside what says it, and no text lies there unused."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

import tablee
from tablee.games import find_game, game_ids, text_folders
from tablee.language import LANGUAGES

SOURCE = Path(tablee.__file__).parent
KEYWORDS = {"say": None, "plural": (1, 2)}

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
            elif isinstance(call.node, nodes.Getattr) and call.node.attr == "plural":
                yield texts[:2]


def said_by_the_house() -> set[MessageId]:
    said: set[MessageId] = set(said_in_templates(SOURCE / "web" / "templates"))
    for name in ("server", "table", "store", "search"):
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
    return said_by_the_house() if name == "house" else set(said_in_python(CATALOGUES[name]))


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


FRENCH_FAULT = re.compile(r"[^\u202f][;:!?»]|«[^\u202f]|['“”]")
"""Marks without their thin space, and quotes that are not French."""


@pytest.mark.parametrize("name", CATALOGUES)
def test_french_has_its_thin_spaces_and_its_own_quotes(name: str) -> None:
    for french in catalogue(name).values():
        for text in texts(french):
            assert not FRENCH_FAULT.search(text), text


def rulebook(game_id: str, language: str) -> list[str]:
    """The lines of a rulebook, without the pictures."""
    text = (find_game(game_id).path / f"rulebook.{language}.md").read_text("utf8")
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE).splitlines()


FAULTS = {"fr": FRENCH_FAULT, "en": re.compile(r"\s[;:!?]|['«»\"]")}


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", LANGUAGES)
def test_rulebooks_are_well_set(game_id: str, language: str) -> None:
    for line in rulebook(game_id, language):
        assert not FAULTS[language].search(line), line
        assert not re.search(r"(?<!\w)-\d|\.\.\.", line), f"a hyphen for a minus, or three points: {line}"
