"""Animated pictures: PNG files of one size as a GIF, which every chat and every phone shows moving."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_BYTES = 1_000_000
COLOURS, SAME = 255, 255
"""Colours of the palette; the index after them stands for what has not changed."""
CLEAR, END, MOST_CODES = 256, 257, 4096
Pixels = NDArray[np.uint8]


class _Rows(NamedTuple):
    """A picture as it is stored, row by row, and its pixels."""

    stored: Pixels
    shown: Pixels


def animated(pictures: Sequence[bytes], delays: Sequence[int]) -> bytes:
    """Pictures one after the other, each for some hundredths of a second, for ever; every other is left out until the
    file is small enough."""
    frames = _with_palette(list(_decoded(pictures)))
    kept = list(range(len(pictures)))
    while True:
        gif = _written(*frames, kept, delays)
        if len(gif) <= MOST_BYTES or len(kept) <= 2:
            return gif
        kept = [*kept[:-1:2], kept[-1]]


def _decoded(pictures: Sequence[bytes]) -> Iterator[Pixels]:
    before: _Rows | None = None
    for png in pictures:
        before = _decode(png, before)
        yield before.shown


def _decode(png: bytes, before: _Rows | None) -> _Rows:
    """The pixels of a PNG with four bytes a pixel, without their opacity. Rows like those of the picture `before` are
    taken from there."""
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    stored = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 4 * width)
    shown = np.zeros((height, width, 3), np.uint8)
    above, is_same = np.zeros((width, 3), np.uint8), True
    for y, row in enumerate(stored):
        is_same = before is not None and is_same and bool((row == before.stored[y]).all())
        if is_same and before is not None:
            shown[y] = before.shown[y]
        else:
            shown[y] = _unfiltered(row[0], row[1:].reshape(width, 4)[:, :3], above)
            is_same = before is not None and bool((shown[y] == before.shown[y]).all())
        above = shown[y]
    return _Rows(stored, shown)


def _unfiltered(kind: int, row: Pixels, above: Pixels) -> Pixels:
    """A row of pixels, from the differences that a PNG stores."""
    if kind == 0:
        return row
    if kind == 1:
        return np.cumsum(row, axis=0, dtype=np.uint8)
    if kind == 2:
        return row + above
    predict = _average if kind == 3 else _paeth
    return np.array([predict(row[:, one].tolist(), above[:, one].tolist()) for one in range(3)], np.uint8).T


def _average(row: list[int], above: list[int]) -> list[int]:
    shown, left = [], 0
    for difference, up in zip(row, above, strict=True):
        left = difference + (left + up) // 2 & 255
        shown.append(left)
    return shown


def _paeth(row: list[int], above: list[int]) -> list[int]:
    shown, left, corner = [], 0, 0
    for difference, up in zip(row, above, strict=True):
        to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        nearest = left if to_left <= to_up and to_left <= to_corner else up if to_up <= to_corner else corner
        left = difference + nearest & 255
        corner = up
        shown.append(left)
    return shown


def _with_palette(frames: list[Pixels]) -> tuple[list[Pixels], Pixels]:
    """The frames as indices, and the palette: the commonest colours; others are shown by the nearest of them."""
    bins = [_bin(frame) for frame in frames]
    counts, sums = np.zeros(1 << 15), np.zeros((1 << 15, 3))
    for frame, places in zip(frames, bins, strict=True):
        counts += np.bincount(places.ravel(), minlength=1 << 15)
        for one in range(3):
            sums[:, one] += np.bincount(places.ravel(), frame[..., one].ravel(), minlength=1 << 15)
    used = np.flatnonzero(counts)
    colours = sums[used] / counts[used, None]
    palette = colours[np.argsort(-counts[used], kind="stable")[:COLOURS]]
    nearest = np.zeros(1 << 15, np.uint8)
    nearest[used] = [np.argmin(((palette - colour) ** 2).sum(axis=1)) for colour in colours]
    whole = np.zeros((256, 3), np.uint8)
    whole[: len(palette)] = palette.round()
    return [nearest[places] for places in bins], whole


def _bin(frame: Pixels) -> NDArray[np.int64]:
    """Which of 32 × 32 × 32 bins each pixel's colour is in."""
    red, green, blue = (frame[..., one].astype(np.int64) >> 3 for one in range(3))
    return red << 10 | green << 5 | blue


def _written(frames: Sequence[Pixels], palette: Pixels, kept: Sequence[int], delays: Sequence[int]) -> bytes:
    height, width = frames[0].shape
    parts = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF7, 0, 0), palette.tobytes()]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    before: Pixels | None = None
    for at in kept:
        frame = frames[at]
        top, left, changed = _changed(frame, before)
        parts.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0x05, delays[at], SAME, 0))
        parts.append(struct.pack("<BHHHHBB", 0x2C, left, top, changed.shape[1], changed.shape[0], 0, 8))
        data = _compressed(changed.tobytes())
        parts += [bytes([len(block)]) + block for block in (data[i : i + 255] for i in range(0, len(data), 255))]
        parts.append(b"\0")
        before = frame
    return b"".join([*parts, b";"])


def _changed(frame: Pixels, before: Pixels | None) -> tuple[int, int, Pixels]:
    """The box in which a frame differs from the one before it: its top and left, and its pixels."""
    if before is None:
        return 0, 0, frame
    differs = frame != before
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return 0, 0, np.full((1, 1), SAME, np.uint8)
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    return int(rows[0]), int(columns[0]), np.where(differs[box], frame[box], np.uint8(SAME))


def _compressed(data: bytes) -> bytes:
    """LZW, as GIF has it, with codes of 9 to 12 bits."""
    packed, held, bits = bytearray(), CLEAR, 9
    known: dict[int, int] = {}
    width, following, prefix = 9, END + 1, data[0]
    for value in data[1:]:
        both = prefix << 8 | value
        code = known.get(both)
        if code is not None:
            prefix = code
            continue
        held |= prefix << bits
        bits += width
        known[both] = following
        if following == 1 << width and width < 12:
            width += 1
        following += 1
        if following == MOST_CODES:
            held |= CLEAR << bits
            bits += width
            known.clear()
            width, following = 9, END + 1
        prefix = value
        while bits >= 8:
            packed.append(held & 255)
            held >>= 8
            bits -= 8
    held |= prefix << bits
    bits += width
    if following == 1 << width and width < 12:
        width += 1
    held |= END << bits
    bits += width
    return bytes(packed) + held.to_bytes((bits + 7) // 8, "little")
