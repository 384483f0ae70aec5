"""What can be said of the page without a browser: templates, styles and scripts fit together."""

import html
import json
import posixpath
import re
from html.parser import HTMLParser

from tablee.games import game_ids
from tablee.games.language import languages
from tablee.kit.check_pictures import style_faults
from tests.cases import each
from tests.server.web.printed import PAGES, WEB, render

STATIC = WEB / "static"
TABLE = "table/table.js"
LONGEST_FILE = 400


def scripts() -> dict[str, str]:
    """All scripts by their paths."""
    return {path.relative_to(STATIC).as_posix(): path.read_text("utf8") for path in sorted(STATIC.rglob("*.js"))}


def imports(name: str) -> list[str]:
    """The paths of the scripts that a script loads. What is imported within a comment is a type, and not loaded."""
    code = re.sub(r"/\*.*?\*/", "", scripts()[name], flags=re.DOTALL)
    found = [*re.findall(r'^import .*from "([^"]+)"', code, re.MULTILINE), *re.findall(r'\bimport\("([^"]+)"\)', code)]
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in found]


def reached(name: str, known: tuple[str, ...] = ()) -> set[str]:
    """A script and all that it imports."""
    found = {name, *known}
    for other in imports(name):
        if other not in found:
            found |= reached(other, tuple(found))
    return found


def code_of(names: set[str]) -> str:
    return "\n".join(scripts()[name] for name in sorted(names))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))


def tags(page: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(page)
    return parser.found


@each("language", languages())
@each("name", PAGES)
def test_pages_obey_their_own_security_policy(name: str, language: str) -> None:
    for tag, attributes in tags(render(name, language)):
        assert "style" not in attributes
        assert not [attribute for attribute in attributes if attribute.startswith("on")]
        assert tag != "style"
        if tag == "script":
            assert attributes.get("src") or attributes.get("type") == "application/json"


@each("name", PAGES)
def test_what_people_write_stays_text(name: str) -> None:
    page = render(name, "fr")
    assert "<b>Zoé" not in page
    assert "<i>no" not in page


@each("name", PAGES)
def test_every_field_has_a_label_and_every_picture_an_alternative(name: str) -> None:
    page = render(name, "en")
    labels = len(re.findall(r"<label\b", page))
    fields = [attributes for tag, attributes in tags(page) if tag in ("input", "select", "textarea")]
    assert len([field for field in fields if field.get("type") != "hidden"]) == labels
    assert all("alt" in attributes for tag, attributes in tags(page) if tag == "img")


def test_static_files_that_pages_ask_for_exist() -> None:
    for name in PAGES:
        for path in re.findall(r'"/static/([^"#]+)[#\w-]*"', render(name, "fr")):
            assert (STATIC / path).is_file(), path


SCRIPTED = [
    ("table/table.html", TABLE),
    ("lessons/lesson.html", "lessons/lesson.js"),
    ("puzzles/puzzles.html", "puzzles/puzzles.js"),
    ("puzzles/practise.html", "puzzles/practised.js"),
    ("analysis/analysis.html", "analysis/analysis.js"),
    ("replays/replay.html", "replays/replay.js"),
    ("daily/day.html", "daily/card.js"),
    ("daily/card.html", "daily/card.js"),
    ("accounts/device_link.html", "accounts/device_link.js"),
]


@each("language", languages())
@each(("name", "script"), SCRIPTED)
def test_scripts_have_the_texts_and_the_elements_they_use(name: str, script: str, language: str) -> None:
    page = render(name, language) + (render("chat/chat_panel.html", language) if script == TABLE else "")
    code = code_of(reached(script))
    # What a lesson has from the table may say more there.
    own = code if script == TABLE else code_of(reached(script) - reached(TABLE))
    texts = json.loads(re.search(r'id="texts">(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    for later in re.findall(r'data-texts="(.*?)"', page, re.DOTALL):  # those of the chat come with it
        texts |= json.loads(html.unescape(later))
    assert set(re.findall(r'\b(?:text|plural)\("(\w+)"', own)) <= set(texts)
    assert [name for name in texts if f'"{name}"' not in code] == []
    ids = {attributes["id"] for _, attributes in tags(page) if "id" in attributes}
    asked = set(re.findall(r'(?:ById|formById|onSubmit)\("([\w-]+)"', code))
    assert asked <= ids


def test_scripts_are_small_modules_that_import_what_exists() -> None:
    for name, code in scripts().items():
        assert code.count("\n") <= LONGEST_FILE, name
        for other in imports(name):
            assert other in scripts(), f"{name} imports {other}"
        assert "innerHTML" not in code, name


@each("game_id", game_ids())
def test_scripts_know_no_game(game_id: str) -> None:
    assert not [name for name, code in scripts().items() if game_id in code]


def styles(*names: str) -> str:
    return "".join((STATIC / name).read_text("utf8") for name in names)


def sheets() -> list[str]:
    """All style sheets by their paths."""
    return [path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*.css"))]


@each("style", sheets())
def test_colours_are_named_and_all_of_them_exist(style: str) -> None:
    by_scripts = [name for code in scripts().values() for name in re.findall(r'"(--[\w-]+)"', code)]
    assert list(style_faults(styles(style), "".join(f"{name}:" for name in by_scripts))) == []


def test_dark_mode_names_no_colour_that_light_mode_lacks() -> None:
    light, dark = (STATIC / "shared" / "colours.css").read_text("utf8").split("@media")
    assert set(re.findall(r"(--[\w-]+):", dark)) <= set(re.findall(r"(--[\w-]+):", light))
