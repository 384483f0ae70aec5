"""The shapes of table ware, made from what a scene says of it: nobody draws a plate."""

from collections.abc import Iterable

from tablee.games.ware.plates import Form

MARKS = (
    '<circle class="mark" r="11"/>',
    '<path class="mark" d="M0-12L13 10H-13Z"/>',
    '<rect class="mark" x="-10.5" y="-10.5" width="21" height="21"/>',
    '<path class="mark" d="M0-13L12 0L0 13L-12 0Z"/>',
)
"""What tells seats apart besides their colours, in games that do not draw marks of their own."""
HIGH = 80
"""From so high on, a plate has rounder corners and a larger sign at turn."""


def ware_shapes(forms: Iterable[Form], drawn: str) -> str:
    """The symbols of some plates, and of marks if they are not among those that the game has drawn."""
    by_shape = {form.shape: form for form in forms}
    if not by_shape:
        return ""
    marks = [(f"mark-{seat}", mark) for seat, mark in enumerate(MARKS)]
    symbols = [(name, _plate(form)) for name, form in by_shape.items()]
    symbols += [(name, mark) for name, mark in marks if f'id="{name}"' not in drawn]
    return f"<defs>{''.join(_symbol(name, inside) for name, inside in symbols)}</defs>\n"


def _symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" overflow="visible">{inside}</symbol>'


def _plate(form: Form) -> str:
    """A sheet with its shadow, and a sign at its left edge, which is seen when it is the seat's turn."""
    left, top = -form.width / 2, -form.height / 2
    corner, side = (14, 12) if form.height >= HIGH else (12, 10)
    shadow = _rect("shadow", left + 4, top + 5, form.width - 5, form.height - 2, corner)
    sheet = _rect("plate", left + 1.5, top + 1.5, form.width - 3, form.height - 3, corner)
    sign = f"M{left:g} {form.head - corner}l{side} {corner}l-{side} {corner}Z"
    return f'{shadow}{sheet}<path class="turn-mark" d="{sign}"/>'


def _rect(kind: str, x: float, y: float, width: float, height: float, corner: int) -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner}"/>'
