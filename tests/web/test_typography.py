"""Texts are well set, in every language: spaces, quotes, apostrophes, ellipses, minus signs."""

import re

import pytest

from tablee.games import find_game, game_ids
from tablee.language import languages
from tests.web.test_translations import CATALOGUES, catalogue, texts

EVERYWHERE = r"""|['"]|\.\.\.|(?<!\w)-\d|  """
"""Typewriter's quotes and ellipses, a hyphen for a minus, two spaces."""
FAULTS = {
    "fr": re.compile(r"[^\u202f][;!?»]|[^\u00a0]:|«[^\u202f]|[“”]" + EVERYWHERE),
    "en": re.compile(r"\s[;:!?]|[«»]" + EVERYWHERE),
}
COMMAND = re.compile(r'ARGS="[^"]*"|https?:|key \?|\d:\d')
"""What is typed, and not read."""


def fault(language: str, text: str) -> str:
    """What is wrong with a text, or nothing."""
    found = FAULTS[language].search(COMMAND.sub("", text))
    return f"{found[0]!r} in {text}" if found else ""


@pytest.mark.parametrize("name", CATALOGUES)
def test_what_is_said_is_well_set(name: str) -> None:
    for english, french in catalogue(name).items():
        assert not [fault("en", text) for text in texts(english) if fault("en", text)]
        assert not [fault("fr", text) for text in texts(french) if fault("fr", text)]


def rulebook(game_id: str, language: str) -> list[str]:
    """The lines of a rulebook, without the pictures and signs, but with what is said below the pictures."""
    text = (find_game(game_id).path / f"rulebook.{language}.md").read_text("utf8")
    captions = re.findall(r"^caption (.*)", text, flags=re.MULTILINE)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [*re.sub(r"`sign .*?` ", "", prose).splitlines(), *captions]


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", languages())
def test_rulebooks_are_well_set(game_id: str, language: str) -> None:
    lines = (re.sub(r"^ +|^\|.*?-\|$| +(?=\|)|(?<=\|) +", "", line) for line in rulebook(game_id, language))
    assert not [fault(language, line) for line in lines if fault(language, line)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Prêt ?"), ("fr", "Prêt?"), ("fr", "«Prêt\u202f»"), ("fr", "l'ami"), ("fr", "fini..."), ("fr", "de -2"),
        ("fr", "ceci : cela"), ("fr", "ceci\u202f: cela"), ("fr", "Prêt\u00a0?"),
        ("en", "Ready ?"), ("en", "a friend's"), ("en", '"so"'), ("en", "well..."),
    ],
)  # fmt: skip
def test_what_is_badly_set_is_found(language: str, text: str) -> None:
    assert fault(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "«\u202fPrêt\u202f?\u202f» – l’ami\u00a0: −2…"),
        ("fr", "ceci\u00a0: cela"),
        ("en", "“Ready?” – a friend’s: −2…"),
    ],
)
def test_what_is_well_set_passes(language: str, text: str) -> None:
    assert not fault(language, text)
