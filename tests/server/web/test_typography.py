"""Texts are well set, in every language: spaces, quotes, apostrophes, ellipses, minus signs."""

import pytest

from tablee.kit.check_words import badly_set, typography_faults
from tests.cases import each
from tests.server.web.test_translations import FRENCH


def test_what_the_house_says_is_well_set() -> None:
    assert list(typography_faults(FRENCH, "fr")) == []


@each(
    ("language", "text"),
    [
        ("fr", "Prêt ?"), ("fr", "Prêt?"), ("fr", "«Prêt\u202f»"), ("fr", "l'ami"), ("fr", "fini..."), ("fr", "de -2"),
        ("fr", "ceci : cela"), ("fr", "ceci\u202f: cela"), ("fr", "Prêt\u00a0?"),
        ("en", "Ready ?"), ("en", "a friend's"), ("en", '"so"'), ("en", "well..."),
    ],
)  # fmt: skip
def test_what_is_badly_set_is_found(language: str, text: str) -> None:
    assert badly_set(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "«\u202fPrêt\u202f?\u202f» – l’ami\u00a0: −2…"),
        ("fr", "ceci\u00a0: cela"),
        ("en", "“Ready?” – a friend’s: −2…"),
    ],
)
def test_what_is_well_set_passes(language: str, text: str) -> None:
    assert not badly_set(language, text)
