"""What bots play, for tests that ask for nothing else."""

from tablee.bots.bot import RandomBot
from tablee.bots.mind import Mind
from tablee.games.document import Document
from tablee.games.folder import GameFolder
from tablee.games.thoughts import Limit


def choose(folder: GameFolder, knowledge: Document, level: int, seed: int, seconds: float | None = None) -> str:
    """What a bot of the house plays that has not thought before."""
    return Mind(folder, level).choose(knowledge, Limit(seconds=seconds), seed).action


def choose_random(folder: GameFolder, knowledge: Document, seed: int) -> str:
    return RandomBot(folder).choose(knowledge, seed=seed).action
