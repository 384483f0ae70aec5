"""The languages of the house: English as written in the code, any other from gettext catalogues."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("fr", "en")
"""The languages that every visible text exists in."""


class Language:
    """Looks texts up in one language.

    >>> say = Language("en", {})
    >>> say("{name} takes a seat.", name="Zoé")
    'Zoé takes a seat.'
    """

    def __init__(self, code: str, texts: dict[Any, Any]) -> None:
        self.code = code
        self._texts = texts

    def __call__(self, text: str, /, **values: object) -> str:
        """The text in this language, its {fields} filled in."""
        found: str = self._texts.get(text) or text
        return found.format(**values) if values else found

    def plural(self, one: str, many: str, count: int, /, **values: object) -> str:
        """The text for `count` things; French counts 0 and 1 as one, English only 1.

        >>> ENGLISH.plural("{count} point", "{count} points", -2)
        '−2 points'
        """
        forms = self._texts.get((one, many)) or (one, many)
        single = abs(count) < 2 if self.code == "fr" else abs(count) == 1
        found: str = forms[0 if single else 1]
        return found.format(count=str(count).replace("-", "−"), **values)


def read_catalogues(code: str, folders: Iterable[Path]) -> Language:
    """A language from the `<code>.po` of each folder that has one; English needs none."""
    texts: dict[Any, Any] = {}
    for folder in folders:
        path = folder / f"{code}.po"
        if path.exists():
            texts |= _texts(path)
    return Language(code, texts)


@cache
def _texts(path: Path) -> dict[Any, Any]:
    from babel.messages.pofile import read_po  # slow to import, and English does without

    with path.open("rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id and message.string}


ENGLISH = Language("en", {})
"""The language of the code itself."""
