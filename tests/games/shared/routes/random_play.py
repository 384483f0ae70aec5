"""Random games of Netzwerk and Morisi, chosen by the reference alone, with players of different habits."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from tests.games.shared.routes.games import reference_of
from tests.games.shared.routes.hexes import around
from tests.games.shared.routes.position import Document, Stick
from tests.games.shared.routes.reference import Reference

MOST_STEPS = 700
MOST_CUBES = 20
"""With more in hand the search of the reference takes too long, and a player gathers no more if it can."""


@dataclass(frozen=True)
class Player:
    """How a seat plays.

    walk: where it goes if it can: where cubes are (gather), where none are (rest), next to others or over them (crowd),
    or anywhere (wander). patience: with how many cubes it begins to build, and build: how gladly it does then. sticks:
    those where others have theirs (parallel), those that do not complete a route (long), or any.
    """

    walk: str = "gather"
    patience: int = 0
    build: float = 0.8
    sticks: str = "any"


LEAVING = {"": 0.0, "predict": 0.1, "place": 0.3, "move": 0.02, "build": 0.1, "route": 0.3, "last": 0.7}
"""How often somebody leaves when such players do: in that phase, in the middle of a route, or in the last turn."""


@dataclass(frozen=True)
class Habits:
    """How the seats play, and in which phase they may leave, if in any."""

    players: tuple[Player, Player, Player, Player] = (Player(), Player(), Player(), Player())
    leaving: str = ""


STEADY = Habits()


def everybody(player: Player, leaving: str = "") -> Habits:
    return Habits((player, player, player, player), leaving)


def random_habits(random: Random) -> Habits:
    """Habits under which, in the long run, every corner of the rules is visited."""
    players = [_random_player(random) for _ in range(4)]
    if random.random() < 0.2:
        players = [players[0]] * 4
    leaving = random.choice(["", random.choice(list(LEAVING))])
    return Habits((players[0], players[1], players[2], players[3]), leaving)


def _random_player(random: Random) -> Player:
    return Player(
        random.choice(["gather", "gather", "gather", "crowd", "wander", "rest"]),
        random.choice([0, 0, 4, 10, 18]),
        random.choice([0.1, 0.8, 1.0]),
        random.choice(["any", "parallel", "long"]),
    )


def habits() -> st.SearchStrategy[Habits]:
    return seeds().map(lambda seed: random_habits(Random(seed)))


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)


def random_steps(reference: Reference, seed: int, habits: Habits = STEADY, most: int = MOST_STEPS) -> Iterator[str]:
    """Play the reference on: each step is given first, and carried out when the next is asked for."""
    random = Random(seed)
    for _ in range(most):
        if reference.to_act() is None:
            break
        text = random_step(reference, random, habits)
        yield text
        reference.step(text)


def random_log(start: Document, seed: int, habits: Habits = STEADY, most: int = MOST_STEPS) -> list[str]:
    """The log of one random game from a state on."""
    return list(random_steps(reference_of(start), seed, habits, most))


def random_step(reference: Reference, random: Random, habits: Habits) -> str:
    if habits.leaving in _moments(reference) and random.random() < LEAVING[habits.leaving]:
        return f"leave {random.choice([seat for seat, left in enumerate(reference.left) if not left])}"
    player = habits.players[reference.turn]
    if reference.phase == "move":
        return f"move {_walk(reference, random, player)}"
    if reference.phase == "build":
        return _build(reference, random, player)
    return random.choice(sorted(reference.legal()))


def _moments(reference: Reference) -> set[str]:
    """What is going on, by the names of `LEAVING`."""
    phase = "route" if reference.route is not None else reference.phase
    return {phase, "last"} if reference.ending else {phase}


def _walk(reference: Reference, random: Random, player: Player) -> str:
    places = sorted(reference.destinations())
    walk = player.walk
    if walk == "gather" and reference.cubes[reference.turn].total() >= MOST_CUBES:
        walk = "rest"
    liked = [place for place in places if _likes(reference, walk, place)]
    is_strict = walk == "rest" or random.random() < 0.95
    return random.choice(liked if liked and is_strict else places)


def _likes(reference: Reference, walk: str, place: str) -> bool:
    pawn = reference.pawns[reference.turn]
    assert pawn is not None
    if walk == "crowd":
        return place not in around(pawn) or sum(other in reference.pawns for other in around(place)) > 1
    has_cubes = bool(reference.hexes[place].get("cubes", 0))
    return {"gather": has_cubes, "rest": not has_cubes}.get(walk, True)


def _build(reference: Reference, random: Random, player: Player) -> str:
    if reference.route is None:
        is_patient = reference.cubes[reference.turn].total() < player.patience
        if is_patient or random.random() > player.build:
            return "end"
    sticks = reference.legal_sticks()
    liked = [stick for stick in sticks if _favours(reference, player.sticks, stick)]
    return str(random.choice(liked or sticks))


def _favours(reference: Reference, sticks: str, stick: Stick) -> bool:
    if sticks == "parallel":
        return sum(stick.edge in others for others in reference.sticks) > 0
    return sticks == "any" or stick.to not in reference.anchors()
