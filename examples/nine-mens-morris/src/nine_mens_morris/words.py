"""Nine Men's Morris in words: its actions and states as texts, and what is said to people."""

from collections.abc import Mapping, Sequence

from tablee.engine.contract import LEFT, States
from tablee.games.about import About, Option
from tablee.games.definition import Result
from tablee.games.document import Document, counts, flag, pieces, whole
from tablee.games.errors import BadState
from tablee.games.language import Language
from tablee.games.moves import parts_of
from tablee.games.scenery import THEN
from tablee.games.shared.graphs import next_points
from tablee.games.shared.widgets.grids import squares_text

from .rules import LINES, MEN, POINTS, QUIET, ROWS, ending, in_mill

Names = Sequence[str]

MOVES = ("place {to}", "move {from} {to}", "take {takes}")
ACTIONS = (
    *(f"place {point}" for point in POINTS),
    *(f"move {start} {to}" for start in POINTS for to in POINTS),
    *(f"take {point}" for point in POINTS),
)
NEAR = next_points(POINTS, LINES)
FIELDS = {
    "board": pieces(POINTS, lambda players: {seat + 1: seat for seat in range(players)}),
    "hand": counts(MEN),
    "taking": flag().but(default=False),
    "quiet": whole(QUIET).but(default=0),
}


def settle(document: Document, states: States) -> None:
    """See that no side has too many men, that there is something to take, and whether the game is over."""
    state = states[0]
    board, own = state.board.tolist(), int(state.turn)
    for seat in range(2):
        if board.count(seat + 1) + state.hand[seat] > MEN:
            raise BadState(f"seat {seat} has more than {MEN} men")
    mills = [point for point in range(24) if board[point] == own + 1 and in_mill(state, point, own)]
    if state.taking and not (mills and 2 - own in board):
        raise BadState("nothing can be taken without a mill")
    state.ended = LEFT if any(document.get("left", ())) else 0 if state.taking else ending(state)


def board_text(view: Document) -> str:
    """The board as lines of text, and the men in hand."""
    in_hand = f"in hand: {view['hand'][0]}, {view['hand'][1]}"
    return "\n".join([squares_text(ROWS, view["board"]), in_hand, *["a man is to be taken"] * view["taking"]])


def about(say: Language) -> About:
    """The game as everybody knows it."""
    return About(
        say("Three in a row close a mill, and a mill takes a man: scratched into stone since the Romans."),
        minutes=(10, 20),
        age=6,
        author=say("an unknown author; played in the Roman Empire, and all over Europe since the Middle Ages"),
    )


def goal(say: Language) -> str:
    """What one plays for."""
    return say("Close mills, three men in a line, to take men of the other side, until it has two left or cannot move.")


