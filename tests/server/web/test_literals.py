"""Whatever people read passes through `say`: no text is left in templates, scripts or the code of server and games."""

import re
from html.parser import HTMLParser
from pathlib import Path

from jinja2 import Environment, nodes

import tablee
from tablee.kit.check_words import SENTENCE, left_in_python
from tests.cases import each

SOURCE = Path(tablee.__file__).parent
OWN_NAMES = {"Tablée"}
READ_OUT = ("alt", "title", "placeholder", "aria-label", "aria-description")
"""Attributes that people read or hear."""
NAMES = {"Enter", "Escape", "Tab", "Home", "End", "Notification"}
"""What browsers call things."""
CLASS = re.compile(r"{% block page %}(?:{{ super\(\) }})?[\w -]*{% endblock %}")
"""Where a template says the class of its page."""


class Shown(HTMLParser):
    """What a reader sees or hears of a piece of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self._tag = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        self.words += [value or "" for name, value in attributes if name in READ_OUT]
        if tag == "meta" and ("name", "description") in attributes:
            self.words.append(dict(attributes)["content"] or "")

    def handle_data(self, data: str) -> None:
        if self._tag != "kbd":  # what is written on a key
            self.words.append(data)

    def handle_endtag(self, _: str) -> None:
        self._tag = ""


def left_in_template(source: str) -> list[str]:
    """The words of a template that are not said."""
    data = "".join(node.data for node in Environment().parse(CLASS.sub("", source)).find_all(nodes.TemplateData))
    return [word for text in Shown(data).words for word in re.findall(r"[^\W\d_]{2,}", text) if word not in OWN_NAMES]


TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`', re.DOTALL)


def left_in_script(source: str) -> list[str]:
    """The texts in a script that look like something to be read."""
    texts = [re.sub(r"\$\{[^}]*\}", "", token[1:-1]) for token in TOKEN.findall(source) if token[0] in '"`']
    return [text for text in texts if SENTENCE.search(text) and text not in OWN_NAMES | NAMES]


def files(folder: str, ending: str) -> list[Path]:
    return sorted((SOURCE / folder).rglob(f"*.{ending}"))


@each("path", files("server", "html"))
def test_templates_say_everything(path: Path) -> None:
    assert left_in_template(path.read_text("utf8")) == []


@each("path", files("server/web/static", "js"))
def test_scripts_have_their_texts_from_the_page(path: Path) -> None:
    assert left_in_script(path.read_text("utf8")) == []


@each("folder", ["server/table", "server/views", "server/realtime", "server/web", "server/features", "games"])
def test_server_and_games_say_everything(folder: str) -> None:
    pages = (path for path in files(folder, "py") if not path.name.endswith(FOR_TERMINALS))
    left = {path.name: left_in_python(path.read_text("utf8")) for path in pages}
    assert {name: texts for name, texts in left.items() if texts and name not in NAMES_OF_GAMES} == {}


FOR_TERMINALS = ("_command.py",)
"""What is printed for hosts and researchers, in English alone."""
NAMES_OF_GAMES = {"__init__.py"}
"""Where a game says its name, which is the same in all languages."""


def test_what_is_left_is_found() -> None:
    assert left_in_template('<p title="Look">{{ say("so") }} here</p>{# a comment #}') == ["Look", "here"]
    assert left_in_script('// A word.\ntoast("It is lost."); make(`Your turn, ${name}`); key === "Enter"') == [
        "It is lost.", "Your turn, "
    ]  # fmt: skip
    module = '"""A docstring."""\nx = "Not said."\ny = say("It is said.")\nraise E("Not for people.")'
    assert [text for _, text in left_in_python(module)] == ["Not said."]
