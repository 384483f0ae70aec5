"""What bots play, for tests that ask for nothing else."""

from tablee.bots.bot import RandomBot
from tablee.bots.level_bots import LevelBot
from tablee.games.brains.thoughts import Limit
from tablee.games.definition import GameDefinition
from tablee.games.document import Document


def choose(definition: GameDefinition, knowledge: Document, level: int, seed: int, seconds: float | None = None) -> str:
    """What a bot of the house plays that has not thought before."""
    return LevelBot(definition, level).choose(knowledge, Limit(seconds=seconds), seed).action


def choose_random(definition: GameDefinition, knowledge: Document, seed: int) -> str:
    return RandomBot(definition).choose(knowledge, seed=seed).action
