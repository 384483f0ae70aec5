"""Pictures of Netzwerk and Morisi: random games after each of their steps, and positions made by hand."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import tablee
from tablee.api.game import Game
from tablee.games import GameDefinition, find_game
from tablee.games.language import ENGLISH, Language
from tablee.games.scenery import NOTHING, Happened, Lately, Node, Scene
from tests.games.shared.routes.games import Setup
from tests.games.shared.routes.positions import hexes_of, state_of

NAMES = ["Zoé", "Maximilienne", "Otto", "Anna-Maria"]
PREDICTIONS = (("hands", "open"), ("cities", "any"), ("predictions", "on"))
SETUPS = [
    Setup("netzwerk", 2),
    Setup("netzwerk", 3, (("hands", "hidden"),)),
    Setup("netzwerk", 4),
    Setup("morisi", 2, PREDICTIONS),
    Setup("morisi", 3),
    Setup("morisi", 4, PREDICTIONS),
]


class Moment(NamedTuple):
    """A game, and what led to it."""

    game: Game
    lately: Lately = NOTHING

    @property
    def definition(self) -> GameDefinition:
        return find_game(self.game.view(None)["game"])

    def picture(self, seat: int | None, say: Language = ENGLISH, shape: str = "upright") -> Scene:
        view = self.game.sight(seat)
        names = NAMES[: view["players"]]
        scene: Scene = self.definition.paint(view, seat, self.actions(seat), names, say, self.lately, shape)
        return scene

    def actions(self, seat: int | None) -> list[str]:
        """As a table offers them: in the order of the rules, which list what is paid near before what is paid far."""
        at_turn = self.game.to_act == seat and seat is not None
        return self.definition.actions(self.definition.read(self.game.state())) if at_turn else []

    @property
    def acting(self) -> Scene:
        """The picture before the seat that is to act."""
        assert isinstance(self.game.to_act, int)
        return self.picture(self.game.to_act)


def played(moment: Moment, text: str) -> Moment:
    """The next moment, if that is played."""
    game, before = moment.game.copy(), moment.game.view(None)
    game.play(text)
    return Moment(game, Lately(before, [Happened(before["turn"], text, 5)]))


def still(moment: Moment) -> Moment:
    """The same as somebody sees it who opens the page."""
    return Moment(moment.game, Lately(None, moment.lately.steps))


@cache
def moments(setup: Setup, seed: int = 1) -> tuple[Moment, ...]:
    """A random game of people who like to build, after each of its steps."""
    return tuple(_moments(setup, seed))


def _moments(setup: Setup, seed: int) -> Iterator[Moment]:
    moment = Moment(setup.new(seed))
    choice = random.Random(seed)
    while moment.game.to_act is not None and len(moment.game.log) < 300:
        yield moment
        legal = moment.game.legal()
        sticks = [action for action in legal if action.startswith("stick")]
        moment = played(moment, choice.choice(sticks if sticks and choice.random() < 0.8 else legal))
    yield moment


def now_and_then(setup: Setup, seed: int = 1) -> list[Moment]:
    """Every third moment of such a game, and its end: pictures cost more than steps."""
    return [*moments(setup, seed)[:-1:3], moments(setup, seed)[-1]]


def nodes_of(scene: Scene, first: str) -> dict[str, Node]:
    """The nodes whose key begins with that word."""
    return {node.key: node for node in scene.nodes if node.key.split()[0] == first}


# ---- positions made by hand --------------------------------------------------------------------------------

ROWS = (
    ". . KAA red2 OEG blue1",
    ". yellow2o green1 blue2 orange yellow1",
    "SAS red2 blue1 ZOE red2o .",
    "orange2 yellow green2 orange1 . .",
)
LAID = (
    ["2,0|3,0", "3,0|4,0"],
    ["2,0|3,0", "2,1|3,0", "1,2|2,1", "0,2|1,2"],
    ["2,1|3,0", "3,0|4,0", "2,1|2,2", "2,2|3,2"],
)
CUBES = ({"red": 2, "blue": 3, "green": 1}, {"yellow": 1, "orange": 5}, {"red": 1})
HOUSES_LAID = [{"KAA": 1, "OEG": 1}, {"KAA": 1, "SAS": 1}, {"OEG": 1, "ZOE": 1}]


def position(game: str, players: int = 3, rows: tuple[str, ...] = ROWS, **fields: Any) -> Moment:
    """Three that have built already, and it is the first one's turn."""
    given: dict[str, Any] = {
        "hexes": hexes_of(game, *rows),
        "pawns": ["3,1", "4,0", "1,2"][:players],
        "sticks": [list(sticks) for sticks in LAID[:players]],
        "houses": HOUSES_LAID[:players],
        "cubes": [dict(cubes) for cubes in CUBES[:players]],
        **fields,
    }
    return Moment(tablee.load({**state_of(game, players=players), **given}))


def building(game: str = "morisi") -> Moment:
    """A route that has left ZOE."""
    return played(position(game, phase="build"), "stick 3,2>3,1 blue")


def over(setup: Setup) -> Moment:
    return moments(setup)[-1]


def predicting() -> Moment:
    options = {"hands": "open", "cities": "any", "predictions": "on"}
    nothing: dict[str, Any] = {"sticks": [[], [], []], "houses": [{}, {}, {}], "cubes": [{}, {}, {}]}
    start = position("morisi", phase="predict", options=options, pawns=[None] * 3, predictions=[[], [], []], **nothing)
    for action in ("predict KAA", "predict ZOE", "predict SAS", "predict ZOE"):
        start = played(start, action)
    return start


def given_up() -> Moment:
    game = position("netzwerk", phase="move").game
    game.leave(1)
    return Moment(game)


def last_turn() -> Moment:
    """Two that have built nothing, and the last cube of a colour is taken."""
    return position("netzwerk", 2, sticks=[[], []], houses=[{}, {}], ending=True)
