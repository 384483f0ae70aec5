"""The trained network as a bot of the arena: tablee arena isis --bots python:bot.py level:1 --games 100

`opponent` is the same for the Gymnasium adapter and for whoever holds a `Game`.
"""

import os
from pathlib import Path

from network import Network

import tablee
from tablee.api.search import Search

FILE = Path(os.environ.get("NETWORK") or Path(__file__).with_name("network.npz"))
SIMULATIONS = int(os.environ.get("SIMULATIONS", "200"))
NETWORK = Network.load(FILE)


def opponent(game: tablee.Game) -> int:
    """The id that the network plays in a game: `gymnasium.make("Tablee/Isis-v0", opponents=opponent)`."""
    search = Search([game], leaves=8, seed=game.seed)
    search.run(NETWORK, SIMULATIONS if len(game.legal_ids()) > 1 else 1)
    return int(search.choose()[0])


class Bot:
    """Searches with the network, and plays the most visited action."""

    def choose(self, knowledge, actions, seed):  # noqa: ARG002
        """Choose by the knowledge of its seat."""
        game = tablee.load(knowledge, seed=seed)
        return game.id_text(opponent(game))
