"""Figures for the README: our rates and those of a peer as bars on a logarithmic scale."""

import math
from html import escape
from typing import NamedTuple

NAMES = {
    "isis": "Isis & Osiris",
    "morfals": "Morfals",
    "morisi": "Morisi",
    "morpyam": "Morpyam",
    "netzwerk": "Netzwerk",
    "connect_four": "Connect Four",
    "hex": "Hex",
    "othello": "Othello",
    "yacht": "Yacht",
    "backgammon": "Backgammon",
}
LEFT, WIDTH, RIGHT = 168, 300, 64
ROW, BAR, HEAD = 44, 13, 46
HEAD_TOP, GAP = 40, 28
STYLE = """
text{font:12px system-ui,sans-serif;fill:#2a2522}.title{font:700 15px Georgia,serif}
.small{font-size:10.5px;fill:#6b625c}
.ours{fill:#b5432c}.theirs{fill:#9a8f85}.card{fill:#fffdf7;stroke:#ddd3c2}.tick{stroke:#e6dfd2}.ratio{font-weight:700}
""".strip()


class Pair(NamedTuple):
    """One of our games and one of a peer's, the rate of each per second, and the measured ratio."""

    game: str
    peer: str
    rate: float
    peer_rate: float
    ratio: float


class Panel(NamedTuple):
    """Pairs on one scale, under a title."""

    title: str
    pairs: list[Pair]


def draw(panels: list[Panel], peers: str) -> str:
    """The figure as the text of an SVG file."""
    drawn, top = "", HEAD_TOP
    for panel in panels:
        drawn += _panel(panel, top)
        top += HEAD + len(panel.pairs) * ROW + 26
    width, height = LEFT + WIDTH + RIGHT + 2 * GAP, top + 22
    legend = (
        f'<rect class="ours" x="{GAP}" y="16" width="12" height="12" rx="2"/><text x="{GAP + 18}" y="26">Tablée</text>'
        f'<rect class="theirs" x="{GAP + 86}" y="16" width="12" height="12" rx="2"/>'
        f'<text x="{GAP + 104}" y="26">{escape(peers)}, a game of like size</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="Speeds of Tablée and {escape(peers)} side by side"><style>{STYLE}</style>'
        f'<rect class="card" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="12"/>'
        f"{legend}{drawn}</svg>\n"
    )


def _panel(panel: Panel, top: int) -> str:
    rates = [rate for pair in panel.pairs for rate in (pair.rate, pair.peer_rate)]
    low, high = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))
    scale = WIDTH / (high - low)
    bottom = top + HEAD + len(panel.pairs) * ROW
    parts = [f'<text class="title" x="{GAP}" y="{top + 26}">{panel.title}</text>']
    for power in range(low, high + 1):
        x = GAP + LEFT + (power - low) * scale
        parts.append(f'<line class="tick" x1="{x:.1f}" x2="{x:.1f}" y1="{top + HEAD - 8}" y2="{bottom}"/>')
        parts.append(f'<text class="small" x="{x:.1f}" y="{bottom + 14}" text-anchor="middle">{_round(power)}</text>')
    for number, pair in enumerate(panel.pairs):
        parts += _row(pair, top + HEAD + number * ROW, low, scale)
    return "".join(parts)


def _row(pair: Pair, top: int, low: int, scale: float) -> list[str]:
    """Two bars with their names, and the ratio after the longer one."""
    parts, longest = [], 0.0
    for place, (name, rate) in enumerate(((pair.game, pair.rate), (pair.peer, pair.peer_rate))):
        length = max(2.0, (math.log10(rate) - low) * scale)
        longest = max(longest, length)
        y = top + place * (BAR + 3)
        kind = "theirs" if place else "ours"
        words = escape(NAMES[name])
        parts.append(f'<text x="{GAP + LEFT - 8}" y="{y + 11}" text-anchor="end">{words}</text>')
        parts.append(
            f'<rect class="{kind}" x="{GAP + LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" rx="2">'
            f"<title>{words}: {rate:,.0f} a second</title></rect>"
        )
    words = f"× {pair.ratio:,.0f}" if pair.ratio >= 10 else f"× {pair.ratio:.1f}"
    parts.append(f'<text class="ratio" x="{GAP + LEFT + longest + 8:.1f}" y="{top + BAR + 6}">{words}</text>')
    return parts


def _round(power: int) -> str:
    """A power of ten in words.

    >>> _round(4), _round(6)
    ('10,000', '1 million')
    """
    return f"{10 ** (power - 6):,} million" if power >= 6 else f"{10**power:,}"
