"""A picture with its styles worked out, for programs that know neither variables nor `use` through which they pass."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from tablee.site.pictures.style_sheet import Declarations, Place, StyleSheet

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {
    "dominant-baseline", "fill", "fill-opacity", "fill-rule", "filter", "font-family", "font-size", "font-style",
    "font-weight", "letter-spacing", "opacity", "paint-order", "stroke", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "visibility",
}  # fmt: skip
"""What is of meaning to a picture that stands still."""
SERIF = "Georgia, 'DejaVu Serif', 'Liberation Serif', 'Noto Serif', 'FreeSerif', 'Times New Roman', serif"
SANS = "'DejaVu Sans', 'Liberation Sans', 'Noto Sans', 'Open Sans', Roboto, Arial, 'Segoe UI', Helvetica, sans-serif"
"""Typefaces of which some machine has one; where there is none, pictures have no texts."""

_FONT = re.compile(r"(?P<style>italic )?(?:(?P<weight>\d+|bold|normal) )?(?P<size>[\d.]+px)(?:/\S+)? (?P<family>.+)")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
_COLOUR = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)%\)")


class _Source:
    """Where the shapes are, and how everything looks."""

    def __init__(self, css: str) -> None:
        self.shapes: dict[str, tuple[Element, Place]] = {}
        self._sheet = StyleSheet(css)
        self._declared: dict[int, Declarations] = {}

    def collect(self, element: Element, place: Place) -> None:
        """Find the shapes: everything that has an id."""
        if name := element.get("id"):
            self.shapes[name] = element, place
        for index, child in enumerate(element, start=1):
            self.collect(child, _place(child, index, place))

    def declared(self, element: Element, place: Place) -> Declarations:
        """What the style sheet says of an element; the same shape is used many times."""
        if id(element) not in self._declared:
            self._declared[id(element)] = self._sheet.declarations(place)
        return self._declared[id(element)]


def plain_svg(svg: str, css: str) -> Element:
    """An SVG text as elements that carry all their looks themselves."""
    root = ElementTree.fromstring(svg)
    source, place = _Source(css), _place(root, 1, None)
    source.collect(root, place)
    (plain,) = _plain(root, place, {}, source)
    return plain


def _place(element: Element, index: int, parent: Place | None) -> Place:
    return Place(element.tag.removeprefix(SVG), dict(element.attrib), index, parent)


def _plain(element: Element, place: Place, variables: Mapping[str, str], source: _Source) -> list[Element]:
    """An element with its looks, or nothing if it is not seen; `variables` are those of what it stands in."""
    if place.tag in ("defs", "title", "style"):
        return []
    declared = source.declared(element, place)
    variables = _with_own(variables, declared)
    looks = _looks(declared, variables)
    if looks.pop("display", "") == "none":
        return []
    drawn = Element(SVG + ("g" if place.tag == "use" else place.tag), _attributes(place, looks))
    drawn.text = element.text
    if place.tag == "use":
        element, place = source.shapes[element.attrib["href"].removeprefix("#")]
    for index, child in enumerate(element, start=1):
        drawn.extend(_plain(child, _place(child, index, place), variables, source))
    return [drawn]


def _with_own(variables: Mapping[str, str], declared: Declarations) -> Mapping[str, str]:
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    if not own:
        return variables
    merged = {**variables, **own}
    return {**variables, **{name: _filled(value, merged) for name, value in own.items()}}


def _filled(value: str, variables: Mapping[str, str]) -> str:
    """A value without variables; empty if one of them is nowhere."""
    for _ in range(20):
        match = _VARIABLE.search(value)
        if match is None:
            return _COLOUR.sub(lambda c: f"rgba({c[1]}, {c[2]}, {c[3]}, {float(c[4]) / 100:g})", value)
        known = variables.get(match[1], match[2])
        if known is None:
            return ""
        value = value[: match.start()] + known + value[match.end() :]
    return ""


def _looks(declared: Declarations, variables: Mapping[str, str]) -> dict[str, str]:
    looks: dict[str, str] = {}
    for name, value in declared.items():
        filled = "" if name.startswith("--") else _filled(value, variables)
        if name == "font" and (font := _FONT.fullmatch(filled)):
            looks |= {"font-size": font["size"], "font-weight": font["weight"] or "400"}
            looks |= {"font-style": (font["style"] or "normal").strip(), "font-family": _typeface(font["family"])}
        elif filled and (name in DRAWN or name in ("display", "transform")):
            looks[name] = _typeface(filled) if name == "font-family" else filled
    return looks


def _typeface(family: str) -> str:
    return SERIF if family.endswith("serif") and not family.endswith("sans-serif") else SANS


def _attributes(place: Place, looks: dict[str, str]) -> dict[str, str]:
    """The attributes of an element: its own, and its looks in the place of classes."""
    attributes = {name: value for name, value in place.attributes.items() if name not in ("class", "id", "href")}
    if transform := looks.pop("transform", ""):
        attributes["transform"] = _transform(transform)
    if place.tag == "use":
        x, y = attributes.pop("x", "0"), attributes.pop("y", "0")
        attributes["transform"] = f"{attributes.get('transform', '')} translate({x} {y})".strip()
    return attributes | looks


def _transform(css: str) -> str:
    """A transformation as attributes have it, without units."""
    css = re.sub(r"(?<=\d)(px|deg)", "", css)
    css = re.sub(r"translateX\(([^)]*)\)", r"translate(\1 0)", css)
    return re.sub(r"translateY\(([^)]*)\)", r"translate(0 \1)", css)
