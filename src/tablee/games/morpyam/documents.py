"""Actions, states and facts of Morpyam as texts and plain values."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from tablee.games.dice.throws import throw_text
from tablee.games.document import Document, field, number, numbers_by_seat
from tablee.games.errors import BadState
from tablee.games.fields import DERIVED, Field, Values, counts, dice, flags, whole, word
from tablee.games.morpyam import rules
from tablee.games.morpyam.figures import (
    APPEL,
    BIT,
    CALLS,
    CARRE,
    DICE_COUNT,
    FIGURES,
    GRID,
    HANDFULS,
    NO_FIGURE,
    SEC,
    SIDE,
    SQUARE_NAMES,
)
from tablee.games.morpyam.rules import CHOOSE_PHASE, DICE_PHASE, OVER_PHASE, PHASES, START_PHASE, THROW_PHASE
from tablee.kernel.contract import States

_BITS = dict(zip(SQUARE_NAMES, BIT.tolist(), strict=True))
_DICE = [throw_text(handful) for handful in HANDFULS]
ACTIONS = (
    *(f"start {seat}" for seat in range(4)),
    "roll",
    *(f"call {text}" for text in FIGURES),
    *(f"place {name}" for name in SQUARE_NAMES),
    *(f"keep {text or '-'}" for text in _DICE),
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
    def name(self) -> str:
        """Its first and its last square."""
        return f"{self.squares[0]}-{self.squares[-1]}"

    @property
    def is_ko(self) -> bool:
        """Does it win at once?"""
        return len(self.squares) >= 5


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


def _write_board(tokens: Sequence[int], _: Values) -> dict[str, int]:
    return {name: seat for name, bit in _BITS.items() for seat, held in enumerate(tokens) if held & bit}


def _read_board(value: Any, what: str, state: Any) -> list[int]:
    tokens = [0] * int(state.players)
    for name, seat in field({what: value}, what, dict).items():
        if name not in _BITS:
            raise BadState(f"there is no square {name!r}")
        tokens[number(seat, f"the token on {name}", 0, len(tokens) - 1)] |= _BITS[name]
    return tokens


def _read_call(value: Any, what: str, _: Any) -> int:
    figure = FIGURES.index(value) if isinstance(value, str) and value in FIGURES else NO_FIGURE
    if value is not None and figure not in CALLS:
        raise BadState(f"{what!r}: {value!r} is no figure that can be called")
    return figure


FIELDS = {
    "board": Field(_write_board, _read_board, {}, of="tokens"),
    "hands": counts(max(rules.TOKENS_EACH.values())).but(default=DERIVED),
    "turn": whole(3).but(write=lambda turn, fields: None if fields["phase"] == START_PHASE else turn, default=DERIVED),
    "phase": word(PHASES),
    "throws": whole(rules.MOST_THROWS).but(default=0),
    "dice": dice(HANDFULS[1:], nothing=[]),
    "kept": dice(HANDFULS[1:], nothing=[]),
    "call": Field(lambda call, _: FIGURES[call] or None, _read_call, None),
    "left": flags(),
    "morpyams": whole(2).but(default=0, given=lambda options: options["double_morpyam"] == "ko"),
}


def board_text(view: Document) -> str:
    """The grid as lines of text, rank 6 first: a token as P and its seat, a free square as its figure."""
    board = view["board"]
    shown = {name: f"P{board[name]}" if name in board else figure for name, figure in GRID.items()}
    lines = [f"{rank}  " + "".join(f"{shown[f'{file}{rank}']:<8}" for file in "abcdef") for rank in range(6, 0, -1)]
    return "\n".join(line.rstrip() for line in [*lines, "   " + "".join(f"{file:<8}" for file in "abcdef")])


# ---- what no field can know -------------------------------------------------------------------------------


def settle(document: Document, states: States) -> None:
    """Count hands, see that all fits together, and pass the turn on if the seat has left."""
    state = states[0]
    _settle_hands(document, state)
    _check_dice(document, state)
    _check_call(state)
    if state.phase != START_PHASE:
        state.turn = number(field(document, "turn", int), "turn", 0, int(state.players) - 1)
    most = {START_PHASE: 0, OVER_PHASE: 2}.get(int(state.phase), 1)
    number(int(state.morpyams), f"'morpyams' in the phase {PHASES[state.phase]!r}", 0, most)
    if state.phase == OVER_PHASE:
        state.ended = _reason(state)
        return
    _check_going_on(state)
    if state.phase != START_PHASE and state.left[state.turn]:
        rules.pass_on(state)


def _settle_hands(document: Document, state: Any) -> None:
    players = int(state.players)
    each = rules.TOKENS_EACH[players]
    hands = [each - int(tokens).bit_count() for tokens in state.tokens[:players]]
    for seat, hand in enumerate(hands):
        if hand < 0:
            raise BadState(f"seat {seat} has {each - hand} tokens on the board, and only {each} in all")
    if "hands" in document and numbers_by_seat(document, "hands", players, each) != hands:
        raise BadState(f"the tokens in hand must be {hands}, to make {each} a seat with those on the board")
    state.hands[:players] = hands


_THROWS_MADE = {START_PHASE: (0, 0), THROW_PHASE: (0, 2), DICE_PHASE: (0, 2), CHOOSE_PHASE: (1, 3), OVER_PHASE: (0, 0)}
"""The least and the most throws that can have been made in each phase."""


def _check_dice(document: Document, state: Any) -> None:
    """The last throw, what is kept of it, and how many throws there have been."""
    lie, kept = HANDFULS[state.dice], HANDFULS[state.kept]
    if lie:
        field(document, "throws", int)
    number(int(state.throws), f"'throws' in the phase {PHASES[state.phase]!r}", *_THROWS_MADE[int(state.phase)])
    if len(lie) != (DICE_COUNT if state.throws else 0):
        raise BadState("five dice lie once there has been a throw this turn, and none before")
    if kept and state.phase not in (THROW_PHASE, DICE_PHASE):
        raise BadState("dice are kept only for a coming throw")
    if len(kept) == DICE_COUNT or Counter(kept) - Counter(lie):
        raise BadState("the dice kept must be among those that lie, and at least one is thrown again")


def _check_call(state: Any) -> None:
    if state.call == NO_FIGURE:
        return
    if state.phase not in (DICE_PHASE, CHOOSE_PHASE):
        raise BadState("a figure is called only from the throw until the next decision")
    if state.call == SEC and state.throws != (1 if state.phase == CHOOSE_PHASE else 0):
        raise BadState("sec is called before the first throw only")
    if not rules.free_squares(state, APPEL):
        raise BadState("a figure is called, and no appel square is free")
    if state.call == CARRE and state.sure_call and rules.is_sure(int(state.kept)):
        raise BadState("a carré is called that is certain, and sure calls are refused")


def _staying(state: Any) -> list[int]:
    return [seat for seat in range(int(state.players)) if not state.left[seat]]


def _reason(state: Any) -> int:
    """Why the game is over, which only the seat whose turn it is can have brought about."""
    seat = int(state.turn)
    if state.left[seat]:
        raise BadState(f"the game is over, and seat {seat}, which has left, cannot have ended it")
    if _staying(state) == [seat]:
        return rules.LEFT
    if rules.has_five(int(state.tokens[seat])):
        return rules.KO
    if state.morpyams == 2:
        return rules.DOUBLE_MORPYAM
    if not state.hands[seat]:
        return rules.POINTS
    raise BadState(f"the game is over, and seat {seat} has done nothing that ends it")


def _check_going_on(state: Any) -> None:
    if len(_staying(state)) == 1:
        raise BadState("only one seat remains, and yet the game is not over")
    for seat in range(int(state.players)):
        if rules.has_five(int(state.tokens[seat])):
            raise BadState(f"seat {seat} has five in a row, and yet the game is not over")
        if not state.hands[seat]:
            raise BadState(f"seat {seat} has placed all its tokens, and yet the game is not over")
    if state.phase == CHOOSE_PHASE and state.throws == rules.MOST_THROWS and not rules.open_squares(state):
        raise BadState("after the third throw nothing can be covered, so there is nothing to choose")
