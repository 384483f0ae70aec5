"""The board of Morfals: the squares and who stands on them, the River, and the columns that are rings."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from tablee.games.document import Document
from tablee.games.morfals.layout import BOARD_TOP, LIT, PIECES, SQUARES, WORDS, Place
from tablee.games.morfals.speech import seat_name
from tablee.games.morfals.squares import COLUMN_NAMES, ROW_NAMES, is_in_river
from tablee.games.scenery import Lately, Node
from tablee.language import Language

FIRST_SQUARE = (70, BOARD_TOP + 99)
PITCH = (79, 74)
ECHOES = {"g": BOARD_TOP + 46, "a": BOARD_TOP + 596}
"""The rows that are seen again beyond the edges: the last above the first, and the first below the last."""

READING_ORDER = tuple(column + row for row in ROW_NAMES for column in COLUMN_NAMES)
_PLACE_IN_ORDER = {name: place for place, name in enumerate(READING_ORDER)}
ECHOED = tuple(column + row for row in ECHOES for column in COLUMN_NAMES)

Part = tuple[Node, ...]


def board_parts(
    view: Document, actions: Sequence[str], light: str, winner: int | None, lately: Lately, say: Language
) -> list[Part]:
    """A part for each square with who stands on it, and for each square that is seen again beyond the edge.

    `light` is how the column of the dice is lit: "lit", or "lit soon" while they still tumble.
    """
    board: dict[str, int] = view["board"]
    lit = str(sum(view["dice"])) if view["phase"] == "place" else ""
    plain, in_light, echoes = _squares("", say), _squares(light, say), _echoes()
    parts = [(in_light if name[0] == lit else plain)[name, board.get(name)] for name in READING_ORDER]
    for name, part in (_foes(board, actions, say) | _cheering(board, winner, say)).items():
        parts[_PLACE_IN_ORDER[name]] = part
    if lately.before is not None and lately.steps[-1].text.startswith("place"):
        step = lately.steps[-1]
        name, hand = step.text[-2:], lately.before["hands"][step.seat]
        parts[_PLACE_IN_ORDER[name]] = _arrived(name, step.seat, hand, step.seat == winner, say)
    return parts + [echoes[name, board.get(name), light if name[0] == lit else ""] for name in ECHOED]


def _foes(board: Mapping[str, int], actions: Sequence[str], say: Language) -> dict[str, Part]:
    """Those that may be pointed at as trapped: all enemies, for nothing must tell which of them are."""
    names = [action[-2:] for action in actions if action.startswith("eat")]
    return {name: _foe(name, board[name], say) for name in names}


@lru_cache(maxsize=1024)
def _foe(name: str, seat: int, say: Language) -> Part:
    label = say("Eat the {tribe} on {square}", tribe=seat_name(seat, say), square=name)
    return _square(name, seat, "", say), _cannibal(name, seat, label=label)


def _cheering(board: Mapping[str, int], winner: int | None, say: Language) -> dict[str, Part]:
    if winner is None:
        return {}
    return {name: _cheerer(name, seat, say) for name, seat in board.items() if seat == winner}


@lru_cache(maxsize=1024)
def _cheerer(name: str, seat: int, say: Language) -> Part:
    return _square(name, seat, "", say), _cannibal(name, seat, "cheer")


@lru_cache(maxsize=4096)
def _arrived(name: str, seat: int, hand: int, cheers: bool, say: Language) -> Part:
    """The cannibal that was placed just now, the last one of those that were in hand."""
    return _square(name, seat, "", say), _cannibal(name, seat, "cheer" * cheers, enter=f"hand {seat} {hand}")


# ---- squares -----------------------------------------------------------------------------------------------


@cache
def _squares(light: str, say: Language) -> Mapping[tuple[str, int | None], Part]:
    """All that the squares may look like: free, or with a cannibal of either seat."""
    looks: dict[tuple[str, int | None], Part] = {}
    for name in READING_ORDER:
        looks[name, None] = (_square(name, None, light, say),)
        for seat in range(2):
            looks[name, seat] = _square(name, seat, light, say), _cannibal(name, seat)
    return looks


def _square(name: str, seat: int | None, light: str, say: Language) -> Node:
    shape = "water" if is_in_river(name) else "square"
    kind = f"reachable {light}".rstrip()
    return Node(f"square {name}", SQUARES, shape, *place_of(name), kind, "", _square_label(name, seat, say))


def _square_label(name: str, seat: int | None, say: Language) -> str:
    if seat is None:
        return say("{square}, River, free", square=name) if is_in_river(name) else say("{square}, free", square=name)
    tribe = seat_name(seat, say)
    if is_in_river(name):
        return say("{square}, River, {tribe}", square=name, tribe=tribe)
    return say("{square}, {tribe}", square=name, tribe=tribe)


def _cannibal(name: str, seat: int, kind: str = "", label: str = "", enter: str = "") -> Node:
    kinds = f"seat-{seat} {kind}".strip()
    return Node(f"cannibal {name}", PIECES, f"cannibal-{seat}", *place_of(name), kinds, label=label, enter=enter)


def place_of(name: str) -> Place:
    """The middle of a square."""
    x, y = FIRST_SQUARE
    return x + COLUMN_NAMES.index(name[0]) * PITCH[0], y + ROW_NAMES.index(name[1]) * PITCH[1]


# ---- rings -------------------------------------------------------------------------------------------------


@cache
def _echoes() -> Mapping[tuple[str, int | None, str], Part]:
    """All that the squares beyond the edges may look like."""
    looks = [(name, seat, light) for name in ECHOED for seat in (None, 0, 1) for light in ("", "lit", "lit soon")]
    return {look: (_echo(*look),) for look in looks}


def _echo(name: str, seat: int | None, light: str) -> Node:
    shape, kind = ("echo", "") if seat is None else (f"ghost-{seat}", f"seat-{seat}")
    kind += f" {light}" + " wet" * is_in_river(name)
    return Node(f"echo {name[0]} {name[1]}", SQUARES, shape, place_of(name)[0], ECHOES[name[1]], kind.strip())


@lru_cache(maxsize=64)
def lit_column(column: int, kind: str, say: Language) -> Part:
    """The column that the dice allow, with a hint that it is a ring."""
    x, top = place_of(f"{column}a")
    label = say("Column {column}", column=column)
    frame = f"{kind} wet" if is_in_river(str(column)) else kind
    ring = say("The column is a ring: above row a comes row g again, and below row g comes row a.")
    return (
        Node(f"column {column}", LIT, "column", x, top, frame.strip(), str(column), label),
        Node("ring top", WORDS, "ring", x, ECHOES["g"], f"explained {kind}".strip(), "", ring),
        Node("ring bottom", WORDS, "ring", x, ECHOES["a"], f"explained {kind}".strip(), "", ring, turn=180),
    )


@lru_cache(maxsize=64)
def full_column(column: int, kind: str, say: Language) -> Part:
    """The column that was thrown in vain."""
    x, top = place_of(f"{column}a")
    label = say("Column {column} is full", column=column)
    return (Node(f"column {column}", LIT, "column", x, top, f"full {kind}".strip(), str(column), label),)


def latest_part(view: Document, lately: Lately) -> Part:
    """A ring around the cannibal that was placed last."""
    name = next((step.text[-2:] for step in reversed(lately.steps) if step.text.startswith("place")), "")
    return _latest(name) if name in view["board"] else ()


@cache
def _latest(name: str) -> Part:
    return (Node("latest", WORDS, "latest", *place_of(name)),)
