"""How long a game lasts at the table: games between bots, counted, times what a person plausibly takes."""

import argparse
import statistics

import tablee
from tablee.games import GameFolder, working_games

SECONDS = {"isis": 15, "morfals": 30, "morisi": 45, "morpyam": 5, "netzwerk": 45}
"""What a decision plausibly takes, with all that belongs to it. For Morisi and Morpyam it is what makes the durations
come out that their makers give; the other games are set beside them by how much there is to think about."""
ANY_GAME = 20


def main() -> None:
    """Print minutes a game, for each number of players."""
    options = _options()
    print(f"{'game':<10} {'players':>7} {'decisions':>9} {'minutes':>8}   in {options.games} games")
    for folder in working_games():
        for players in folder.players:
            _measure(folder, players, options.games, options.level)


def _measure(folder: GameFolder, players: int, games: int, level: int) -> None:
    decisions = sorted(_count(tablee.new(folder.id, players, seed=seed), level) for seed in range(games))
    shortest, middle, longest = (
        count * SECONDS.get(folder.id, ANY_GAME) / 60
        for count in (decisions[0], statistics.median(decisions), decisions[-1])
    )
    counted = f"{folder.id:<10} {players:>7} {statistics.median(decisions):>9.0f}"
    print(f"{counted} {middle:>8.0f}   {shortest:.0f} to {longest:.0f}", flush=True)


def _count(game: tablee.Game, level: int) -> int:
    """How many decisions there were; what has no alternative is none."""
    decisions = 0
    while game.to_act is not None:
        if game.to_act == "chance":
            game.chance()
            continue
        actions = game.legal()
        decisions += len(actions) > 1
        game.play(game.bot(level) if len(actions) > 1 else actions[0])
    return decisions


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games for each number of players")
    parser.add_argument("--level", type=int, default=2, help="of the bots")
    return parser.parse_args()


if __name__ == "__main__":
    main()
