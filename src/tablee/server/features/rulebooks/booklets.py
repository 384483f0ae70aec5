"""Booklets: rulebooks without a program. Each is a folder that a collector has written, and the host has named.

    goose/
      game.toml         what the box says: name, players, and perhaps minutes, age, author, publisher, year, kinds …
      cover.svg         or .png, .jpg, .webp
      rulebook.en.md    the rules in Markdown, and other languages beside them; one of them is enough
      board.png         pictures that the rules show: ![The board](board.png "The 63 squares")

Whoever wrote them need not be trusted: Markdown becomes HTML without any of its own, and pictures are only ever
images (`pages.py` serves them so that an SVG can run nothing). A folder that is no good is left out, and the log says
why.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Annotated, Any

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Meta

from tablee.games.about import KINDS, About, Span, ends_of
from tablee.games.language import languages
from tablee.server.features.rulebooks.model import Rulebook, contents_of, parts_of

logger = logging.getLogger("tablee")

GAME_FILE = "game.toml"
IMAGES = {
    ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp",
    ".gif": "image/gif",
}  # fmt: skip
"""The kinds of pictures, by the ending of their names."""
LONGEST_TEXT, LARGEST_COVER, LARGEST_PICTURE = 500_000, 300_000, 2_000_000
"""Bytes of a rulebook, of a cover, and of a picture in the text."""
MOST_BOOKLETS = 5000
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_PICTURE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")

Short = Annotated[str, Meta(max_length=120)]
Sentence = Annotated[str, Meta(max_length=400)]
LARGEST_NUMBER = 999


class BadBooklet(ValueError):
    """A folder is no booklet; the message names the file and says what is wrong."""


class BookletTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `game.toml` may say in another language, in a table of its code: `[fr]`."""

    name: Short = ""
    invitation: Sentence = ""
    translator: Short = ""
    thanks: Short = ""


class GameFile(BookletTexts, frozen=True, forbid_unknown_fields=True):
    """The keys of `game.toml`."""

    players: Span = 0
    minutes: Span = 0
    age: Span = 0
    author: Short = ""
    publisher: Short = ""
    year: Annotated[int, Meta(ge=0, le=2999)] = 0
    kinds: tuple[str, ...] = ()


