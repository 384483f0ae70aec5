"""Reports as one self-contained HTML file."""

from collections.abc import Iterable
from html import escape
from pathlib import Path

_COLOURS = Path(__file__).parent.parent / "server" / "web" / "static" / "shared" / "colours.css"
_LOOKS = Path(__file__).with_name("html_report.css")


def document(title: str, body: str) -> str:
    """An HTML document with a title and a body."""
    style = _COLOURS.read_text("utf8") + _LOOKS.read_text("utf8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table that scrolls if it is too wide."""
    first = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{first}</tr></thead><tbody>{lines}</tbody></table></div>'


def figure(title: str, caption: str, picture: str) -> str:
    """A picture with title and caption."""
    return f"<figure><h2>{escape(title)}</h2>{picture}<figcaption>{escape(caption)}</figcaption></figure>"
