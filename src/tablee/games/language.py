"""Languages: English as written in the code, others from gettext catalogues.

A language exists as soon as `server/web/<code>.po` does. What a game has not translated in its own `<code>.po` and
`rulebook.<code>.md` stays English.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from gettext import c2py
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).parent.parent / "server" / "web"  # the folder of the shared catalogues

LONGEST_HEADER = 500  # the longest `Accept-Language` that is read, because results are cached

MOMENT = "EEEE d MMMM HH:mm 'UTC'"  # the format of a moment

MOST_PLURALS = 4096  # how many counted texts are kept: a picture says the same few again and again

ELIDED = re.compile(r"\b([dD]|[qQ]u)e (?=\{(\w+)\})")  # French words that lose their e before a name with a vowel
VOWEL = re.compile(r"[aeiouàâäéèêëîïôöûü][^\W\d]", re.IGNORECASE)  # a3 is a place and no name

PluralRule = Callable[[int], int]  # selects the plural form for a number


class Language:
    """Translates texts into one language.

    >>> say = Language("en", {})
    >>> say("{name} takes a seat.", name="Zoé")
    'Zoé takes a seat.'
    """

    def __init__(self, code: str, texts: dict[Any, Any], rule: PluralRule = lambda count: int(count != 1)) -> None:
        self.code = code
        self._texts = texts
        self._rule = rule
        self._colours: tuple[int, ...] = ()
        self._in_colours: dict[tuple[int, ...], Language] = {}
        self._plurals: dict[tuple[str, str, int], str] = {}

    def __call__(self, text: str, /, **values: object) -> str:
        """The text in this language, its {fields} filled in."""
        found: str = self._texts.get(text) or text
        return self._filled(found, values) if values else found

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        if self.code == "fr" and _elides(text):
            text = ELIDED.sub(lambda word: f"{word[1]}’" if VOWEL.match(str(values[word[2]])) else word[0], text)
        return text.format(**values)

    def plural(self, one: str, many: str, count: int, /, **values: object) -> str:
        """The text for `count` things, by the language's plural rule: French counts 0 and 1 as one, English only 1.

        >>> ENGLISH.plural("{count} point", "{count} points", -2)
        '−2 points'
        """
        if not values and (known := self._plurals.get((one, many, count))):
            return known
        forms = self.forms(one, many)
        found = forms[min(self._rule(abs(count)), len(forms) - 1)]
        text = self._filled(found, {"count": self.number(count), **values})
        if not values and len(self._plurals) < MOST_PLURALS:
            self._plurals[one, many, count] = text
        return text

    def forms(self, one: str, many: str) -> tuple[str, ...]:
        """All plural forms of a text, for the page."""
        found = self._texts.get((one, many)) or (one, many)
        return tuple(found)

    def with_texts(self, texts: Mapping[str, str]) -> "Language":
        """The language with other texts in the place of some of its own.

        >>> ENGLISH.with_texts({"{name} draws.": "Draw."})("{name} draws.", name="Zoé")
        'Draw.'
        """
        own = {key: texts[said] for key, said in self._texts.items() if isinstance(said, str) and said in texts}
        other = Language(self.code, {**self._texts, **texts, **own}, self._rule)
        other._colours = self._colours
        return other

    def in_colours(self, colours: tuple[int, ...]) -> "Language":
        """The language for a table where seats have other colours than usual; the same object for equal colours.

        >>> ENGLISH.in_colours((2, 0)).colour(0), ENGLISH.colour(0)
        (2, 0)
        """
        if colours == self._colours:
            return self
        if colours not in self._in_colours:
            dressed = self._in_colours[colours] = Language(self.code, self._texts, self._rule)
            dressed._colours, dressed._in_colours = colours, self._in_colours
        return self._in_colours[colours]

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat; empty if all have their usual ones."""
        return self._colours

    def colour(self, seat: int) -> int:
        """A seat's colour, as the number of the seat that usually has it."""
        return self._colours[seat] if seat < len(self._colours) else seat

    def number(self, number: int) -> str:
        """A whole number in this language.

        >>> ENGLISH.number(-12345)
        '−12,345'
        """
        if abs(number) < 1000:
            return str(number).replace("-", "−")
        from babel.numbers import format_decimal

        return str(format_decimal(number, locale=self.code)).replace("-", "−")

    def tenths(self, number: float) -> str:
        """A number rounded to tenths.

        >>> ENGLISH.tenths(-1234.56), read_catalogues("fr", []).tenths(3.0), read_catalogues("fr", []).tenths(0.25)
        ('−1,234.6', '3', '0,2')
        """
        from babel.numbers import format_decimal

        return str(format_decimal(round(number, 1), format="#,##0.#", locale=self.code)).replace("-", "−")

    def percent(self, share: float, tenths: bool = False) -> str:
        """A share as a percentage, perhaps with tenths.

        >>> ENGLISH.percent(0.625), read_catalogues("fr", []).percent(0.5).split(), ENGLISH.percent(0.046, tenths=True)
        ('62%', ['50', '%'], '4.6%')
        """
        from babel import Locale
        from babel.numbers import format_percent

        pattern = Locale.parse(self.code).percent_formats[None].pattern
        return str(format_percent(share, pattern.replace("##0", "##0.#") if tenths else pattern, locale=self.code))

    def day(self, milliseconds: int) -> str:
        """The day of a moment, in milliseconds since 1970.

        >>> ENGLISH.day(1_780_000_000_000)
        'May 28, 2026'
        """
        from babel.dates import format_date

        return str(format_date(datetime.fromtimestamp(milliseconds / 1000, UTC), locale=self.code))

    def day_of_month(self, milliseconds: int) -> str:
        """The day and the month of a moment, without the year.

        >>> ENGLISH.day_of_month(1_780_000_000_000), read_catalogues("fr", []).day_of_month(1_780_000_000_000)
        ('May 28', '28 mai')
        """
        from babel.dates import format_skeleton

        return str(format_skeleton("MMMMd", datetime.fromtimestamp(milliseconds / 1000, UTC), locale=self.code))

    def moment(self, milliseconds: int) -> str:
        """A weekday and time in UTC, for readers whose time zone is unknown.

        >>> ENGLISH.moment(1_780_000_000_000), read_catalogues("fr", []).moment(1_780_000_000_000)
        ('Thursday 28 May 20:26 UTC', 'jeudi 28 mai 20:26 UTC')
        """
        from babel.dates import format_datetime

        return str(format_datetime(datetime.fromtimestamp(milliseconds / 1000, UTC), MOMENT, locale=self.code))

    def ago(self, seconds: float) -> str:
        """How long ago something was.

        >>> ENGLISH.ago(190), read_catalogues("fr", []).ago(7300)
        ('3 minutes ago', 'il y a 2 heures')
        """
        from babel.dates import format_timedelta

        past = timedelta(seconds=-max(seconds, 1))
        return str(format_timedelta(past, add_direction=True, threshold=1, locale=self.code))


