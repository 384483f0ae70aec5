"""The folders of the page's scripts: what each of them may know, types included."""

import posixpath
import re
from pathlib import Path

import tablee
from tests.cases import each

STATIC = Path(tablee.__file__).parent / "server" / "web" / "static"
TABLE = {"table", "connection", "seats", "chat", "ratings"}
"""The folders of the page of a table, which is one program."""
BOARD = {"shared", "board", "play"}
"""The board, and playing on it."""
KNOWS = {
    "shared": {"shared"},
    "board": BOARD,
    "play": BOARD,
    **{folder: {*BOARD, *TABLE, "lobby", "notifications", "review", "history"} for folder in TABLE},
    "lessons": {*BOARD, "lessons"},
    "puzzles": {*BOARD, "lessons", "puzzles"},
    "analysis": {*BOARD, "lessons", "analysis"},
    "replays": {*BOARD, "replays", "review"},
    "review": {*BOARD, "review"},
    "lobby": {"shared", "connection", "lobby", "notifications"},
    "notifications": {"shared", "notifications"},
    "accounts": {"shared", "accounts"},
    "daily": {"shared", "daily"},
    "shelf": set(),
    "history": {"shared", "history"},
    "rulebooks": set(),
}
SCRIPTS = {path.relative_to(STATIC).as_posix(): path.read_text("utf8") for path in sorted(STATIC.rglob("*.js"))}
TYPES_ALONE = {"board/api.js", "board/frame.js", "board/state.js", "connection/messages.js", "table/state.js"}
"""What no page loads."""
LOADED = re.compile(r'^import (?:.*from )?"([^"]+)"', re.MULTILINE)
"""What the browser imports."""
KNOWN = re.compile(r'\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"', re.MULTILINE)
"""What is imported, by the browser or by the checker of types alone."""


def imported(pattern: re.Pattern[str], name: str, code: str) -> set[str]:
    """The paths of what a script imports."""
    addresses = ("".join(match.groups("")) for match in pattern.finditer(code))
    return {posixpath.normpath(posixpath.join(posixpath.dirname(name), address)) for address in addresses}


def test_every_script_and_style_lies_in_a_folder_that_says_what_it_may_know() -> None:
    assert {path.name for path in STATIC.iterdir()} == set(KNOWS)
    assert not list(STATIC.glob("*/*/*"))


@each("name", SCRIPTS)
def test_a_script_knows_only_what_its_folder_may(name: str) -> None:
    known = imported(KNOWN, name, SCRIPTS[name])
    assert {posixpath.dirname(other) for other in known} <= KNOWS[posixpath.dirname(name)]
    assert known <= set(SCRIPTS)


def test_imports_are_found_in_code_and_in_comments() -> None:
    code = 'import { a } from "../shared/page.js";\n/** @import { B } from "./state.js" */\n// import("./c.js").C'
    assert imported(KNOWN, "board/x.js", code) == {"shared/page.js", "board/state.js", "board/c.js"}
    assert imported(LOADED, "board/x.js", code) == {"shared/page.js"}
    assert sum(len(imported(KNOWN, name, code)) for name, code in SCRIPTS.items()) > 2 * len(SCRIPTS)


def test_files_of_types_are_loaded_by_nobody() -> None:
    assert not TYPES_ALONE & {other for name, code in SCRIPTS.items() for other in imported(LOADED, name, code)}
    for name in TYPES_ALONE:
        assert re.sub(r"/\*\*.*?\*/|//[^\n]*", "", SCRIPTS[name], flags=re.DOTALL).strip() == "export {};"


def test_wishes_to_the_server_are_built_in_one_place() -> None:
    assert [name for name, code in SCRIPTS.items() if "{ do: " in code] == ["connection/protocol.js"]


def test_board_table_lesson_and_replay_keep_no_state_in_variables_of_a_module() -> None:
    variable = re.compile(r"^(?:export )?(?:let|var) ", re.MULTILINE)
    assert [name for name, code in SCRIPTS.items() if variable.search(code)] == [
        "shared/page.js",
        "shared/sound.js",
        "shared/synthesis.js",
    ]
