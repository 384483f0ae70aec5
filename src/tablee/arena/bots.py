"""What sits at the seats of the arena: the bots of the house in this process, all others in processes of their own."""

from tablee.arena.entrants import Entrant
from tablee.bots.bot import Bot, RandomBot
from tablee.bots.mind import Mind
from tablee.bots.outside import EngineBot, PythonBot
from tablee.games.folder import GameFolder
from tablee.games.styles import style_named


def make_bot(entrant: Entrant, folder: GameFolder, patience: float, limited: bool = False) -> Bot:
    """The bot of an entrant; `patience` are the seconds that an outside one may think about an action.

    Those of the house think on one core, as the games of a tournament take up all of them, and, unless the tournament
    is `limited`, without a clock, so that they play the same on every machine.
    """
    if entrant.kind == "random":
        return RandomBot(folder)
    if entrant.kind == "level":
        level, _, style = entrant.target.partition(":")
        return Mind(folder, int(level), cores=1, style=style_named(style))
    if entrant.kind == "python":
        return PythonBot(folder, entrant.command, patience)
    return EngineBot(entrant.command, patience, entrant.level, asks=limited)
