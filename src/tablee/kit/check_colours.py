"""Checks of colours: the pieces of seats can be told apart by colour-blind people, light and dark."""

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from tablee.games import GameDefinition
from tablee.games.scenery import HOUSE_STYLE, SEAT_KIND, Node
from tablee.kit.check_pictures import paint
from tablee.kit.trial_tables import Bench
from tablee.server.features.previews.plain_svg import plain_svg

EYES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
    "achromatopsia": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""How such eyes see linear RGB (Machado, Oliveira and Fernandes, 2009)."""
CELL = 120  # the pixels of a cell; each thing lies in the middle of one
NOTICED, STRIKING = 12.0, 30.0  # colour differences (CIE 1976) that are noticed at a glance, and in a small spot
ENOUGH, SPOT = 0.08, 0.04  # the shares of their area in which things must differ noticeably, or strikingly
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}")
NOT_MEANT = ("text", "panel-", "course-")  # shapes of seats that need not differ: a panel has a mark and a name

Pixels = npt.NDArray[np.float64]


class Thing(NamedTuple):
    """A shape with its classes and text."""

    shape: str
    kind: str
    text: str = ""


def told_apart(bench: Bench) -> Iterator[str]:
    """Things of different seats that some eyes confuse."""
    families = list(seat_families(bench))
    for scheme in ("light", "dark"):
        for things in families:
            bench.tick()
            yield from (
                f"{eyes}, {scheme}: {one} and {two}" for eyes, one, two in confused(bench.definition, things, scheme)
            )
    bench.note = ", ".join(sorted(things[0].shape for things in families))


def seat_families(bench: Bench) -> Iterator[list[Thing]]:
    """Things that several seats have in one picture."""
    found: dict[tuple[str, str], dict[str, Thing]] = {}
    for table in bench.moments(max(bench.definition.players), {}, seed=1):
        for family, things in _by_family(paint(bench.definition, table, None).nodes).items():
            if len(things) > 1:
                found.setdefault(family, {}).update(things)
    yield from (list(things.values()) for things in found.values())


def _by_family(nodes: Sequence[Node]) -> dict[tuple[str, str], dict[str, Thing]]:
    """Things by family and seat."""
    found: dict[tuple[str, str], dict[str, Thing]] = {}
    for node in nodes:
        if (own := _of_a_seat(node)) and not node.shape.startswith(NOT_MEANT):
            found.setdefault(own[1], {})[own[0]] = Thing(node.shape, node.kind)
    return found


def _of_a_seat(node: Node) -> tuple[str, tuple[str, str]] | None:
    """The seat of a node, and its family."""
    words = node.kind.split()
    seat = next((word.removeprefix(SEAT_KIND) for word in words if word.startswith(SEAT_KIND)), "")
    if not seat:
        return None
    kinds = " ".join(word for word in words if not word.startswith(SEAT_KIND))
    return seat, (re.sub(rf"-{seat}$", "-", node.shape), kinds)


def confused(definition: GameDefinition, things: Sequence[Thing], scheme: str) -> Iterator[tuple[str, str, str]]:
    """Pairs of things that are confused, and by which eyes."""
    light = linear(_drawn(definition, things, scheme))
    for eyes, matrix in EYES.items():
        *looks, nothing = np.split(lab(light @ np.array(matrix).T), len(things) + 1, axis=1)
        for (one, look), (two, other) in combinations(zip(things, looks, strict=True), 2):
            if not differ_enough(look, other, nothing):
                yield eyes, f"{one.shape} {one.kind}".strip(), f"{two.shape} {two.kind}".strip()


def things_svg(definition: GameDefinition, things: Sequence[Thing]) -> str:
    """Things side by side, the last cell empty."""
    middle = CELL // 2
    drawn = "".join(
        f'<g class="node {thing.shape} {thing.kind}" transform="translate({middle + CELL * at} {middle})">'
        f'<use href="#{thing.shape}"/>{f"<text>{thing.text}</text>" if thing.text else ""}</g>'
        for at, thing in enumerate(things)
    )
    size = f'width="{CELL * (len(things) + 1)}" height="{CELL}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" {size}>{definition.shapes}{drawn}</svg>'


def _drawn(definition: GameDefinition, things: Sequence[Thing], scheme: str) -> Pixels:
    import resvg_py

    css = HOUSE_STYLE.read_text("utf8") + definition.style + ".ground { fill: var(--paper); }"
    if scheme == "dark":
        css = DARK.sub(r"\1", css)
    ground = '<rect class="ground" width="100%" height="100%"/>'
    svg = things_svg(definition, things).replace("</defs>", f"</defs>{ground}", 1)
    plain = ElementTree.tostring(plain_svg(svg, css), "unicode")
    return read_png(bytes(resvg_py.svg_to_bytes(svg_string=plain)))[:, :, :3] / 255


def read_png(png: bytes) -> npt.NDArray[np.uint8]:
    """The pixels of a PNG as resvg writes it: eight bits, red, green, blue and opacity."""
    at, packed = 8, b""
    width, height = struct.unpack(">II", png[16:24])
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * 4)
    pixels = np.zeros((height + 1, width + 1, 4), np.uint8)  # with an empty line above and an empty column before
    for row, line in enumerate(lines, start=1):
        _unfilter(int(line[0]), line[1:].reshape(width, 4), pixels[row], pixels[row - 1])
    return pixels[1:, 1:]


def _unfilter(
    kind: int, line: npt.NDArray[np.uint8], into: npt.NDArray[np.uint8], above: npt.NDArray[np.uint8]
) -> None:
    """Decode one line: it has the differences to predictions from its neighbours."""
    if kind in (0, 2):
        into[1:] = line + (above[1:] if kind == 2 else 0)
    elif kind == 1:
        into[1:] = np.cumsum(line, axis=0, dtype=np.uint8)
    else:
        for place in range(len(line)):
            left, up, corner = (near.astype(np.int16) for near in (into[place], above[place + 1], above[place]))
            predicted = (left + up) // 2 if kind == 3 else _paeth(left, up, corner)
            into[place + 1] = line[place] + predicted.astype(np.uint8)


def _paeth(
    left: npt.NDArray[np.int16], up: npt.NDArray[np.int16], corner: npt.NDArray[np.int16]
) -> npt.NDArray[np.int16]:
    guess = left + up - corner
    to_left, to_up, to_corner = np.abs(guess - left), np.abs(guess - up), np.abs(guess - corner)
    return np.where((to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner))


def linear(colours: Pixels) -> Pixels:
    """sRGB as linear light."""
    return np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)


def lab(linear: Pixels) -> Pixels:
    """Linear light as CIELAB, in which distances match perception."""
    to_white = np.array([[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0178, 0.1095, 0.8727]])
    x, y, z = np.moveaxis(np.cbrt(np.clip(linear, 0, 1) @ to_white.T), -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def differ_enough(one: Pixels, other: Pixels, nothing: Pixels) -> bool:
    """Do two things differ in enough of their area?"""
    taken = (_differences(one, nothing) > NOTICED) | (_differences(other, nothing) > NOTICED)
    differences = _differences(one, other)[taken]
    return bool(np.mean(differences > NOTICED) >= ENOUGH or np.mean(differences > STRIKING) >= SPOT)


def _differences(one: Pixels, other: Pixels) -> Pixels:
    return np.asarray(np.linalg.norm(one - other, axis=-1))
