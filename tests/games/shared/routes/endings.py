"""The ways to end that both route games have."""

from tests.games.shared.routes.corners import PHASES, WHOSE
from tests.games.shared.routes.finished import Ending, Endings
from tests.games.shared.routes.games import Setup, setups_of
from tests.games.shared.routes.position import State
from tests.games.shared.routes.positions import PARKED, state_of, sticks_along
from tests.games.shared.routes.random_play import Habits, Player, everybody

BUILDERS = Habits(
    (Player(sticks="parallel"), Player(patience=6, sticks="long"), Player(sticks="parallel"), Player(patience=10))
)
KEEN = everybody(Player(build=1.0))
RESTING = Player("rest", build=0.0)
ALONE = Habits((Player(build=1.0), RESTING, RESTING, RESTING))
WALKERS = everybody(RESTING)
CROWD = everybody(Player("crowd"))


def endings_of(game: str) -> Endings:
    """One for every number of players with every option, and for every way that a game can end."""
    return {
        **_by_points(game),
        **_by_walking(game),
        **_by_leaving(game),
        **_with_corners(game),
        **{
            f"houses, of {players}": Ending(("it ends by houses",), Setup(game, players), ALONE)
            for players in (2, 3, 4)
        },
    }


def _by_points(game: str) -> Endings:
    return {
        f"points, of {setup.players} " + " ".join(value for name, value in setup.options if name != "gaps"): Ending(
            ("the last cube of a colour is taken", "it ends by points", "a stick pays its near colour"), setup, BUILDERS
        )
        for setup in setups_of(game)
    }


def _by_walking(game: str) -> Endings:
    left = Habits(WALKERS.players, leaving="move")
    return {
        **{
            f"walking, of {players}": Ending(("it ends by endless walking",), Setup(game, players), WALKERS)
            for players in (2, 3, 4)
        },
        "walking, of 3 after a leaving": Ending(("it ends by endless walking after a leaving",), Setup(game, 3), left),
    }


def _by_leaving(game: str) -> Endings:
    phases = [phase for phase in PHASES if phase != "predict" or game == "morisi"]
    options = (("predictions", "on"),) if game == "morisi" else ()
    two = {
        f"left, of 2 in {phase} on {whose}": Ending(
            (f"a seat leaves in {phase} on {whose}", "it ends by leaving"),
            Setup(game, 2, options),
            Habits(BUILDERS.players, phase),
        )
        for phase in phases
        for whose in WHOSE.values()
    }
    more = {
        f"left, of {players} in {phase} one by one": Ending(
            (
                *(f"a seat leaves in {phase} on {whose} and the game goes on" for whose in WHOSE.values()),
                "it ends by leaving",
            )
            if players == 4
            else ("it ends by leaving",),
            Setup(game, players, options),
            Habits(BUILDERS.players, phase),
        )
        for phase in phases
        for players in (3, 4)
    }
    return {**two, **more}


def _with_corners(game: str) -> Endings:
    """Ends that come about in a special way, and games that come to what is rare."""
    last_turn = Habits(BUILDERS.players, "last")
    return {
        "points, the last turn ends with a route": Ending(
            ("the last turn ends with a route",), Setup(game, 3), BUILDERS
        ),
        "points, the last turn is given up": Ending(("the last turn is given up",), Setup(game, 4), last_turn),
        "points, the best has left": Ending(("the best has left",), Setup(game, 4), Habits(KEEN.players, "move")),
        "points, jumps": Ending(
            ("a pawn jumps over another", "a pawn jumps over two", "it ends by points"), Setup(game, 4), CROWD
        ),
        "points, a long jump": Ending(("a pawn jumps over three", "it ends by points"), _row_of_pawns(game), CROWD),
        "points, a blocked pawn": Ending(
            ("a pawn is blocked and its seat builds", "it ends by points"), _blocked(game), KEEN
        ),
        "points, dear sticks": Ending(("a stick costs 2", "it ends by points"), Setup(game, 4), BUILDERS),
        "points, the dearest sticks": Ending(
            ("a stick costs 3", "a stick costs 4", "it ends by points"), _side_by_side(game), KEEN
        ),
        "points, a long route": Ending(
            ("a route of six sticks or more", "a stick between two hexes of one colour", "it ends by points"),
            Setup(game, 3),
            everybody(Player(patience=12, sticks="long")),
        ),
        "points, all sticks laid": Ending(("the last stick of a seat", "it ends by points"), Setup(game, 3), KEEN),
    }


def _row_of_pawns(game: str) -> State:
    """Four pawns in a row, the first of which is to move."""
    rows = ("A red2 blue2 yellow2 green2 B", "orange2 red2 . green2 blue2")
    return state_of(game, *rows, players=4, phase="move", pawns=["0,0", "1,0", "2,0", "3,0"])


def _blocked(game: str) -> State:
    """Seat 1 cannot move, but build, when seat 0 has ended its turn."""
    pawns = [PARKED[0], "0,0", "1,0", "2,0"]
    return state_of(game, "A red B", players=4, phase="move", cubes=("", "red2"), pawns=pawns, idle=110)


def _side_by_side(game: str) -> State:
    """Seat 0 has cubes for a route where two and three others have theirs."""
    ab, bc = sticks_along("0,0 1,0 2,0"), sticks_along("2,0 3,0 4,0")
    return state_of(
        game,
        "A red1 B blue1 C",
        players=4,
        cubes=("red8 blue6",),
        sticks=([], ab, [*ab, *bc], [*ab, *bc]),
        pawns=["0,0", *PARKED[:3]],
        idle=30,
    )
