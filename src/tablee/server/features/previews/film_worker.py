"""A process that draws the pictures of a film, and writes it: nobody waits for the interpreter's lock meanwhile.

It reads one JSON object, with SVG texts, their style sheet and how long each is shown, and writes a GIF.
"""

import json
import os
import sys
from xml.etree import ElementTree

import resvg_py

from tablee.server.features.previews.gif import animated
from tablee.server.features.previews.plain_svg import plain_svg


def main() -> None:
    """Read, draw and write."""
    os.nice(10)  # whoever plays comes first
    film = json.load(sys.stdin.buffer)
    drawn: dict[str, bytes] = {}
    for svg in film["pictures"]:
        if svg not in drawn:
            plain = ElementTree.tostring(plain_svg(svg, film["style"]), "unicode")
            drawn[svg] = bytes(resvg_py.svg_to_bytes(svg_string=plain))
    sys.stdout.buffer.write(animated([drawn[svg] for svg in film["pictures"]], film["delays"]))


if __name__ == "__main__":
    main()
