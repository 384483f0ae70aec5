"""A game's rulebook as a page: Markdown with contents, and with figures and signs that the game's own scene draws.

- `## Your turn {#turn}` – a heading with its anchor, the same in every language. Without one, the anchor is made from
  the heading's text.
- A second title, `# Sources`, begins a page of its own: where the rules come from.
- A fenced block of kind `scene` is a figure: a state, and marks on its picture (`rulebook_figures.py`).
- `` `sign tile-face plus =+3` `` – an inline shape of the game, with the classes of its node and the text on it. A
  number at the end is the distance of the shape's edge from its centre, if that is not about 50.
"""

import re
from functools import cache
from html import escape
from itertools import count, pairwise
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tablee.games import find_game
from tablee.games.errors import TableeError
from tablee.games.language import Language
from tablee.server.features.rulebooks.rulebook_figures import figure
from tablee.server.views.sentences import language

REACH = 48
"""Default distance of a sign's edge from its centre."""
_ANCHOR = re.compile(r"\s*\{#([\w-]+)\}$")


class RulebookSection(NamedTuple):
    """A heading that the contents link to."""

    anchor: str
    title: str
    parts: list["RulebookSection"]


class Rulebook(NamedTuple):
    """A rulebook as HTML, with its title and contents."""

    title: str
    body: str
    contents: list[RulebookSection]


def rulebook_language(game_id: str, requested: str) -> str:
    """The language of a rulebook: English if it is not written in the requested one."""
    return requested if (find_game(game_id).path / f"rulebook.{requested}.md").is_file() else "en"


@cache
def rulebook(game_id: str, language_code: str) -> Rulebook:
    """The rulebook of a game."""
    title, body, contents = _rendered(game_id, language_code, _parts(game_id, language_code)[0])
    shapes = f'<svg class="shapes" width="0" height="0" aria-hidden="true">{find_game(game_id).shapes}</svg>'
    return Rulebook(title, shapes + body, contents)


@cache
def has_sources(game_id: str) -> bool:
    """Does a game say where its rules come from? Asked on every page, so a rulebook that is no good harms none."""
    try:
        return len(_parts(game_id, "en")) > 1
    except (OSError, ValueError):
        return False


@cache
def sources(game_id: str, language_code: str) -> Rulebook | None:
    """Where the rules of a game come from, if its rulebook says so."""
    rules, *others = _parts(game_id, language_code)
    # Empty lines keep the numbers of lines, which errors name.
    return _rendered(game_id, language_code, "\n" * rules.count("\n") + others[0]) if others else None


def _parts(game_id: str, language_code: str) -> list[str]:
    """The parts of a rulebook's file, each with a title: the rules, and perhaps their sources."""
    return parts_of((find_game(game_id).path / f"rulebook.{language_code}.md").read_text("utf8"))


def parts_of(text: str) -> list[str]:
    """The parts of a text, each with a title; raises `ValueError`."""
    parts = [part for part in re.split(r"^(?=# )", text, flags=re.MULTILINE) if part.strip()]
    if not parts or not parts[0].startswith("# "):
        raise ValueError("a rulebook begins with its title")
    return parts


def _rendered(game_id: str, language_code: str, text: str) -> Rulebook:
    markdown = _reader(find_game(game_id).shapes, language(language_code))
    _, title, _, *tokens = markdown.parse(text)  # the page puts the facts about the game below the title
    contents = contents_of(tokens)
    return Rulebook(title.content, markdown.renderer.render(tokens, markdown.options, {}), contents)


def _reader(shapes: str, say: Language) -> MarkdownIt:
    """A Markdown parser that draws figures and signs."""
    markdown, numbers = MarkdownIt().enable("table"), count(1)

    def draw(_: Any, tokens: list[Token], index: int, *rest: Any) -> str:  # noqa: ARG001
        if tokens[index].info != "scene":
            raise ValueError(f"a rulebook may only have fences of kind 'scene', not {tokens[index].info!r}")
        number, (first, _) = next(numbers), tokens[index].map or (0, 0)
        try:
            return figure(tokens[index].content, number, say)
        except (ValueError, TableeError) as error:
            raise ValueError(f"line {first + 1}, figure {number}: {error}") from error

    markdown.add_render_rule("fence", draw)
    markdown.add_render_rule("code_inline", lambda _, tokens, index, *rest: _sign(tokens[index].content, shapes))  # noqa: ARG005
    return markdown


def _sign(text: str, shapes: str) -> str:
    """An inline shape, hidden from screen readers: the text beside it says what it is."""
    word, shape, *rest = text.split()
    if word != "sign" or f'id="{shape}"' not in shapes:
        raise ValueError(f"a rulebook has signs of its game only, not {text!r}")
    reach = int(rest.pop()) if rest and rest[-1].isdigit() else REACH
    classes = " ".join(["node", shape, *(word for word in rest if word[0] != "=")])
    letters = "".join(f"<text>{escape(word[1:])}</text>" for word in rest if word[0] == "=")
    return (
        f'<svg class="scene shape-sign" viewBox="{-reach} {-reach} {2 * reach} {2 * reach}" aria-hidden="true">'
        f'<g class="{classes}"><use href="#{shape}"/>{letters}</g></svg>'
    )


def contents_of(tokens: list[Token]) -> list[RulebookSection]:
    """The sections and subsections; moves the anchor of each heading from its text to its id."""
    contents: list[RulebookSection] = []
    taken: set[str] = set()
    for opening, words in pairwise(tokens):
        if opening.type != "heading_open" or not words.children:
            continue
        last = words.children[-1]
        found = _ANCHOR.search(last.content)
        last.content = _ANCHOR.sub("", last.content)
        title = "".join(child.content for child in words.children)
        anchor = found[1] if found else re.sub(r"\W+", "-", title.lower()).strip("-")
        if anchor in taken:
            anchor = f"{anchor}-{len(taken)}"
        taken.add(anchor)
        opening.attrSet("id", anchor)
        parts = contents if opening.tag == "h2" or not contents else contents[-1].parts
        parts.append(RulebookSection(anchor, title, []))
    return contents
