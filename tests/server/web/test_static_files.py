"""What browsers get of scripts and styles: all that does something, and no comments."""

import re
from pathlib import Path

from tablee.games import find_game
from tablee.server import web
from tablee.server.web.rendering import static
from tablee.server.web.static_files import slim
from tests.cases import each

STATIC = Path(web.__file__).parent / "static"
TYPE = re.compile(r"/\*\* @type .*?\*/ ?")
FILES = [path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*")) if path.suffix in (".js", ".css")]


@each("name", FILES)
def test_what_is_left_has_the_lines_of_the_source_without_indentation_comments_and_types(name: str) -> None:
    source = (STATIC / name).read_text("utf8")
    lines = source.split("\n")
    left = slim(source).split("\n")
    assert len(left) == len(lines)
    assert all(line in ("", TYPE.sub("", whole).lstrip()) for line, whole in zip(left, lines, strict=True))
    assert not [line for line in left if line.lstrip().startswith(("//", "* ", "*/")) or line.strip().endswith("*/")]


def test_of_comments_within_a_line_only_types_go_and_no_code_with_them() -> None:
    cast = "const a = 1;\n  /** @type {B} */ (a).b();\nlet c;\n/* gone */\nlet d; /* kept */"
    assert slim(cast) == "const a = 1;\n(a).b();\nlet c;\n\nlet d; /* kept */"


def test_scripts_and_drawings_are_sent_slim(house) -> None:
    status, headers, body = house.request("GET", static("board/picture.js"))
    assert (status, headers["content-type"]) == (200, "text/javascript")
    assert body == slim((STATIC / "board/picture.js").read_text("utf8"))
    assert house.request("GET", static("shared/faces.svg"))[2] == slim((STATIC / "shared/faces.svg").read_text("utf8"))
    assert house.request("GET", static("board/nothing.js"))[0] == 404
    assert house.request("GET", static("../fr.po"))[0] == 404


def test_the_styles_of_a_game_are_sent_slim_too(house) -> None:
    assert house.request("GET", "/games/morpyam/scene.css")[2] == slim(find_game("morpyam").style)
