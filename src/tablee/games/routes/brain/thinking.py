"""How bots play the route games: they plan which cities to link, gather what that costs, and know when to end the game.

Every level weighs the routes within its sight and walks towards the best of them. Higher ones judge better, see dearer
routes and more steps, ask what remains after a route, and see when somebody else may end the game; the two highest play
on in thought.

What those say of an action is how often each seat won after it in thought. The others make a guess of its worth in
points, added to the lead as it stands; what wins or loses for certain lies near 1 or 0.
"""

import math
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from tablee.games.routes.brain.endings import (
    attractions,
    best_last_route,
    chance_after,
    guess_predictions,
    is_threatened,
    outcome,
    takes_the_last_cube,
)
from tablee.games.routes.brain.plans import WIN
from tablee.games.routes.brain.sight import (
    A_TURN_LATER,
    DEAREST,
    legal_codes,
    payable_routes,
    play_to_the_end,
    steps_of,
    taste_of,
    worths_of,
)
from tablee.games.routes.rules.turn import END, ENDED, MOVE, MOVE_TO, PLACE, PLACE_ON, PREDICT, PREDICT_CITY
from tablee.games.thoughts import Limit, Opinion, TimeIsUp, values_for
from tablee.kernel import calls
from tablee.kernel.chance import new_random
from tablee.kernel.contract import States


class Sight(NamedTuple):
    """How far a level sees."""

    cubes: int  # it considers routes up to this price
    steps: int  # so many steps it looks ahead, besides the one that it takes
    blur: float = 0.0  # by how much it misjudges things, as a standard deviation, in points
    compares: bool = True  # it asks what remains after a route, rather than building whenever it can
    wary: bool = True  # it sees when another seat can end the game and win
    games: int = 0  # so many it plays in thought before it decides in Netzwerk; twice as many in Morisi


LEVELS = {
    1: Sight(cubes=4, steps=0, blur=1.2, compares=False, wary=False),
    2: Sight(cubes=5, steps=1, blur=0.3, compares=False, wary=False),
    3: Sight(cubes=6, steps=3, blur=0.1),
    4: Sight(cubes=6, steps=3, blur=0.1, games=30),
    5: Sight(cubes=6, steps=3, blur=0.1, games=700),
}
"""Even the highest misjudge things a little: measured, level 3 loses more often if it does not, perhaps as it then
walks to and fro between plans that are as good."""
IN_THOUGHT = Sight(cubes=4, steps=1)
"""What those see who play in thought."""

A_CUBE = 0.2
"""What a cube is worth that no plan needs."""
WON = 0.9 * WIN
"""More than this is worth only what wins with this very turn; a plan that wins with the next one is worth less."""
AN_END = 10 * WIN
"""What it is worth to win or to lose for certain, against all plans."""
WORTH_A_RISK = 0.6
"""The chance to win above which one ends the game."""
A_LEAD, LARGE_LEAD = 0.25, 20
"""What a lead of so many points at the end of such a game counts for besides; with less luck in it, it tells sooner."""
MOST_CONSIDERED = 6
"""Of so many the highest levels play on in thought."""
FOR_THE_PLAN = 0.7
"""By so many games won in thought, times the root of their number, the best plan is preferred to others."""


class Option(NamedTuple):
    """Something that a bot might do."""

    worth: float
    codes: tuple[int, ...]  # an action, or all sticks of a route


def think(state: States, level: int, seed: int, limit: Limit) -> list[Opinion]:
    """What a bot of that level thinks of actions, first the one that it plays."""
    sees, random, is_up = LEVELS[level], Random(seed), limit.start()
    thought = calls.copy(state)
    guess_predictions(thought, int(thought[0].turn), random)
    options = sorted(
        (
            option._replace(worth=option.worth + random.gauss(0.0, sees.blur))
            for option in _options(thought, sees, random)
        ),
        reverse=True,
    )
    if sees.games and len(options) > 1 and _is_open(thought) and options[0].worth < WON and not is_up():
        return _once_each(_thought_over(thought, options, limit.most(_games(thought, sees)), random, is_up))
    lead = outcome(thought, int(thought[0].turn), random)[1]
    return _once_each(Opinion(option.codes[0], _guess(thought, lead + option.worth)) for option in options)


def _once_each(opinions: Iterable[Opinion]) -> list[Opinion]:
    """Of several routes that begin with the same stick, what is thought of the best."""
    found: dict[int, Opinion] = {}
    for opinion in opinions:
        found.setdefault(opinion.code, opinion)
    return list(found.values())


def _guess(state: States, lead: float) -> tuple[float, ...]:
    """What each seat may expect if the one to act leads by so many points in the end."""
    return values_for(state, 0.5 + 0.5 * lead / (LARGE_LEAD + abs(lead)))


def _games(state: States, sees: Sight) -> int:
    """How many games are played in thought: more in Morisi, where options differ less; fewer where they are long."""
    games = 2 * sees.games if state[0].needs_house or state[0].many_routes else sees.games
    return games // (int(state[0].players) - 1)


def _is_open(state: States) -> bool:
    """Is there more to consider than how to end a route, or the game?"""
    return not (state[0].phase == PREDICT or state[0].route or state[0].ending)


def _options(state: States, sees: Sight, random: Random) -> list[Option]:
    """What can be done, weighed as this level does."""
    if state[0].phase == PREDICT:
        return _predictions(state)
    if state[0].phase == PLACE:
        return _places(state, sees)
    if state[0].phase == MOVE:
        return _moves(state, sees, random)
    if state[0].route:
        return _ends_of_route(state)
    if state[0].ending:
        return [Option(0.0, best_last_route(state, random))]
    return _routes(state, sees)


