"""The texts of Morfals: squares, actions, and states as documents. `7c` is column 7, row c."""

from typing import Any

from tablee.games.dice.throws import throw_text
from tablee.games.document import Document, number
from tablee.games.errors import BadState
from tablee.games.fields import DERIVED, Field, counts, dice, flags, pieces, word
from tablee.games.morfals import rules
from tablee.games.morfals.rules import CANNIBALS, CLAIM, ENDED, FIRST_COLUMN, MATCH_POINTS, PHASES, PLACE, SIDE, START
from tablee.games.secrets import Secret
from tablee.kernel.contract import States

COLUMN_NAMES = tuple(str(FIRST_COLUMN + column) for column in range(SIDE))
ROW_NAMES = "abcdefg"
SQUARE_NAMES = tuple(column + row for column in COLUMN_NAMES for row in ROW_NAMES)
RIVER_NAME = COLUMN_NAMES[rules.RIVER]

ACTIONS = (
    [f"place {name}" for name in SQUARE_NAMES]
    + [f"eat {name}" for name in SQUARE_NAMES]
    + ["done", "announce", "silent"]
    + [f"roll {throw_text(throw)}" for throw in rules.THROWS]
    + ["start 0", "start 1"]
)
MOST_POINTS = MATCH_POINTS - 1 + CANNIBALS


def squares_of(bits: int) -> list[str]:
    """The names of the squares whose bits are set."""
    return [name for square, name in enumerate(SQUARE_NAMES) if bits >> square & 1]


def is_in_river(square: str) -> bool:
    """Is the square in column 6?"""
    return square.startswith(RIVER_NAME)


def _bits_of(names: Any, what: str, _: Any) -> int:
    if not isinstance(names, list) or not all(name in SQUARE_NAMES for name in names):
        raise BadState(f"the field {what!r} must be a list of squares")
    if len(set(names)) < len(names):
        raise BadState(f"the field {what!r} names a square twice")
    return sum(1 << SQUARE_NAMES.index(name) for name in names)


FIELDS = {
    "board": pieces(SQUARE_NAMES, lambda _: {1: 0, 2: 1}),
    "hands": counts(CANNIBALS).but(default=DERIVED),
    "turn": Field(
        lambda turn, fields: None if fields["phase"] == START else turn,
        lambda turn, *_: int(turn == 1),
        default=None,
    ),
    "dice": dice(rules.THROWS),
    "phase": word(PHASES),
    "trapped": Field(lambda bits, _: squares_of(bits), _bits_of, default=[]),
    "announced": flags(),
    "skip": flags(),
    "match_score": counts(MOST_POINTS, -MOST_POINTS).but(default=[0, 0]),
}
SECRETS = {"trapped": Secret(lambda _: [], when=lambda options: bool(options["capture"] == "claim"))}
"""What is trapped follows from what all have seen, but everybody must notice it for themselves."""
SECRET_FACTS = ("traps",)


def facts_of(facts: dict[str, Any], state: States) -> dict[str, Any]:  # noqa: ARG001
    """With names: what is trapped from each square of the column."""
    column = facts["column"]
    traps = {f"{column}{row}": squares_of(bits) for row, bits in zip(ROW_NAMES, facts["traps"], strict=True) if column}
    return facts | {"traps": traps}


def board_text(view: Document) -> str:
    """The board as lines of text, row a first; a cannibal is the number of its seat."""
    board = view["board"]
    lines = [f"{row}  " + " ".join(str(board.get(column + row, ".")) for column in COLUMN_NAMES) for row in ROW_NAMES]
    return "\n".join(["   " + " ".join(COLUMN_NAMES), *lines])


# ---- whether a document hangs together ------------------------------------------------------------------------


def settle(document: Document, states: States) -> None:
    """See that all fits together, and pass on what the seat whose turn it is cannot play."""
    state = states[0]
    if START < state.phase < ENDED:
        number(document.get("turn"), "turn", 0, 1)
    elif state.phase == START:
        state.turn = 0  # whatever is said of it
    _count_hands(document, state)
    _check_phase(state)
    _check_trapped(state)
    _check_told(state)
    _refuse(state.match_score.sum() != 0, "one seat loses what the other wins: the match scores must add up to 0")
    _refuse(state.match_score.any() and not state.match, "a single game has no match score")
    _refuse(state.left.any() and state.phase != ENDED, "a seat has left, and yet the game is not over")
    if state.phase == ENDED:
        state.ended = _reason(state)
    else:
        _settle_turn(state)


