"""What is ready, who waits for what is not, and the bots that wait.

Every process of a server looks at the same files, in the folder of the cache: markers of what is compiled
(`bots/compile_stages.py`), wishes of people who wait, and how far the compilers are (`compilers.py`).
"""

import asyncio
import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec

from tablee.bots.compile_stages import ALL, RULES, STAGES, is_done, marker, marker_folder, stage_of
from tablee.bots.requests import Bots, Evaluation, EvaluationRequest, Question
from tablee.games.brains.thoughts import Thought
from tablee.server.features.readiness.model import Job, Progress, with_those_before
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.table.timeouts import Span

LOOK_EVERY = 0.25
"""Seconds between two looks at the files, for those who wait."""

Told = dict[str, dict[str, Progress]]
"""By game and stage, how far the compilers are."""


class NotReady(Exception):
    """A game is asked for that is not compiled so far; it is compiled next."""

    def __init__(self, game: str, stage: str, progress: Progress) -> None:
        super().__init__(f"{game} is not ready: {stage}")
        self.game = game
        self.stage = stage
        self.progress = progress

    @property
    def wait(self) -> int:
        """Whole seconds after which another attempt makes sense."""
        return max(1, math.ceil(self.progress.seconds))


class Readiness:
    """Which stages of games are ready. Of games that it is not told to watch, all are."""

    def __init__(self, watched: Iterable[str] = (), clock: Callable[[], int] = milliseconds_now) -> None:
        """`watched` are ids of games; `clock` returns the milliseconds since 1970."""
        self._games = sorted(watched)
        self._clock = clock
        self._missing = {Job(game, stage) for game in self._games for stage in STAGES}
        self._unready: dict[str, Span] = {}
        self._is_closed = False
        self.look()

    @cached_property
    def folder(self) -> Path:
        """Where wishes and progress are; servers with other sources have another one."""
        names = " ".join(marker(game, ALL).name for game in self._games)
        return marker_folder() / f"readiness-{hashlib.sha256(names.encode()).hexdigest()[:16]}"

    def look(self) -> frozenset[Job]:
        """What is still missing."""
        for job in list(self._missing):
            self.is_ready(*job)
        return frozenset(self._missing)

    def is_ready(self, game: str, stage: str = RULES) -> bool:
        """Is a stage of a game ready?"""
        job = Job(game, stage)
        if job not in self._missing:
            return True
        done, now = is_done(game, stage), self._clock()
        if done:
            self._missing.discard(job)
        if stage == RULES and (not done or game in self._unready):
            self._unready[game] = (self._unready.get(game, (now, now))[0], now)
        return done

    def closed(self, game: str) -> Sequence[Span]:
        """When nobody could play a game here, because its rules were not ready."""
        return [self._unready[game]] if game in self._unready else []

    def require(self, game: str, stage: str = RULES) -> None:
        """Raise `NotReady` unless a stage of a game is ready; then somebody waits for it."""
        if not self.is_ready(game, stage):
            self.want(game, stage)
            raise NotReady(game, stage, self.progress(game, stage))

    def want(self, game: str, stage: str = RULES) -> None:
        """Somebody waits for a stage of a game: it is compiled first."""
        if not self.is_ready(game, stage):
            with suppress(OSError):  # then it is compiled in its turn
                self.folder.mkdir(parents=True, exist_ok=True)
                (self.folder / f"wanted {game} {stage}").touch()

    def wanted(self) -> set[Job]:
        """What somebody waits for, in any process, with what must be done before."""
        found = (path.name.split() for path in self.folder.glob("wanted *"))
        return with_those_before(Job(name[1], name[2]) for name in found) & self._missing

    # ---- progress ------------------------------------------------------------------------------------------

    def progress(self, game: str, stage: str) -> Progress:
        """How far a stage of a game is, as the compilers have told it."""
        if self.is_ready(game, stage):
            return Progress(1.0, 0.0)
        with suppress(OSError, msgspec.MsgspecError, KeyError):
            return msgspec.json.decode((self.folder / "progress").read_bytes(), type=Told)[game][stage]
        return Progress(0.0, sum(job.weight for job in with_those_before([Job(game, stage)]) & self._missing))

    def tell(self, told: Told) -> None:
        """Tell all processes how far the compilers are."""
        fresh = self.folder / "progress.new"
        with suppress(OSError):
            fresh.write_bytes(msgspec.json.encode(told))
            fresh.replace(self.folder / "progress")

    async def until_ready(self, game: str, stage: str) -> None:
        """Wait until a stage of a game is ready, or is given up. Raises `NotReady` if the server stops before."""
        while not self.is_ready(game, stage) and not (progress := self.progress(game, stage)).is_given_up:
            if self._is_closed:
                raise NotReady(game, stage, progress)
            await asyncio.sleep(LOOK_EVERY)

    def close(self) -> None:
        """Let nobody wait any longer, because the server stops."""
        self._is_closed = True


class ReadyBots:
    """Bots that are asked once their level is ready: a worker never has to compile while others wait for it."""

    def __init__(self, bots: Bots, readiness: Readiness) -> None:
        self._bots = bots
        self._readiness = readiness

    async def choose(self, question: Question) -> Thought:
        """See `Bots`."""
        stage = stage_of(question.level)
        if not self._readiness.is_ready(question.game, stage):
            if not question.can_wait:
                self._readiness.want(question.game, stage)
            await self._readiness.until_ready(question.game, stage)
        return await self._bots.choose(question)

    async def evaluate(self, request: EvaluationRequest) -> Evaluation | None:
        """See `Bots`."""
        await self._readiness.until_ready(request.game, ALL)
        return await self._bots.evaluate(request)
