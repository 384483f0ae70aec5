"""The trained network as a bot of the arena: tablee arena isis --bots python:bot.py level:1 --games 100"""

import os
from pathlib import Path

from network import Network

import tablee
from tablee.api.search import Search

FILE = Path(os.environ.get("NETWORK") or Path(__file__).with_name("network.npz"))
SIMULATIONS = int(os.environ.get("SIMULATIONS", "200"))
NETWORK = Network.load(FILE)


class Bot:
    """Searches with the network, and plays the most visited action."""

    def choose(self, knowledge, actions, seed):
        """Choose by the knowledge of its seat."""
        game = tablee.load(knowledge, seed=seed)
        search = Search([game], leaves=8, seed=seed)
        search.run(NETWORK, SIMULATIONS if len(actions) > 1 else 1)
        return game.id_text(int(search.choose()[0]))
