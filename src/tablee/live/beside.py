"""Long work beside the event loop, so that those who play need not wait for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

_THREAD = ThreadPoolExecutor(1, "beside")
"""One for all: several would be no faster, and the loop would have to wait for each of them to let it run."""


async def beside(
    function: Callable[Arguments, Answer], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Answer:
    """What a function returns that must not be called on the event loop; one after the other."""
    return await asyncio.wrap_future(_THREAD.submit(function, *arguments, **named))
