"""How a hex is lit by what can be done there."""

from typing import NamedTuple


class Light(NamedTuple):
    """How a hex is lit."""

    kind: str = ""
    """CSS classes."""
    label: str = ""
    """What can be done there."""
    explained: bool = False
    """Is the label a tip that needs nothing besides?"""


DARK = Light()
