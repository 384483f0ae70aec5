"""What sits at the seats of the arena: the bots of the house in this process, all others in processes of their own."""

from tablee.arena.entrants import Entrant
from tablee.bots.bot import Bot, RandomBot
from tablee.bots.mind import Mind
from tablee.bots.outside import EngineBot, PythonBot
from tablee.games.folder import GameFolder


def make_bot(entrant: Entrant, folder: GameFolder, patience: float) -> Bot:
    """The bot of an entrant; `patience` are the seconds that an outside one may think about an action.

    Those of the house think on one core, as the games of a tournament take up all of them, and without a clock, so that
    they play the same on every machine.
    """
    if entrant.kind == "random":
        return RandomBot(folder)
    if entrant.kind == "level":
        return Mind(folder, int(entrant.target), cores=1)
    if entrant.kind == "python":
        return PythonBot(folder, entrant.command, patience)
    return EngineBot(entrant.command, patience, entrant.level)
