"""The rules of Morpyam, compiled.

States refer to handfuls of dice and to figures by their numbers in the tables below. Each seat's tokens are a bitboard.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER
from tablee.engine.states import MOST_SEATS, first_state, leaders, next_seat, record, staying
from tablee.games.morpyam import OPTIONS
from tablee.games.shared.dice.throws import Throw, falls_of, handfuls, keeps_of
from tablee.games.shared.squares import bits_of, has_row, row_starts, square_names, steps_of

DICE_COUNT = 5
FACES = 6

# ---- figures ----------------------------------------------------------------------------------------------

FIGURES = ("", "1", "2", "3", "4", "5", "6", "ps", "suite", "full", "carre", "mini", "maxi", "morpyam", "sec", "appel")
"""The figures by number: a brelan's number is its value, and 0 is none."""
NO_FIGURE = 0
PETITE_SUITE, SUITE, FULL, CARRE, MINI, MAXI, MORPYAM, SEC, APPEL = range(7, 16)

SEC_FIGURES = (MORPYAM, CARRE, MAXI, MINI, SUITE, FULL)  # the figures that make a sec at the first throw
CALLS = (*SEC_FIGURES, SEC)  # the figures that may be called; sec only before the first throw


def _has_run(throw: Throw, length: int) -> bool:
    values = set(throw)
    return any(values.issuperset(range(first, first + length)) for first in range(1, FACES + 2 - length))


_NEEDS: dict[int, Callable[[Throw], bool]] = {
    **{value: lambda throw, value=value: throw.count(value) >= 3 for value in range(1, FACES + 1)},  # type: ignore[misc]
    PETITE_SUITE: lambda throw: _has_run(throw, 4),
    SUITE: lambda throw: _has_run(throw, 5),
    FULL: lambda throw: sorted(Counter(throw).values()) == [2, 3],
    CARRE: lambda throw: max(Counter(throw).values()) >= 4,
    MINI: lambda throw: sum(throw) <= 8,
    MAXI: lambda throw: sum(throw) >= 27,
    MORPYAM: lambda throw: max(Counter(throw).values()) == 5,
    SEC: lambda throw: any(_NEEDS[figure](throw) for figure in SEC_FIGURES),
}


def figures_of(throw: Throw) -> list[int]:
    """The figures that five dice make at a first throw, without appel.

    >>> [FIGURES[figure] for figure in figures_of((2, 5, 5, 5, 5))]
    ['5', 'carre', 'sec']
    """
    return [figure for figure, needs in _NEEDS.items() if needs(throw)]


# ---- the grid ---------------------------------------------------------------------------------------------

SIDE = 6
SQUARE_NAMES = square_names(SIDE, SIDE)
SQUARES = len(SQUARE_NAMES)
_RANKS = """
6: 1  2     3       4       6     ps
5: 6  carre sec     suite   mini  5
4: 5  appel maxi    morpyam full  1
3: 3  full  morpyam mini    appel 2
2: 4  maxi  suite   sec     carre 3
1: ps 1     2       6       5     4
"""
_BY_NAME = {
    f"{file}{line[0]}": figure
    for line in _RANKS.strip().splitlines()
    for file, figure in zip("abcdef", line[2:].split(), strict=True)
}
GRID = {name: _BY_NAME[name] for name in SQUARE_NAMES}  # the figure on each square

STEPS = steps_of(SIDE)
BIT = bits_of(SIDE, SIDE)  # by square: a bitboard of it alone


def squares_bearing(figures: Iterable[int]) -> int:
    """The squares of some figures, as a bitboard."""
    texts = {FIGURES[figure] for figure in figures}
    return sum(bit for name, bit in zip(SQUARE_NAMES, BIT.tolist(), strict=True) if GRID[name] in texts)


BEARING = np.array([squares_bearing([figure]) for figure in range(len(FIGURES))], np.int64)
"""By figure: the squares that bear it."""


# ---- the tables of dice -----------------------------------------------------------------------------------

