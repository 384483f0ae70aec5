"""Reads how a game is played well, from the folder `strategy` of a game: `claims.md` and `figures.json`.

`claims.md` has a lead, and claims of this form:

    # Let pawns wait

    At first {early} of the turns place a pawn, in the end {late}.

    - early: Turns on which a pawn is placed, in the first third
    - late: Turns on which a pawn is placed, in the last third
    - holds early < late
    - map pawns: What a pawn brings, by square
    - curve turns: Turns on which a pawn is placed; turn of a seat; pawns

Names in braces are those of the figures in `figures.json`, so no number stands in a text. `early: …` says what a figure
is; `holds` what must be true of the figures, beyond their intervals: `a > b`, `a < 50%`, or `a ~ 0` where the intervals
overlap. A claim that does not hold is not shown. `map` and `curve` are pictures; after a curve come the name of its
axis and of its lines.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from tablee.engine.contract import ContractError
from tablee.games.document import read_json
from tablee.games.language import Language

FOLDER = "strategy"
TEXTS, FIGURES = "claims.md", "figures.json"

_ENTRY = re.compile(r"- (?:(?P<kind>holds|map|curve) )?(?P<rest>.+)")
_COMPARED = re.compile(r"\s*([<>~])\s*")
PERCENT = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}%"
_NUMBER = re.compile(r"\d+(\.\d+)?%?")
_GAP = re.compile(r"\{(\w+)\}")

HOW_ENTRIES_LOOK = (
    "an entry is “- FIGURE: words”, “- holds A > B”, “- map NAME: words” or “- curve NAME: words; axis; lines”"
)


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number, with its 95 % interval, the games that it was taken from, and the bots that played them.

    Without an interval it is exact.
    """

    kind: str = "share"
    """"share", from 0 to 1; or "number"."""
    value: float
    low: float | None = None
    high: float | None = None
    games: int = 0
    players: int = 0
    bots: tuple[str, ...] = ()

    @property
    def interval(self) -> tuple[float, float]:
        """From where to where it may be."""
        return (self.value if self.low is None else self.low), (self.value if self.high is None else self.high)

    def words(self, say: Language) -> str:
        """The number as a text."""
        return in_words(self.value, self.kind, say)

    def interval_words(self, say: Language) -> str:
        """The interval as a text; empty if the number is exact."""
        if self.low is None or self.high is None:
            return ""
        low, high = in_words(self.low, self.kind, say), in_words(self.high, self.kind, say)
        return f"{low} … {high}" if self.low < 0 else f"{low.rstrip(PERCENT)}–{high}"


def in_words(value: float, kind: str, say: Language) -> str:
    """A number of a kind; small shares have a decimal."""
    return say.percent(value, tenths=abs(value) < 0.1) if kind == "share" else say.tenths(value)


class MapPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, by how it came about."""

    players: int
    seed: int = 0
    """Of the set-up."""
    log: list[str] = []
    """What was played from there."""


class HeatMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers on the nodes of a picture."""

    values: dict[str, float]  # by the key of the node
    position: MapPosition
    cut: list[str] = []
    """The nodes that the picture is cut to; all if there are none."""
    kind: str = "share"
    below: bool = False
    """Do the numbers stand in the lower part of a node, which says something itself?"""


class CourseLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a curve; exact without `low` and `high`."""

    x: list[float]
    y: list[float]
    low: list[float] = []
    high: list[float] = []


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers over other numbers."""

    lines: list[CourseLine]
    kind: str = "share"


class GameSeries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games that were played for the figures."""

    players: int
    bots: list[str]
    games: int


class Findings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`figures.json`."""

    made_by: str
    made_on: str
    rules: int
    """The version of the rules that was played by."""
    figures: dict[str, Figure]
    seed: int = 0
    series: dict[str, GameSeries] = {}
    seats: dict[int, list[Figure]] = {}
    """By the number of players, what each seat wins among equals, in the order of the first turns."""
    maps: dict[str, HeatMap] = {}
    curves: dict[str, Curve] = {}

    def seats_differ(self, players: int) -> bool:
        """Is it certain that not all seats win the same?"""
        intervals = [figure.interval for figure in self.seats[players]]
        return any(low > 1 / players or high < 1 / players for low, high in intervals)


class Picture(NamedTuple):
    """A map or a curve of a claim."""

    kind: str
    name: str
    words: str
    axis: str = ""
    lines: Sequence[str] = ()


class Claim(NamedTuple):
    """What is said, the figures that it rests on with what they are, and what must hold of them."""

    title: str
    words: Sequence[str]
    rests_on: Mapping[str, str]
    conditions: Sequence[str]
    pictures: Sequence[Picture]


