"""The picture of Morfals: the board with its River, and for each seat a plate and a tray for its dice.

A scene is built for every event and every viewer, so whatever does not change is made once and kept: the nodes of a
square by who stands on it, those of a plate by what it shows.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.morfals import trays
from tablee.games.morfals.board import board_parts, full_column, latest_part, lit_column
from tablee.games.morfals.layout import (
    BESIDE,
    BOARD,
    BOARD_TOP,
    FREE,
    HEIGHT,
    PLATE,
    ROW,
    TALL,
    TOP,
    TRAY,
    UP,
    WIDE_HEIGHT,
    WIDE_WIDTH,
    WIDTH,
    Place,
)
from tablee.games.morfals.plates import Plate, name_nodes, seat_part
from tablee.games.morfals.squares import is_in_river, trapped_by
from tablee.games.morfals.trays import Thrown
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Button, Lately, Node, Row, Scene, fitting, moved
from tablee.language import Language

SHARED = ("dice",)
"""The folders whose shapes and styles the picture needs besides its own."""
SHAPES = UPRIGHT, WIDE
LOOK_BACK = 16
"""Between two throws there can lie a cannibal placed, eleven eaten one by one, and a word or two."""

OPENING, THROW, PASSED, MEAL, VICTORY = 2600, 1100, 1900, 1300, 3000
"""How long things stay to be seen, in milliseconds."""


class Stage(NamedTuple):
    """All that stays the same as long as the same people sit at a table."""

    width: int
    height: int
    board_down: int
    """How far below its place in an upright picture the board lies."""
    plates: tuple[Plate, ...]
    trays: tuple[Place, ...]
    """The middle of the tray of each seat."""
    fixed: tuple[Node, ...]
    free: tuple[float, float, float, float] | None


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    shape: str = UPRIGHT,
) -> Scene:
    """The picture of a view, seen from a seat, with what may be done by pointing at which node."""
    won = _just_won(view, lately)
    shown = view if won is None else won
    thrown = trays.latest_throw(shown, lately)
    eaten = _just_eaten(shown, lately)
    stage = _stage(tuple(names), seat or 0, view["options"]["match"], shape)
    parts = _parts(stage, shown, actions, names, say, lately, thrown, eaten)
    if won is not None:
        parts.append(moved(_banner(won, lately, names, say), stage.board_down))
    hold = VICTORY if won is not None else _hold(shown, thrown, bool(eaten), lately)
    throw = "throw" if "throw" in actions else ""
    bar = _bar(actions, view["options"]["last_man"] == "announce", say)
    return Scene(stage.width, stage.height, parts, _offers(actions), hold, bar, throw=throw, free=stage.free)


def _parts(
    stage: Stage,
    view: Document,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately,
    thrown: Thrown | None,
    eaten: dict[int, tuple[str, ...]],
) -> list[Sequence[Node]]:
    winner = _winner(view)
    holder = stage.plates[0].seat if view["turn"] is None else view["turn"]
    light = "lit soon" if thrown and thrown.just_now else "lit"
    on_board = (
        _column_part(view, thrown, say),
        latest_part(view, lately),
        *board_parts(view, actions, light, winner, lately, say),
    )
    return [
        stage.fixed,
        *(moved(part, stage.board_down) for part in on_board),
        *(seat_part(view, plate, eaten, winner, names[plate.seat], say) for plate in stage.plates),
        trays.cup(stage.trays[holder], view["phase"] == "roll", _cup_label(actions, say)),
        trays.dice(thrown, view["dice"] is not None, stage.trays),
        *(trays.word(at, thrown, view, lately, middle, say) for at, middle in enumerate(stage.trays)),
    ]


@lru_cache(maxsize=1024)
def _stage(names: tuple[str, ...], bottom: int, match: int, shape: str) -> Stage:
    """Whoever looks sits at the bottom."""
    wide = shape == WIDE
    plates, middles = (_beside if wide else _above_and_below)(bottom)
    down = UP if wide else 0
    named = [node for plate in plates for node in name_nodes(plate, names[plate.seat], match)]
    fixed = Node("board", BOARD, "board", 0, BOARD_TOP + down), *trays.empty_trays(middles), *named
    if wide:
        return Stage(WIDE_WIDTH, WIDE_HEIGHT, down, plates, middles, fixed, FREE)
    return Stage(WIDTH, HEIGHT, down, plates, middles, fixed, None)


def _above_and_below(bottom: int) -> tuple[tuple[Plate, ...], tuple[Place, ...]]:
    """The plates, one's own first, and the trays beside them, by seat."""
    below, above = HEIGHT - 4 - ROW / 2, 4 + ROW / 2
    plates = tuple(Plate(seat, PLATE / 2, y) for seat, y in ((bottom, below), (1 - bottom, above)))
    return plates, tuple((WIDTH - TRAY / 2, plate.y) for plate in sorted(plates))


