"""The plates: who sits where, with how many tokens and points."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tablee.games.dice.scene import lying
from tablee.games.morpyam.places import BESIDE, BETWEEN, EDGE, FLAT, GAP, HIGH, LOW, PIECES, TILES, TOP, WIDTH, Place
from tablee.games.morpyam.words import seat_name
from tablee.games.scenery import Lately, Node, fitting
from tablee.language import Language

Opening = tuple[int, int, bool]
"""A seat's die in the throw for the start: its value, or 0 for none; its look; was it just thrown?"""
NO_OPENING: Opening = (0, 0, False)


@dataclass(frozen=True, eq=False)
class Plate:
    """Where the things of one seat lie. Compared by identity, so that it is a quick key of caches."""

    seat: int
    name: str
    width: int
    x: float
    y: float
    mark: Place
    room: float
    """For the name, beside the mark."""
    pile: Place
    pile_size: float
    points: Place
    gone: Place
    """Where it is said that the seat has given up."""
    die: Place
    """Where the die lies that is thrown for the start."""
    bubble: Place
    """Where it stands what the seat has called."""

    @property
    def flat(self) -> bool:
        """Does all lie in one row beside the board?"""
        return self.width == BESIDE

    @property
    def narrow(self) -> str:
        """A CSS class for what must be smaller here."""
        return " narrow" if self.width < 200 or self.flat else ""


def lay_plates(names: Sequence[str], bottom: int, height: float) -> tuple[Plate, ...]:
    """The plates by seat: one's own at the bottom, the others on top, side by side in turn order."""
    players = len(names)
    others = [(bottom + step) % players for step in range(1, players)]
    plates = [_one_row(bottom, names[bottom], height - EDGE - LOW / 2)]
    if players == 2:
        plates.append(_one_row(others[0], names[others[0]], EDGE + LOW / 2))
    else:
        width = 296 if players == 3 else 196
        step = (WIDTH - width) / (players - 2)
        plates += [_two_rows(seat, names[seat], width, width / 2 + at * step, EDGE) for at, seat in enumerate(others)]
    return _by_seat(plates)


def lay_plates_beside(names: Sequence[str], bottom: int, height: float) -> tuple[Plate, ...]:
    """The plates of a wide picture by seat: one's own at the bottom, the others from the top down in turn order."""
    players = len(names)
    tops = [height - EDGE - FLAT, *(EDGE + at * (FLAT + GAP) for at in range(players - 1))]
    seats = [(bottom + at) % players for at in range(players)]
    return _by_seat([_flat(seat, names[seat], top + FLAT / 2) for seat, top in zip(seats, tops, strict=True)])


def _by_seat(plates: list[Plate]) -> tuple[Plate, ...]:
    return tuple(sorted(plates, key=lambda plate: plate.seat))


def top_height(players: int) -> int:
    """How high the plates of the others are."""
    return LOW if players == 2 else HIGH


def _one_row(seat: int, name: str, y: float) -> Plate:
    return Plate(
        seat,
        name,
        WIDTH,
        WIDTH / 2,
        y,
        mark=(28, y),
        room=250,
        pile=(386, y - 3),
        pile_size=0.48,
        points=(WIDTH - 18, y),
        gone=(300, y),
        die=(336, y),
        bubble=(300, y),
    )


def _two_rows(seat: int, name: str, width: int, x: float, top: float) -> Plate:
    left, right = x - width / 2, x + width / 2
    upper, lower = top + 21, top + 54
    return Plate(
        seat,
        name,
        width,
        x,
        top + HIGH / 2,
        mark=(left + 27, upper),
        room=width - 84,
        pile=(left + 27, lower - 1),
        pile_size=0.44,
        points=(right - 14, lower),
        gone=(left + 16, lower),
        die=(right - 27, top + 25),
        bubble=(right - 75, top + 21),
    )


def _flat(seat: int, name: str, y: float) -> Plate:
    left = WIDTH + BETWEEN
    return Plate(
        seat,
        name,
        BESIDE,
        left + BESIDE / 2,
        y,
        mark=(left + 24, y),
        room=130,
        pile=(left + 194, y - 2),
        pile_size=0.42,
        points=(left + BESIDE - 14, y),
        gone=(left + 188, y),
        die=(left + 158, y),
        bubble=(left + 212, y),
    )


