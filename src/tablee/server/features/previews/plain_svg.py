"""Resolve the styles of an SVG for renderers without CSS variables or styled `use` elements."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import tinycss2
from cssselect2 import ElementWrapper, Matcher, compile_selector_list

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {
    "dominant-baseline", "fill", "fill-opacity", "fill-rule", "filter", "font-family", "font-size", "font-style",
    "font-weight", "letter-spacing", "opacity", "paint-order", "stroke", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "visibility",
}  # fmt: skip
"""The properties that matter in a still picture."""
SERIF = "Georgia, 'DejaVu Serif', 'Liberation Serif', 'Noto Serif', 'FreeSerif', 'Times New Roman', serif"
SANS = "'DejaVu Sans', 'Liberation Sans', 'Noto Sans', 'Open Sans', Roboto, Arial, 'Segoe UI', Helvetica, sans-serif"
"""Most machines have one of these fonts; without any, pictures have no texts."""

_FONT = re.compile(r"(?P<style>italic )?(?:(?P<weight>\d+|bold|normal) )?(?P<size>[\d.]+px)(?:/\S+)? (?P<family>.+)")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
_COLOUR = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)%\)")

Declarations = dict[str, str]


class _Source:
    """The shapes, and the declarations that apply to an element."""

    def __init__(self, root: ElementWrapper, css: str) -> None:
        self.shapes = {one.etree_element.get("id"): one for one in root.iter_subtree()}
        self._matcher = Matcher()
        for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                body = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
                declarations = {
                    one.name: tinycss2.serialize(one.value).strip() for one in body if one.type == "declaration"
                }
                for selector in compile_selector_list(rule.prelude):
                    if selector.pseudo_element is None:
                        self._matcher.add_selector(selector, declarations)
        self._declared: dict[int, Declarations] = {}

    def declared(self, element: ElementWrapper) -> Declarations:
        """The style sheet's declarations for an element; cached, because shapes are used many times."""
        key = id(element.etree_element)
        if key not in self._declared:
            self._declared[key] = {}
            for *_, declarations in self._matcher.match(element):
                self._declared[key] |= declarations
        return self._declared[key]


def plain_svg(svg: str, css: str) -> Element:
    """An SVG as elements that carry all their styles themselves."""
    root = ElementWrapper.from_xml_root(ElementTree.fromstring(svg))
    (plain,) = _plain(root, {}, _Source(root, css))
    return plain


def _plain(element: ElementWrapper, variables: Mapping[str, str], source: _Source) -> list[Element]:
    """An element with its styles, or nothing if it is invisible; `variables` are inherited from its parent."""
    tag = element.local_name
    if tag in ("defs", "title", "style"):
        return []
    declared = source.declared(element)
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    if own:
        variables = {**variables, **{name: _filled(value, {**variables, **own}) for name, value in own.items()}}
    looks = _looks(declared, variables)
    if looks.pop("display", "") == "none":
        return []
    drawn = Element(SVG + ("g" if tag == "use" else tag), _attributes(tag, element.etree_element.attrib, looks))
    drawn.text = element.etree_element.text
    if tag == "use":
        element = source.shapes[element.etree_element.attrib["href"].removeprefix("#")]
    for child in element.iter_children():
        drawn.extend(_plain(child, variables, source))
    return [drawn]


def _filled(value: str, variables: Mapping[str, str]) -> str:
    """A value with its variables replaced; empty if one of them is undefined."""
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


def _attributes(tag: str, own: Mapping[str, str], looks: dict[str, str]) -> dict[str, str]:
    """The attributes of an element: its own, and its styles instead of classes."""
    attributes = {name: value for name, value in own.items() if name not in ("class", "id", "href")}
    if transform := looks.pop("transform", ""):
        unitless = re.sub(r"(?<=\d)(px|deg)", "", transform)
        unitless = re.sub(r"translateX\(([^)]*)\)", r"translate(\1 0)", unitless)
        attributes["transform"] = re.sub(r"translateY\(([^)]*)\)", r"translate(0 \1)", unitless)
    if tag == "use":
        x, y = attributes.pop("x", "0"), attributes.pop("y", "0")
        attributes["transform"] = f"{attributes.get('transform', '')} translate({x} {y})".strip()
    return attributes | looks
