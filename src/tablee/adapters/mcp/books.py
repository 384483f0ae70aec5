"""What a language model reads before it plays: the rulebook without its pictures, and how actions are written."""

import random
import re
from functools import cache

from tablee.game import new
from tablee.games import find_game
from tablee.games.errors import TableeError

_PICTURE = re.compile(r"```scene\n.*?```\n", re.DOTALL)
_CAPTION = re.compile(r"^caption (.*)$", re.MULTILINE)
_SIGN = re.compile(r"`sign [^`=]*(?:=([^`]*))?`\s?")
_ANCHOR = re.compile(r"\s*\{#[^}]*\}")


def rulebook_of(game: str, language: str = "en") -> str:
    """The rulebook as Markdown; of its pictures only what is said below them.

    >>> print(rulebook_of("isis").splitlines()[0])
    # Isis & Osiris
    """
    folder = find_game(game)
    file = folder.path / f"rulebook.{language}.md"
    if not re.fullmatch("[a-z]{2}", language) or not file.is_file():
        raise TableeError(f"there is no rulebook of {folder.name} in {language[:20]!r}")
    text = _PICTURE.sub(_captions, file.read_text("utf8"))
    return _ANCHOR.sub("", _SIGN.sub(lambda found: f"{found[1]} " if found[1] else "", text))


def _captions(picture: re.Match[str]) -> str:
    return "".join(f"({caption})\n" for caption in _CAPTION.findall(picture[0]))


@cache
def forms_of(game: str) -> tuple[str, ...]:
    """One action of each kind, from a game at random that is nobody's: how they are written.

    >>> forms_of("isis")
    ('draw', 'pawn a5', 'place f6')
    """
    folder, found = find_game(game), dict[str, str]()
    for seed, players in enumerate(folder.players):
        options = {name: list(values)[-1] for name, values in folder.options.items()}
        playing, chooser = new(game, players, options, seed), random.Random(seed)
        while playing.to_act is not None and len(playing.log) < 400:
            if playing.to_act == "chance":
                playing.chance()
                continue
            action = chooser.choice(playing.legal())
            found.setdefault(action.partition(" ")[0], action)
            playing.play(action)
    return tuple(sorted(found.values()))
