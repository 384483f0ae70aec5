"""What can happen in a game of Netzwerk or Morisi, told from the reference before a step and after it."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from tests.games.shared.routes.hexes import around, edge
from tests.games.shared.routes.reference import IDLE_TURNS, Reference

Corner = Callable[[Reference, str, Reference], bool]


def watched(reference: Reference, steps: Iterable[str]) -> Iterator[tuple[Reference, str, Reference]]:
    """Every step, with the reference before it and after it, while the steps themselves play the reference on."""
    latest: tuple[Reference, str] | None = None
    for text in steps:
        if latest is not None:
            yield *latest, reference
        latest = reference.copy(), text
    if latest is not None:
        yield *latest, reference


def transitions(reference: Reference, log: Sequence[str]) -> Iterator[tuple[Reference, str, Reference]]:
    """Every step of a log, with the reference before it and after it."""
    for text in log:
        before = reference.copy()
        reference.step(text)
        yield before, text, reference


def visited(reference: Reference, log: Sequence[str], corners: Sequence[str]) -> set[str]:
    """Those of the corners that a game comes to."""
    return {
        name
        for before, text, after in transitions(reference, log)
        for name in corners
        if CORNERS[name](before, text, after)
    }


# ---- moves ----------------------------------------------------------------------------------------------------


def jumps_over(pawns: int) -> Corner:
    """A move over so many pawns in a row."""

    def happens(before: Reference, text: str, _: Reference) -> bool:
        start, place = before.pawns[before.turn], text.removeprefix("move ")
        if not text.startswith("move") or start is None or place in around(start):
            return False
        return _distance(start, place) == pawns + 1

    return happens


def _distance(one: str, other: str) -> int:
    (q, r), (other_q, other_r) = (tuple(map(int, place.split(","))) for place in (one, other))
    return max(abs(q - other_q), abs(r - other_r))


def is_blocked(before: Reference, _: str, after: Reference) -> bool:
    """A seat is to build without having moved."""
    return after.phase == "build" and after.turn != before.turn


def takes_the_last(_: Reference, text: str, after: Reference) -> bool:
    return text.startswith("move") and after.ending


def is_passed_by_a_cube(before: Reference, text: str, after: Reference) -> bool:
    """A pawn is placed and no cube is there to be taken."""
    return text.startswith("place") and after.cubes[before.turn].total() == before.cubes[before.turn].total()


# ---- sticks ---------------------------------------------------------------------------------------------------


def lays(what: Callable[[Reference, str, str, str], bool]) -> Corner:
    """A stick of some kind is laid: told from its start, its end and its colour."""

    def happens(before: Reference, text: str, _: Reference) -> bool:
        if not text.startswith("stick"):
            return False
        start, to = text.split()[1].split(">")
        return what(before, start, to, text.split()[2])

    return happens


def costs(price: int) -> Corner:
    return lays(lambda before, start, to, _: before.price(edge(start, to)) == price)


def lies_beside(before: Reference, start: str, to: str, _: str) -> bool:
    return any(edge(start, to) in sticks for sticks in before.sticks)


def has_one_color(before: Reference, start: str, to: str, _: str) -> bool:
    return before.color(start) == before.color(to)


def pays_near(before: Reference, start: str, to: str, color: str) -> bool:
    return color == before.color(start) != before.color(to) is not None


def pays_near_at_first(before: Reference, start: str, to: str, color: str) -> bool:
    return before.route is None and pays_near(before, start, to, color)


def completes(before: Reference, text: str, after: Reference) -> bool:
    """A route is complete."""
    return text.startswith("stick") and (after.route is None or after.turn != before.turn)


def links_up(first: str, last: str) -> Corner:
    """A complete route between two kinds of anchors."""

    def happens(before: Reference, text: str, after: Reference) -> bool:
        if not completes(before, text, after):
            return False
        start, to = text.split()[1].split(">")
        begin = before.route["path"][0] if before.route is not None else start
        return sorted(before.hexes[place]["kind"] for place in (begin, to)) == sorted((first, last))

    return happens


def has_length(least: int) -> Corner:
    return lambda before, text, after: (
        completes(before, text, after) and before.route is not None and len(before.route["path"]) >= least
    )


def brings_nothing(before: Reference, text: str, after: Reference) -> bool:
    return completes(before, text, after) and before.houses(before.turn) == after.houses(before.turn)


def goes_on(before: Reference, text: str, after: Reference) -> bool:
    """The same turn goes on after a route."""
    return completes(before, text, after) and after.phase == "build" and after.turn == before.turn


def stops_by_itself(before: Reference, text: str, after: Reference) -> bool:
    return completes(before, text, after) and after.turn != before.turn


def lays_the_last(before: Reference, _: str, after: Reference) -> bool:
    return len(after.sticks[before.turn]) == 20 > len(before.sticks[before.turn])


# ---- leaving and the end --------------------------------------------------------------------------------------


def leaves(phase: str, own_turn: bool, goes_on: bool | None = None) -> Corner:
    """A leaving in a phase, `route` being in the middle of one, on the own turn or on another's; the game may go on."""

    def happens(before: Reference, text: str, after: Reference) -> bool:
        now = "route" if before.route is not None else before.phase
        if not text.startswith("leave") or now != phase:
            return False
        is_own = text == f"leave {before.turn}"
        return is_own == own_turn and goes_on in (None, after.reason is None)

    return happens


