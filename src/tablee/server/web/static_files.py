"""Serve scripts, styles and drawings without their comments."""

import re
from functools import lru_cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

_BLOCK = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
_CAST = re.compile(r"/\*\* @type \{[^*\n]*\} \*/ ?")
_DRAWN = re.compile(r"<!--.*?-->", re.DOTALL)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_LINE = re.compile(r"^[ \t]*//.*$", re.MULTILINE)


class SlimFiles(StaticFiles):
    """Static files; without comments a script is a third smaller."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, stripped if it is a script, a style or a drawing."""
        kind = TYPES.get(Path(path).suffix, "")
        found, about = self.lookup_path(path) if kind else ("", None)
        if about is None:
            return await super().get_response(path, scope)
        # Pages are UTF-8, and so is what they fetch, unless it says otherwise.
        return Response(_slim_file(found, about.st_mtime_ns), headers={"content-type": kind})


@lru_cache(maxsize=256)
def _slim_file(path: str, changed: int) -> str:  # noqa: ARG001
    return slim(Path(path).read_text("utf8"))


def slim(text: str) -> str:
    """Remove indentation, types, and comments on lines of their own from a script, style or drawing; line numbers stay.

    >>> slim("let a = 1;\\n  // why\\n  let b = /** @type {number} */ (a);")
    'let a = 1;\\n\\nlet b = (a);'
    """
    plain = _DRAWN.sub(_lines, _LINE.sub("", _BLOCK.sub(_lines, text)))
    return _INDENT.sub("", _CAST.sub("", plain))


def _lines(comment: re.Match[str]) -> str:
    return "\n" * comment.group().count("\n")
