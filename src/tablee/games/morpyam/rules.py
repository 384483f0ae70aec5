"""The rules of Morpyam, compiled.

Dice are numbers of handfuls and figures are numbered, as `figures.py` says; tokens are bitboards, one a seat.
"""

from typing import Any

import numpy as np

from tablee.games.bitboards import has_row, row_starts
from tablee.games.morpyam import OPTIONS, figures
from tablee.games.morpyam.figures import APPEL, BEARING, BIT, FITS, MORPYAM, NO_FIGURE, SEC, SIDE, SQUARES, STEPS
from tablee.kernel.cache import compiled
from tablee.kernel.contract import CHANCE, OVER
from tablee.kernel.ranking import MOST_SEATS, leaders
from tablee.kernel.seats import next_seat, staying
from tablee.kernel.states import first_state, record

TOKENS_EACH = {2: 17, 3: 11, 4: 8}
FIVE = 5
"""So many in a row win at once."""
MOST_THROWS = 3
"""In a turn."""
NO_DICE = 0
"""The empty handful."""

STATE = record(
    ("morpyam", np.int64),  # the version of the rules
    ("tokens", np.int64, 4),  # on the grid, by seat, as bitboards
    ("dice", np.int16),  # the last throw of this turn, or NO_DICE
    ("kept", np.int16),  # what is kept of it for the coming throw
    ("players", np.int8),
    ("double_morpyam", np.int8),  # option: 1 when it wins
    ("turn", np.int8),
    ("phase", np.int8),
    ("throws", np.int8),  # made this turn
    ("call", np.int8),  # a figure, or NO_FIGURE
    ("morpyams", np.int8),  # tokens placed with five alike this turn, when that can win
    ("ended", np.int8),  # 0 or the index of the reason
    ("hands", np.int8, 4),  # tokens in hand, by seat
    ("left", np.int8, 4),
    ("five_alike", np.int8),  # option: 1 when they go on a free morpyam square
    ("sure_call", np.int8),  # option: 1 when it is refused
    ("unused", np.int8, 2),  # rounds a state off to 64 bytes
)

PHASES = ("start", "throw", "dice", "choose", "over")
START_PHASE, THROW_PHASE, DICE_PHASE, CHOOSE_PHASE, OVER_PHASE = range(5)
REASONS = ("", "ko", "double_morpyam", "points", "left")
KO, DOUBLE_MORPYAM, POINTS, LEFT = range(1, 5)

# Actions: `roll`, `call` a figure, `place` on a square, `keep` a handful. Outcomes: `start` of a seat, `dice` fallen.
ROLL = 0
CALL = ROLL + 1
PLACE = CALL + len(figures.FIGURES)
KEEP = PLACE + SQUARES
ACTIONS = KEEP + len(figures.HANDFULS)
START = ACTIONS
DICE = START + 4
MOST_ACTIONS = len(figures.THROWS)
MOST_STEPS = 20_000
"""Dice may fall badly for ever; of 72,000 games at random the longest had 5,209 steps."""


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


# ---- what may be done -------------------------------------------------------------------------------------


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
    # A called sec needs no look at the number of throws: it is called before the first one only.
    return bool(state.call != NO_FIGURE and FITS[state.dice] >> state.call & 1)


@compiled
def open_squares(state: Any) -> int:
    """The squares that may be covered now that the dice lie, as a bitboard."""
    if came_out(state):
        return free_squares(state, APPEL)
    if state.call != NO_FIGURE and state.throws == MOST_THROWS:
        return 0
    squares = figures.FITTING[state.dice] & ~taken(state)
    if state.throws > 1:
        squares &= ~BEARING[SEC]
    best = squares & BEARING[MORPYAM]
    return int(best if best and state.five_alike else squares)


