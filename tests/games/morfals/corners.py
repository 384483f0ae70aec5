"""What can happen in a game of Morfals, told from the reference before a step and after it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from tests.games.morfals.reference import DIRECTIONS, RIVER, Reference, line_to_an_ally, next_square

Corner = Callable[[Reference, str, Reference], bool]


def transitions(reference: Reference, log: Sequence[str]) -> Iterator[tuple[Reference, str, Reference]]:
    """Every step of a log, with the reference before it and after it."""
    for text in log:
        before = Reference.of(reference.state())
        reference.step(text)
        yield before, text, reference


def lines(before: Reference, text: str) -> Iterator[tuple[str, list[str]]]:
    """The trapped lines of a placing, each with the ally at its end, River and all."""
    if text.startswith("place "):
        assert before.turn is not None
        placed = text.removeprefix("place ")
        board = {**before.board, placed: before.turn}
        for across, down in DIRECTIONS:
            line = line_to_an_ally(board, placed, across, down)
            if line:
                end = next_square(line[-1], across, down)
                assert end is not None
                yield end, line


def is_around_the_ring(placed: str, end: str, line: list[str]) -> bool:
    rows = [square[1] for square in (placed, *line, end)]
    return placed[0] == end[0] and any({one, other} == {"a", "g"} for one, other in pairwise(rows))


def traps(what: Callable[[str, str, list[str]], bool]) -> Corner:
    """A placing that traps a line of some kind."""
    return lambda before, text, _: any(what(text[-2:], end, line) for end, line in lines(before, text))


def rolls(full: bool, triple: bool) -> Corner:
    """A throw of some kind: for a full column or not, of three equal dice or not."""

    def happens(before: Reference, text: str, after: Reference) -> bool:
        column, dice = [square for square in before.board if square[0] == _column(text)], text[-3:]
        happened = text.startswith("roll") and (len(column) == 7) == full and (len(set(dice)) == 1) == triple
        return happened and dice != "123" and (after.phase in ("roll", "announce")) == full

    return happens


def _column(text: str) -> str:
    return str(sum(int(face) for face in text[-3:])) if text.startswith("roll") else ""


def points_at(trapped: bool, river: bool) -> Corner:
    return lambda before, text, _: (
        text.startswith("eat ") and (text[-2:] in before.trapped) == trapped and (text[-2] == RIVER) == river
    )


def leaves(phase: str, seat: int | None) -> Corner:
    """A leaving in a phase: by the seat whose turn it is (0), by the other (1), or when it is nobody's (None)."""
    return lambda before, text, _: (
        text.startswith("leave")
        and before.phase == phase
        and (None if before.turn is None else int(text[-1] != str(before.turn))) == seat
    )


def penalty_ends(told: bool) -> Corner:
    """A turn that is passed over as a penalty, after which the seat counts as told, or not."""
    return lambda before, _, after: any(
        before.skip[seat] and not after.skip[seat] and after.phase == "roll" and after.announced[seat] == told
        for seat in (0, 1)
    )


def wins(seat: int) -> Corner:
    return lambda _before, _text, after: after.reason == "placed" and after.winners() == [seat]


def wins_match(winner: int) -> Corner:
    return lambda _before, _text, after: after.reason == "match" and after.winners() == [winner]


def reaches_20(exactly: bool) -> Corner:
    return lambda _before, _text, after: after.reason == "match" and (max(after.scores()) == 20) == exactly


def _new_game(before: Reference, after: Reference) -> bool:
    return before.phase != "start" and after.phase == "start"


def _eaten(before: Reference, after: Reference) -> bool:
    """Whether somebody was eaten, and the game goes on or is over with its board."""
    return after.hand(before.enemy()) > before.hand(before.enemy())


def _own_hand(reference: Reference) -> int:
    return reference.hand(1 - reference.enemy())


