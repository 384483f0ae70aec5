"""The faces and the back of cards as symbols, 100 × 140, around their middle.

The rank in the corner is a node's text, as it differs from language to language; `card_nodes.py` sets it.
"""

from collections.abc import Iterable

PIPS = {
    "s": "M0-11C9-2 13 3 10 7C8 10 3 9 1 6Q2 10 4 11.5H-4Q-2 10-1 6C-3 9-8 10-10 7C-13 3-9-2 0-11Z",
    "h": "M0 11C-5 5-12 0-11-6C-10-11-3-12 0-6C3-12 10-11 11-6C12 0 5 5 0 11Z",
    "c": "M-1 4C-4 9-11 7-10.5 2C-10-2-6-3.5-3.5-1.5C-8-8-3-12 0-12"
         "C3-12 8-8 3.5-1.5C6-3.5 10-2 10.5 2C11 7 4 9 1 4Q2 9 4 11H-4Q-2 9-1 4Z",
    "d": "M0-12Q4-5 9 0Q4 5 0 12Q-4 5-9 0Q-4-5 0-12Z",
}  # fmt: skip
LEFT, MIDDLE, RIGHT = -15, 3, 21
ROWS = {
    "2": ((MIDDLE, -42), (MIDDLE, 42)),
    "3": ((MIDDLE, -42), (MIDDLE, 0), (MIDDLE, 42)),
    "4": tuple((x, y) for x in (LEFT, RIGHT) for y in (-42, 42)),
    "5": (*((x, y) for x in (LEFT, RIGHT) for y in (-42, 42)), (MIDDLE, 0)),
    "6": tuple((x, y) for x in (LEFT, RIGHT) for y in (-42, 0, 42)),
    "7": (*((x, y) for x in (LEFT, RIGHT) for y in (-42, 0, 42)), (MIDDLE, -21)),
    "8": (*((x, y) for x in (LEFT, RIGHT) for y in (-42, 0, 42)), (MIDDLE, -21), (MIDDLE, 21)),
    "9": (*((x, y) for x in (LEFT, RIGHT) for y in (-45, -15, 15, 45)), (MIDDLE, 0)),
    "T": (*((x, y) for x in (LEFT, RIGHT) for y in (-45, -15, 15, 45)), (MIDDLE, -30), (MIDDLE, 30)),
}
"""Where the signs of a suit stand on a card of number."""
HATS = {
    "K": '<path class="card-gold" d="M-12-36L-15-51L-7-44L0-54L7-44L15-51L12-36Z"/>',
    "Q": '<path class="card-hair" d="M-11-36Q-17-22-14-14H14Q17-22 11-36Q0-46-11-36Z"/>'
         '<path class="card-gold" d="M-10-39Q-9-47-5-44Q0-53 5-44Q9-47 10-39Q0-43-10-39Z"/>',
    "J": '<path class="card-robe" d="M-13-36Q-14-47 2-47Q15-46 13-36Q0-41-13-36Z"/>'
         '<path class="card-feather" d="M8-45Q18-49 16-55Q5-56 4-46Z"/>',
}  # fmt: skip
"""What kings, queens and jacks wear."""
BACK = "".join(f"M{x}-58L{x + 16}-50L{x}-42L{x - 16}-50Z" for x in (-24, 0, 24))
FRAME = '<rect class="card-paper" x="-49" y="-69" width="98" height="138" rx="9"/>'
SHADOW = '<rect class="card-shadow" x="-47" y="-66" width="98" height="138" rx="9"/>'


def card_symbols(cards: Iterable[str]) -> str:
    """The symbols `card-Kh` … of some cards, and of their back, `card-back`."""
    faces = [_symbol(f"card-{card}", SHADOW + FRAME + _pip(card[1], -37, -34, 0.56) + _face(*card)) for card in cards]
    lattice = "".join(
        f'<path class="card-lattice" transform="translate(0 {down})" d="{BACK}"/>' for down in range(2, 100, 16)
    )
    back = f'{SHADOW}{FRAME}<rect class="card-back-ground" x="-42" y="-62" width="84" height="124" rx="5"/>{lattice}'
    frame = '<rect class="card-back-frame" x="-42" y="-62" width="84" height="124" rx="5"/>'
    signs = [_symbol(f"suit-{suit}", _pip(suit, 0, 0, 1.6)) for suit in PIPS]
    return "".join([*faces, _symbol("card-back", back + frame), *signs])


def _symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" overflow="visible">{inside}</symbol>'


def _pip(suit: str, x: float, y: float, size: float, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    place = f"translate({x:g} {y:g}){turn} scale({size:g})"
    return f'<path class="card-{suit}" transform="{place}" d="{PIPS[suit]}"/>'


def _face(rank: str, suit: str) -> str:
    if rank == "A":
        return _pip(suit, 3, 4, 2.4)
    if rank in ROWS:
        return "".join(_pip(suit, x, y + 2, 0.74, turned=y > 0) for x, y in ROWS[rank])
    half = (
        '<path class="card-robe" d="M-25 0Q-24-17-9-19H9Q24-17 25 0Z"/><path class="card-gold" d="M-5-19L0 0L5-19Z"/>'
        f'{HATS[rank] if rank == "Q" else ""}<circle class="card-skin" cy="-28" r="9.5"/>'
        f"{'' if rank == 'Q' else HATS[rank]}{_pip(suit, -15, -8, 0.5)}{_pip(suit, 15, -8, 0.5)}"
    )
    frame = '<rect class="card-inner" x="-27" y="-58" width="54" height="116" rx="3"/>'
    return (
        f'<g class="card-court-{suit}" transform="translate(5 0)">{frame}'
        f'{half}<g transform="rotate(180)">{half}</g></g>'
    )
