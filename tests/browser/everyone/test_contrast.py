"""What is read and what is played stands out: contrast by WCAG, of the colours that the browser computes.

Texts need 4.5 : 1, pieces and marks 3 : 1 against what they lie on; a piece may do so by its edge.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pytest
from playwright.async_api import Browser

from tablee.games import find_game, game_ids
from tablee.games.scenery import HOUSE_STYLE
from tablee.server.realtime.settings import WEB

BOARDS = ("wood", "slate", "plain")
TEXT, MARK = 4.5, 3.0
LANDS = ("yellow", "orange", "red", "green", "blue")
SQUARES = ("outer", "inner", "best", "special", "lit")
COMPUTED = """pairs => pairs.map(([kind, ...names]) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.className = kind;
  const colours = names.map((name) => {
    probe.style.color = `var(--${name}, transparent)`;
    return getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
  });
  probe.remove();
  return colours;
})"""


class Pair(NamedTuple):
    """Colours, of which one must stand out from a ground."""

    least: float
    ground: str
    fronts: Sequence[str]
    kind: str = ""
    """The class of the thing that has them."""


def texts(ground: str, *fronts: str) -> list[Pair]:
    return [Pair(TEXT, ground, (front,)) for front in fronts]


def pieces(seats: int, grounds: Iterable[str], *fronts: str) -> list[Pair]:
    return [Pair(MARK, ground, fronts, f"seat-{seat}") for ground in grounds for seat in range(seats)]


def routes() -> list[Pair]:
    lands = [f"land-{land}" for land in (*LANDS, "city")]
    return [
        *texts("paper-tag", "on-tag"), *texts("well", "ink"), *texts("wood", "on-wood"),
        *pieces(4, lands, "piece", "piece-edge"),
        *[Pair(MARK, f"land-{land}", ("cube", "cube-dark"), f"cube-{land}") for land in LANDS],
        *[Pair(MARK, "land", ("land-dark",), f"hex-{land}") for land in LANDS],
        *[Pair(MARK, "paper-tag", (mark,)) for mark in ("slot-mark", "slot-goal", "tile-edge")],
        Pair(MARK, "wood", ("wood-alert",)),  # a large number
    ]  # fmt: skip


OF_THE_HOUSE = [
    *texts("paper", "ink", "quiet", "accent", "good"), *texts("sheet", "ink", "quiet", "accent", "good"),
    *texts("accent", "on-accent"), *texts("wood", "on-wood"), *texts("wood-light", "on-wood"),
]  # fmt: skip
OF_GAMES = {
    "isis": [
        *texts("plus-soft", "plus"), *texts("minus-soft", "minus"), *texts("papyrus", "stone-line"),
        *pieces(4, ("sand", "sand-lit"), "piece", "piece-edge"),
        Pair(MARK, "sand", ("stone", "stone-line")), Pair(MARK, "stone", ("stone-line",)),
    ],
    "morfals": [
        *texts("felt", "on-felt", "gold"), *texts("papyrus", "on-sign"),
        *pieces(2, ("moss", "moss-lit", "water", "water-lit"), "piece", "piece-edge"),
    ],
    "morpyam": [
        *[pair for square in SQUARES for pair in texts(f"square-{square}", "square-ink")],
        *texts("papyrus", "on-paper"),
        *pieces(4, [f"square-{square}" for square in SQUARES], "piece", "piece-dark"),
        Pair(MARK, "dice-ivory", ("dice-pip",)),
    ],
    "netzwerk": routes(),
    "morisi": [*routes(), *texts("gold", "on-tag")],
}  # fmt: skip


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """By WCAG 2: from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Sequence[float]) -> float:
    parts = [part / 255 for part in colour[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_texts_and_pieces_stand_out_on_every_board(browser: Browser, scheme: str) -> None:
    board_css = (WEB / "static" / "board" / "board.css").read_text("utf8")
    page = await browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
    faults = []
    for game in game_ids():
        pairs = [*OF_THE_HOUSE, *OF_GAMES[game]]
        style = f"{HOUSE_STYLE.read_text('utf8')}{board_css}{find_game(game).style}"
        await page.set_content(f"<!doctype html><style>{style}</style>")
        for board in BOARDS:
            await page.evaluate("board => document.documentElement.dataset.board = board", board)
            asked = [[pair.kind, pair.ground, *pair.fronts] for pair in pairs]
            for pair, (ground, *fronts) in zip(pairs, await page.evaluate(COMPUTED, asked), strict=True):
                assert all(len(colour) == 3 for colour in (ground, *fronts)), pair  # opaque, and there at all
                found = max(contrast(ground, front) for front in fronts)
                if found < pair.least:
                    faults.append(f"{game}, {board}: {pair.fronts} {pair.kind} on {pair.ground}: {found:.2f}")
    await page.close()
    assert not faults, "\n".join(faults)
