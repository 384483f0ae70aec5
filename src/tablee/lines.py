"""Reading lines that strangers send: each whole, none too long."""

from collections.abc import Iterator
from typing import BinaryIO

LONGEST_LINE = 1 << 20
"""Bytes; whoever reads lines refuses longer ones."""


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines without their ends. Of one that is too long only so much is kept that it is seen to be too long."""
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield line.rstrip(b"\r\n")
