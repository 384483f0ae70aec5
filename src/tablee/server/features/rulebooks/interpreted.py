"""The rulebook of a game that is not compiled yet: a process of its own interprets the rules for its figures.

`python -m tablee.server.features.rulebooks.interpreted GAME LANGUAGE` prints it as JSON.
"""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE

import msgspec

from tablee.server.features.rulebooks.model import Rulebook, rulebook
from tablee.server.web.async_cache import AsyncCache

PATIENCE = 60.0
"""Seconds for one rulebook."""
MOST_KEPT = 32

_kept: AsyncCache[Rulebook] = AsyncCache(MOST_KEPT)


class NotInterpreted(Exception):
    """The process has failed, or took too long."""


async def interpreted_rulebook(game_id: str, language_code: str) -> Rulebook:
    """The same as `rulebook`, without compiled rules; raises `NotInterpreted`."""
    return await _kept.get((game_id, language_code), lambda: _made(game_id, language_code))


async def _made(game_id: str, language_code: str) -> Rulebook:
    command = (sys.executable, "-m", __name__, game_id, language_code)
    interpreting = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    try:
        process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, env=interpreting)
    except OSError as error:
        raise NotInterpreted(repr(error)) from None
    try:
        async with asyncio.timeout(PATIENCE):
            told, _ = await process.communicate()
        return msgspec.json.decode(told, type=Rulebook)
    except (TimeoutError, msgspec.MsgspecError) as error:
        raise NotInterpreted(repr(error)) from None
    finally:
        if process.returncode is None:
            process.kill()


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(rulebook(sys.argv[1], sys.argv[2])))
