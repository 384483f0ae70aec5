"""A game's rulebook as a page: Markdown, with contents to jump by, figures and signs drawn by the game's own scene.

- `## Your turn {#turn}` – a heading names its anchor, the same in every language; one that does not is called by its
  own words.
- A fenced block of kind `scene` is a figure: a state, and marks on its picture (`tablee.site.figures`).
- `` `sign tile-face plus =+3` `` – in the middle of a text, a shape of the game with the classes of its nodes, and what
  is written on it. A number at the end says how far the shape reaches from its middle, if that is not about 50.
"""

import re
from functools import cache
from html import escape
from itertools import count, pairwise
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tablee.games import find_game
from tablee.language import Language
from tablee.show.sentences import language
from tablee.site.figures import figure

REACH = 48
"""How far a sign reaches from its middle, unless it says so."""
_ANCHOR = re.compile(r"\s*\{#([\w-]+)\}$")


class Section(NamedTuple):
    """A heading to which one can jump."""

    anchor: str
    title: str
    parts: list["Section"]


class Rulebook(NamedTuple):
    """A rulebook as HTML, and what is in it."""

    title: str
    body: str
    contents: list[Section]


def rulebook_language(game_id: str, wish: str) -> str:
    """The language that a rulebook is read in: English where it is not written in the one that was asked for."""
    return wish if (find_game(game_id).path / f"rulebook.{wish}.md").is_file() else "en"


@cache
def rulebook(game_id: str, language_code: str) -> Rulebook:
    """The rulebook of a game."""
    folder = find_game(game_id)
    markdown = _reader(folder.shapes, language(language_code))
    tokens = markdown.parse((folder.path / f"rulebook.{language_code}.md").read_text("utf8"))
    title, tokens = _title(tokens)
    contents = _contents(tokens)
    shapes = f'<svg class="shapes" width="0" height="0" aria-hidden="true">{folder.shapes}</svg>'
    return Rulebook(title, shapes + markdown.renderer.render(tokens, markdown.options, {}), contents)


def _reader(shapes: str, say: Language) -> MarkdownIt:
    """Reads Markdown, and draws what there is to be drawn."""
    markdown, numbers = MarkdownIt(), count(1)

    def draw(_: Any, tokens: list[Token], index: int, *rest: Any) -> str:  # noqa: ARG001
        if tokens[index].info != "scene":
            raise ValueError(f"a rulebook has figures only, not {tokens[index].info!r}")
        return figure(tokens[index].content, next(numbers), say)

    markdown.add_render_rule("fence", draw)
    markdown.add_render_rule("code_inline", lambda _, tokens, index, *rest: _sign(tokens[index].content, shapes))  # noqa: ARG005
    return markdown


def _sign(text: str, shapes: str) -> str:
    """A shape in the middle of a text. The words beside it say what it is."""
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


def _title(tokens: list[Token]) -> tuple[str, list[Token]]:
    """What the rulebook is called, and what comes below: the page says in between what its box says."""
    opening, words, _, *rest = tokens
    if opening.tag != "h1":
        raise ValueError("a rulebook begins with its title")
    return words.content, rest


# ---- contents ----------------------------------------------------------------------------------------------


def _contents(tokens: list[Token]) -> list[Section]:
    """The sections and their parts; each heading gets its anchor."""
    contents: list[Section] = []
    for opening, words in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        section = _section(words)
        opening.attrSet("id", section.anchor)
        (contents if opening.tag == "h2" or not contents else contents[-1].parts).append(section)
    return contents


def _section(words: Token) -> Section:
    """What a heading is called, and its anchor, which is then no longer part of it."""
    last = (words.children or [])[-1]
    found = _ANCHOR.search(last.content)
    last.content = _ANCHOR.sub("", last.content)
    title = "".join(child.content for child in words.children or [])
    return Section(found[1] if found else re.sub(r"\W+", "-", title.lower()).strip("-"), title, [])