HANDFULS = handfuls(DICE_COUNT, FACES)
"""All handfuls of up to five dice: number 0 is empty, and those from `FIRST_THROW` on have five dice."""
FIRST_THROW = HANDFULS.index((1,) * DICE_COUNT)
THROWS = HANDFULS[FIRST_THROW:]
KEEPS_START, KEEPS = keeps_of(HANDFULS)  # by throw: the handfuls that may be kept of it
FALLS_START, FALLS, FALL_WAYS = falls_of(HANDFULS, FACES)
"""By kept handful: the throws it can lead to, and in how many ways the other dice can fall for each."""

_FITTED = [figures_of(handful) if len(handful) == DICE_COUNT else [] for handful in HANDFULS]
FITS = np.array([sum(1 << figure for figure in fitted) for fitted in _FITTED], np.int32)
"""By handful: the figures it makes at a first throw, a bit for each; none with fewer than five dice."""
FITTING = np.array([squares_bearing(fitted) for fitted in _FITTED], np.int64)
"""By handful: the squares of these figures."""
FOUR_ALIKE = np.array([len(handful) == 4 and len(set(handful)) == 1 for handful in HANDFULS])
"""By handful: is it four dice alike?"""


# ---- states and actions ----------------------------------------------------------------------------------------


TOKENS_EACH = {2: 17, 3: 11, 4: 8}
FIVE = 5  # the length of a row that wins at once
MOST_THROWS = 3  # the most throws in a turn
NO_DICE = 0  # the empty handful

STATE = record(
    ("morpyam", np.int64),  # the version of the rules
    ("tokens", np.int64, 4),  # on the grid, by seat, as bitboards
    ("dice", np.int16),  # the last throw of this turn, or NO_DICE
    ("kept", np.int16),  # what is kept of it for the coming throw
    ("players", np.int8),
    ("double_morpyam", np.int8),  # option: 1 if two morpyams in one turn win
    ("turn", np.int8),
    ("phase", np.int8),
    ("throws", np.int8),  # made this turn
    ("call", np.int8),  # a figure, or NO_FIGURE
    ("morpyams", np.int8),  # tokens placed with five alike this turn, when that can win
    ("ended", np.int8),  # 0 or the index of the reason
    ("hands", np.int8, 4),  # tokens in hand, by seat
    ("left", np.int8, 4),
    ("five_alike", np.int8),  # option: 1 if they go on any square they fit, 0 if on morpyam (or sec) while one is free
    ("sure_call", np.int8),  # option: 1 if a certain call is refused
    ("unused", np.int8, 2),  # pads a state to 64 bytes
)

PHASES = ("start", "throw", "dice", "choose", "over")
START_PHASE, THROW_PHASE, DICE_PHASE, CHOOSE_PHASE, OVER_PHASE = range(5)
REASONS = ("", "ko", "double_morpyam", "points", "left")
KO, DOUBLE_MORPYAM, POINTS, LEFT = range(1, 5)

# Actions: `roll`, `call` a figure, `place` on a square, `keep` a handful. Outcomes: `start` of a seat, `dice` fallen.
ROLL = 0
CALL = ROLL + 1
PLACE = CALL + len(FIGURES)
KEEP = PLACE + SQUARES
ACTIONS = KEEP + len(HANDFULS)
START = ACTIONS
DICE = START + 4
MOST_ACTIONS = len(THROWS)
MOST_STEPS = 20_000  # nothing bounds a game of unlucky dice; the longest of 72,000 random games had 5,209 steps


@compiled
def set_up(state: Any, seed: int) -> None:
    """Nothing of the set-up is random."""


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    """The state before the throw for the start. Nothing of the set-up is random."""
    states = first_state(STATE, players, options, OPTIONS)
    states[0].hands[:players] = TOKENS_EACH[players]
    return states


@compiled
def to_act(state: Any) -> int:
    """The seat to act, `CHANCE` when dice are to fall, or `OVER`."""
    if state.phase == OVER_PHASE:
        return OVER
    if state.phase == START_PHASE or state.phase == DICE_PHASE:
        return CHANCE
    return int(state.turn)


