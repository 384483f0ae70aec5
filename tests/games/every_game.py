"""What each game gives to the tests that all games share; what is special about a game is tested in its own folder."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.games.agreement import Reference
from tests.games.isis import hand_made_states as isis_states
from tests.games.isis import random_play as isis_play
from tests.games.isis.reference import Reference as Isis
from tests.games.morfals import hand_made_states as morfals_states
from tests.games.morfals import random_play as morfals_play
from tests.games.morfals.reference import Reference as Morfals
from tests.games.morpyam import hand_made_states as morpyam_states
from tests.games.morpyam import random_play as morpyam_play
from tests.games.morpyam.reference import Reference as Morpyam
from tests.games.shared.routes import hand_made_states as route_states
from tests.games.shared.routes import random_play as route_play
from tests.games.shared.routes.agreement import ordered
from tests.games.shared.routes.games import OPTIONS, Setup, reference_of, setups_of
from tests.games.shared.routes.refused_states import REFUSED as REFUSED_ROUTES

State = Mapping[str, Any]


@dataclass(frozen=True)
class SharedTests:
    """One game as the shared tests need it."""

    setups: Sequence[Setup]
    """Every number of players with every combination of options."""
    reference: Callable[[State], Reference]
    """The plain reference of a game that begins in this state."""
    steps: Callable[..., Iterator[str]]
    """Plays a reference on, by a seed and habits."""
    habits: st.SearchStrategy[Any]
    example: State
    """The state that the specification shows."""
    optional: Sequence[str]
    """Fields that a document may leave out: they can be derived or have a default."""
    accepted: Mapping[str, tuple[State, int | str | None]]
    """States made by hand, and who is to act in them."""
    options: Mapping[str, Sequence[Any]]
    """The options with their values, the default first."""
    ordered: Callable[[Any], Any] = lambda document: document
    """A state with those lists in order whose order has no meaning."""
    derived: Sequence[str] = ()
    """Fields that every state can do without."""

    @property
    def players(self) -> list[int]:
        return sorted({setup.players for setup in self.setups})


def _setups(game: str, players: Sequence[int], *options: Mapping[str, Any]) -> list[Setup]:
    return [Setup(game, number, tuple(chosen.items())) for number in players for chosen in options]


def _routes(game: str) -> SharedTests:
    return SharedTests(
        setups_of(game),
        reference_of,
        route_play.random_steps,
        route_play.habits(),
        route_states.EXAMPLES[game],
        ("options", "route", "ending", "left", "houses"),
        route_states.ACCEPTED[game],
        OPTIONS[game],
        ordered,
        ("houses",),
    )


GAMES: dict[str, SharedTests] = {
    "isis": SharedTests(
        [Setup("isis", players, (("reserve", reserve), ("memory", memory)))
         for players, reserve, memory in isis_play.SETUPS],
        lambda state: Isis(state["players"], **state["options"]),
        isis_play.random_steps,
        isis_play.habits(),
        isis_states.EXAMPLE,
        ("options", "pawns", "drawn", "left"),
        isis_states.ACCEPTED,
        {"reserve": ("own", "common"), "memory": ("hidden", "open")},
    ),
    "morfals": SharedTests(
        _setups("morfals", [2], *(morfals_play.options_of(*setup) for setup in morfals_play.SETUPS)),
        lambda state: Morfals(**state["options"]),
        morfals_play.random_steps,
        morfals_play.habits(),
        morfals_states.EXAMPLE,
        ("options", "hands", "trapped", "announced", "skip", "match_score", "left"),
        morfals_states.ACCEPTED,
        {"match": (1, 20), "capture": ("auto", "claim"), "last_man": ("auto", "announce")},
        derived=("hands",),
    ),
    "morpyam": SharedTests(
        _setups("morpyam", [2, 3, 4], *morpyam_play.OPTIONS),
        lambda state: Morpyam(state["players"], **state["options"]),
        morpyam_play.random_steps,
        morpyam_play.habits(),
        morpyam_states.EXAMPLE,
        ("options", "hands", "left"),
        morpyam_states.ACCEPTED,
        {"double_morpyam": ("off", "ko"), "five_alike": ("morpyam", "any"), "sure_call": ("allowed", "refused")},
        derived=("hands",),
    ),
    "netzwerk": _routes("netzwerk"),
    "morisi": _routes("morisi"),
}  # fmt: skip
REFUSED = {
    "isis": isis_states.REFUSED,
    "morfals": morfals_states.REFUSED,
    "morpyam": morpyam_states.REFUSED,
    "route games": REFUSED_ROUTES,
}
"""States that cannot be, by what is said of them."""