@lru_cache(maxsize=4096)
def _elides(text: str) -> bool:
    return ELIDED.search(text) is not None


@cache
def languages() -> dict[str, str]:
    """The names of all languages, each in itself, by code."""
    from babel import Locale

    codes = {"en", *(path.stem for path in HOUSE.glob("*.po"))}
    names = {code: str(Locale(code).get_language_name(code)) for code in codes}
    return {code: names[code][:1].upper() + names[code][1:] for code in sorted(names, key=names.__getitem__)}


def best_language(accepted: str) -> str:
    """The language that a browser prefers among ours, else English.

    >>> best_language("de, en;q=0.8, fr-CH;q=0.9")
    'fr'
    """
    return _best_language(accepted[:LONGEST_HEADER])


@lru_cache(1000)
def _best_language(accepted: str) -> str:
    from babel import negotiate_locale

    wishes = [part.strip().partition(";q=") for part in accepted.split(",")]
    codes = [code for code, _, weight in sorted(wishes, key=lambda wish: -_weight(wish[2]))]
    return negotiate_locale(codes, list(languages()), sep="-") or "en"


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def read_catalogues(code: str, folders: Iterable[Path]) -> Language:
    """A language from the `<code>.po` of each folder that has one."""
    texts: dict[Any, Any] = {}
    rules = []
    for folder in folders:
        path = folder / f"{code}.po"
        if path.exists():
            found, rule = _read(path)
            texts |= found
            rules.append(rule)
    return Language(code, texts, *rules[:1])


@cache
def _read(path: Path) -> tuple[dict[Any, Any], PluralRule]:
    from babel.messages.pofile import read_po  # slow to import, and English does not need it

    with path.open("rb") as file:
        catalogue = read_po(file)
    texts = {message.id: message.string for message in catalogue if message.id and message.string}
    return texts, c2py(catalogue.plural_expr)


ENGLISH = Language("en", {})  # the language of the code itself