# ---- what changes ------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def seat_nodes(
    plate: Plate, at_turn: bool, tokens: int, points: int, left: bool, opening: Opening, say: Language
) -> tuple[Node, ...]:
    """All that lies before a seat."""
    nodes = [_whole(plate, at_turn, tokens, points, left, say), *_head(plate, narrowed=bool(opening[0]))]
    if left:
        x, y = plate.gone
        nodes.append(Node(f"left {plate.seat}", PIECES, "text", x, y, f"gone-word{plate.narrow}", say("has given up")))
    else:
        nodes.append(_pile(plate, tokens))
    nodes.append(_points(plate, points, left, say))
    if opening[0]:
        nodes.append(_opening_die(plate, *opening, say))
    return tuple(nodes)


@lru_cache(maxsize=1024)
def bubble_part(plate: Plate, kind: str, words: str) -> tuple[Node, ...]:
    """What a seat has called, as long as it stands."""
    kind, size = f"seat-{plate.seat} {kind}", 0.8 if plate.flat else 1
    return (Node(f"bubble {plate.seat}", TOP, "bubble", *plate.bubble, kind, words, size=size),)


def _points(plate: Plate, points: int, left: bool, say: Language) -> Node:
    # A narrow plate has no room for many words.
    text = str(points) if left and plate.narrow else _points_text(points, say)
    return Node(f"points {plate.seat}", PIECES, "text", *plate.points, f"points{plate.narrow}", text)


def _points_text(points: int, say: Language) -> str:
    return say.plural("{count} point", "{count} points", points)


def _whole(plate: Plate, at_turn: bool, tokens: int, points: int, left: bool, say: Language) -> Node:
    in_hand = say.plural("{count} token in hand", "{count} tokens in hand", tokens)
    says = [plate.name, seat_name(plate.seat, say), in_hand, _points_text(points, say)]
    if at_turn or left:
        says.append(say("has given up") if left else say("to play"))
    kind = f"seat-{plate.seat}" + " turn" * at_turn + " left" * left
    return Node(f"plate {plate.seat}", TILES, f"plate-{plate.width}", plate.x, plate.y, kind, "", ", ".join(says))


def _head(plate: Plate, *, narrowed: bool) -> list[Node]:
    x, y = plate.mark
    room = plate.room - 38 * narrowed
    return [
        Node(f"mark {plate.seat}", PIECES, f"mark-{plate.seat}", x, y, f"seat-{plate.seat}"),
        Node(f"name {plate.seat}", PIECES, "text", x + 22, y, "name" + " flat" * plate.flat, fitting(plate.name, room)),
    ]


def _pile(plate: Plate, tokens: int) -> Node:
    shape = f"pile-{plate.seat}" if tokens > 1 else f"token-{plate.seat}" if tokens else "no-pile"
    kind = f"seat-{plate.seat} in-hand{plate.narrow}"
    return Node(f"pile {plate.seat}", PIECES, shape, *plate.pile, kind, f"× {tokens}", size=plate.pile_size)


# ---- the throw for the start -------------------------------------------------------------------------------


def opening_dice(lately: Lately, left: Sequence[bool]) -> list[Opening]:
    """The die of each seat in the throw for the start, as long as nothing has happened since."""
    latest = lately.steps[-1] if lately.steps else None
    if latest is None or not latest.text.startswith("start"):
        return [NO_OPENING] * len(left)
    starter = int(latest.text.removeprefix("start "))
    values = _opening_values(starter, tuple(left), latest.look)
    return [(value, latest.look + seat, lately.before is not None) for seat, value in enumerate(values)]


@lru_cache(maxsize=1024)
def _opening_values(starter: int, left: tuple[bool, ...], look: int) -> tuple[int, ...]:
    """One die a seat, as they fall when they make this seat start: drawn until its die is higher than all others."""
    random = Random(look)
    while True:
        values = tuple(0 if gone else random.randint(1, 6) for gone in left)
        if values.count(max(values)) == 1 and values[starter] == max(values):
            return values


def _opening_die(plate: Plate, value: int, look: int, thrown: bool, say: Language) -> Node:
    label = say("{name} throws {value} for the start", name=plate.name, value=value)
    kind, x, y = "thrown" if thrown else "", *plate.die
    return lying(f"opening {plate.seat}", value, x, y, look, kind=kind, label=label, enter="cup", size=0.6, layer=TOP)
