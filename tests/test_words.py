"""The field's words: words of our own that a newcomer would not grep for stay out of the sources and the documents."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import tablee
from tests.cases import each

SOURCE = Path(tablee.__file__).parent
ROOT = SOURCE.parents[1]
RETIRED = {
    "attendance": "connections",
    "audience": "broadcast",
    "bell": "notification, push",
    "bells": "notifications, push",
    "desk": "buffers, dispatcher, moderation",
    "errand": "background task",
    "errands": "background tasks",
    "gallery": "spectators",
    "hall": "lobby",
    "hearsay": "peer messages",
    "newsroom": "pub/sub",
    "onlooker": "spectator",
    "onlookers": "spectators",
    "painter": "frame builder",
    "reception": "admission",
    "ringer": "notifier",
    "ringing": "notifications",
    "sitter": "participant",
    "sitters": "participants",
    "talking": "chat",
    "teller": "text builder",
    "ware": "board widgets",
    "weighing": "evaluation",
}
"""Retired words and what is said instead."""
PHRASES = {
    "gamefolder": "GameDefinition",
    "in thought": "simulations",
    "move-data": "tablee migrate",
    "tablee styles": "tablee bot-styles",
    "tablee warm": "tablee compile",
    "what if": "analysis board",
}
CODE = re.compile(r"```.*?```|`[^`]*`|<!--.*?-->|\]\([^)]*\)", re.DOTALL)
"""What stands as code in a document: names of the wire formats, paths and commands."""


def retired_in(text: str) -> set[str]:
    """The retired words in prose or in names."""
    words = set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower()))
    return words & RETIRED.keys() | {phrase for phrase in PHRASES if re.search(rf"\b{phrase}\b", text.lower())}


def said_in(source: str) -> Iterator[str]:
    """Names, comments and docstrings of a module: no texts for players, no keys of the wire formats, no SQL."""
    bodies = (getattr(node, "body", None) for node in ast.walk(ast.parse(source)))
    lines = (line for body in bodies if isinstance(body, list) for line in body)
    texts = (line.value for line in lines if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
    places = {(text.lineno, text.col_offset) for text in texts}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NAME, tokenize.COMMENT) or (token.type == tokenize.STRING and token.start in places):
            yield CODE.sub("", token.string)


@each("path", sorted(SOURCE.rglob("*.py")))
def test_a_module_says_the_words_of_the_field(path: Path) -> None:
    assert {word for text in said_in(path.read_text("utf8")) for word in retired_in(text)} == set()


DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@each("path", DOCUMENTS)
def test_a_document_says_the_words_of_the_field(path: Path) -> None:
    assert retired_in(CODE.sub("", path.read_text("utf8"))) == set()


def test_retired_words_are_found_in_names_comments_and_docstrings_and_not_in_texts() -> None:
    source = '"""The hall."""\nclass TableTeller: pass  # the onlookers\nkey = "sitter"\n'
    assert {word for text in said_in(source) for word in retired_in(text)} == {"hall", "teller", "onlookers"}
    assert retired_in(CODE.sub("", "Played in thought, as `sitter` says.")) == {"in thought"}
