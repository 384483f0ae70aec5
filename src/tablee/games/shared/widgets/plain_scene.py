"""A picture without any art: names, points, the board as text, and a button for every action.

It stands in for a picture that a game fails to paint, or does not have yet (`NO_SCENE`), so that play can go on.
"""

from collections.abc import Sequence

from tablee.games.scenery import UPRIGHT, WIDE, Button, ButtonRow, Node, Scene

SIZES = {UPRIGHT: (600, 800), WIDE: (1000, 600)}
FIRST, LINE, MOST_LINES = 60, 32, 20
"""Where the first line stands, the height of a line, and the most lines of a board."""
FIGURE_SPACE = "\u2007"  # as wide as a digit; SVG would make one of several plain spaces


def plain_scene(
    board: str, orders: Sequence[tuple[str, str]], names: Sequence[str], points: Sequence[int], shape: str = UPRIGHT
) -> Scene:
    """The picture; `orders` are the actions to offer, each with its words.

    >>> plain_scene("a  b", [("place a", "Zoé plays a.")], ["Zoé", "Ali"], [2, 1]).bar[0].buttons[0].action
    'place a'
    """
    width, height = SIZES[shape]
    nodes = []
    for seat, name in enumerate(names):
        told = f"{name}  {points[seat]}" if seat < len(points) else name
        place = width * (2 * seat + 1) / (2 * len(names))
        nodes.append(Node(f"panel {seat}", 0, "text", place, FIRST, f"seat-{seat}", told, told))
    lines = board.splitlines()[:MOST_LINES]
    for number, line in enumerate(lines):
        aligned = line.replace(" ", FIGURE_SPACE)
        nodes.append(Node(f"line {number}", 0, "text", width / 2, FIRST + LINE * (number + 2), "", aligned, line))
    buttons = [Button(words, action) for action, words in orders]
    return Scene(width, height, [tuple(nodes)], bar=[ButtonRow(buttons)] if buttons else ())
