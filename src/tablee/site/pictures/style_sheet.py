"""Style sheets, as far as our pictures need them: which rules hold for an element.

Known are types, classes, ids, attributes that contain a text, :root, :not() and :nth-child(), side by side, as children
and as descendants. What somebody would have to do first, like :hover, never holds; what a screen decides is left out.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPECIAL = re.compile(r"@[^{};]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMPOUND = re.compile(r"\s*(>?)\s*((?:[\w*.#-]+|\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?)+)")
_PART = re.compile(r"\[(?P<name>[\w-]+)\*=\"(?P<part>[^\"]*)\"\]|:(?P<pseudo>[\w-]+)(?:\((?P<inside>[^)]*)\))?"
                   r"|(?P<mark>[.#]?)(?P<word>[\w*-]+)")  # fmt: skip

Declarations = dict[str, str]


class Place(NamedTuple):
    """An element and where it stands."""

    tag: str
    attributes: dict[str, str]
    number: int
    """The number among its siblings, from 1."""
    parent: "Place | None"

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()


Part = re.Match[str]
"""One condition of a selector, like a class."""


class Rule(NamedTuple):
    """What holds for the elements that a selector means."""

    compounds: Sequence[tuple[str, Sequence[Part]]]
    """How each compound is joined to the one before, ">" or "", and its parts."""
    declarations: Declarations
    weight: tuple[int, int, int]

    @property
    def key(self) -> str:
        """A class or type without which an element is not meant; empty if there is none."""
        words = (f"{part['mark']}{part['word']}" for part in self.compounds[-1][1] if part["word"] not in (None, "*"))
        return next((word for word in words if not word.startswith("#")), "")


class StyleSheet:
    """The rules of a style sheet."""

    def __init__(self, css: str) -> None:
        rules = _read(_SPECIAL.sub("", _COMMENT.sub("", css)))
        self._rules: dict[str, list[tuple[int, Rule]]] = {}
        for order, rule in enumerate(sorted(rules, key=lambda rule: rule.weight)):
            self._rules.setdefault(rule.key, []).append((order, rule))

    def declarations(self, place: Place) -> Declarations:
        """What holds for an element, the stronger over the weaker."""
        keys = ("", place.tag, *(f".{name}" for name in dict.fromkeys(place.classes)))
        rules = [pair for key in keys for pair in self._rules.get(key, ())]
        found: Declarations = {}
        for _, rule in sorted(rules, key=lambda pair: pair[0]):
            if _matches(rule.compounds, place):
                found |= rule.declarations
        return found


def _read(css: str) -> Iterator[Rule]:
    for selectors, body in _RULE.findall(css):
        pairs = (line.split(":", 1) for line in body.split(";") if ":" in line)
        declarations = {name.strip(): " ".join(value.split()) for name, value in pairs}
        for selector in selectors.split(","):
            compounds = [(join, list(_PART.finditer(part))) for join, part in _COMPOUND.findall(selector)]
            yield Rule(compounds, declarations, _weight(selector))


def _weight(selector: str) -> tuple[int, int, int]:
    parts = [part for part in _PART.finditer(selector) if part["word"] != "*"]
    ids = sum(part["mark"] == "#" for part in parts)
    types = sum(part["word"] is not None and not part["mark"] for part in parts)
    return ids, len(parts) - ids - types, types


def _matches(compounds: Sequence[tuple[str, Sequence[Part]]], place: Place) -> bool:
    """Does a selector mean an element? Its last part must, and the others what stands above it."""
    *others, (join, last) = compounds
    if not all(_has(part, place) for part in last):
        return False
    above = place.parent
    if not others:
        return True
    if join:
        return above is not None and _matches(others, above)
    while above is not None:
        if _matches(others, above):
            return True
        above = above.parent
    return False


def _has(part: Part, place: Place) -> bool:
    if part["name"]:
        return part["part"] in place.attributes.get(part["name"], "")
    if part["pseudo"]:
        return _is_so(part["pseudo"], part["inside"] or "", place)
    if part["mark"] == ".":
        return part["word"] in place.classes
    if part["mark"] == "#":
        return part["word"] == place.attributes.get("id")
    return part["word"] in ("*", place.tag)


def _is_so(pseudo: str, inside: str, place: Place) -> bool:
    if pseudo == "root":
        return place.parent is None
    if pseudo == "not":
        return not all(_has(part, place) for part in _PART.finditer(inside))
    return pseudo == "nth-child" and inside.strip() == str(place.number)
