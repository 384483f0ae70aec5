"""Checks of booklets, the rulebooks without a program: `tablee check FOLDER`."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tablee.kit.check_words import badly_set
from tablee.server.features.rulebooks.booklets import (
    GAME_FILE,
    BadBooklet,
    Booklet,
    booklet_folders,
    booklet_rules,
    booklet_sources,
    open_booklet,
    pictures_shown,
)
from tablee.server.features.rulebooks.model import parts_of

HEAVY_COVER, HEAVY_PICTURE = 60_000, 400_000
"""Bytes of a cover and of a picture from which on a page is slow to come."""
_ANCHORS = re.compile(r'<h[2-6] id="([\w-]+)"')


def is_booklet_folder(text: str) -> bool:
    """Does an argument of the command line name a booklet, or a folder of booklets?"""
    path = Path(text)
    return path.is_dir() and ((path / GAME_FILE).is_file() or any(path.glob(f"*/{GAME_FILE}")))


def print_booklets(folders: Sequence[str]) -> int:
    """Check the booklets in some folders one after the other; return how many have faults."""
    unfit = 0
    for path in booklet_folders(folders):
        faults = list(booklet_faults(path))
        unfit += bool(faults)
        print(f"{path.name}: {'is not finished yet' if faults else 'is fit for the shelf'}")
        print("".join(f"  ✗ {fault}\n" for fault in faults), end="", flush=True)
    return unfit


def booklet_faults(path: Path) -> Iterator[str]:
    """What a collector should mend."""
    try:
        booklet = open_booklet(path)
    except BadBooklet as error:
        yield str(error)
        return
    if not booklet.file.invitation:
        yield f"{GAME_FILE}: invitation is missing: one sentence that makes somebody curious"
    if booklet.cover.stat().st_size > HEAVY_COVER:
        yield f"{booklet.cover.name} is larger than {HEAVY_COVER // 1000} kB: a shelf shows many covers at once"
    anchors = {}
    shown: set[str] = set()
    for code in booklet.written_in:
        yield from (f"rulebook.{code}.md: {fault}" for fault in _text_faults(booklet, code))
        shown |= {name for name, _ in pictures_shown(booklet, code)}
        books = booklet_rules(booklet, code), booklet_sources(booklet, code)
        anchors[code] = [_ANCHORS.findall(book.body) for book in books if book]
    if len({str(found) for found in anchors.values()}) > 1:
        yield "the rulebooks have other anchors in each language: ## Your turn {#turn}, the same in all of them"
    for name in sorted(booklet.pictures - shown - {booklet.cover.name}):
        yield f"{name} is shown nowhere: ![what is seen]({name})"
    for name in sorted(booklet.pictures & shown):
        if (path / name).stat().st_size > HEAVY_PICTURE:
            yield f"{name} is larger than {HEAVY_PICTURE // 1000} kB: it is slow to come on a phone"


def _text_faults(booklet: Booklet, code: str) -> Iterator[str]:
    text = booklet.text(code)
    if len(parts_of(text)) > 2:
        yield "there are more than two titles, and only two are shown: the rules, and # Sources; chapters begin with ##"
    for name, words in pictures_shown(booklet, code):
        if name not in booklet.pictures:
            yield f"there is no picture {name}: a file beside the text, smaller than 2 MB, with a plain name"
        if not words.strip():
            yield f"say what is seen in {name}, for those who do not see it: ![what is seen]({name})"
    if re.search(r"^ {0,3}</?[a-z]", text, re.MULTILINE | re.IGNORECASE):
        yield "HTML is shown as it is written: Markdown alone makes the page"
    prose = re.sub(r"^```.*?^```|`[^`\n]*`|\]\(.*?\)|\{#[\w-]+\}", "", text, flags=re.DOTALL | re.MULTILINE)
    for line in prose.splitlines():
        fault = badly_set(code, re.sub(r"^ +|^\|.*?-\|$| +(?=\|)|(?<=\|) +", "", line.rstrip()))
        if fault:
            yield f"badly set: {fault}"
