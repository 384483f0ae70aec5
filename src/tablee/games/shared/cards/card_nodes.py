"""Cards in a picture: a hand in a row, hidden cards, a stack.

A card that one sees has the key `card Kh` wherever it lies, so that it flies from the stock to the hand and on to the
table. A hidden card of a seat is `hidden 1 0`, the first of its row: a card that is played from it says so with
`enter=hidden_key(1, 0)`.
"""

from collections.abc import Sequence

from tablee.games.language import Language
from tablee.games.scenery import Node
from tablee.games.shared.cards.deck import HIDDEN, RED, card_name, rank_text
from tablee.games.shared.widgets.panels import Box, Part, Place, PlayerPanel

WIDTH, HEIGHT = 100, 140
"""The size of a card at size 1."""


def card_key(card: str) -> str:
    """The key of a card that one sees."""
    return f"card {card}"


def hidden_key(seat: int, at: int) -> str:
    """The key of a card that one does not see, by its place in the row."""
    return f"hidden {seat} {at}"


def card_node(
    card: str,
    place: Place,
    say: Language,
    *,
    layer: int = 2,
    size: float = 1,
    turn: float = 0,
    enter: str = "",
    kind: str = "",
    label: str = "",
) -> Node:
    """A card face up. Its label is its name, unless another is given."""
    kinds = f"card-face {'card-red' if card[1] in RED else 'card-black'} {kind}".rstrip()
    label = label or card_name(card, say)
    return Node(card_key(card), layer, f"card-{card}", *place, kinds, rank_text(card, say), label, size, turn, enter)


def row(count: int, box: Box, size: float = 1, gap: float = 8) -> list[Place]:
    """The places of cards side by side in the middle of a box; they overlap where it is too narrow.

    >>> row(2, Box(0, 0, 400, 140))
    [(146.0, 70.0), (254.0, 70.0)]
    >>> [x for x, _ in row(3, Box(0, 0, 200, 140))]
    [50.0, 100.0, 150.0]
    """
    x, y = box.middle
    pitch = min(WIDTH * size + gap, (box.width - WIDTH * size) / max(count - 1, 1))
    return [(x + pitch * (at - (count - 1) / 2), y) for at in range(count)]


def hand_row(
    cards: Sequence[str], seat: int, box: Box, say: Language, *, size: float = 1, enter: str = "", layer: int = 2
) -> Part:
    """A hand in a row: cards that one sees by their names, hidden ones by their places; new ones come from `enter`."""
    nodes = []
    for at, (card, place) in enumerate(zip(cards, row(len(cards), box, size), strict=True)):
        if card == HIDDEN:
            key = hidden_key(seat, at)
            nodes.append(Node(key, layer, "card-back", *place, size=size, enter=enter))
        else:
            nodes.append(card_node(card, place, say, size=size, enter=enter, layer=layer))
    return tuple(nodes)


def stack(
    key: str, count: int, place: Place, *, size: float = 1, layer: int = 1, label: str = "", most: int = 5
) -> Part:
    """A pile of hidden cards, `KEY 0` at the bottom; its height shows about how many there are."""
    shown = min(most, -(-count // 4))
    return tuple([
        Node(f"{key} {at}", layer, "card-back", place[0] - 2 * at, place[1] - 2 * at, "pile",
             label=label if at == shown - 1 else "", size=size)
        for at in range(shown)
    ])  # fmt: skip


def taken(panel: PlayerPanel, count: int, trick: Sequence[str | None] = (), size: float = 0.28) -> Part:
    """The cards that a seat has won, face down on its panel, by pairs; the latest come from the cards of a `trick`."""
    right, down = panel.form.things
    return tuple([
        Node(f"taken {panel.seat} {at}", panel.layers[1], "card-back",
             *panel.at(right + 32 * (at // 2) + 9 * (at % 2), down), "pile", size=size,
             enter=card_key(str(trick[at % 2])) if len(trick) == 2 and None not in trick else "")
        for at in range(count)
    ])  # fmt: skip
