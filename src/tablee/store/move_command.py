"""`tablee move-data`: how far it has come, and what has arrived."""

import asyncio
from collections.abc import Sequence

from tqdm import tqdm

from tablee.store.moving import Moved, move


def print_move(source: str, target: str) -> int:
    """Move a house, print what has become of every kind of rows, and return an exit code."""
    with tqdm(unit="row", desc="moving and comparing", unit_scale=True, leave=False, disable=None) as bar:

        def progress(done: int, work: int) -> None:
            bar.total = work
            bar.update(done - bar.n)

        moved = asyncio.run(move(source, target, progress))
    print("\n".join(report(moved)))
    return 0 if all(one.is_whole for one in moved) else 1


def report(moved: Sequence[Moved]) -> list[str]:
    """What has become of every kind of rows, in lines."""
    lines = [_line(one) for one in moved]
    if all(one.is_whole for one in moved):
        rows = sum(one.left[0] for one in moved)
        return [*lines, f"All {rows:,} rows have arrived, and are what they were."]
    return [*lines, "NOT everything has arrived as it was: nothing has been stored there."]


def _line(one: Moved) -> str:
    (count, digest), (arrived, other) = one.left, one.arrived
    if one.is_whole:
        return f"{one.kind:<10} {count:>10,} rows, the same there   {digest[:16]}"
    return f"{one.kind:<10} {count:>10,} rows, {arrived:,} DIFFERENT there   {digest[:16]} became {other[:16]}"
