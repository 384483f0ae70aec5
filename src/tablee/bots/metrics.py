"""What is counted and timed while the house is open, as Prometheus understands it.

Whoever counts makes its counter where it counts, once, when its module is loaded; `taken` has all of them. Counting is
an addition: it is never turned off, and nothing here knows who looks.

>>> knocks = Counter("knocks_total", "Knocks at the door", ("door",), among=[])
>>> knocks.add("front"); knocks.add("front")
>>> knocks.family().samples
[Sample(suffix='', labels={'door': 'front'}, value=2)]
"""

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Bounds between a millisecond, which is a quick decision, and half a minute, which is a bot lost."""
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Sample(msgspec.Struct, frozen=True):
    """One number."""

    suffix: str
    labels: dict[str, str]
    value: float


class Family(msgspec.Struct, frozen=True):
    """Numbers of one name."""

    name: str
    kind: str
    help: str
    samples: list[Sample]


class Counter:
    """Something that only grows."""

    def __init__(self, name: str, words: str, labels: Sequence[str] = (), among: "list[Measure] | None" = None) -> None:
        self.name, self._words, self._labels = name, words, tuple(labels)
        self._counts: dict[tuple[str, ...], float] = {} if labels else {(): 0}
        (_ALL if among is None else among).append(self)

    def add(self, *labels: str, by: float = 1) -> None:
        """Count one more, or as many as are said."""
        self._counts[labels] = self._counts.get(labels, 0) + by

    def family(self) -> Family:
        """What has been counted."""
        counts = list(self._counts.items())
        samples = [Sample("", dict(zip(self._labels, labels, strict=True)), count) for labels, count in counts]
        return Family(self.name, "counter", self._words, samples)


class Histogram:
    """How long something takes, or how large it is: how many were at most as much as each bound."""

    def __init__(
        self,
        name: str,
        words: str,
        labels: Sequence[str] = (),
        bounds: Sequence[float] = SECONDS,
        among: "list[Measure] | None" = None,
    ) -> None:
        self.name, self._words, self._labels, self._bounds = name, words, tuple(labels), tuple(bounds)
        self._rows: dict[tuple[str, ...], list[float]] = {} if labels else {(): self._empty()}
        (_ALL if among is None else among).append(self)

    def _empty(self) -> list[float]:
        """A count for each bound and one beyond, and then the sum."""
        return [0] * (len(self._bounds) + 1) + [0.0]

    def take(self, value: float, *labels: str) -> None:
        """Take note of one."""
        row = self._rows.get(labels)
        if row is None:
            row = self._rows[labels] = self._empty()
        row[bisect_left(self._bounds, value)] += 1
        row[-1] += value

    @contextmanager
    def timing(self, *labels: str) -> Iterator[None]:
        """Take note of how long something takes, however it ends."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.take(time.perf_counter() - begun, *labels)

    def family(self) -> Family:
        """What has been taken."""
        rows = [(dict(zip(self._labels, labels, strict=True)), list(row)) for labels, row in list(self._rows.items())]
        return Family(self.name, "histogram", self._words, [one for row in rows for one in self._samples(*row)])

    def _samples(self, labels: dict[str, str], row: list[float]) -> Iterator[Sample]:
        count = 0.0
        for bound, more in zip([*map(_written, self._bounds), "+Inf"], row[:-1], strict=True):
            count += more
            yield Sample("_bucket", {**labels, "le": bound}, count)
        yield Sample("_sum", labels, row[-1])
        yield Sample("_count", labels, count)


Measure = Counter | Histogram
_ALL: list[Measure] = []


def taken() -> list[Family]:
    """All that has been counted and timed in this process."""
    return [measure.family() for measure in _ALL]


def gauge(name: str, words: str, *samples: tuple[dict[str, str], float]) -> Family:
    """Numbers as they are just now."""
    return Family(name, "gauge", words, [Sample("", labels, float(value)) for labels, value in samples])


def _written(bound: float) -> str:
    return f"{bound:g}"
