"""What settings of a level are worth: the level as it is among itself with other settings, in whole games.

`python benchmarks/variants.py GAME NAME=VALUE … [--level 5] [--players 2] [--games 100] [--seed 0]
[--sprt-rate LOW HIGH] [--record FILE]`: one bot as it is among others with these settings. Each deal is played once for
each seat, in one process and without any clock, so that other work on the machine changes no decision. The settings
are those of the level in `route_search.py` for Netzwerk and Morisi, else in `levels.py`. The same command continues
from the record.
"""

import argparse
import sys
from ast import literal_eval
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tablee.arena.arena_game import GameRecord, play
from tablee.arena.entrants import Entrant
from tablee.arena.parallel_games import missing_games
from tablee.arena.record_file import RecordFile
from tablee.arena.report_rendering import as_text
from tablee.arena.schedule import Tournament
from tablee.arena.sprt import Hypotheses, Trial
from tablee.arena.standings import standings
from tablee.arena.tournament_report import running, tournament_report
from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.level_bots import LevelBot
from tablee.games import GameDefinition, find_game
from tablee.games.brains import levels
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.document import Document
from tablee.games.shared.routes.brain import route_search

ROUTES = ("netzwerk", "morisi")


class Variant(Bot):
    """A level with other settings while it decides."""

    def __init__(self, definition: GameDefinition, level: int, changes: Mapping[str, Any]) -> None:
        self._bot, self._level = LevelBot(definition, level, cores=1), level
        self._levels: dict[int, Any] = route_search.LEVELS if definition.id in ROUTES else levels.LEVELS
        self._settings = self._levels[level]._replace(**changes)

    def begin(self) -> None:
        """Forget the game before."""
        self._bot.begin()

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """Choose with these settings."""
        with patch.dict(self._levels, {self._level: self._settings}):
            return self._bot.choose(knowledge, limit, seed)


def main() -> None:
    """Play until the test has decided or all games are played, and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("changes", nargs="+", metavar="NAME=VALUE", help="of the others")
    parser.add_argument("--level", type=int, default=levels.STRONGEST)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sprt-rate", type=float, nargs=2, metavar=("LOW", "HIGH"))
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    definition = find_game(options.game)
    others = [f"{' '.join(options.changes)} {number}" for number in range(1, options.players)]
    tournament = Tournament(
        game=definition.id,
        players=options.players,
        options=definition.full_options(options.players, {}),
        entrants=tuple(Entrant(name, "level", str(options.level)) for name in ("as it is", *others)),
        games=options.games,
        seed=options.seed,
    )
    changes = {name: literal_eval(value) for name, _, value in (one.partition("=") for one in options.changes)}
    bots = [Variant(definition, options.level, {}), *(Variant(definition, options.level, changes) for _ in others)]
    records = list[GameRecord]()
    trial = Trial(Hypotheses(*options.sprt_rate) if options.sprt_rate else None, tournament, records)
    file = RecordFile(options.record, tournament) if options.record else None
    records += file.records if file else []
    try:
        for pairing in missing_games(tournament, records):
            if trial.is_decided():
                break
            records.append(play(tournament, definition, pairing, [bots[number] for number in pairing.seats]))
            if file:
                file.add(records[-1])
            print(f"\r{len(records)} games {running(tournament, records)}{trial.in_short()}", end="", file=sys.stderr)
    except KeyboardInterrupt:
        pass
    if result := standings(tournament, records, trial.verdict()):
        print("\n" + as_text(tournament_report(result)))


if __name__ == "__main__":
    main()
