"""Colour is never alone: pieces that must be told apart stay apart for those who take colours for one another."""

from itertools import combinations

import pytest
from playwright.async_api import Browser

from tablee.games import find_game
from tablee.kit.check_colours import EYES, Thing, differ_enough
from tests.browser.eyes import lay_out, seen

LANDS = ("yellow", "orange", "red", "green", "blue")


def of_seats(shape: str, count: int = 4) -> list[Thing]:
    """A thing of each seat; `{}` stands for the seat in the name of its shape."""
    return [Thing(shape.format(seat), f"seat-{seat}") for seat in range(count)]


def of_lands(shape: str, kind: str = "") -> list[Thing]:
    return [Thing(shape.format(land), kind) for land in LANDS]


MUST_BE_TOLD_APART: dict[str, dict[str, list[Thing]]] = {
    "isis": {
        "pawns": of_seats("pawn-{}"),
        "marks": of_seats("mark-{}"),
        "tiles": [Thing("tile-back", ""), Thing("tile-face", "plus", "+2"), Thing("tile-face", "minus", "−2")],
        "worths": [Thing("worth", "plus", "+2"), Thing("worth", "minus", "−2")],
    },
    "morfals": {
        "cannibals": of_seats("cannibal-{}", 2),
        "marks": of_seats("mark-{}", 2),
        "squares": [Thing("square", ""), Thing("water", "")],
        "dice": [Thing(f"bone-{value}", "") for value in (1, 2, 3)],
    },
    "morpyam": {
        "tokens": [Thing(thing.shape, f"{thing.kind} token") for thing in of_seats("token-{}")],
        "marks": of_seats("mark-{}"),
        "dice": [Thing(f"die-{value}", "in-tray") for value in range(1, 7)],
        "kept dice": [Thing("die-4", "in-tray"), Thing("die-4", "in-tray kept")],
    },
    "netzwerk": {
        "lands": [*of_lands("hex-{}"), Thing("hex-desert", ""), Thing("hex-city", "")],
        "cubes": of_lands("cube-{}", "lying"),
        "pawns": of_seats("pawn-{}"),
        "sticks": of_seats("stick-{}"),
        "houses": of_seats("house-1"),
        "marks": of_seats("mark-{}"),
    },
    "morisi": {"predictions": of_seats("flag")},  # the rest it shares with Netzwerk
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", MUST_BE_TOLD_APART)
async def test_things_are_told_apart_by_all_eyes(browser: Browser, game: str, scheme: str) -> None:
    page = await browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
    confused = []
    for family, things in MUST_BE_TOLD_APART[game].items():
        await lay_out(page, find_game(game), things)
        for eyes in EYES:
            *looks, nothing = await seen(page, eyes)
            pairs = combinations(zip(things, looks, strict=True), 2)
            alike = [(one, two) for (one, look), (two, other) in pairs if not differ_enough(look, other, nothing)]
            confused += [f"{eyes}: {one} and {two} of the {family}" for one, two in alike]
    await page.close()
    assert confused == []
