"""Numbers as Prometheus reads them: text, one number a line, with the process that it comes from."""

from collections.abc import Iterator, Mapping, Sequence

from tablee.measures import Family, Sample

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


def exposition(by_process: Mapping[str, Sequence[Family]]) -> str:
    r"""All numbers of all processes, each name once.

    >>> print(exposition({"1": [Family("a", "gauge", "Some.", [Sample("", {"to": 'the "end"'}, 2.0)])]}), end="")
    # HELP a Some.
    # TYPE a gauge
    a{to="the \"end\"",process="1"} 2
    """
    return "".join(f"{line}\n" for line in _lines(by_process))


def _lines(by_process: Mapping[str, Sequence[Family]]) -> Iterator[str]:
    named: dict[str, list[tuple[str, Family]]] = {}
    for process, families in by_process.items():
        for family in families:
            named.setdefault(family.name, []).append((process, family))
    for name, found in named.items():
        yield f"# HELP {name} {found[0][1].help}"
        yield f"# TYPE {name} {found[0][1].kind}"
        yield from (_line(name, sample, process) for process, family in found for sample in family.samples)


def _line(name: str, sample: Sample, process: str) -> str:
    labels = {**sample.labels, "process": process}
    inside = ",".join(f'{label}="{value.translate(_ESCAPES)}"' for label, value in labels.items())
    value = f"{sample.value:.0f}" if sample.value == int(sample.value) else repr(sample.value)
    return f"{name}{sample.suffix}{{{inside}}} {value}"
