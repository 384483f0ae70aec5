"""Links as QR codes."""

from functools import lru_cache

import segno


@lru_cache(256)
def code(link: str) -> str:
    """A picture for a camera to read. Its colours are in the style sheet: dark on white at any time of day."""
    try:
        made = segno.make(link, micro=False, error="m")
    except segno.DataOverflowError:  # an address longer than any code
        return ""
    picture: str = made.svg_inline(omitsize=True, svgclass="code", lineclass="code-lines")
    return picture.replace("<svg ", '<svg aria-hidden="true" ', 1)
