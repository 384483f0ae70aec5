"""What is compiled next, what happens after a failure, and when a game will be ready. Pure: it is told the time."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec

from tablee.bots.compile_stages import ALL, STAGES, stages_until

WEIGHTS: dict[str, tuple[float, ...]] = {
    "morfals": (2.4, 2.5, 1.7),
    "morpyam": (2.9, 3.9, 1.7),
    "isis": (2.1, 4.4, 3.8),
    "morisi": (16.0, 8.6, 3.0),
    "netzwerk": (13.0, 8.7, 3.0),
}
"""About how many seconds of a processor the stages of a game take, with their process (`benchmarks/start.py`)."""
USUAL = (4.0, 4.0, 3.0)
"""The same for a game that is not known."""
WORTH_IT = 3.0
"""A job that still takes fewer seconds is not begun again at another priority."""
PAUSES = (2.0, 10.0, 30.0, 120.0)
"""Seconds until another attempt after each failure; after one more there is none."""


class Job(NamedTuple):
    """One stage of one game, to be compiled."""

    game: str
    stage: str

    @property
    def weight(self) -> float:
        """About how long it takes, in seconds of a usual processor."""
        return WEIGHTS.get(self.game, USUAL)[STAGES.index(self.stage)]

    @property
    def size(self) -> float:
        """The same for the whole game."""
        return sum(WEIGHTS.get(self.game, USUAL))

    @property
    def before(self) -> "list[Job]":
        """The jobs that must be done before it."""
        return [Job(self.game, stage) for stage in stages_until(self.stage)[:-1]]


class Underway(NamedTuple):
    """A job that is being compiled: for how many seconds, and whether at the priority of what somebody waits for."""

    job: Job
    seconds: float
    hurried: bool = False


class Failures(msgspec.Struct, frozen=True):
    """How often a job has failed, what was wrong, and when it is tried again (None: it is not)."""

    count: int
    fault: str
    again: float | None


class Progress(msgspec.Struct, frozen=True):
    """How far a stage of a game is, with those before it."""

    share: float
    """From 0 to 1."""
    seconds: float
    """About how long until it is ready."""
    fault: str = ""
    """What was wrong with the latest attempt, if it failed."""
    is_given_up: bool = False


def failed(before: Failures | None, fault: str, now: float) -> Failures:
    """The failures of a job after another one.

    >>> failed(None, "killed", 100.0)
    Failures(count=1, fault='killed', again=102.0)
    """
    count = 1 + (before.count if before else 0)
    return Failures(count, fault, now + PAUSES[count - 1] if count <= len(PAUSES) else None)


def with_those_before(wanted: Iterable[Job]) -> set[Job]:
    """Some jobs, and those that must be done before them."""
    return {each for job in wanted for each in (*job.before, job)}


def in_order(missing: Iterable[Job], wanted: Collection[Job]) -> list[Job]:
    """What somebody waits for first; then games with their low levels, small ones before large; then all levels."""
    return sorted(
        missing, key=lambda job: (job not in wanted, job.stage == ALL, job.size, job.game, STAGES.index(job.stage))
    )


def next_job(
    missing: Collection[Job],
    wanted: Collection[Job],
    underway: Collection[Job],
    failures: Mapping[Job, Failures],
    now: float,
) -> Job | None:
    """The next job that can begin: the stage before is done, and it does not pause after a failure."""
    for job in in_order(missing, wanted):
        late = failures.get(job)
        pauses = late is not None and (late.again is None or late.again > now)
        if job not in underway and not pauses and not any(each in missing for each in job.before):
            return job
    return None


def superseded(
    upcoming: Job | None, wanted: Collection[Job], underway: Collection[Underway], slots: int, pace: float
) -> Job | None:
    """The job to be broken off for what somebody waits for; what it has compiled so far stays in the cache.

    Either it is wanted itself, and begins again at a higher priority; or the wanted `upcoming` job needs its slot.
    """
    unhurried = [one for one in underway if not one.hurried]
    slow = [one for one in unhurried if one.job in wanted and rest_of(one, pace) > WORTH_IT]
    if not slow and upcoming in wanted and len(underway) >= slots:
        slow = [one for one in unhurried if one.job not in wanted]
    return max(slow, key=lambda one: rest_of(one, pace)).job if slow else None


def forecast(
    missing: Collection[Job],
    wanted: Collection[Job],
    underway: Collection[Underway],
    slots: int,
    pace: float,
) -> dict[Job, float]:
    """About how many seconds it takes until each job is done, if `slots` are compiled at a time."""
    ends = {one.job: rest_of(one, pace) for one in underway}
    free = sorted([*ends.values(), *[0.0] * slots][: max(slots, len(ends))])
    for job in in_order(missing, wanted):
        if job not in ends:
            begins = max(free.pop(0), *(ends.get(each, 0.0) for each in job.before), 0.0)
            ends[job] = begins + pace * job.weight
            free = sorted([*free, ends[job]])
    return ends


def rest_of(one: Underway, pace: float) -> float:
    """About how many seconds a job still takes; never nothing, as long as it goes on."""
    return max(pace * one.job.weight - one.seconds, 0.1 * one.seconds, 1.0)


def share_of(job: Job, missing: Collection[Job], underway: Collection[Underway], pace: float) -> float:
    """Which part of a job and of those before it is done."""
    everything = [*job.before, job]
    running = {one.job: one.seconds for one in underway}
    done = sum(_done(each, missing, running.get(each, 0.0), pace) for each in everything)
    return done / sum(each.weight for each in everything)


def _done(job: Job, missing: Collection[Job], seconds: float, pace: float) -> float:
    if job not in missing:
        return job.weight
    return min(seconds / pace, 0.95 * job.weight)


def new_pace(pace: float, job: Job, seconds: float) -> float:
    """The seconds for a unit of weight, corrected by a job that took so long."""
    return 0.5 * pace + 0.5 * max(seconds, 0.1) / job.weight
