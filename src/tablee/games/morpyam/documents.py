"""Actions, states and facts of Morpyam as texts and plain values."""

from collections import Counter
from typing import Any, NamedTuple

from tablee.games.bitboards import bitboards
from tablee.games.dice.throws import throw_text
from tablee.games.document import Document, field, in_hand, number, refuse
from tablee.games.fields import DERIVED, OPTIONAL, counts, dice, flags, one_of, whole, word
from tablee.games.morpyam import figures, rules
from tablee.games.morpyam.figures import FIGURES, GRID, HANDFULS, NO_FIGURE, SIDE, SQUARE_NAMES
from tablee.games.morpyam.rules import CHOOSE_PHASE, DICE_PHASE, OVER_PHASE, PHASES, START_PHASE, THROW_PHASE
from tablee.games.ware.squares import rows_of, squares_text
from tablee.kernel.contract import States

_BITS = dict(zip(SQUARE_NAMES, figures.BIT.tolist(), strict=True))
_DICE = [throw_text(handful) for handful in HANDFULS]
ACTIONS = (
    "roll",
    *(f"call {text}" for text in FIGURES),
    *(f"place {name}" for name in SQUARE_NAMES),
    *(f"keep {text or '-'}" for text in _DICE),
    *(f"start {seat}" for seat in range(4)),
    *(f"dice {text}" for text in _DICE),
)

# ---- facts ------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """Tokens of one seat in a row, three or more."""

    seat: int
    direction: int
    """0 along a rank, 1 up a file, 2 and 3 aslant: rising and falling."""
    squares: tuple[str, ...]
    """From the left to the right, or upwards."""
    points: int

    @property
    def ends(self) -> str:
        """Its first and its last square."""
        return f"{self.squares[0]}–{self.squares[-1]}"

    @property
    def is_ko(self) -> bool:
        """Does it win at once?"""
        return len(self.squares) >= rules.FIVE


def facts_of(facts: dict[str, Any], state: States) -> dict[str, Any]:  # noqa: ARG001
    """The rows; the squares that may be covered; whether something can be called, and whether a call came out."""
    return {
        "rows": tuple(_row(*row) for row in facts["rows"][: facts["count"]]),
        "open": [name for name, bit in _BITS.items() if facts["open"] & bit],
        "may_call": bool(facts["may_call"]),
        "came_out": bool(facts["came_out"]),
    }


def _row(seat: int, direction: int, first: int, length: int, points: int) -> Row:
    step = (1, SIDE, SIDE + 1, SIDE - 1)[direction]
    squares = tuple(SQUARE_NAMES[first + at * step] for at in range(length))
    return Row(seat, direction, squares if direction < 3 else squares[::-1], points)


# ---- states -----------------------------------------------------------------------------------------------


FIELDS = {
    "board": bitboards(_BITS, of="tokens"),
    "hands": counts(rules.TOKENS_EACH).but(default=OPTIONAL),
    "turn": whole(3).but(write=lambda turn, fields: None if fields["phase"] == START_PHASE else turn, default=DERIVED),
    "phase": word(PHASES),
    "throws": whole(rules.MOST_THROWS).but(default=0),
    "dice": dice(HANDFULS[1:], nothing=[]),
    "kept": dice(HANDFULS[1:], nothing=[]),
    "call": one_of({NO_FIGURE: None, **{figure: FIGURES[figure] for figure in figures.CALLS}}),
    "left": flags(),
    "morpyams": whole(2).but(default=0, given=lambda options: options["double_morpyam"] == "ko"),
}


def board_text(view: Document) -> str:
    """The grid as lines of text: a token as P and its seat, a free square as its figure."""
    tokens = {name: f"P{seat}" for name, seat in view["board"].items()}
    return squares_text(rows_of(SIDE, SIDE), {**GRID, **tokens}, width=7)


# ---- what no field can know -------------------------------------------------------------------------------


def settle(document: Document, states: States) -> None:
    """Count hands, see that all fits together, and pass the turn on if the seat has left."""
    state = states[0]
    players, phase = int(state.players), int(state.phase)
    staying = [seat for seat in range(players) if not state.left[seat]]
    placed = [int(tokens).bit_count() for tokens in state.tokens[:players]]
    state.hands[:players] = in_hand(document, "hands", placed, rules.TOKENS_EACH[players])
    if phase != START_PHASE:
        state.turn = number(field(document, "turn", int), "turn", 0, players - 1)
    if state.dice:
        field(document, "throws", int)
    number(int(state.throws), f"'throws' in the phase {PHASES[phase]!r}", *_THROWS_MADE[phase])
    most = {START_PHASE: 0, OVER_PHASE: 2}.get(phase, 1)
    number(int(state.morpyams), f"'morpyams' in the phase {PHASES[phase]!r}", 0, most)
    for fault, is_so in (_dice_faults(state) | _end_faults(state, staying)).items():
        refuse(is_so, fault)
    if phase == OVER_PHASE:
        state.ended = rules.LEFT if len(staying) == 1 else rules.ending(state, state.turn)
    elif phase != START_PHASE and state.turn not in staying:
        rules.pass_on(state)


_THROWS_MADE = {START_PHASE: (0, 0), THROW_PHASE: (0, 2), DICE_PHASE: (0, 2), CHOOSE_PHASE: (1, 3), OVER_PHASE: (0, 0)}
"""The least and the most throws that can have been made in each phase."""


def _dice_faults(state: Any) -> dict[str, bool]:
    """What may be wrong with the last throw, with what is kept of it, and with a call."""
    lie, kept, calls = HANDFULS[state.dice], HANDFULS[state.kept], state.call != NO_FIGURE
    throwing, choosing = state.phase in (THROW_PHASE, DICE_PHASE), state.phase == CHOOSE_PHASE
    again = Counter(kept) <= Counter(lie) and len(kept) < figures.DICE_COUNT
    sure = state.call == figures.CARRE and state.sure_call and figures.FOUR_ALIKE[state.kept]
    return {
        "five dice lie once there has been a throw this turn, and none before": len(lie) != 5 * (state.throws > 0),
        "dice are kept only for a coming throw": bool(kept) and not throwing,
        "the dice kept must be among those that lie, and at least one is thrown again": not again,
        "a figure is called only from the throw until the next decision": calls
        and state.phase not in (DICE_PHASE, CHOOSE_PHASE),
        "sec is called before the first throw only": state.call == figures.SEC and state.throws != choosing,
        "a figure is called, and no appel square is free": calls and not rules.free_squares(state, figures.APPEL),
        "a carré is called that is certain, and sure calls are refused": sure,
    }


def _end_faults(state: Any, staying: list[int]) -> dict[str, bool]:
    """What may be wrong with a game that is over, which only the seat whose turn it is can have ended, or is not."""
    seat, over = int(state.turn), state.phase == OVER_PHASE
    ended = [other for other in range(int(state.players)) if rules.ending(state, other)]
    last = state.phase == CHOOSE_PHASE and state.throws == rules.MOST_THROWS
    return {
        f"the game is over, and seat {seat}, which has left, cannot have ended it": over and seat not in staying,
        f"the game is over, and seat {seat} has done nothing that ends it": over
        and seat not in ended
        and len(staying) > 1,
        "only one seat remains, and yet the game is not over": not over and len(staying) == 1,
        "a seat has five in a row or no token left, and yet the game is not over": not over and bool(ended),
        "after the third throw nothing can be covered, so there is nothing to choose": last
        and not rules.open_squares(state),
    }
