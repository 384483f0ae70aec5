"""Who would win if a route game ended now: whether to end it, and whether somebody else is about to."""

from functools import lru_cache
from random import Random

import numpy as np

from tablee.games.routes.brain.sight import DEAREST, payable_routes, steps_of, taste_of
from tablee.games.routes.rules.record import NOWHERE, SEATS
from tablee.games.routes.rules.turn import END, ENDED, MOVE, MOVE_TO, POINTS
from tablee.kernel import calls
from tablee.kernel.contract import States

Land = tuple[tuple[int, ...], ...]
"""The hexes beside each hex."""
GUESSES = 8
"""How often the others' predictions are guessed."""


def attractions(state: States) -> tuple[float, ...]:
    """How likely each city is to become large: the nearer other cities are, the more."""
    fields = state[0]
    land = [[int(other) for other in fields.beside[place] if other != NOWHERE] for place in range(int(fields.hexes))]
    return _attractions(tuple(map(tuple, land)), tuple(fields.city.tolist()), int(fields.deserts))


@lru_cache(maxsize=64)
def _attractions(beside: Land, city: tuple[int, ...], deserts: int) -> tuple[float, ...]:
    places = sorted((place for place in range(len(beside)) if city[place] != NOWHERE), key=lambda place: city[place])
    return tuple(sum(0.5**steps for steps in _distances(beside, city, deserts, place) if steps > 1) for place in places)


def _distances(beside: Land, city: tuple[int, ...], deserts: int, start: int) -> list[int]:
    """How far other cities are over countryside."""
    found, seen, edge, steps = [], deserts | 1 << start, [start], 0
    while edge:
        steps += 1
        beyond = sorted({other for place in edge for other in beside[place] if not seen >> other & 1})
        seen |= sum(1 << place for place in beyond)
        found += [steps for place in beyond if city[place] != NOWHERE]
        edge = [place for place in beyond if city[place] == NOWHERE]
    return found


def guess_predictions(state: States, seat: int, random: Random) -> None:
    """Replace what the others have predicted by what they are likely to have: cities that may become large."""
    fields = state[0]
    if not fields.predicting:
        return
    likely = attractions(state)
    for other in range(int(fields.players)):
        if other != seat and fields.predictions[other, 2] != NOWHERE:
            blurred = [worth * random.uniform(0.5, 1.5) for worth in likely]
            fields.predictions[other] = sorted(range(len(likely)), key=lambda city: -blurred[city])[:3]


def standing(state: States, seat: int, random: Random, guesses: int = GUESSES) -> tuple[float, float]:
    """The chance that a seat has won, were the state to be scored now, and by how many points it leads."""
    scored = _scored(state)
    guesses = guesses if scored[0].predicting else 1
    chance = lead = 0.0
    for _ in range(guesses):
        guess_predictions(scored, seat, random)
        shares, ahead = _outcome(scored, seat)
        chance, lead = chance + shares[seat] / guesses, lead + ahead / guesses
    return chance, lead


def outcome(state: States, seat: int, random: Random) -> tuple[tuple[float, ...], float]:
    """Each seat's share of the victory, were the state to be scored now, and by how many points a seat leads."""
    scored = _scored(state)
    guess_predictions(scored, seat, random)
    return _outcome(scored, seat)


def _scored(state: States) -> States:
    scored = calls.copy(state)
    if scored[0].phase != ENDED:
        scored[0].phase, scored[0].ended = ENDED, POINTS
    return scored


def _outcome(state: States, seat: int) -> tuple[tuple[float, ...], float]:
    """The shares of the victory, and the lead over the best of the others."""
    scores, seats = np.zeros(SEATS, np.int32), range(int(state[0].players))
    winners, _ = calls.result(state, scores)
    shares = tuple((winners >> other & 1) / max(1, winners.bit_count()) for other in seats)
    others = [int(scores[other]) for other in seats if other != seat and not state[0].left[other]]
    return shares, float(scores[seat]) - max(others, default=0)


def chance_after(state: States, seat: int, random: Random) -> float:
    """The chance of a seat to win the game that ends with this turn, whoever has it building what serves them best."""
    last = calls.copy(state)
    while last[0].phase != ENDED:
        for code in best_last_route(last, random):
            calls.apply(last, code)
    return standing(last, seat, random)[0]


def best_last_route(state: States, random: Random) -> tuple[int, ...]:
    """The sticks of the route, or `END`, after which the seat at turn stands best."""
    seat = int(state[0].turn)
    chosen: tuple[int, ...] = (END,)
    best = (*standing(state, seat, random), 0.0)
    for route in payable_routes(state, DEAREST, taste_of(state, last=True)):
        after = calls.copy(state)
        for code in route.codes:
            calls.apply(after, code)
        value = (*standing(after, seat, random), route.gain)
        if value > best:
            best, chosen = value, route.codes
    return chosen


def takes_the_last_cube(state: States, place: int) -> bool:
    """Is the only cube of its colour there?"""
    fields = state[0]
    return bool(fields.lying[place] and fields.on_land[fields.kind[place]] == 1)


def is_threatened(state: States, seat: int, random: Random) -> bool:
    """Can another seat end the game with its next turn so that this one is likely to lose?"""
    for other in range(int(state[0].players)):
        if other == seat or state[0].left[other]:
            continue
        for place in steps_of(state, other):
            if takes_the_last_cube(state, place) and _chance_if_ended(state, other, place, seat, random) < 0.5:
                return True
    return False


def _chance_if_ended(state: States, other: int, place: int, seat: int, random: Random) -> float:
    after = calls.copy(state)
    after[0].turn, after[0].phase = other, MOVE
    calls.apply(after, MOVE_TO + place)
    return chance_after(after, seat, random)
