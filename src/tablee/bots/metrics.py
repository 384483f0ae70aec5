"""Metrics in Prometheus' format: counters, histograms, and their text exposition.

A module that counts creates its counters when it is loaded; `taken` returns all of them. Counting is always on.

>>> knocks = Counter("knocks_total", "Knocks at the door", ("door",), among=[])
>>> knocks.add("front"); knocks.add("front")
>>> knocks.family().samples
[Sample(suffix='', labels={'door': 'front'}, value=2)]
"""

import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate

import msgspec

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Histogram bounds in seconds: from a quick decision to a bot that is lost."""
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Sample(msgspec.Struct, frozen=True):
    """One number."""

    suffix: str
    labels: dict[str, str]
    value: float


class Family(msgspec.Struct, frozen=True):
    """All samples of one metric."""

    name: str
    kind: str
    help: str
    samples: list[Sample]


class Counter:
    """A counter: it only grows."""

    def __init__(self, name: str, words: str, labels: Sequence[str] = (), among: "list[Measure] | None" = None) -> None:
        self.name, self._words, self._labels = name, words, tuple(labels)
        self._counts: dict[tuple[str, ...], float] = {} if labels else {(): 0}
        (_ALL if among is None else among).append(self)

    def add(self, *labels: str, by: float = 1) -> None:
        """Count one, or `by`."""
        self._counts[labels] = self._counts.get(labels, 0) + by

    def family(self) -> Family:
        """The samples."""
        counts = list(self._counts.items())
        samples = [Sample("", dict(zip(self._labels, labels, strict=True)), count) for labels, count in counts]
        return Family(self.name, "counter", self._words, samples)


class Histogram:
    """A histogram of durations or sizes."""

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
        """A count for each bound and one above, then the sum."""
        return [0] * (len(self._bounds) + 1) + [0.0]

    def take(self, value: float, *labels: str) -> None:
        """Record one value."""
        row = self._rows.get(labels)
        if row is None:
            row = self._rows[labels] = self._empty()
        row[bisect_left(self._bounds, value)] += 1
        row[-1] += value

    @contextmanager
    def timing(self, *labels: str) -> Iterator[None]:
        """Record the duration of a block, however it ends."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.take(time.perf_counter() - begun, *labels)

    def family(self) -> Family:
        """The samples."""
        bounds = [*(f"{bound:g}" for bound in self._bounds), "+Inf"]
        samples = []
        for values, row in [(values, list(row)) for values, row in list(self._rows.items())]:
            labels = dict(zip(self._labels, values, strict=True))
            counts = list(accumulate(row[:-1]))
            samples += [
                Sample("_bucket", {**labels, "le": le}, count) for le, count in zip(bounds, counts, strict=True)
            ]
            samples += [Sample("_sum", labels, row[-1]), Sample("_count", labels, counts[-1])]
        return Family(self.name, "histogram", self._words, samples)


Measure = Counter | Histogram
_ALL: list[Measure] = []


def taken() -> list[Family]:
    """All counters and histograms of this process."""
    return [measure.family() for measure in _ALL]


def gauge(name: str, words: str, *samples: tuple[dict[str, str], float]) -> Family:
    """A gauge: values as they are now."""
    return Family(name, "gauge", words, [Sample("", labels, float(value)) for labels, value in samples])


CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


def exposition(by_process: Mapping[str, Sequence[Family]]) -> str:
    r"""The text format of Prometheus: the metrics of all processes, grouped by name.

    >>> print(exposition({"1": [Family("a", "gauge", "Some.", [Sample("", {"to": 'the "end"'}, 2.0)])]}), end="")
    # HELP a Some.
    # TYPE a gauge
    a{to="the \"end\"",process="1"} 2
    """
    named: dict[str, list[tuple[str, Family]]] = {}
    for process, families in by_process.items():
        for family in families:
            named.setdefault(family.name, []).append((process, family))
    lines = []
    for name, found in named.items():
        lines += [f"# HELP {name} {found[0][1].help}", f"# TYPE {name} {found[0][1].kind}"]
        for process, sample in [(process, sample) for process, family in found for sample in family.samples]:
            labels = {**sample.labels, "process": process}
            inside = ",".join(f'{label}="{value.translate(_ESCAPES)}"' for label, value in labels.items())
            value = f"{sample.value:.0f}" if sample.value == int(sample.value) else repr(sample.value)
            lines.append(f"{name}{sample.suffix}{{{inside}}} {value}")
    return "".join(f"{line}\n" for line in lines)
