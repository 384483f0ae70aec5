"""Ten times the thinking: is an action as much better as the thought says in which it was found?

Where a thought is made of games, the strongest level thinks about it, by other lots and as often as it takes. Where a
brain judges by eye and always says the same, games are played from there to their ends, many of them, if the game knows
how that is done quickly (`play_on` in its `learning.py`). What was worked out to the end is left as it is.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from tablee.bots.mind import Mind
from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.levels import STRONGEST
from tablee.games.thoughts import Limit, Thought
from tablee.kernel.contract import States

ENOUGH = 0.02
"""An action that had so small a part of the games of the best one was hardly looked at."""
TIMES = 10
GAMES = (250, 500, 1000)
"""So many games are played from each of the actions, until it is clear or hopeless."""
RIVALS = 2
"""Actions that are played on besides the best."""
LEAST = 0.05
"""The margin that makes an action clearly best, in shares of the win."""
SURE = 3.0
"""So many standard deviations it must be above nothing."""

PlayOn = Callable[[States, int, int], Any]
"""From a state so many games to their ends, by a seed: a row for each, with the share of the win for each seat."""


class Checked(NamedTuple):
    """What was found: the best action, what each is worth, by how much the best is ahead, and how surely."""

    best: str
    worths: dict[str, float]
    margin: float
    error: float
    how: str
    games: int = 0
    """So many of them in thought, or played."""

    @property
    def is_clear(self) -> bool:
        """Is one action clearly best?"""
        return self.margin >= max(LEAST, SURE * self.error)


def worths_of(thought: Thought, seat: int) -> dict[str, float]:
    """What each action is worth that was looked at well enough."""
    most = max((one.visits for one in thought.considered), default=0)
    return {one.action: one.values[seat] for one in thought.considered if one.visits >= ENOUGH * most}


def margin_of(worths: Mapping[str, float], best: str) -> float:
    """By how much the best is ahead of all others; 0 if nothing else was looked at."""
    others = [worth for action, worth in worths.items() if action != best]
    return worths[best] - max(others) if others else 0.0


def is_by_eye(folder: GameFolder, thought: Thought) -> bool:
    """Did a brain judge without a game in thought?"""
    return folder.brain.has("think") and not any(one.visits for one in thought.considered)


def check(folder: GameFolder, knowledge: Document, thought: Thought, seat: int, seed: int) -> Checked | None:
    """Think ten times as much as the thought did; None if nothing is clear then."""
    worths = worths_of(thought, seat)
    if is_by_eye(folder, thought):
        play_on = play_on_of(folder)
        return _played_on(folder, folder.read(knowledge), worths, seat, seed, play_on) if play_on else None
    if not thought.simulations:
        return Checked(thought.action, worths, margin_of(worths, thought.action), 0.0, "exact")
    return _clear(_thought_about(folder, knowledge, thought, seat, seed))


def _clear(checked: Checked | None) -> Checked | None:
    return checked if checked is not None and checked.is_clear else None


# ---- thinking more ---------------------------------------------------------------------------------------------------


def _thought_about(folder: GameFolder, knowledge: Document, first: Thought, seat: int, seed: int) -> Checked | None:
    """The strongest level thinks as often as it takes; all of its thoughts must agree on what is best."""
    thoughts: list[Thought] = []
    while sum(one.simulations for one in thoughts) < TIMES * first.simulations:
        thought = Mind(folder, STRONGEST).choose(knowledge, Limit(), seed + len(thoughts))
        worths = worths_of(thought, seat)
        if max(worths, key=worths.__getitem__) != first.action or thought.action != first.action:
            return None
        if not thought.simulations:
            return Checked(thought.action, worths, margin_of(worths, thought.action), 0.0, "exact")
        thoughts.append(thought)
    return _added_up(thoughts, first.action, seat)


def _added_up(thoughts: Sequence[Thought], best: str, seat: int) -> Checked:
    """Several thoughts as one, of as many games."""
    visits: dict[str, int] = {}
    sums: dict[str, float] = {}
    for one in (one for thought in thoughts for one in thought.considered):
        visits[one.action] = visits.get(one.action, 0) + one.visits
        sums[one.action] = sums.get(one.action, 0.0) + one.visits * one.values[seat]
    seen = [action for action, count in visits.items() if count >= max(1.0, ENOUGH * visits[best])]
    worths = {action: sums[action] / visits[action] for action in seen}
    rivals = [action for action in seen if action != best]
    if not rivals:
        return Checked(best, worths, 0.0, 0.0, "tenfold")
    rival = max(rivals, key=worths.__getitem__)
    error = math.hypot(*(_error(worths[action], visits[action]) for action in (best, rival)))
    games = sum(thought.simulations for thought in thoughts)
    return Checked(best, worths, worths[best] - worths[rival], error, "tenfold", games)


def _error(chance: float, games: int) -> float:
    """One standard deviation of as many games."""
    within = min(max(chance, 0.01), 0.99)
    return math.sqrt(within * (1 - within) / games)


# ---- playing on ------------------------------------------------------------------------------------------------------


def play_on_of(folder: GameFolder) -> PlayOn | None:
    """How a game plays many games from a state, if it knows."""
    name = f"{folder.rules.__name__.rpartition('.')[0]}.learning"
    try:
        return getattr(import_module(name), "play_on", None)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def _played_on(
    folder: GameFolder, state: States, worths: dict[str, float], seat: int, seed: int, play_on: PlayOn
) -> Checked | None:
    """Play the best and its rivals to the end, until it is clear or hopeless."""
    order = sorted(worths, key=worths.__getitem__, reverse=True)[: 1 + RIVALS]
    codes, won, games = folder.codes(state), dict.fromkeys(order, 0.0), 0
    for most in GAMES:
        for place, action in enumerate(order):
            after = folder.step(state, codes[action])
            won[action] += float(
                play_on(after, most - games, seed + place * len(GAMES) + GAMES.index(most))[:, seat].sum()
            )
        games = most
        found = _compared({action: wins / games for action, wins in won.items()}, games)
        if found.is_clear:
            # What was not played on keeps the distance to the best at which it was seen.
            rest = {action: max(found.worths[order[0]] - worths[order[0]] + worths[action], 0.0) for action in worths}
            return found._replace(worths={**rest, **found.worths})
        if found.margin + 2 * found.error < LEAST:
            return None
    return None


def _compared(means: dict[str, float], games: int) -> Checked:
    best, *rivals = means
    rival = max(rivals, key=means.__getitem__)
    error = math.hypot(_error(means[best], games), _error(means[rival], games))
    return Checked(best, means, means[best] - means[rival], error, "played on", games)
