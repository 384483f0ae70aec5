"""When somebody who never came back is forgotten."""

A_DAY = 86_400_000
"""In milliseconds."""


def forgotten_before(now: int, days: int) -> int | None:
    """Who was last there before this time is forgotten now; None if nobody ever is. In milliseconds since 1970.

    >>> forgotten_before(500 * A_DAY, 400) == 100 * A_DAY, forgotten_before(500 * A_DAY, 0)
    (True, None)
    """
    return now - days * A_DAY if days else None