# ---- legal actions ----------------------------------------------------------------------------------------


@compiled
def free_squares(state: Any, figure: int) -> int:
    """The free squares that bear a figure, as a bitboard."""
    return int(BEARING[figure] & ~taken(state))


@compiled
def taken(state: Any) -> int:
    """The squares that tokens lie on, as a bitboard."""
    return int(state.tokens[0] | state.tokens[1] | state.tokens[2] | state.tokens[3])


@compiled
def came_out(state: Any) -> bool:
    """Do the dice show the figure that was called?"""
    # No need to check the number of throws for sec: it is called only before the first.
    return bool(state.call != NO_FIGURE and FITS[state.dice] >> state.call & 1)


@compiled
def open_squares(state: Any) -> int:
    """The squares that may be covered with the dice as they lie, as a bitboard."""
    if came_out(state):
        return free_squares(state, APPEL)
    if state.call != NO_FIGURE and state.throws == MOST_THROWS:
        return 0
    squares = FITTING[state.dice] & ~taken(state)
    if state.throws > 1:
        squares &= ~BEARING[SEC]
    if squares & BEARING[MORPYAM] and not state.five_alike:
        squares &= BEARING[MORPYAM] | BEARING[SEC]
    return int(squares)


@compiled
def legal(state: Any, actions: Any) -> int:
    """Before a throw, `roll` or `call`; after it, `place`, or `keep` to throw again."""
    if state.phase == THROW_PHASE:
        return _ways_to_throw(state, actions)
    count = _fill_places(open_squares(state), actions)
    if state.throws < MOST_THROWS and not came_out(state):
        for entry in range(KEEPS_START[state.dice], KEEPS_START[state.dice + 1]):
            actions[count] = KEEP + KEEPS[entry]
            count += 1
    return count


@compiled
def _ways_to_throw(state: Any, actions: Any) -> int:
    actions[0] = ROLL
    if not free_squares(state, APPEL):
        return 1
    count = 1
    for figure in CALLS:
        if figure == SEC and state.throws > 0:
            continue
        if figure == CARRE and state.sure_call and FOUR_ALIKE[state.kept]:
            continue
        actions[count] = CALL + figure
        count += 1
    return count


@compiled
def _fill_places(squares: int, actions: Any) -> int:
    # Without a branch, which would be mispredicted too often.
    count = 0
    for square in range(SQUARES):
        actions[count] = PLACE + square
        count += squares & BIT[square] != 0
    return count


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:
    """Which seat starts, all equally likely; or how the dice that are not kept can fall."""
    count = 0
    if state.phase == START_PHASE:
        for seat in range(state.players):
            actions[count], weights[count] = START + seat, 1
            count += 1 - state.left[seat]
        return count
    for entry in range(FALLS_START[state.kept], FALLS_START[state.kept + 1]):
        actions[count], weights[count] = DICE + FALLS[entry], FALL_WAYS[entry]
        count += 1
    return count


# ---- steps ------------------------------------------------------------------------------------------------


@compiled
def apply(state: Any, action: int) -> None:
    """Carry out a step."""
    if action >= DICE:
        state.dice = action - DICE
        state.kept = NO_DICE
        state.throws += 1
        state.phase = CHOOSE_PHASE
        if state.throws == MOST_THROWS and not open_squares(state):
            pass_on(state)
    elif action >= START:
        state.turn = action - START
        state.phase = THROW_PHASE
    elif action >= KEEP:
        state.kept = action - KEEP
        state.call = NO_FIGURE
        state.phase = THROW_PHASE
    elif action >= PLACE:
        _place(state, action - PLACE)
    else:
        state.call = NO_FIGURE if action == ROLL else action - CALL
        state.phase = DICE_PHASE


@compiled
def _place(state: Any, square: int) -> None:
    five_alike = FITS[state.dice] >> MORPYAM & 1
    state.tokens[state.turn] |= BIT[square]
    state.hands[state.turn] -= 1
    state.morpyams += five_alike & state.double_morpyam
    _take_up(state)
    state.ended = ending(state, state.turn)
    if state.ended:
        state.phase = OVER_PHASE
    elif not five_alike:
        pass_on(state)