def _beside(bottom: int) -> tuple[tuple[Plate, ...], tuple[Place, ...]]:
    """The same for a wide picture: the trays lie on the plates, so that words have room between them."""
    x, edge = WIDE_WIDTH - BESIDE / 2, 2 + TALL / 2
    heights = {bottom: WIDE_HEIGHT - edge, 1 - bottom: edge}
    plates = tuple(Plate(seat, x, y, BESIDE, -48, 6, 22) for seat, y in heights.items())
    return plates, tuple((WIDE_WIDTH - 8 - TRAY / 2, heights[seat] + 17) for seat in range(2))


def _column_part(view: Document, thrown: Thrown | None, say: Language) -> tuple[Node, ...]:
    """The column of the dice. That it is full is said only once, as long as they are being read."""
    soon = trays.SOON * (thrown is not None and thrown.just_now)
    if view["phase"] == "place":
        return lit_column(sum(view["dice"]), soon, say)
    column = trays.full_column(thrown, view) if thrown and soon else 0
    return full_column(column, soon, say) if column else ()


# ---- what may be done --------------------------------------------------------------------------------------

_NODES = {"place": "square", "eat": "cannibal"}


def _offers(actions: Sequence[str]) -> dict[str, Sequence[str]]:
    if handing := _with_cup(actions):
        return {"cup": (handing,)}
    return {f"{_NODES[action[:-3]]} {action[-2:]}": (action,) for action in actions if " " in action}


def _with_cup(actions: Sequence[str]) -> str:
    """What is done with the cup: dice are thrown from it, and with it the turn is passed on."""
    return next((action for action in ("throw", "silent") if action in actions), "")


def _cup_label(actions: Sequence[str], say: Language) -> str:
    return {"throw": say("Throw the dice"), "silent": say("Pass the dice")}.get(_with_cup(actions), "")


def _bar(actions: Sequence[str], tells: bool, say: Language) -> Sequence[Row]:
    """One gesture ends every turn; and "last one" can be called all the time, in one place, lest it reminds anybody."""
    buttons = {
        "throw": Button(say("Throw"), "throw", "main"),
        "done": Button(say("Done eating"), "done"),
        "silent": Button(say("Pass the dice"), "silent", "main"),
    }
    rows = [Row([button]) for action, button in buttons.items() if action in actions]
    return [Row([Button(say("Last one!"), "announce")]), *rows] if tells and actions else rows


def _hold(view: Document, thrown: Thrown | None, eaten: bool, lately: Lately) -> int:
    """How long the scene must stay, for all that everybody can see."""
    if any(trays.misses_turn(seat, view, lately) for seat in range(2)):
        return PASSED
    if thrown is None or not thrown.just_now:
        return MEAL if eaten else 0
    if thrown.opening:
        return OPENING
    return PASSED if trays.is_in_vain(thrown, view) else THROW


# ---- what has just happened --------------------------------------------------------------------------------


def _just_eaten(view: Document, lately: Lately) -> dict[int, tuple[str, ...]]:
    """The squares whose cannibals have gone back to the hand of a seat."""
    if lately.before is None:
        return {}
    gone = {name: seat for name, seat in lately.before["board"].items() if name not in view["board"]}
    return {seat: tuple(name for name in gone if gone[name] == seat) for seat in set(gone.values())}


def _just_won(view: Document, lately: Lately) -> Document | None:
    """A game of a match as it was won: the rules have cleared the board for the next one already."""
    before = lately.before
    if before is None or view["phase"] != "start":
        return None
    step = lately.steps[-1]
    points = abs(view["match_score"][0] - before["match_score"][0])
    eaten = _last_meal(step.text, step.seat, before, points)
    board = {name: seat for name, seat in before["board"].items() if name not in eaten}
    if step.text.startswith("place"):
        board[step.text[-2:]] = step.seat
    hands = [points, 0] if step.seat else [0, points]
    ended = {"board": board, "hands": hands, "phase": "over", "dice": None, "match_score": view["match_score"]}
    return {**before, **ended}


def _last_meal(text: str, seat: int, before: Document, points: int) -> list[str]:
    """What the winning step has eaten: the loser then has more in hand than before."""
    if points == before["hands"][1 - seat]:
        return []
    if text.startswith("eat"):
        return [text[-2:]]
    return [name for name in trapped_by(before["board"], text[-2:], seat) if not is_in_river(name)]


def _winner(view: Document) -> int | None:
    if view["phase"] != "over":
        return None
    loser = view["left"].index(True) if True in view["left"] else int(view["hands"][0] == 0)
    return 1 - loser


def _banner(won: Document, lately: Lately, names: Sequence[str], say: Language) -> tuple[Node, ...]:
    """Who has won a game of a match, and how much. It leaves the last cannibal in sight."""
    winner = lately.steps[-1].seat
    placed = [step.text for step in lately.steps if step.text.startswith("place")]
    x, y = WIDTH / 2, BOARD_TOP + (432 if placed and placed[-1][-1] < "e" else 210)
    word = say.plural("wins this game: {count} point", "wins this game: {count} points", won["hands"][1 - winner])
    return (
        Node("banner", TOP, "banner", x, y, label=f"{names[winner]} {word}"),
        Node("banner name", TOP, "text", x, y - 20, "banner-name", fitting(names[winner], 280)),
        Node("banner word", TOP, "text", x, y + 25, "banner-word", word),
    )
