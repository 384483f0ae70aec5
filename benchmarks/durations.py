"""How long a game lasts at the table: decisions of games between bots, times what a person plausibly takes.

Also how many turns a seat has, from which the time banks of clocks are computed (`TURNS` of a game's folder).
"""

import argparse
import statistics
from typing import NamedTuple

import tablee
from tablee.games import GameDefinition, working_games

SECONDS = {"isis": 15, "morfals": 30, "morisi": 45, "morpyam": 5, "netzwerk": 45}
"""What a decision plausibly takes, with all that belongs to it. For Morisi and Morpyam it is what makes the durations
come out that their makers give; the other games are set beside them by how much there is to think about."""
ANY_GAME = 20


class Length(NamedTuple):
    """How many decisions there were, and how many turns each seat had; what has no alternative is no decision."""

    decisions: int
    turns: float


def main() -> None:
    """Print turns a seat and minutes a game, for each number of players."""
    options = _options()
    print(f"{'game':<10} {'players':>7} {'turns':>6} {'decisions':>9} {'minutes':>8}   in {options.games} games")
    for definition in working_games():
        for players in definition.players:
            _measure(definition, players, options.games, options.level)


def _measure(definition: GameDefinition, players: int, games: int, level: int) -> None:
    lengths = [_play(tablee.new(definition.id, players, seed=seed), players, level) for seed in range(games)]
    decisions = sorted(one.decisions for one in lengths)
    shortest, middle, longest = (
        count * SECONDS.get(definition.id, ANY_GAME) / 60
        for count in (decisions[0], statistics.median(decisions), decisions[-1])
    )
    turns = statistics.median(one.turns for one in lengths)
    counted = f"{definition.id:<10} {players:>7} {turns:>6.1f} {statistics.median(decisions):>9.0f}"
    print(f"{counted} {middle:>8.0f}   {shortest:.0f} to {longest:.0f}", flush=True)


def _play(game: tablee.Game, players: int, level: int) -> Length:
    """Play a game to its end. A turn is the unbroken span in which the same seat is to act (docs/players/clocks.md)."""
    decisions, turns, before = 0, 0, None
    while game.to_act is not None:
        if game.to_act == "chance":
            game.chance()
            continue
        turns, before = turns + (game.to_act != before), game.to_act
        actions = game.legal()
        decisions += len(actions) > 1
        game.play(game.bot(level) if len(actions) > 1 else actions[0])
    return Length(decisions, turns / players)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games for each number of players")
    parser.add_argument("--level", type=int, default=2, help="of the bots")
    return parser.parse_args()


if __name__ == "__main__":
    main()