def ends(reason: str, what: Callable[[Reference], bool] = lambda _: True) -> Corner:
    return lambda _before, _text, after: after.reason == reason and what(after)


def ends_idle(_: Reference, text: str, after: Reference) -> bool:
    return after.reason == "points" and not after.ending and not text.startswith("leave")


def is_idle_with_a_leaver(before: Reference, text: str, after: Reference) -> bool:
    return ends_idle(before, text, after) and any(after.left) and after.idle > IDLE_TURNS * after.players


def ends_by_the_last_leaver(_: Reference, text: str, after: Reference) -> bool:
    return after.reason == "points" and text.startswith("leave")


def best_has_left(after: Reference) -> bool:
    scores = after.scores()
    return max(scores) > max(scores[seat] for seat in after.winners())


def is_tied_until(level: int) -> Callable[[Reference], bool]:
    """The first so many of score and tie-breaks do not tell the winners from somebody else, the next does."""

    def is_so(after: Reference) -> bool:
        ranks = [
            (after.scores()[seat], *after.tie_breaks(seat)) for seat in range(after.players) if not after.left[seat]
        ]
        rivals = [rank for rank in ranks if rank[:level] == max(ranks)[:level]]
        return (
            len(rivals) > 1
            and all(rank == max(ranks) or rank[level] < max(ranks)[level] for rank in rivals)
            and (any(rank != max(ranks) for rank in rivals))
        )

    return is_so


def is_shared(after: Reference) -> bool:
    return len(after.winners()) > 1


WHOSE = {True: "its own turn", False: "the turn of another"}
PHASES = ("predict", "place", "move", "build", "route")

CORNERS: dict[str, Corner] = {
    "a pawn jumps over another": jumps_over(1),
    "a pawn jumps over two": jumps_over(2),
    "a pawn jumps over three": jumps_over(3),
    "a pawn is blocked and its seat builds": is_blocked,
    "a pawn is placed where no cube is": is_passed_by_a_cube,
    "the last cube of a colour is taken": takes_the_last,
    "something is built after the last cube": lambda before, text, _: text.startswith("stick") and before.ending,
    "a stick is laid beside another": lays(lies_beside),
    "a stick costs 2": costs(2),
    "a stick costs 3": costs(3),
    "a stick costs 4": costs(4),
    "a stick between two hexes of one colour": lays(has_one_color),
    "a stick pays its near colour": lays(pays_near),
    "the first stick pays its near colour": lays(pays_near_at_first),
    "a route between two cities": links_up("city", "city"),
    "a route between a city and a route": links_up("city", "land"),
    "a route between two hexes of routes": links_up("land", "land"),
    "a route of one stick": lambda before, text, after: before.route is None and completes(before, text, after),
    "a route of six sticks or more": has_length(6),
    "a route that brings no house": brings_nothing,
    "a turn goes on after a route": goes_on,
    "a turn ends by itself after a route": stops_by_itself,
    "the last stick of a seat": lays_the_last,
    **{f"a seat leaves in {phase} on {whose}": leaves(phase, own) for phase in PHASES for own, whose in WHOSE.items()},
    **{
        f"a seat leaves in {phase} on {whose} and the game goes on": leaves(phase, own, True)
        for phase in PHASES
        for own, whose in WHOSE.items()
    },
    "the last turn is given up": ends_by_the_last_leaver,
    "it ends by points": ends("points"),
    "it ends by houses": ends("houses"),
    "it ends by leaving": ends("left"),
    "it ends by endless walking": ends_idle,
    "it ends by endless walking after a leaving": is_idle_with_a_leaver,
    "the best has left": ends("points", best_has_left),
    "the last turn ends with a route": lambda _before, text, after: after.reason == "points" and text[:5] == "stick",
    "the score decides": ends("points", is_tied_until(0)),
    "the cities decide": ends("points", is_tied_until(1)),
    "the sticks decide": ends("points", is_tied_until(2)),
    "the houses decide": ends("points", is_tied_until(3)),
    "a tie is shared": ends("points", is_shared),
}
"""Everything that can happen, by name."""