def seat_name(seat: int, say: Language) -> str:
    """The colour of a seat."""
    return (say("white"), say("black"))[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:  # noqa: ARG001
    """Whether three men may jump."""
    answers = {"three": say("with three men"), "never": say("never")}
    return Option(say("Jumping"), answers, say("Whether the last three men of a side may jump to any free point."))


def man_label(view: Document, point: str, seat: int, say: Language) -> str:
    """What a screen reader says of a man."""
    told = {"point": point, "colour": seat_name(seat, say)}
    if view["facts"]["mill"][POINTS.index(point)]:
        return say("{point}, {colour} man in a mill", **told)
    return say("{point}, {colour} man", **told)


def sentence(text: str, seat: int, names: Names, say: Language) -> str:
    """What the log says of an action."""
    told = {"name": names[seat], **parts_of(MOVES, text)}
    if "from" in told:
        return say("{name} moves from {from} to {to}.", **told)
    return say("{name} places a man on {to}.", **told) if "to" in told else say("{name} takes {takes}.", **told)


def orders(say: Language) -> Mapping[str, str]:
    """The same as orders, for hints."""
    return {
        say("{name} moves from {from} to {to}."): say("Move from {from} to {to}."),
        say("{name} places a man on {to}."): say("Place a man on {to}."),
        say("{name} takes {takes}."): say("Take {takes}."),
    }


def aftermath(text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:  # noqa: ARG001
    """That a mill was closed, or that somebody's men may jump now."""
    if after["taking"]:
        return say("A mill!")
    if after["facts"]["flies"][1 - seat] and not before["facts"]["flies"][1 - seat]:
        return say("The last three men of {name} may jump.", name=names[1 - seat])
    return ""


def advice(text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:
    """What an action is good for: a mill, or one that the other side does not close."""
    if after["taking"]:
        return say("It closes a mill.")
    to, theirs = parts_of(MOVES, text).get("to"), 1 - seat
    lines = [[before["board"].get(point) for point in line] for line in LINES if to in line]
    return say("It hinders a mill of {name}.", name=names[theirs]) * any(line.count(theirs) == 2 for line in lines)


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Two mills at once."""
    own = [sum(all(view["board"].get(point) == seat for point in line) for line in LINES) for view in (before, after)]
    return own[1] - own[0] > 1


def prompt(view: Document, seat: int | None, names: Names, say: Language) -> str:
    """What to do now, or whom the table waits for."""
    turn, facts = view["turn"], view["facts"]
    if facts["over"]:
        return ""
    hand, told = view["hand"][turn], {"name": names[turn], "other": names[1 - turn]}
    if seat != turn:
        if view["taking"]:
            return say("{name} has closed a mill and takes a man.", **told)
        return say("{name} to place a man.", **told) if hand else say("{name} to move.", **told)
    if view["taking"]:
        return say("A mill! Take a man of {other}.", **told)
    if hand:
        return say.plural("Place your last man.", "Place a man: you have {count} left.", hand)
    return say("Move a man: your last three may jump.") if facts["flies"][turn] else say("Move a man along a line.")


def why_not(view: Document, seat: int, key: str, names: Names, say: Language) -> str:
    """Why nothing can be done with the thing that the seat to act has pointed at, or with an action."""
    parts, board = parts_of(MOVES, key), view["board"]
    start, then, to = key.partition(THEN)
    point = (parts.get("takes") or parts.get("to") or (to if then else start)).rpartition(" ")[2]
    held = parts.get("from") or (start.rpartition(" ")[2] if then else "")
    if point not in POINTS:
        return ""
    if view["taking"]:
        if board.get(point) != 1 - seat:
            return say("You have closed a mill: take a man of {name}.", name=names[1 - seat])
        return say("It stands in a mill: take one that does not.")
    if "takes" in parts:
        return say("You take a man when you have closed a mill.")
    if view["hand"][seat]:
        return say("This point is taken.") if point in board else say("Place your men first.")
    if held or point not in board:
        return _why_not_to(view, seat, held, point, say)
    if board[point] != seat:
        return say("This man belongs to {name}.", name=names[1 - seat])
    return say("It cannot move: all points next to it are taken.")


def _why_not_to(view: Document, seat: int, held: str, point: str, say: Language) -> str:
    """Why a man cannot go to a point; without one, that a man comes first."""
    if view["board"].get(held) != seat:
        return say("First point at the man that you want to move.")
    if point in view["board"]:
        return say("This point is taken.")
    return say("A man moves along a line, to the next point.") if point not in NEAR[held] else ""


def headline(view: Document, result: Result, names: Names, say: Language) -> str:  # noqa: ARG001
    """Who has won, and how."""
    if result.reason == "quiet":
        return say("Nobody wins: {count} moves without a mill.", count=QUIET)
    told = {"name": names[result.winners[0]], "other": names[1 - result.winners[0]]}
    if result.reason == "few":
        return say("{name} wins: {other} has only two men left.", **told)
    return say("{name} wins: {other} cannot move any more.", **told) if result.reason == "blocked" else ""


def decision(view: Document, result: Result, say: Language) -> str:  # noqa: ARG001
    """What decided the game."""
    return {
        "few": say("Two men cannot close a mill any more."),
        "blocked": say("No man could move any more."),
        "quiet": say("After {count} moves without a mill nobody wins.", count=QUIET),
    }.get(result.reason or "", "")