def _predictions(state: States) -> list[Option]:
    """The cities that are likely to become the largest, one after the other."""
    likely = attractions(state)
    return [Option(20 * likely[code - PREDICT_CITY], (code,)) for code in legal_codes(state)]


def _places(state: States, sees: Sight) -> list[Option]:
    """Where to begin."""
    places = [code - PLACE_ON for code in legal_codes(state)]
    worths = worths_of(state, places, sees.cubes, min(sees.steps, 2)).tolist()
    return [Option(worth, (PLACE_ON + place,)) for place, worth in zip(places, worths, strict=True)]


def _moves(state: States, sees: Sight, random: Random) -> list[Option]:
    """Where to go."""
    places = [code - MOVE_TO for code in legal_codes(state)]
    worths = worths_of(state, places, sees.cubes, sees.steps).tolist()
    return [
        Option(_with_what_follows(state, place, worth, sees, random), (MOVE_TO + place,))
        for place, worth in zip(places, worths, strict=True)
    ]


def _with_what_follows(state: States, place: int, worth: float, sees: Sight, random: Random) -> float:
    """What a move is worth if it ends the game, or lets another seat end it; else what its plans and a cube are."""
    seat, after = int(state[0].turn), _after(state, (MOVE_TO + place,))
    if takes_the_last_cube(state, place):
        return AN_END * (chance_after(after, seat, random) - WORTH_A_RISK)
    if sees.wary and worth < WON and is_threatened(after, seat, random):
        worth -= AN_END / 4
    return worth + A_CUBE * bool(state[0].lying[place])


def _ends_of_route(state: States) -> list[Option]:
    """How to end the route begun."""
    routes = payable_routes(state, DEAREST, taste_of(state))
    return [Option(route.net, route.codes) for route in routes] or [Option(0.0, (code,)) for code in legal_codes(state)]


def _routes(state: States, sees: Sight) -> list[Option]:
    """Which route to build, if any."""
    routes = payable_routes(state, sees.cubes, taste_of(state))
    if not sees.compares:
        return [Option(route.net, route.codes) for route in routes] or [Option(0.0, (END,))]
    options = [Option(_outlook(state, sees), (END,))]
    for route in routes:
        after = _after(state, route.codes)
        rest = 0.0 if after[0].phase == ENDED else _outlook(after, sees, int(state[0].turn))
        options.append(Option(route.gain + rest, route.codes))
    return options


def _after(state: States, codes: tuple[int, ...]) -> States:
    after = calls.copy(state)
    for code in codes:
        calls.apply(after, code)
    return after


def _outlook(state: States, sees: Sight, seat: int | None = None) -> float:
    """What the plans of a seat, that at turn if not said, are worth before it moves again."""
    own = calls.copy(state)
    if seat is not None:
        own[0].turn = seat
    places = steps_of(own, int(own[0].turn)) or [int(own[0].pawns[own[0].turn])]
    return A_TURN_LATER * float(np.max(worths_of(own, places, sees.cubes, max(0, sees.steps - 1))))


# ---- playing on in thought ---------------------------------------------------------------------------------


class Trial:
    """An option that is tried out in thought."""

    def __init__(self, state: States, option: Option, *, is_planned: bool) -> None:
        self.codes = option.codes
        self.after = _after(state, option.codes)
        _place_all(self.after)
        self.is_planned = is_planned
        self.games, self.won = 0, 0.0
        self._shares = [0.0] * int(state[0].players)

    def play(self, seat: int, seed: int) -> None:
        """Play another game from here."""
        end = calls.copy(self.after)
        play_to_the_end(end, IN_THOUGHT.cubes, IN_THOUGHT.steps, new_random(seed))
        shares, lead = outcome(end, seat, Random(seed))
        self.games += 1
        self.won += shares[seat] + A_LEAD * max(-1.0, min(1.0, lead / LARGE_LEAD))
        self._shares = [total + share for total, share in zip(self._shares, shares, strict=True)]

    @property
    def worth(self) -> float:
        """How well the games went; luck in a few of them is no reason to drop what was planned."""
        return self.won / self.games + self.is_planned * FOR_THE_PLAN / math.sqrt(self.games)

    @property
    def opinion(self) -> Opinion:
        """How often each seat won."""
        return Opinion(self.codes[0], tuple(share / self.games for share in self._shares), self.games)


def _thought_over(
    state: States, options: list[Option], games: int, random: Random, is_up: TimeIsUp
) -> Iterator[Opinion]:
    """The options, the best first, by how often they win when all play on as hasty players would.

    Whatever does worse than half of the others is dropped, so that most games are played where it is hard to tell. When
    the time is up, all that are still compared have been played equally often.
    """
    seat, best = int(state[0].turn), options[:MOST_CONSIDERED]
    trials = [Trial(state, option, is_planned=option is best[0]) for option in best]
    dropped: list[Trial] = []
    games //= (len(trials) - 1).bit_length()
    while len(trials) > 1:
        for seed in [random.getrandbits(64) for _ in range(max(1, games // len(trials)))]:
            for trial in trials:
                trial.play(seat, seed)
            if is_up():
                break
        trials.sort(key=lambda trial: -trial.worth)
        left = 1 if is_up() else (len(trials) + 1) // 2
        trials, dropped = trials[:left], trials[left:] + dropped
    return (trial.opinion for trial in trials + dropped)


def _place_all(state: States) -> None:
    """Let all pawns that are not on the land yet be placed as well as can be seen at a glance."""
    while state[0].phase == PLACE:
        calls.apply(state, max(_places(state, IN_THOUGHT)).codes[0])