@compiled
def legal(state: Any, actions: Any) -> int:
    """Before a throw, `roll` or `call`; after it, `place`, or `keep` to throw again."""
    if state.phase == THROW_PHASE:
        return _ways_to_throw(state, actions)
    count = _fill_places(open_squares(state), actions)
    if state.throws < MOST_THROWS and not came_out(state):
        for entry in range(figures.KEEPS_START[state.dice], figures.KEEPS_START[state.dice + 1]):
            actions[count] = KEEP + figures.KEEPS[entry]
            count += 1
    return count


@compiled
def _ways_to_throw(state: Any, actions: Any) -> int:
    actions[0] = ROLL
    if not free_squares(state, APPEL):
        return 1
    count = 1
    for figure in figures.CALLS:
        if figure == SEC and state.throws > 0:
            continue
        if figure == figures.CARRE and state.sure_call and figures.FOUR_ALIKE[state.kept]:
            continue
        actions[count] = CALL + figure
        count += 1
    return count


@compiled
def _fill_places(squares: int, actions: Any) -> int:
    # No branch: a misprediction a square would be slower.
    count = 0
    for square in range(SQUARES):
        actions[count] = PLACE + square
        count += squares & BIT[square] != 0
    return count


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:
    """Who starts, each seat alike; or how the dice that are not kept can fall."""
    count = 0
    if state.phase == START_PHASE:
        for seat in range(state.players):
            actions[count], weights[count] = START + seat, 1
            count += 1 - state.left[seat]
        return count
    for entry in range(figures.FALLS_START[state.kept], figures.FALLS_START[state.kept + 1]):
        actions[count], weights[count] = DICE + figures.FALLS[entry], figures.FALL_WAYS[entry]
        count += 1
    return count


# ---- what then happens ------------------------------------------------------------------------------------


@compiled
def apply(state: Any, action: int) -> None:
    """Carry out one step."""
    if action >= DICE:
        _fall(state, action - DICE)
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
def _fall(state: Any, handful: int) -> None:
    state.dice = handful
    state.kept = NO_DICE
    state.throws += 1
    state.phase = CHOOSE_PHASE
    if state.throws == MOST_THROWS and not open_squares(state):
        pass_on(state)


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
    """What a seat has reached that ends the game, or 0."""
    if has_row(state.tokens[seat], STEPS, FIVE):
        return KO
    if state.morpyams == 2:
        return DOUBLE_MORPYAM
    return 0 if state.hands[seat] else POINTS


@compiled
def _take_up(state: Any) -> None:
    """Take the dice up, for a new turn."""
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
    """The seat gives up; its tokens stay, its dice are dropped."""
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
    """Three in a row count 1, four 2 or, with more than two players, 3; five or more win, and count nothing."""
    if length == 4:
        return 2 if players == 2 else 3
    return int(length == 3)


@compiled
def points_in_rows(tokens: int, players: int) -> int:
    """What all rows of somebody's tokens count."""
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
    """What the rows of each seat count as they stand, and 1 for the last token placed."""
    for seat in range(state.players):
        scores[seat] = points_in_rows(state.tokens[seat], state.players)
    if state.ended == POINTS:
        scores[state.turn] += 1


@compiled
def winners(state: Any) -> int:
    """Who ended the game, unless points decide and others who stayed have more; these share a tie."""
    own = 1 << int(state.turn)
    if state.ended != POINTS:
        return own if state.ended else 0
    points = np.zeros(MOST_SEATS, np.int32)
    scores(state, points)
    best = leaders(state, points)
    return own if best & own else best


# ---- facts ------------------------------------------------------------------------------------------------

MOST_ROWS = 40
"""Two on each of the fourteen lines of six squares, one on each of the twelve that are shorter."""
FACTS = record(
    ("open", np.int64),  # the squares that may be covered, as a bitboard
    ("came_out", np.int64),  # 1 if the dice show the figure that was called
    ("may_call", np.int64),  # 1 if an appel square is free
    ("count", np.int64),  # of rows
    ("rows", np.int64, (MOST_ROWS, 5)),  # each: seat, direction as in STEPS, first square, length, points
)


@compiled
def facts(state: Any, facts: Any) -> None:
    """What may be covered and called, and the rows of three and more."""
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
