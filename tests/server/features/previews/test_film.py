"""A finished game as an animated picture."""

import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import find_game, game_ids
from tablee.games.language import ENGLISH
from tablee.server.features.previews.film import LAST, MOST_PICTURES, PATIENCE, chosen, film_of, prepared
from tablee.server.features.previews.gif import CLEAR, END, MOST_BYTES, animated
from tablee.server.table.events import Over, Refused
from tests.browser.laid import lay, lay_over
from tests.server.table.tables import finished, started


def unpacked(data):
    """What LZW codes stand for, as every reader of a GIF finds out."""
    bits, at, width, table, out, before = int.from_bytes(data, "little"), 0, 9, {}, bytearray(), b""
    while (code := bits >> at & (1 << width) - 1) != END:
        at += width
        if code == CLEAR:
            width, table, before = 9, {n: bytes([n]) for n in range(256)} | {CLEAR: b"", END: b""}, b""
            continue
        now = table[code] if code in table else before + before[:1]
        out += now
        if before:
            table[len(table)] = before + now[:1]
        before = now
        if len(table) == 1 << width and width < 12:
            width += 1
    return bytes(out)


def frames(gif):
    """Size, and for each frame: its delay, place and pixels as indices."""
    width, height = struct.unpack("<HH", gif[6:10])
    at, found, delay = 13 + 768, [], 0
    while gif[at] != 0x3B:
        label, is_picture = gif[at + 1], gif[at] == 0x2C
        place = struct.unpack("<HHHH", gif[at + 1 : at + 9])
        at += 11 if is_picture else 2
        data = b""
        while size := gif[at]:
            data += gif[at + 1 : at + 1 + size]
            at += size + 1
        at += 1
        if is_picture:
            found.append((delay, place, unpacked(data)))
        elif label == 0xF9:
            delay = struct.unpack("<H", data[1:3])[0]
    return (width, height), found


def shown(gif):
    """The pictures that a reader sees one after the other."""
    (width, height), parts = frames(gif)
    palette = np.frombuffer(gif[13 : 13 + 768], np.uint8).reshape(256, 3)
    canvas = np.zeros((height, width, 3), np.uint8)
    for _, (left, top, wide, high), data in parts:
        box = np.frombuffer(data, np.uint8).reshape(high, wide)
        place = canvas[top : top + high, left : left + wide]
        place[box != 255] = palette[box[box != 255]]
        yield canvas.copy()


def png(pixels, filters):
    """A PNG of four bytes a pixel, each row by one of the five filters."""
    high, wide, _ = pixels.shape
    whole = np.concatenate([pixels, np.full((high, wide, 1), 255, np.uint8)], axis=2).astype(int)
    rows, above = b"", np.zeros((wide, 4), int)
    for row, kind in zip(whole, filters, strict=True):
        left, corner = np.roll(row, 1, axis=0), np.roll(above, 1, axis=0)
        left[0] = corner[0] = 0
        near = np.stack([abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)])
        paeth = np.choose(near.argmin(axis=0), [left, above, corner])
        guess = [0 * row, left, above, (left + above) // 2, paeth][kind]
        rows += bytes([kind]) + ((row - guess) % 256).astype(np.uint8).tobytes()
        above = row
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 6, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(struct.pack(">I", len(b)) + k + b + b"\0\0\0\0" for k, b in parts)


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(1, 40), st.integers(1, 60))
def test_whatever_was_drawn_is_what_a_reader_sees(seed, wide, high):
    rng = np.random.default_rng(seed)
    colours = rng.integers(0, 32, (7, 3)) * 8
    pictures = [colours[rng.integers(0, 7, (high, wide))].astype(np.uint8)]
    for _ in range(3):  # a part of it changes
        pictures.append(pictures[-1].copy())
        pictures[-1][high // 3 :, : wide // 2 + 1] = colours[rng.integers(0, 7)]
    gif = animated([png(one, rng.integers(0, 5, high)) for one in pictures], [10, 20, 30, 40])
    assert [np.array_equal(*both) for both in zip(pictures, shown(gif), strict=True)] == [True] * 4
    assert [delay for delay, *_ in frames(gif)[1]] == [10, 20, 30, 40]


def test_what_would_be_too_large_is_made_of_fewer_pictures(monkeypatch):
    monkeypatch.setattr("tablee.server.features.previews.gif.MOST_BYTES", 9000)
    rng = np.random.default_rng(1)
    pictures = [(rng.integers(0, 32, (40, 40, 3)) * 8).astype(np.uint8) for _ in range(9)]
    gif = animated([png(one, [0] * 40) for one in pictures], list(range(9)))
    delays = [delay for delay, *_ in frames(gif)[1]]
    assert len(delays) < 9
    assert (delays[0], delays[-1]) == (0, 8)


def test_a_long_game_is_told_in_a_few_pictures_and_ends_with_its_end():
    for table in (finished(), finished(game="morpyam")):
        numbers = chosen(table)
        assert len(numbers) <= MOST_PICTURES
        assert numbers == sorted(set(numbers))
        assert isinstance(table.events[numbers[-1] - 1], Over)


def test_nothing_is_shown_of_a_game_that_goes_on():
    with pytest.raises(Refused):
        prepared(started(), ENGLISH)


def test_a_film_shows_what_spectators_saw():
    table = finished()
    film = prepared(table, ENGLISH)
    assert "tile-back" in film.pictures[len(film.pictures) // 2]
    assert film.delays[-1] == LAST


async def test_a_film_is_small_and_every_picture_of_it_is_drawn():
    table = finished(game="morfals")
    gif = await film_of(table, ENGLISH)
    pictures = list(shown(gif))
    assert len(gif) < MOST_BYTES
    assert len(pictures) == len(chosen(table))
    assert (pictures[0] != pictures[-1]).any(axis=2).mean() > 0.01


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
async def test_a_film_of_every_game_with_all_its_players_stays_below_one_megabyte(game):
    players = max(find_game(game).players)
    assert 20_000 < len(await film_of(finished(game=game, players=players), ENGLISH)) < MOST_BYTES


async def test_a_film_can_be_fetched_of_a_finished_game_alone(house):
    laid = await lay_over(house, "filmed", "isis")
    status, headers, gif = house.raw_request("GET", f"{laid.path}/film.gif?language=fr", patience=PATIENCE)
    assert (status, headers["content-type"], gif[:6]) == (200, "image/gif", b"GIF89a")
    going = await lay(house, "not filmed", "isis", lambda table: table.number > 10)
    assert house.request("GET", f"{going.path}/film.gif")[0] == 409
    assert house.request("GET", "/tables/nowhere/film.gif")[0] == 404
