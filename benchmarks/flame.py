"""Draws the stacks that `py-spy record --format raw` has counted as a flame graph, an SVG of its own.

`py-spy record -p PID -d 14 -r 200 -F -f raw -o raw.txt` while `benchmarks/server.py` plays against that server, then
`python benchmarks/flame.py raw.txt docs/flame.svg`. py-spy is a tool and no dependency. Shown is the event loop's
thread, from where it runs what is ready; what has less than half a percent is left out.
"""

import argparse
import re
from html import escape
from pathlib import Path
from typing import Any

WIDTH, ROW, LEAST, DEEPEST = 1200, 17, 0.005, 40
LOOP = re.compile(r"^(Runner\.run|run_until_complete|Server\.run|asyncio_run)\b")
"""Where the event loop begins."""
Tree = dict[str, Any]


def read(text: str, without: str) -> tuple[Tree, int]:
    """The stacks of the event loop as a tree of functions, each with its samples; and how many there are."""
    root: Tree = {}
    total = 0
    for line in text.splitlines():
        stack, _, count = line.rpartition(" ")
        frames = stack.split(";")
        loops = [at for at, frame in enumerate(frames) if LOOP.match(frame)]
        if not loops or re.search(without, stack):
            continue
        total += int(count)
        here = root
        for frame in frames[loops[-1] + 1 :]:
            name, _, file = frame.partition(" (")
            kept = here.setdefault(f"{name} ({re.sub(r':[0-9]+[)]$', '', file).removeprefix('tablee/')})", [0, {}])
            kept[0] += int(count)
            here = kept[1]
    return root, total


def draw(tree: Tree, total: int, left: float = 0, depth: int = 0) -> list[str]:
    """A box for every function, those that it calls below it."""
    found = []
    for name, (count, below) in sorted(tree.items(), key=lambda one: -one[1][0]):
        if count < LEAST * total or depth > DEEPEST:
            continue
        width = WIDTH * count / total
        colour = f"hsl({20 + sum(map(ord, name.partition(' (')[2])) % 40} 70% 66%)"
        words = name[: max(0, int(width / 6.2))] if width > 30 else ""
        found.append(
            f'<g><title>{escape(name)}: {100 * count / total:.1f} %</title><rect x="{left:.1f}" y="{depth * ROW}" '
            f'width="{width:.1f}" height="{ROW - 1}" fill="{colour}"/>'
            + (f'<text x="{left + 3:.1f}" y="{depth * ROW + 12}">{escape(words)}</text>' if words else "")
            + "</g>"
        )
        found += draw(below, total, left, depth + 1)
        left += width
    return found


def main() -> None:
    """Read, draw, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("raw", type=Path)
    parser.add_argument("svg", type=Path)
    parser.add_argument("--without", default=r"Table\.start |load_overload |App\._ser", help="stacks of opening tables")
    options = parser.parse_args()
    tree, total = read(options.raw.read_text(), options.without)
    boxes = draw(tree, total)
    height = max(int(box.partition(' y="')[2].partition('"')[0]) for box in boxes) + ROW
    options.svg.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="monospace" '
        f'font-size="10"><title>Where the event loop spends its time, {total} samples</title>\n'
        + "\n".join(boxes)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    main()