CORNERS: dict[str, Corner] = {
    "1 2 3 passes the turn": lambda before, text, after: text == "roll 123" and after.turn != before.turn,
    "1 2 3 ends a turn with a word": lambda _, text, after: text == "roll 123" and after.phase == "announce",
    "a full column passes the turn": rolls(full=True, triple=False),
    "a full column throws again after a triple": rolls(full=True, triple=True),
    "a triple is placed": rolls(full=False, triple=True),
    "a triple lets the same seat throw again": lambda before, text, after: (
        text.startswith(("place", "eat", "done")) and after.phase == "roll" and after.turn == before.turn
    ),
    "an upright line is trapped": traps(lambda placed, end, _: placed[0] == end[0]),
    "a line in a row is trapped": traps(lambda placed, end, _: placed[1] == end[1]),
    "a diagonal line is trapped": traps(lambda placed, end, _: placed[0] != end[0] and placed[1] != end[1]),
    "a line around the ring is trapped": traps(is_around_the_ring),
    "a long line is trapped": traps(lambda _placed, _end, line: len(line) >= 3),
    "several lines are trapped": lambda before, text, _: len(list(lines(before, text))) > 1,
    "a line ends in the River": traps(lambda placed, end, _: end[0] == RIVER != placed[0]),
    "a line starts from the River": traps(lambda placed, end, _: placed[0] == RIVER != end[0]),
    "a line with some in the River is trapped": traps(
        lambda _placed, _end, line: len({square[0] == RIVER for square in line}) == 2
    ),
    "a line of the River only": traps(lambda _placed, _end, line: {square[0] for square in line} == {RIVER}),
    "a trapped one is claimed": points_at(trapped=True, river=False),
    "one that is not trapped is claimed": points_at(trapped=False, river=False),
    "one in the River is claimed": points_at(trapped=False, river=True),
    "the claiming ends with some still trapped": lambda before, _, after: bool(
        before.trapped and not after.trapped and len(before.board) == len(after.board)
    ),
    "the last enemy on the board is eaten": lambda before, text, after: (
        text.startswith("eat") and not after.standing(before.enemy())
    ),
    "no enemy stands on the board to be claimed": lambda before, text, after: (
        before.options["capture"] == "claim" and text.startswith("place") and after.phase != "claim"
    ),
    "the last cannibal eats": lambda before, text, after: (
        text.startswith("place") and _own_hand(before) == 1 and after.reason == "placed" and _eaten(before, after)
    ),
    "the last cannibal claims": lambda before, text, _: text.startswith("eat") and _own_hand(before) == 0,
    "the last man is announced": lambda before, _, after: any(after.announced) and not any(before.announced),
    "the last man is announced again": lambda before, text, _: (
        text == "announce" and before.announced[1 - before.enemy()]
    ),
    "a false alarm": lambda before, text, _: text == "announce" and _own_hand(before) > 1,
    "the last man is kept silent": lambda before, _, after: any(after.skip) and not any(before.skip),
    "silence costs nothing": lambda before, text, after: text == "silent" and not any(before.skip + after.skip),
    "a penalty ends with one in hand": penalty_ends(told=True),
    "a penalty ends with more in hand": penalty_ends(told=False),
    "both are passed over": lambda before, text, after: (
        text == "silent" and before.skip[before.enemy()] and after.turn == before.enemy()
    ),
    "what was told is cleared": lambda before, text, after: (
        text.startswith(("place", "eat")) and before.announced[before.enemy()] and after.hand(before.enemy()) > 1
    ),
    "a new game clears what was told": lambda before, _, after: any(before.announced) and _new_game(before, after),
    "a new game clears a penalty": lambda before, _, after: any(before.skip) and _new_game(before, after),
    "a game of a match is won": lambda before, _, after: _new_game(before, after),
    "seat 0 wins the match": wins_match(0),
    "seat 1 wins the match": wins_match(1),
    "a match is won with 20": reaches_20(exactly=True),
    "a match is won with more than 20": reaches_20(exactly=False),
    "seat 0 places its last": wins(0),
    "seat 1 places its last": wins(1),
    "a seat leaves in start": leaves("start", None),
    **{
        f"a seat leaves in {phase} on {'its own turn' if seat == 0 else 'the turn of the other'}": leaves(phase, seat)
        for phase in ("roll", "place", "claim", "announce")
        for seat in (0, 1)
    },
}
"""Everything that random play must come across, by name."""