@compiled
def ending(state: Any, seat: int) -> int:
    """The reason for which a seat has ended the game, or 0."""
    if has_row(state.tokens[seat], STEPS, FIVE):
        return KO
    if state.morpyams == 2:
        return DOUBLE_MORPYAM
    return 0 if state.hands[seat] else POINTS


@compiled
def _take_up(state: Any) -> None:
    """Take the dice up for a new turn."""
    state.phase = THROW_PHASE
    state.throws = 0
    state.dice = NO_DICE
    state.kept = NO_DICE
    state.call = NO_FIGURE


@compiled
def pass_on(state: Any) -> None:
    """Give the turn to the next seat that has not left."""
    _take_up(state)
    state.morpyams = 0
    state.turn = next_seat(state, state.turn)


@compiled
def leave(state: Any, seat: int) -> None:
    """A seat leaves: its tokens stay, its throw is dropped."""
    state.left[seat] = 1
    if staying(state) == 1:
        state.turn = seat
        pass_on(state)
        state.phase, state.ended = OVER_PHASE, LEFT
    elif seat == state.turn and state.phase != START_PHASE:
        pass_on(state)


# ---- rows and points --------------------------------------------------------------------------------------


@compiled
def points_of_row(length: int, players: int) -> int:
    """Three in a row count 1; four count 2, or 3 with more than two players; five or more win and count 0."""
    if length == 4:
        return 2 if players == 2 else 3
    return int(length == 3)


@compiled
def points_in_rows(tokens: int, players: int) -> int:
    """The points of all rows in a bitboard of tokens."""
    points = 0
    for step in STEPS:
        for length in range(3, 5):
            starts = row_starts(tokens, step, length)
            while starts:
                starts &= starts - 1
                points += points_of_row(length, players)
    return points


@compiled
def scores(state: Any, scores: Any) -> None:
    """The points of each seat's rows, and 1 for placing the last token."""
    for seat in range(state.players):
        scores[seat] = points_in_rows(state.tokens[seat], state.players)
    if state.ended == POINTS:
        scores[state.turn] += 1


@compiled
def winners(state: Any) -> int:
    """The seat that ended the game; if points decide and others have more, the seats with the most."""
    own = 1 << int(state.turn)
    if state.ended != POINTS:
        return own if state.ended else 0
    points = np.zeros(MOST_SEATS, np.int32)
    scores(state, points)
    best = leaders(state, points)
    return own if best & own else best


# ---- facts ------------------------------------------------------------------------------------------------

MOST_ROWS = 40  # the most rows on a grid: two on each of 14 lines of six squares, one on each of 12 shorter lines
FACTS = record(
    ("open", np.int64),  # the squares that may be covered, as a bitboard
    ("came_out", np.int64),  # 1 if the dice show the figure that was called
    ("may_call", np.int64),  # 1 if an appel square is free
    ("count", np.int64),  # of rows
    ("rows", np.int64, (MOST_ROWS, 5)),  # each: seat, direction as in STEPS, first square, length, points
)


@compiled
def facts(state: Any, facts: Any) -> None:
    """The squares that may be covered, whether a figure may be called, and the rows of three and more."""
    facts.may_call = free_squares(state, APPEL) != 0
    if state.phase == CHOOSE_PHASE:
        facts.open = open_squares(state)
        facts.came_out = came_out(state)
    for seat in range(state.players):
        for direction in range(len(STEPS)):
            for length in range(3, SIDE + 1):
                _list_rows(state, seat, direction, length, facts)


@compiled
def _list_rows(state: Any, seat: int, direction: int, length: int, facts: Any) -> None:
    starts = row_starts(state.tokens[seat], STEPS[direction], length)
    for square in range(SQUARES):
        if starts & BIT[square]:
            row = facts.rows[facts.count]
            row[0], row[1], row[2], row[3] = seat, direction, square, length
            row[4] = points_of_row(length, state.players)
            facts.count += 1
