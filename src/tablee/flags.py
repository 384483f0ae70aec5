"""Numbers on the command line: what is none of them is refused in words."""

import argparse
from collections.abc import Callable


def count(text: str) -> int:
    """A number from 1 on."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError("must be a number from 1 on")
    return int(text)


def seconds_below(most: int) -> Callable[[str], float]:
    """What reads a time of less than so many seconds."""

    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value < most:
            raise argparse.ArgumentTypeError(f"must be a number more than 0 and less than {most}")
        return value

    return seconds


def port(text: str) -> int:
    """A port to listen on; 0 is any free one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("must be a number from 0 to 65535")
    return int(text)
