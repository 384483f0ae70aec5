"""Morpyam."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from benchmarks.strategy.measures import Sample, exact, part
from benchmarks.strategy.morpyam_dice import chance_of, chance_of_square
from benchmarks.strategy.self_play import Played, Series, level_bot, states
from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.level_bots import considered_by
from tablee.games import GameDefinition
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.document import Document
from tablee.games.morpyam import rules, values
from tablee.games.morpyam.brain import MorpyamLevel, think_as
from tablee.games.morpyam.rules import GRID

SERIES = (
    Series("two", 2, 400, ("5",)),
    Series("three", 3, 44, ("5",)),
    Series("four", 4, 200, ("5",)),
    Series("without calls", 2, 300, ("5", "never calls")),
    Series("alone", 2, 200, ("5", "minds itself alone")),
)

OTHERS = {"never calls": MorpyamLevel(calls=False), "minds itself alone": MorpyamLevel(heeds=False)}


class Narrow(Bot):
    """Level 5, but for one thing that it does not see."""

    def __init__(self, definition: GameDefinition, sees: MorpyamLevel) -> None:
        self._definition, self._sees = definition, sees

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:  # noqa: ARG002
        """The best that it sees."""
        state = self._definition.read(knowledge)
        evaluator = values.to_evaluator(values.WEIGHTS[int(state[0].players)], self._sees.heeds)
        considered = considered_by(self._definition, state, think_as(state, self._sees, evaluator))
        return Thought(considered[0].action, considered)


def bot(definition: GameDefinition, name: str) -> Bot:
    """A level, or level 5 that does not see everything."""
    return Narrow(definition, OTHERS[name]) if name in OTHERS else level_bot(definition, name)


# ---- figures ---------------------------------------------------------------------------------------------------

RIM = [name for name in GRID if name[0] in "af" or name[1] in "16"]


class Look(NamedTuple):
    """What is noted of a game."""

    first: int
    turns: int
    placed: list[tuple[str, int]]  # the square, and after how many throws
    calls: list["Call"]
    calling_turns: int
    could: dict[int, list[bool]]  # by throw, when the dice fitted a free square: was a token placed?


class Call(NamedTuple):
    """A call."""

    sure: bool
    came_out: bool
    throw: int  # before which it was made


def look(game: Played, series: Series) -> Look:
    """Go through a game."""
    first, turns, calling_turns = 0, 0, 0
    placed: list[tuple[str, int]] = []
    calls: list[Call] = []
    could: dict[int, list[bool]] = {1: [], 2: []}
    called = False
    for state, text in states("morpyam", series, game):
        now = state[0]
        verb, _, what = text.partition(" ")
        if verb == "start":
            first = int(what)
        if verb in ("roll", "call") and now.throws == 0:
            turns += 1
            called = False
        if verb == "call":
            calling_turns += not called
            called = True
            kept = rules.HANDFULS[int(now.kept)]
            sure = what == "carre" and len(kept) == 4 and len(set(kept)) == 1
            calls.append(Call(sure, False, int(now.throws) + 1))
        if verb in ("place", "keep"):
            if now.call and rules.came_out(now) and calls:
                calls[-1] = calls[-1]._replace(came_out=True)
            if int(now.throws) in could and rules.open_squares(now):
                could[int(now.throws)].append(verb == "place")
        if verb == "place":
            placed.append((what, int(now.throws)))
    return Look(first, turns, placed, calls, calling_turns, could)


def figures(samples: Mapping[str, Sample]) -> dict[str, Any]:
    """All that is said of the game."""
    two, four = samples["two"], samples["four"]
    looks = [look(one, two.series) for one in two.games]
    chances = {figure: chance_of_square(figure) for figure in set(GRID.values())}

    def seat(name: str, after_first: int) -> dict[str, Any]:
        count = samples[name].series.players
        return samples[name].share(
            (game.share((begins(game) + after_first) % count), 1) for game in samples[name].games
        )

    def placed(which: Callable[[tuple[str, int]], bool]) -> dict[str, Any]:
        return two.share(part(one.placed, which, lambda _: True) for one in looks)

    def calls(of: Callable[[Call], bool], which: Callable[[Call], bool] = lambda _: True) -> dict[str, Any]:
        return two.share(part(one.calls, of, which) for one in looks)

    return {
        "figures": {
            "begins_two": seat("two", 0),
            "begins_three": seat("three", 0),
            "begins_four": seat("four", 0),
            "last_three": seat("three", -1),
            "last_four": seat("four", -1),
            **{f"chance_{figure}": exact(chance) for figure, chance in sorted(chances.items())},
            "ko": two.share((game.reason == "ko", 1) for game in two.games),
            "ko_four": four.share((game.reason == "ko", 1) for game in four.games),
            "turns": two.mean((one.turns, 1) for one in looks),
            "stops_1": two.share((sum(one.could[1]), len(one.could[1])) for one in looks),
            "stops_2": two.share((sum(one.could[2]), len(one.could[2])) for one in looks),
            "throw_1": placed(lambda token: token[1] == 1),
            "throw_3": placed(lambda token: token[1] == 3),
            "misses": two.share((one.turns - len(one.placed), one.turns) for one in looks),
            "middle": placed(lambda token: token[0] not in RIM),
            "calls": two.share((one.calling_turns, one.turns) for one in looks),
            "calls_out": calls(lambda call: call.came_out),
            "calls_sure": calls(lambda call: call.sure),
            "calls_third": calls(lambda call: call.throw == 3),
            "out_third": calls(lambda call: call.came_out, lambda call: call.throw == 3),
            "out_before": calls(lambda call: call.came_out, lambda call: call.throw < 3),
            "without_calls": samples["without calls"].won_by_bot("never calls"),
            "alone": samples["alone"].won_by_bot("minds itself alone"),
            "winner_points": two.mean((max(game.scores), 1) for game in two.games if game.reason == "points"),
        },
        "maps": {
            "chances": {
                **ON_GRID,
                "kind": "share",
                "values": {f"square {name}": round(chances[figure], 4) for name, figure in GRID.items()},
            },
        },
        "curves": {
            "throws": {
                "kind": "share",
                "lines": [
                    {"x": [1, 2, 3], "y": [round(chance_of(figure, throws), 3) for throws in (1, 2, 3)]}
                    for figure in ("ps", "full", "carre", "mini", "morpyam")
                ],
            },
        },
    }


ON_GRID = {"position": {"players": 2}, "cut": ["board"], "below": True}


def begins(game: Played) -> int:
    """Who begins, as the dice decided."""
    return int(game.log[0].partition(" ")[2])
