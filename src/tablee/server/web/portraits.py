"""Faces for people: drawn from their name, so that the same name has the same face on every page. Nothing is uploaded.

A face is a number below `FACES`, made of the name by `portrait_number`; `portrait` in `static/shared/page.js` makes the
same number. The parts that look alike in a list (hair, skin, clothes) are chosen apart from one another.
"""

import re
from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

SKINS = ("#f6d5b5", "#e6b58c", "#c48a5c", "#8a5a3a")
HAIRS = ("#3a2a20", "#7a4a28", "#c9964a", "#a8a29a")
CLOTHES = ("#6b4587", "#2f5f8c", "#8f3f2c", "#4c6b45")
GROUNDS = ("#e9dcc3", "#cfdcd8", "#e3cfc6", "#d8d3e2")
SHORT = "M16 33c-2-14 6-20 16-20s18 6 16 20c-3-2-4-6-5-9-6 3-16 3-22 0-1 3-2 7-5 9z"
FRINGE = "M16 35c-2-16 6-22 16-22s18 6 16 22c-2-2-2-5-3-7-8 2-18 2-26 0-1 2-1 5-3 7z"
CURLS = "M15 32a6 6 0 0 1 2-11 7 7 0 0 1 8-8 8 8 0 0 1 14 0 7 7 0 0 1 8 8 6 6 0 0 1 2 11c-3-2-5-5-6-8-7 2-15 2-22 0z"
STYLES = (
    ("", SHORT),
    ("", "M16 33c-2-14 6-20 16-20s18 6 16 20c-2-4-3-6-6-9-6 1-13 0-17-4-2 5-5 8-9 13z"),
    ("", CURLS),
    ("", "M16 36c-2-6-1-11 2-15 1 5 1 9 0 15zM48 36c2-6 1-11-2-15-1 5-1 9 0 15z"),
    ("M13 36c-2-17 8-24 19-24s21 7 19 24v17H13z", "M17 34c0-11 5-17 15-17s15 6 15 17c-5-2-8-6-10-11-4 5-12 9-20 11z"),
    ("M26 11a6 6 0 1 1 12 0 6 6 0 1 1-12 0z", SHORT),
    ("M14 33c-1-15 8-21 18-21s19 6 18 21l1 13c-5 2-9 2-12 0H25c-3 2-7 2-12 0z", FRINGE),
    ("M16 30c-8 2-8 16-4 22 4-3 6-9 6-16zM48 30c8 2 8 16 4 22-4-3-6-9-6-16z", FRINGE),
)  # fmt: skip
"""What of the hair lies behind the head, and what before it."""
GLASSES = (
    '<g fill="none" stroke="#3a2f28" stroke-width="1.7"><circle cx="25.5" cy="36" r="5"/>'
    '<circle cx="38.5" cy="36" r="5"/><path d="M30.5 35.5q1.5-1 3 0"/></g>'
)
FRECKLES = (
    '<path d="M22 41h.1M25 42.5h.1M39 42.5h.1M42 41h.1" stroke="#a5603c" stroke-width="1.8" stroke-linecap="round"/>'
)
BEARD = "M17.5 38c1 10 6 15 14.5 15s13.5-5 14.5-15c-3 4-6 5-8 4-4-2-9-2-13 0-2 1-5 0-8-4z"
FACES = len(SKINS) * len(HAIRS) * len(CLOTHES) * len(GROUNDS) * len(STYLES) * 4
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {"cache-control": "public, max-age=604800", "content-security-policy": POLICY}


def portrait_number(name: str) -> int:
    """The face of whoever has this name.

    >>> portrait_number("Zoé") == portrait_number("Zoé"), portrait_number("Zoé") == portrait_number("Otto")
    (True, False)
    """
    number = 2166136261
    for letter in name:
        number = (number ^ ord(letter)) * 16777619 & 0xFFFFFFFF
    return (number ^ number >> 13) % FACES


@lru_cache(maxsize=1024)
def portrait(number: int) -> str:
    """The drawing, in the manner of the bots' faces, in colours that suit light and dark pages."""
    number, skin = divmod(number, len(SKINS))
    number, hair = divmod(number, len(HAIRS))
    number, cloth = divmod(number, len(CLOTHES))
    number, ground = divmod(number, len(GROUNDS))
    extra, style = divmod(number, len(STYLES))
    behind, before = STYLES[style]
    beard = f'<path d="{BEARD}" fill="{HAIRS[hair]}"/>' if extra == 3 and not behind else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<circle cx="32" cy="32" r="31" fill="{GROUNDS[ground]}"/>'
        '<g stroke="#4a2f1b" stroke-width="1.6" stroke-linejoin="round">'
        f'<path d="{behind}" fill="{HAIRS[hair]}"/>'
        f'<path d="M12.5 57c3-5 10-7 19.5-7s16.5 2 19.5 7a31 31 0 0 1-39 0z" fill="{CLOTHES[cloth]}"/>'
        f'<path d="M17 31c0 15 5 22 15 22s15-7 15-22c0-9-6-14-15-14s-15 5-15 14z" fill="{SKINS[skin]}"/>'
        f'{beard}<path d="{before}" fill="{HAIRS[hair]}"/></g>'
        '<g fill="#2b2622"><circle cx="25.5" cy="36.5" r="2.3"/><circle cx="38.5" cy="36.5" r="2.3"/></g>'
        '<path d="M27 44.5c3 2.5 7 2.5 10 0" fill="none" stroke="#7c2a18" stroke-width="2" stroke-linecap="round"/>'
        f"{('', GLASSES, FRECKLES, '')[extra]}"
        '<circle cx="32" cy="32" r="31" fill="none" stroke="#7d6140" stroke-width="2"/></svg>'
    )


async def portrait_file(request: Request) -> Response:
    """A face as a file, which browsers keep."""
    number = request.path_params["number"]
    if not re.fullmatch("0|[1-9][0-9]{0,3}", number) or int(number) >= FACES:
        raise HTTPException(404)
    return Response(portrait(int(number)), media_type="image/svg+xml", headers=HEADERS)
