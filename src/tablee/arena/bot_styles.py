"""`tablee bot-styles`: compare the playing styles on the same decisions.

Bots of a level without a style play each other. At each decision every style chooses among the candidate moves of the
same search. Where it has a choice, we record how far its move and the played one follow its taste, from 0 (the least of
the nearly best moves) to 1 (the most), and the part of a win that it gave up.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import numpy as np
from tqdm import tqdm

from tablee.api.compile_all import compile_games
from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.brains.playing_styles import STYLES, Style, gives_of, loss, nearly_best, taste, to_taste, traits_of
from tablee.games.brains.thoughts import Thought
from tablee.games.definition import GameDefinition

SURE = 1.96  # standard errors in half of a 95 % interval


class Case(msgspec.Struct, frozen=True):
    """One decision in which a style had a choice."""

    game: int
    style: Style
    plain: float  # how far the played move follows its taste, from 0 to 1
    styled: float  # the same of the move that the style chose
    given: float  # the part of a win that it gave up, as far as the search can tell
    other: bool  # was it another action?


class Leaning(msgspec.Struct, frozen=True):
    """The choices of a style in sum."""

    style: Style
    cases: int
    other: float  # the part of its decisions in which it chose another move
    plain: float
    styled: float
    error: float  # half of the 95 % interval of the difference, over games
    given: float  # mean per decision
    in_a_game: float  # sum over all decisions of a seat in a game


def cases(definition: GameDefinition, players: int, level: int, games: Sequence[int], seed: int) -> Iterator[Case]:
    """All decisions of some games in which styles had a choice."""
    for game in games:
        random, state = Random(f"{seed} {game}"), definition.new(players, {}, seed * 1_000_003 + game)
        bots = [LevelBot(definition, level, cores=1) for _ in range(players)]
        while (seat := definition.to_act(state)) is not None:
            if seat == "chance":
                texts, weights = zip(*definition.outcomes(state), strict=True)
                state = definition.apply(state, random.choices(texts, weights)[0])
                continue
            knowledge = definition.knowledge(state, seat)
            thought = bots[seat].choose(knowledge, seed=random.getrandbits(31))
            if thought.simulations or definition.brain.has("think"):  # a solved endgame is no matter of taste
                yield from _compared(definition, definition.read(knowledge), thought, game)
            state = definition.apply(state, thought.action)


def _compared(definition: GameDefinition, state: States, thought: Thought, game: int) -> Iterator[Case]:
    """The choice of each style; the first candidate move was played."""
    seat = int(state[0].turn)
    gives = gives_of(definition)
    near = nearly_best(thought.considered, seat, gives)
    if len(near) < 2:
        return
    codes = definition.codes(state)
    traits = traits_of(definition, state, [codes[one.action] for one in near])
    losses = [loss(near[0], one, seat) for one in near]
    for style in STYLES:
        tastes = [taste(one, style) for one in traits]
        least, most = min(tastes), max(tastes)
        if most > least:
            place, scale = to_taste(traits, losses, style, gives), 1 / (most - least)
            plain, styled = (tastes[0] - least) * scale, (tastes[place] - least) * scale
            yield Case(game, style, plain, styled, losses[place], place != 0)


def leanings(found: Sequence[Case], seats: int) -> list[Leaning]:
    """The sums by style; `seats` is the number of seats of all games together."""
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
    """Play the games and print a row for each style."""
    definition = find_game(options.game)
    compile_games([definition.id])
    players = options.players or definition.players[0]
    found: list[Case] = []
    for game in tqdm(range(options.games), unit="game", disable=None):
        found.extend(cases(definition, players, options.level, [game], options.seed))
    print(f"{definition.id}, {players} seats, level {options.level}, {options.games} games, seed {options.seed}")
    print(f"{'style':10}{'choices':>8}{'other':>8}{'without':>9}{'with':>7}", end="")
    print(f"{'more (95 %)':>16}{'given up':>10}{'a game':>8}")
    for one in leanings(found, players * options.games):
        told = f"{one.style:10}{one.cases:8}{one.other:8.0%}{one.plain:9.2f}{one.styled:7.2f}"
        more = f"{one.styled - one.plain:+.2f} ±{one.error:.2f}"
        print(f"{told}{more:>16}{one.given:10.2%}{one.in_a_game:8.1%}")
    return 0
