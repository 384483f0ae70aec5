"""`tablee styles`: can one tell how somebody plays? Styles on the same thoughts, beside who has none.

Bots of a level without a style play each other. At each of their decisions every style is asked what it would have
played after the same thought; where it had a choice, it is noted how far what it takes is to its taste, from 0 (the
least of what was nearly as good) to 1 (the most), how far what was played is, and what was given up for it.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import numpy as np
from tqdm import tqdm

from tablee.bots.mind import Mind
from tablee.games import find_game
from tablee.games.folder import GameFolder
from tablee.games.styles import STYLES, Style, gives_of, loss, nearly_best, taste, to_taste, traits_of
from tablee.games.thoughts import Thought
from tablee.kernel.contract import States

SURE = 1.96
"""Standard errors in half of a 95 % interval."""


class Case(msgspec.Struct, frozen=True):
    """One decision in which there was something to be to one's taste."""

    game: int
    style: Style
    plain: float  # how far what was played is to its taste, from 0 to 1
    styled: float  # and how far what it would have played is
    given: float  # the part of a win that it gave up, as far as the thought can tell
    other: bool  # was it another action?


class Leaning(msgspec.Struct, frozen=True):
    """What a style does with its choices."""

    style: Style
    cases: int
    other: float  # the part of its decisions in which it played something else
    plain: float
    styled: float
    error: float  # half of the 95 % interval of the difference, over games
    given: float  # in a decision, on the mean
    in_a_game: float  # and in all decisions of one seat


def cases(folder: GameFolder, players: int, level: int, games: Sequence[int], seed: int) -> Iterator[Case]:
    """All decisions of some games in which styles had a choice."""
    for game in games:
        random, state = Random(f"{seed} {game}"), folder.new(players, {}, seed * 1_000_003 + game)
        minds = [Mind(folder, level, cores=1) for _ in range(players)]
        while (seat := folder.to_act(state)) is not None:
            if seat == "chance":
                texts, weights = zip(*folder.outcomes(state), strict=True)
                state = folder.apply(state, random.choices(texts, weights)[0])
                continue
            knowledge = folder.knowledge(state, seat)
            thought = minds[seat].choose(knowledge, seed=random.getrandbits(31))
            if thought.simulations or folder.brain.has("think"):  # else it was worked out, and no matter of taste
                yield from _compared(folder, folder.read(knowledge), thought, game)
            state = folder.apply(state, thought.action)


def _compared(folder: GameFolder, state: States, thought: Thought, game: int) -> Iterator[Case]:
    """What each style would have played; the first of the thought is what was."""
    seat = int(state[0].turn)
    gives = gives_of(folder)
    near = nearly_best(thought.considered, seat, gives)
    if len(near) < 2:
        return
    codes = folder.codes(state)
    traits = traits_of(folder, state, [codes[one.action] for one in near])
    losses = [loss(near[0], one, seat) for one in near]
    for style in STYLES:
        tastes = [taste(one, style) for one in traits]
        least, most = min(tastes), max(tastes)
        if most > least:
            place, scale = to_taste(traits, losses, style, gives), 1 / (most - least)
            plain, styled = (tastes[0] - least) * scale, (tastes[place] - least) * scale
            yield Case(game, style, plain, styled, losses[place], place != 0)


def leanings(found: Sequence[Case], seats: int) -> list[Leaning]:
    """What came of it, by style: of all decisions of so many seats, that is of every one in each game."""
    by_style = {style: [case for case in found if case.style == style] for style in STYLES}
    return [_leaning(style, of, seats) for style, of in by_style.items() if of]


def _leaning(style: Style, found: Sequence[Case], seats: int) -> Leaning:
    plain, styled = np.array([case.plain for case in found]), np.array([case.styled for case in found])
    games = {case.game for case in found}
    by_game = [np.mean([case.styled - case.plain for case in found if case.game == game]) for game in games]
    error = SURE * float(np.std(by_game, ddof=1)) / math.sqrt(len(games)) if len(games) > 1 else math.inf
    other, given = np.mean([case.other for case in found]), np.mean([case.given for case in found])
    told = float(other), float(plain.mean()), float(styled.mean()), error, float(given)
    return Leaning(style, len(found), *told, in_a_game=sum(case.given for case in found) / seats)


def run(options: argparse.Namespace) -> int:
    """Play, and say for each style what it does."""
    folder = find_game(options.game)
    players = options.players or folder.players[0]
    found: list[Case] = []
    for game in tqdm(range(options.games), unit="game", disable=None):
        found.extend(cases(folder, players, options.level, [game], options.seed))
    print(f"{folder.id}, {players} seats, level {options.level}, {options.games} games, seed {options.seed}")
    print(f"{'style':10}{'choices':>8}{'other':>8}{'without':>9}{'with':>7}", end="")
    print(f"{'more (95 %)':>16}{'given up':>10}{'a game':>8}")
    for one in leanings(found, players * options.games):
        told = f"{one.style:10}{one.cases:8}{one.other:8.0%}{one.plain:9.2f}{one.styled:7.2f}"
        more = f"{one.styled - one.plain:+.2f} ±{one.error:.2f}"
        print(f"{told}{more:>16}{one.given:10.2%}{one.in_a_game:8.1%}")
    return 0
