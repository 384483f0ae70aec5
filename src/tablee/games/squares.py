"""Squares named as in chess: files a… from the left, ranks 1… from the bottom, so that a1 is bottom left."""


def square_names(files: int, ranks: int) -> tuple[str, ...]:
    """The names by index: a1, b1, …, then the next rank.

    >>> square_names(6, 6)[:7]
    ('a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'a2')
    """
    return tuple(f"{chr(ord('a') + file)}{rank + 1}" for rank in range(ranks) for file in range(files))
