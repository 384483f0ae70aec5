"""The boxes on the shelf, and which of them somebody looks for.

A shelf of a few boxes is looked at. One of more than `MANY` can be searched and filtered, page by page.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.about import About, ends_of
from tablee.games.language import Language
from tablee.server.features.rulebooks.text_search import folded
from tablee.server.views.game_facts import kind_names

MANY = 12
"""The most boxes that need no search."""
ON_A_PAGE = 24
LONGEST_QUERY = 80
ALONE = "alone"
MINUTES = (15, 30, 60)
AGES = (4, 6, 8, 10, 12, 14)
MOST_PEOPLE = 6
"""The largest company to choose; it stands for larger ones as well."""
PLAYED_HERE, RULES_ONLY = "here", "rules"
"""Two choices beside the kinds of games."""


class GameBox(NamedTuple):
    """What the shelf knows of a game, or of a rulebook without a program."""

    id: str
    name: str
    players: Sequence[int]
    about: About
    plays: bool
    """Can it be played here, or only be read?"""

    def kinds(self, say: Language) -> list[str]:
        """Its kinds in words."""
        names = kind_names(say)
        return [names[kind] for kind in self.about.kinds if kind in names]


class ShelfFilter(NamedTuple):
    """What somebody looks for; empty where they do not mind."""

    query: str = ""
    company: str = ""
    """`alone`, or a number of people."""
    minutes: int = 0
    """At most so many."""
    age: int = 0
    """Of the youngest."""
    kind: str = ""
    page: int = 1

    @property
    def people(self) -> int:
        """How many people play together; 0 if somebody plays alone or does not mind."""
        return int(self.company) if self.company.isdecimal() else 0

    def fields(self, page: int = 1) -> dict[str, str]:
        """The fields of the address."""
        told = {"q": self.query, "with": self.company, "minutes": self.minutes, "age": self.age, "kind": self.kind}
        found = {name: str(value) for name, value in told.items() if value}
        return found | ({"page": str(page)} if page > 1 else {})


def filter_in(fields: Mapping[str, str]) -> ShelfFilter:
    """The filter that an address asks for; what cannot be is as if it were not there.

    >>> filter_in({"q": " Isis ", "with": "3", "minutes": "x", "page": "2"})
    ShelfFilter(query='Isis', company='3', minutes=0, age=0, kind='', page=2)
    """
    company, numbers = fields.get("with", ""), {name: _number(fields.get(name, "")) for name in ("minutes", "age")}
    return ShelfFilter(
        " ".join(fields.get("q", "")[:LONGEST_QUERY].split()),
        company if company == ALONE or 0 < _number(company) <= MOST_PEOPLE else "",
        numbers["minutes"] if numbers["minutes"] in MINUTES else 0,
        numbers["age"] if numbers["age"] in AGES else 0,
        fields.get("kind", "")[:20],
        max(1, _number(fields.get("page", ""))),
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


@lru_cache(20_000)
def _words_of(box: GameBox, say: Language) -> str:
    """All that a search finds a box by."""
    about, year = box.about, str(box.about.year or "")
    return folded(" ".join((box.name, about.author, about.publisher, year, *box.kinds(say), about.invitation)))


def matching(boxes: Iterable[GameBox], wanted: ShelfFilter, say: Language) -> list[GameBox]:
    """The boxes that somebody looks for: those whose name has the words first."""
    words = folded(wanted.query).split()
    found = [box for box in boxes if _fits(box, wanted) and all(word in _words_of(box, say) for word in words)]
    return sorted(found, key=lambda box: not all(word in folded(box.name) for word in words))


def _fits(box: GameBox, wanted: ShelfFilter) -> bool:
    if wanted.company == ALONE and not (box.plays or 1 in box.players):
        return False
    people = wanted.people
    if people and not (people in box.players or (people == MOST_PEOPLE and max(box.players) > people)):
        return False
    if wanted.minutes and not 0 < sum(ends_of(box.about.minutes)) / 2 <= wanted.minutes:
        return False
    if wanted.age and ends_of(box.about.age)[0] > wanted.age:
        return False
    if wanted.kind in (PLAYED_HERE, RULES_ONLY):
        return box.plays == (wanted.kind == PLAYED_HERE)
    return not wanted.kind or wanted.kind in box.about.kinds


class FilterChoice(NamedTuple):
    """A field of the filter, with its answers: their values and words, in groups of which the first has no name."""

    name: str
    label: str
    groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]


def filter_choices(boxes: Sequence[GameBox], say: Language) -> list[FilterChoice]:
    """What a shelf can be filtered by: only by what its boxes say."""
    most = min(MOST_PEOPLE, max(max(box.players) for box in boxes))
    people = [(str(count), say("{count} people", count=count)) for count in range(2, most + 1)]
    if most == MOST_PEOPLE:
        people[-1] = (str(most), say("{count} people or more", count=most))
    names, there = kind_names(say), {kind for box in boxes for kind in box.about.kinds}
    kinds = sorted(((kind, names[kind]) for kind in there if kind in names), key=lambda kind: folded(kind[1]))
    here = [(PLAYED_HERE, say("to play here")), (RULES_ONLY, say("rules only"))]
    mixed = len({box.plays for box in boxes}) > 1
    return [
        FilterChoice(
            "with",
            say("With whom?"),
            [("", [("", say("anyone")), (ALONE, say("just me, against bots")), *people])],
        ),
        FilterChoice(
            "minutes",
            say("How long?"),
            [
                (
                    "",
                    [
                        ("", say("any length")),
                        *((str(most), say("up to {count} minutes", count=most)) for most in MINUTES),
                    ],
                )
            ],
        ),
        FilterChoice(
            "age",
            say("How old is the youngest?"),
            [("", [("", say("any age")), *((str(age), say("{age} years old", age=age)) for age in AGES)])],
        ),
        FilterChoice(
            "kind",
            say("What kind?"),
            [("", [("", say("every kind")), *kinds]), *([(say("On this server"), here)] if mixed else [])],
        ),
    ]