class Strategy:
    """How a game is played well."""

    def __init__(self, texts: str, findings: Findings) -> None:
        """Raises `ContractError` if the texts name anything that the figures do not have."""
        self.findings = findings
        self._texts = texts
        self.all_claims = list(self._read())
        for one in self.all_claims:
            self._check(one)

    @cached_property
    def claims(self) -> list[Claim]:
        """The claims that the figures bear out."""
        return [one for one in self.all_claims if all(map(self.holds, one.conditions))]

    @property
    def lead(self) -> str:
        """What comes before the claims."""
        return _joined(self._texts.partition("\n# ")[0])

    def filled(self, text: str, say: Language) -> str:
        """A text in a language, with its figures."""
        gaps = {name: self.findings.figures[name].words(say) for name in _GAP.findall(text)}
        return say(text, **gaps)

    def texts(self) -> list[str]:
        """Every text, for catalogues."""
        said = [self.lead]
        for one in self.all_claims:
            said += [one.title, *one.words, *one.rests_on.values()]
            said += [text for picture in one.pictures for text in (picture.words, picture.axis, *picture.lines)]
        return list(dict.fromkeys(text for text in said if text))

    def holds(self, condition: str) -> bool:
        """Do the figures bear out a condition, whatever the truth is within their intervals?"""
        first, *rest = _COMPARED.split(condition)
        left = self._interval(first)
        for sign, name in zip(rest[::2], rest[1::2], strict=True):
            right = self._interval(name)
            if sign == "~":
                fits = left[0] <= right[1] and right[0] <= left[1]
            else:
                fits = left[0] > right[1] if sign == ">" else left[1] < right[0]
            if not fits:
                return False
            left = right
        return True

    def _interval(self, name: str) -> tuple[float, float]:
        if name not in self.findings.figures:
            number = float(name[:-1]) / 100 if name.endswith("%") else float(name)
            return number, number
        return self.findings.figures[name].interval

    def _read(self) -> Iterator[Claim]:
        for text in f"\n{self._texts}".split("\n# ")[1:]:
            title, _, rest = text.partition("\n")
            entries = [_joined(entry) for entry in re.split(r"\n(?=- )", rest) if entry.startswith("- ")]
            paragraphs = re.split(r"\n\s*\n", re.split(r"\n(?=- )", rest, maxsplit=1)[0])
            yield _claim(title.strip(), [_joined(one) for one in paragraphs if one.strip()], entries)

    def _check(self, claim: Claim) -> None:
        figures, where = self.findings.figures, f"{TEXTS}, “{claim.title}”"
        named = {name for text in (claim.title, *claim.words) for name in _GAP.findall(text)}
        if unknown := (named | set(claim.rests_on)) - set(figures):
            raise ContractError(f"{where}: {FIGURES} has no {min(unknown)}")
        if unsaid := named - set(claim.rests_on):
            raise ContractError(f"{where}: it does not say what {min(unsaid)} is")
        for condition in claim.conditions:
            names = _COMPARED.split(condition)[::2]
            if len(names) < 2 or not all(name in figures or _NUMBER.fullmatch(name) for name in names):
                raise ContractError(f"{where}: “holds {condition}” compares no figures")
        for picture in claim.pictures:
            kinds: Mapping[str, object] = self.findings.maps if picture.kind == "map" else self.findings.curves
            if picture.name not in kinds:
                raise ContractError(f"{where}: {FIGURES} has no {picture.kind} {picture.name}")
            if picture.kind == "curve" and len(self.findings.curves[picture.name].lines) != max(len(picture.lines), 1):
                raise ContractError(f"{where}: not every line of the curve {picture.name} has a name")


def _claim(title: str, words: Sequence[str], entries: Sequence[str]) -> Claim:
    rests_on: dict[str, str] = {}
    conditions: list[str] = []
    pictures: list[Picture] = []
    for entry in entries:
        found = _ENTRY.fullmatch(entry)
        name, colon, said = found["rest"].partition(": ") if found else ("", "", "")
        if found and found["kind"] == "holds":
            conditions.append(found["rest"])
        elif not colon:
            raise ContractError(f"{TEXTS}, “{title}”: {HOW_ENTRIES_LOOK}, not “{entry}”")
        elif found and found["kind"]:
            caption, axis, *lines = [part.strip() for part in f"{said};".split(";")]
            pictures.append(Picture(found["kind"], name, caption, axis, [line for line in lines if line]))
        else:
            rests_on[name] = said
    return Claim(title, words, rests_on, conditions, pictures)


def _joined(text: str) -> str:
    return " ".join(text.split())


def strategy_in(path: Path) -> Strategy | None:
    """How the game of a folder is played well, if it says so; raises `ContractError` or `ValueError`."""
    texts, figures = path / FOLDER / TEXTS, path / FOLDER / FIGURES
    if not texts.is_file() or not figures.is_file():
        return None
    return Strategy(texts.read_text("utf8"), read_json(figures.read_bytes(), Findings))


def strategy_texts(path: Path) -> list[str]:
    """Every text of that, for catalogues."""
    found = strategy_in(path)
    return found.texts() if found else []