class Booklet(msgspec.Struct, frozen=True):
    """A rulebook without a program."""

    id: str
    path: Path
    file: GameFile
    texts: Mapping[str, BookletTexts]
    """By language: what it says other than `file`."""
    written_in: tuple[str, ...]
    sourced_in: frozenset[str]
    """The languages in which it says where its rules come from."""
    cover: Path
    pictures: frozenset[str]
    """The names of the pictures that its text may show."""

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players."""
        least, most = ends_of(self.file.players)
        return range(least, most + 1)

    def name(self, code: str) -> str:
        """Its name in a language."""
        return self._said("name", code)

    def about(self, code: str) -> About:
        """What the box says, in a language."""
        file = self.file
        return About(
            self._said("invitation", code),
            file.minutes,
            file.age,
            file.author,
            file.publisher,
            file.year,
            file.kinds,
            self._said("translator", code),
            self._said("thanks", code),
        )

    def language(self, wished: str) -> str:
        """The language that it is shown in: the one that is wished for, else the first it is written in."""
        return wished if wished in self.written_in else self.written_in[0]

    def text(self, code: str) -> str:
        """The Markdown of one of its languages."""
        return (self.path / f"rulebook.{code}.md").read_text("utf8")

    def _said(self, field: str, code: str) -> str:
        text: str = getattr(self.texts.get(code), field, "") or getattr(self.file, field)
        return text


# ---- reading folders -----------------------------------------------------------------------------------------


def open_booklets(folders: Iterable[str], games: Iterable[str] = ()) -> dict[str, Booklet]:
    """The booklets in some folders, by id, in the order of their names; says in the log which ones are no good.

    A folder holds folders of booklets, or is one itself. A game that is installed as a program needs no booklet.
    """
    found: dict[str, Booklet] = {}
    for path in booklet_folders(folders):
        try:
            booklet = open_booklet(path)
            if booklet.id in found:
                raise BadBooklet(f"{path}: there is another booklet of this name: {found[booklet.id].path}")
            if booklet.id in set(games):
                raise BadBooklet(f"{path}: there is a game {booklet.id} that can be played")
            found[booklet.id] = booklet
        except BadBooklet as error:
            logger.warning("a rulebook is not on the shelf: %s", error)
        if len(found) >= MOST_BOOKLETS:
            logger.warning("there are more than %d rulebooks: the others are not on the shelf", MOST_BOOKLETS)
            break
    return found


def booklet_folders(folders: Iterable[str]) -> Iterator[Path]:
    """The folders that are meant to be booklets: those that have no hidden name."""
    for folder in map(Path, folders):
        try:
            inside = sorted(path for path in folder.iterdir() if path.is_dir() and path.name[0] not in "._")
        except OSError as error:
            logger.warning("the rulebooks of %s are not on the shelf: %s", folder, error)
            continue
        yield from [folder] if (folder / GAME_FILE).is_file() else inside


def open_booklet(path: Path) -> Booklet:
    """Read a folder; raises `BadBooklet`."""
    path = path.resolve()
    if not _ID.fullmatch(path.name):
        raise BadBooklet(f"{path}: the name of the folder is part of an address: small letters, digits, - and _")
    try:
        file, texts = _read_game_file(path / GAME_FILE)
        files = [one for one in path.iterdir() if one.is_file() and one.resolve().is_relative_to(path)]
        covers = [one for one in files if one.stem == "cover" and one.suffix in IMAGES]
        if len(covers) != 1:
            raise BadBooklet(f"{path}: it needs one cover: cover.svg, .png, .jpg or .webp")
        if covers[0].stat().st_size > LARGEST_COVER:
            raise BadBooklet(f"{covers[0]} is larger than {LARGEST_COVER // 1000} kB: a shelf shows many of them")
        pictures = [one.name for one in files if one.suffix in IMAGES and one.stat().st_size <= LARGEST_PICTURE]
        written_in = tuple(code for code in sorted(languages()) if path / f"rulebook.{code}.md" in files)
        if not written_in:
            names = " or ".join(f"rulebook.{code}.md" for code in sorted(languages()))
            raise BadBooklet(f"{path}: the rules are missing: {names}")
        parts = {code: _parts_in(path / f"rulebook.{code}.md") for code in written_in}
    except OSError as error:
        raise BadBooklet(f"{path}: {error}") from None
    shown = frozenset(name for name in pictures if _PICTURE.fullmatch(name))
    sourced = frozenset(code for code, found in parts.items() if len(found) > 1)
    return Booklet(path.name, path, file, texts, written_in, sourced, covers[0], shown)


def _read_game_file(path: Path) -> tuple[GameFile, dict[str, BookletTexts]]:
    try:
        told: dict[str, Any] = msgspec.toml.decode(path.read_bytes())
        texts = {code: msgspec.convert(told.pop(code), BookletTexts) for code in languages() if code in told}
        file = msgspec.convert(told, GameFile)
    except FileNotFoundError:
        raise BadBooklet(f"{path} is missing: the name of the game, and what its box says") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadBooklet(f"{path}: {error}") from None
    if not file.name:
        raise BadBooklet(f'{path}: the name is missing: name = "…"')
    if not ends_of(file.players)[0]:
        raise BadBooklet(f"{path}: the number of players is missing: players = 2, or players = [2, 4]")
    for field in ("players", "minutes", "age"):
        least, most = ends_of(getattr(file, field))
        if not 0 <= least <= most <= LARGEST_NUMBER:
            raise BadBooklet(f"{path}: {field} = {[least, most]}: first the least, then the most, as on the box")
    for kind in file.kinds:
        if kind not in KINDS:
            raise BadBooklet(f"{path}: there is no kind {kind[:40]!r}; there are {', '.join(KINDS)}")
    return file, texts


def _parts_in(path: Path) -> list[str]:
    if path.stat().st_size > LONGEST_TEXT:
        raise BadBooklet(f"{path} is longer than {LONGEST_TEXT // 1000} kB")
    try:
        return parts_of(path.read_text("utf8"))
    except UnicodeDecodeError:
        raise BadBooklet(f"{path} is not written in UTF-8") from None
    except ValueError as error:
        raise BadBooklet(f"{path}: {error}, like this: # Goose") from None


# ---- the text ------------------------------------------------------------------------------------------------


def booklet_rules(booklet: Booklet, code: str) -> Rulebook:
    """The rules as a page."""
    return _rendered(booklet, parts_of(booklet.text(code))[0])


def booklet_sources(booklet: Booklet, code: str) -> Rulebook | None:
    """Where the rules come from, if the text says so under a second title."""
    part = next(iter(parts_of(booklet.text(code))[1:]), None)
    return _rendered(booklet, part) if part else None


def pictures_shown(booklet: Booklet, code: str) -> list[tuple[str, str]]:
    """The name and the words of every picture in a text, those that are not there included."""
    tokens = _reader(booklet).parse(booklet.text(code))
    inside = (child for token in tokens for child in token.children or [])
    return [(str(child.attrs["src"]), child.content) for child in inside if child.type == "image"]


def _rendered(booklet: Booklet, text: str) -> Rulebook:
    markdown = _reader(booklet)
    _, title, _, *tokens = markdown.parse(text)
    contents = contents_of(tokens)
    return Rulebook(title.content, markdown.renderer.render(_with_figures(tokens), markdown.options, {}), contents)


def _reader(booklet: Booklet) -> MarkdownIt:
    """A Markdown parser that lets no HTML through, and shows no pictures but those of the folder."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def image(_: Any, tokens: list[Token], index: int, *rest: Any) -> str:  # noqa: ARG001
        name, words = str(tokens[index].attrs["src"]), tokens[index].content
        caption = str(tokens[index].attrs.get("title", "") or tokens[index].meta.get("figure") or "")
        if name not in booklet.pictures:
            return f"<em>{escape(words or name)}</em>"
        alt = "" if caption == words else words
        shown = f'<img src="/rulebooks/{booklet.id}/pictures/{name}" alt="{escape(alt)}" loading="lazy">'
        return f"{shown}<figcaption>{escape(caption)}</figcaption>" if tokens[index].meta.get("figure") else shown

    markdown.add_render_rule("image", image)
    return markdown


def _with_figures(tokens: list[Token]) -> list[Token]:
    """Make a figure of every paragraph that is nothing but a picture; its title, or else its words, are the caption."""
    for opening, inline, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        children = inline.children or []
        if opening.type == "paragraph_open" and len(children) == 1 and children[0].type == "image":
            opening.tag = closing.tag = "figure"
            children[0].meta["figure"] = children[0].content or " "
    return tokens
