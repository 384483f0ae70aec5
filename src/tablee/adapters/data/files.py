"""Rows into files: JSON lines, or Parquet, which is a hundredth of the size and read by columns."""

import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from tablee.adapters.data.rows import Row
from tablee.adapters.extras import missing
from tablee.games.errors import TableeError

AT_ONCE = 20_000
"""Rows of a group: as many as are in memory at once."""
STDOUT = "-"

_encode = msgspec.json.Encoder().encode


def write(rows: Iterable[Row], file: str | Path) -> int:
    """Write rows, by the ending of the name: `.jsonl` or `.parquet`; "-" prints JSON lines. Returns how many."""
    ending = Path(file).suffix
    if str(file) == STDOUT:
        return _write_lines(rows, sys.stdout.buffer)
    if ending == ".parquet":
        return _write_parquet(rows, Path(file))
    if ending != ".jsonl":
        raise TableeError("the name of the file ends with .jsonl or .parquet")
    try:
        with Path(file).open("wb") as lines:
            return _write_lines(rows, lines)
    except OSError as error:
        raise TableeError(f"{file} cannot be written: {error.strerror}") from None


def _write_lines(rows: Iterable[Row], lines: Any) -> int:
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007
        lines.write(_encode(row) + b"\n")
    return count


def _write_parquet(rows: Iterable[Row], file: Path) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise missing("data", error) from None
    count, schema = 0, schema_of(pyarrow)
    try:
        with parquet.ParquetWriter(file, schema, compression="zstd") as written:
            following = iter(rows)
            while group := list(islice(following, AT_ONCE)):
                count += len(group)
                written.write_table(pyarrow.Table.from_pylist(msgspec.to_builtins(group), schema))
    except OSError as error:
        raise TableeError(f"{file} cannot be written: {error}") from None
    return count


def schema_of(pyarrow: Any) -> Any:
    """The columns of a row, with their types."""
    text, number = pyarrow.string(), pyarrow.int32()
    kinds = {
        "source": text, "play": pyarrow.int64(), "game": text, "rules": number, "players": pyarrow.int8(),
        "options": text, "step": number, "seat": pyarrow.int8(), "by": text, "text": text, "id": number,
        "legal": pyarrow.list_(number), "probability": pyarrow.float64(), "scores": pyarrow.list_(number),
        "returns": pyarrow.list_(pyarrow.float64()), "reason": text,
        "observation": pyarrow.list_(pyarrow.float32()), "state": text,
    }  # fmt: skip
    return pyarrow.schema([(name, kinds[name]) for name in Row.__struct_fields__])
