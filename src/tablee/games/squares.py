"""Squares named as in chess: files a… from the left, ranks 1… from the bottom, so that a1 is bottom left."""


def square_names(files: int, ranks: int) -> tuple[str, ...]:
    """The names by index: a1, b1, …, then the next rank.

    >>> square_names(6, 6)[:7]
    ('a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'a2')
    """
    return tuple(f"{chr(ord('a') + file)}{rank + 1}" for rank in range(ranks) for file in range(files))


def next_to(files: int, ranks: int) -> dict[str, tuple[str, ...]]:
    """The squares orthogonally next to each.

    >>> next_to(6, 6)["a2"]
    ('b2', 'a1', 'a3')
    """
    names = square_names(files, ranks)
    return {name: tuple(other for other in _around(name) if other in names) for name in names}


def _around(name: str) -> list[str]:
    file, rank = ord(name[0]), int(name[1:])
    around = ((file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1))
    return [f"{chr(file)}{rank}" for file, rank in around]


def lines(files: int, ranks: int, least: int) -> tuple[tuple[str, ...], ...]:
    """The rows, columns and diagonals of at least so many squares, each from the left to the right or upwards.

    >>> lines(3, 2, least=3)
    (('a1', 'b1', 'c1'), ('a2', 'b2', 'c2'))
    """
    names = square_names(files, ranks)
    places = [(at % files, at // files) for at in range(len(names))]
    found = []
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for file, rank in places:
            if (file - right, rank - up) in places:
                continue
            run = [place for step in range(len(names)) if (place := (file + right * step, rank + up * step)) in places]
            found.append(tuple(names[at[1] * files + at[0]] for at in run))
    return tuple(line for line in found if len(line) >= least)