def _refuse(wrong: Any, why: str) -> None:
    if wrong:
        raise BadState(why)


def _count_hands(document: Document, state: Any) -> None:
    for seat in range(2):
        placed = int((state.board == 1 + seat).sum())
        _refuse(placed > CANNIBALS, f"seat {seat} has {placed} cannibals on the board, and only {CANNIBALS} in all")
        state.hands[seat] = CANNIBALS - placed
    hands = state.hands.tolist()
    given = FIELDS["hands"].read(document.get("hands", hands), "hands", state)
    _refuse(given != hands, f"the hands must be {hands}, to make {CANNIBALS} a seat with those on the board")


def _check_phase(state: Any) -> None:
    phase = PHASES[state.phase]
    _refuse(phase == "claim" and not state.capture, "the phase 'claim' is for the option capture 'claim' alone")
    _refuse(
        phase == "announce" and not state.last_man, "the phase 'announce' is for the option last_man 'announce' alone"
    )
    _refuse(state.phase == START and state.board.any(), "the game has not started, and yet cannibals are on the board")
    in_use = state.phase in (PLACE, CLAIM)
    _refuse(in_use and not state.dice, f"the phase {phase!r} needs the dice that were thrown")
    _refuse(state.dice and not in_use, f"no dice are in use in the phase {phase!r}")
    if state.phase == CLAIM:
        first = rules.COLUMN_OF[state.dice - 1] * SIDE
        placed = first >= 0 and (state.board[first : first + SIDE] == 1 + state.turn).any()
        _refuse(not placed, f"seat {state.turn} cannot have placed a cannibal with these dice")


def _check_trapped(state: Any) -> None:
    _refuse(state.trapped and state.phase != CLAIM, "cannibals can be trapped in the phase 'claim' alone")
    for name in squares_of(int(state.trapped)):
        safe = is_in_river(name) or state.board[SQUARE_NAMES.index(name)] != 2 - state.turn
        _refuse(safe, f"no enemy can be trapped on {name}")


def _check_told(state: Any) -> None:
    told = state.announced.any() or state.skip.any()
    _refuse(told and not state.last_man, "nobody announces or skips without the option last_man 'announce'")
    _refuse(state.phase == START and state.skip.any(), "the game has not started, and yet a seat must skip a turn")
    for seat in range(2):
        hand = state.hands[seat]
        _refuse(state.announced[seat] and hand > 1, f"seat {seat} has announced its last cannibal, and yet has {hand}")


def _settle_turn(state: Any) -> None:
    """Where the game goes on: nobody has won, and the turn is passed on if its seat cannot play."""
    seat, phase = state.turn, state.phase
    _refuse(state.match_score.max() >= MATCH_POINTS, "the match is won, and yet it is not over")
    done = [one for one in range(2) if not state.hands[one] and (phase, seat) != (CLAIM, one)]
    _refuse(done, "a seat has placed all its cannibals, and yet the game is not over")
    _refuse(phase > rules.ROLL and state.skip[seat], f"seat {seat} must skip its turn, and yet is playing it")
    if phase == rules.ROLL:
        rules.serve_penalties(state)
    elif phase == PLACE:
        rules.use_dice(state, state.dice - 1)
    elif phase == CLAIM and state.hands[1 - seat] == CANNIBALS:
        rules.after_eating(state)


def _reason(state: Any) -> int:
    """Why a game that is over has ended."""
    won = state.match_score.max() >= MATCH_POINTS
    _refuse(not state.hands.any(), "both seats have placed all their cannibals")
    if state.left.any():
        _refuse(won, "the match is won, and yet a seat has left it")
        return rules.LEFT
    _refuse(state.hands.all(), "the game is over, and yet nobody has placed all their cannibals or left")
    if not state.match:
        return rules.PLACED
    winner = 0 if state.hands[1] else 1
    _refuse(state.match_score[winner] < MATCH_POINTS, f"the match is over, and yet nobody has {MATCH_POINTS} points")
    return rules.MATCH
