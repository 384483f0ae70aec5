"""Styles of the page and of the games' pictures stay out of each other's way."""

import re
from pathlib import Path

import tablee
from tests.cases import each

PACKAGE = Path(tablee.__file__).parent
STATIC = PACKAGE / "server" / "web" / "static"
SHEETS = [
    "shared/site.css",
    "rulebooks/rulebook.css",
    "board/board.css",
    "board/layout.css",
    "board/past.css",
    "table/table.css",
    "table/result.css",
    "seats/participants.css",
    "seats/together.css",
]
PAINTED = {"node", "scene", "preview", "cheer"}
"""The classes of nodes that the page itself paints."""


def rules(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text("utf8"), flags=re.DOTALL)


def lone_classes(path: Path) -> set[str]:
    """The classes that a style sheet speaks of wherever they are."""
    selectors = (one.strip() for group in re.findall(r"([^{}]+)\{", rules(path)) for one in group.split(","))
    return {found[1] for one in selectors if (found := re.match(r"\.([\w-]+)(?![\w.:\[-])", one))}


def painted_classes() -> set[str]:
    """All classes that nodes have in the pictures that are kept."""
    pictures = Path(__file__).parents[2].glob("games/*/snapshots/*.svg")
    return {
        name
        for path in pictures
        for names in re.findall(r'class="([^"]+)"', path.read_text("utf8"))
        for name in names.split()
    }


@each(
    "sheet",
    [
        "shared/site.css",
        "rulebooks/rulebook.css",
        "board/board.css",
        "board/layout.css",
        "board/past.css",
        "table/table.css",
        "table/result.css",
        "seats/participants.css",
        "seats/together.css",
    ],
)
def test_no_rule_meant_for_the_page_touches_a_node_of_a_picture(sheet: str) -> None:
    assert lone_classes(STATIC / sheet) & painted_classes() <= PAINTED


def test_the_games_give_no_other_meaning_to_a_length_of_the_page() -> None:
    lengths = set(re.findall(r"(--[\w-]+):", rules(STATIC / "board" / "layout.css"))) - {"--bar-height"}
    for path in PACKAGE.glob("games/*/scene.css"):
        assert lengths.isdisjoint(re.findall(r"--[\w-]+", rules(path)))


def test_no_style_of_a_running_table_asks_what_is_in_something():
    # `:has()` is asked anew with every change of the page: a class says the same.
    sheets = [one for folder in ("board", "play", "table") for one in (STATIC / folder).glob("*.css")]
    assert [one.name for one in sheets if ":has(" in rules(one)] == []
