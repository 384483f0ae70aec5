"""A game's rulebook as a page: Markdown, with figures drawn by the game's own scene."""

import json
from functools import cache
from typing import Any

from markdown_it import MarkdownIt

from tablee.game import load
from tablee.games import find_game
from tablee.games.scenery import to_figure
from tablee.language import Language
from tablee.show.sentences import language, seat_colours


def rulebook_language(game_id: str, wish: str) -> str:
    """The language that a rulebook is read in: English where it is not written in the one that was asked for."""
    return wish if (find_game(game_id).path / f"rulebook.{wish}.md").is_file() else "en"


@cache
def rulebook(game_id: str, language_code: str) -> str:
    """The rulebook as HTML."""
    folder = find_game(game_id)
    text = (folder.path / f"rulebook.{language_code}.md").read_text("utf8")
    say = language(language_code)
    markdown = MarkdownIt()
    markdown.add_render_rule("fence", lambda _, tokens, index, *rest: _figure(tokens[index], say))  # noqa: ARG005
    return f'<svg class="shapes" width="0" height="0" aria-hidden="true">{folder.shapes}</svg>{markdown.render(text)}'


def _figure(token: Any, say: Language) -> str:
    """A fenced block of kind `scene` holds a state, which is drawn."""
    if token.info != "scene":
        raise ValueError(f"a rulebook has figures only, not {token.info!r}")
    view = load(json.loads(token.content)).view(None)
    folder = find_game(view["game"])
    names = seat_colours(folder, view["players"], say)
    return f"<figure>{to_figure(folder.scene.scene(view, None, [], names, say))}</figure>"
