"""Check the built documentation: no broken link, nothing fetched from other sites. `make docs` runs it."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {"link": "href", "script": "src", "img": "src", "source": "src", "iframe": "src"}
"""Tags that make a browser fetch something, and the attribute that says what."""
_OUTSIDE = re.compile(r"""(?:url\(|@import)\s*["']?(?:https?:)?//""")


class Page(HTMLParser):
    """The links and anchors of a page, and what it fetches."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text("utf8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the links, fetched files and anchors of a tag."""
        told = {name: value or "" for name, value in attrs}
        self.anchors.add(told.get("id", ""))
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        if tag in FETCHED and told.get(FETCHED[tag]) and told.get("rel") not in ("canonical", "next", "prev"):
            self.fetched.append(told[FETCHED[tag]])


def faults(site: Path) -> list[str]:
    """Describe every broken link and every fetch from another site."""
    pages = {file: Page(file) for file in sorted(site.rglob("*.html"))}
    found = []
    for file, page in pages.items():
        where = file.relative_to(site)
        found += [f"{where} fetches {one}" for one in page.fetched if urlsplit(one).netloc]
        found += [f"{where} has a broken link to {one}" for one in page.links if not _leads_somewhere(file, one, pages)]
    for sheet in site.rglob("*.css"):
        if _OUTSIDE.search(sheet.read_text("utf8")):
            found.append(f"{sheet.relative_to(site)} fetches something from elsewhere")
    return found if len(pages) > 30 else [*found, f"there are only {len(pages)} pages"]


def _leads_somewhere(file: Path, link: str, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.is_file():
        return False
    return not parts.fragment or target not in pages or unquote(parts.fragment) in pages[target].anchors


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1]).resolve())
    print("\n".join(wrong) or "Every link leads somewhere, and nothing comes from elsewhere.")
    sys.exit(bool(wrong))
