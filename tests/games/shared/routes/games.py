"""The two route games by their ids: their references, and every way to begin one."""

from dataclasses import dataclass
from itertools import product

import tablee
from tests.games.morisi.reference import Reference as Morisi
from tests.games.netzwerk.reference import Reference as Netzwerk
from tests.games.shared.routes.position import Document
from tests.games.shared.routes.reference import Reference

REFERENCES: dict[str, type[Reference]] = {"netzwerk": Netzwerk, "morisi": Morisi}

OPTIONS = {
    "netzwerk": {"hands": ("open", "hidden")},
    "morisi": {
        "hands": ("hidden", "open"), "cities": ("apart", "any"), "gaps": ("none", "some"), "predictions": ("off", "on"),
    },
}  # fmt: skip
"""The options of each game, the default first."""
ALIKE = {("apart", "none"), ("any", "some")}
"""Of what a land may be like these ways are tried, and not those between them."""


@dataclass(frozen=True)
class Setup:
    """A game with a number of players and its options."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def new(self, seed: int = 0) -> tablee.Game:
        return tablee.new(self.game, self.players, dict(self.options), seed)

    def __str__(self) -> str:
        return " ".join([self.game, str(self.players), *(value for _, value in self.options)])


def setups_of(game: str) -> list[Setup]:
    """Every number of players with every combination of options, but for those of the land."""
    names, values = OPTIONS[game].keys(), OPTIONS[game].values()
    return [
        Setup(game, players, tuple(zip(names, chosen, strict=True)))
        for players in (2, 3, 4)
        for chosen in product(*values)
        if game == "netzwerk" or chosen[1:3] in ALIKE
    ]


SETUPS = [setup for game in REFERENCES for setup in setups_of(game)]


def reference_of(state: Document) -> Reference:
    """The game that goes on from a state."""
    return REFERENCES[state["game"]].of(state)
