"""What time it is: the one place where a table's clock is read."""

import time


def milliseconds_now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
