"""Find positions in which one action is clearly best, and verify them with ten times the search.

This module of the puzzles searches; `model.py` is pure, and pages show shipped puzzles. A candidate is verified by the
strongest level with other seeds. Where a bot evaluates without simulations, games are played to their ends instead, if
the game has a fast `play_on` in its `learning.py`. Solved endings need no verification."""

import math
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from tablee.api.game import load, new
from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.games.brains.levels import LEVELS, STRONGEST
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.language import ENGLISH
from tablee.games.lessons.puzzle_file import Puzzle
from tablee.server.table.events import Act, Chance, Leave
from tablee.server.views.text_play import reason_for

ENOUGH = 0.02
"""Ignore actions with less than this share of the visits of the most visited one."""
TIMES = 10
GAMES = (250, 500, 1000)
"""Playouts from each action, until the result is clear or hopeless."""
RIVALS = 2
"""Alternatives that are played out, too."""
LEAST = 0.05
"""The least margin of a clearly best action, in shares of the win."""
SURE = 3.0
"""The least margin in standard deviations."""

PlayOn = Callable[[States, int, int], Any]
"""Play games from a state to their ends: (state, count, seed) → a row for each game, a win share for each seat."""


class Verified(NamedTuple):
    """A verified best action: values, margin, its standard error, and the method."""

    best: str
    worths: dict[str, float]
    margin: float
    error: float
    how: str
    games: int = 0
    """Simulations or playouts."""

    @property
    def is_clear(self) -> bool:
        """Is one action clearly best?"""
        return self.margin >= max(LEAST, SURE * self.error)


def worths_of(thought: Thought, seat: int) -> dict[str, float]:
    """The values of the actions that were visited often enough."""
    most = max((one.visits for one in thought.considered), default=0)
    return {one.action: one.values[seat] for one in thought.considered if one.visits >= ENOUGH * most}


def margin_of(worths: Mapping[str, float], best: str) -> float:
    """The lead of the best action; 0 if there is no other."""
    others = [worth for action, worth in worths.items() if action != best]
    return worths[best] - max(others) if others else 0.0


def is_by_eye(definition: GameDefinition, thought: Thought) -> bool:
    """Did the bot evaluate without simulations?"""
    return definition.brain.has("think") and not any(one.visits for one in thought.considered)


def check(definition: GameDefinition, knowledge: Document, thought: Thought, seat: int, seed: int) -> Verified | None:
    """Search ten times as much as the first thought; None if nothing is clear then."""
    worths = worths_of(thought, seat)
    if is_by_eye(definition, thought):
        play_on: PlayOn | None = getattr(definition.learning, "play_on", None)
        return _played_on(definition, definition.read(knowledge), worths, seat, seed, play_on) if play_on else None
    if not thought.simulations:
        return Verified(thought.action, worths, margin_of(worths, thought.action), 0.0, "exact")
    checked = _thought_about(definition, knowledge, thought, seat, seed)
    return checked if checked is not None and checked.is_clear else None


# ---- thinking more ---------------------------------------------------------------------------------------------------


def _thought_about(
    definition: GameDefinition, knowledge: Document, first: Thought, seat: int, seed: int
) -> Verified | None:
    """Search repeatedly with the strongest level; all searches must agree on the best action."""
    thoughts: list[Thought] = []
    while sum(one.simulations for one in thoughts) < TIMES * first.simulations:
        thought = LevelBot(definition, STRONGEST).choose(knowledge, Limit(), seed + len(thoughts))
        worths = worths_of(thought, seat)
        if max(worths, key=worths.__getitem__) != first.action or thought.action != first.action:
            return None
        if not thought.simulations:
            return Verified(thought.action, worths, margin_of(worths, thought.action), 0.0, "exact")
        thoughts.append(thought)
    best, visits, sums = first.action, defaultdict[str, int](int), defaultdict[str, float](float)
    for one in (one for thought in thoughts for one in thought.considered):
        visits[one.action] += one.visits
        sums[one.action] += one.visits * one.values[seat]
    seen = [action for action, count in visits.items() if count >= max(1.0, ENOUGH * visits[best])]
    worths = {action: sums[action] / visits[action] for action in seen}
    rivals = [action for action in seen if action != best]
    if not rivals:
        return Verified(best, worths, 0.0, 0.0, "tenfold")
    rival = max(rivals, key=worths.__getitem__)
    error = math.hypot(*(_error(worths[action], visits[action]) for action in (best, rival)))
    games = sum(thought.simulations for thought in thoughts)
    return Verified(best, worths, worths[best] - worths[rival], error, "tenfold", games)


def _error(chance: float, games: int) -> float:
    """Standard error of a win share over that many games."""
    within = min(max(chance, 0.01), 0.99)
    return math.sqrt(within * (1 - within) / games)


# ---- playing on ------------------------------------------------------------------------------------------------------


def _played_on(
    definition: GameDefinition, state: States, worths: dict[str, float], seat: int, seed: int, play_on: PlayOn
) -> Verified | None:
    """Play out the best action and its rivals until the result is clear or hopeless."""
    order = sorted(worths, key=worths.__getitem__, reverse=True)[: 1 + RIVALS]
    codes, won, games = definition.codes(state), dict.fromkeys(order, 0.0), 0
    for most in GAMES:
        for place, action in enumerate(order):
            after = definition.step(state, codes[action])
            won[action] += float(
                play_on(after, most - games, seed + place * len(GAMES) + GAMES.index(most))[:, seat].sum()
            )
        games = most
        means = {action: wins / games for action, wins in won.items()}
        best, *rivals = order
        rival = max(rivals, key=means.__getitem__)
        error = math.hypot(_error(means[best], games), _error(means[rival], games))
        found = Verified(best, means, means[best] - means[rival], error, "played on", games)
        if found.is_clear:
            # Other actions keep their distance to the best.
            rest = {action: max(means[best] - worths[best] + worths[action], 0.0) for action in worths}
            return found._replace(worths={**rest, **means})
        if found.margin + 2 * found.error < LEAST:
            return None
    return None


PLAYERS_OF_GAMES = (2, 2, 3, 2, 2, 4)
"""Numbers of players, game after game."""
PLAYED_BY = (2, 3, 4)
PLAYED_IN = Limit(simulations=100)
SIEVED_IN = Limit(simulations=400)
"""For a first look by the level below the strongest."""
CLEAR_BY_EYE = 0.08
"""The least margin where a bot evaluates without simulations: less takes too many playouts to confirm."""
OF_ONE_GAME = 3
"""Puzzles from one game at most."""


class Candidate(NamedTuple):
    """A position that may become a puzzle."""

    knowledge: Document
    phase: float
    source: str


Wanted = Callable[[Puzzle], bool]
"""Is a candidate worth verifying? Asked once its grade and best action are known."""


def puzzles_of(
    definition: GameDefinition, positions: Sequence[Candidate], seed: int, wanted: Wanted
) -> Iterator[Puzzle]:
    """The puzzles among the positions of one game."""
    count, random = 0, Random(f"{definition.id} {seed}")
    for found in random.sample(positions, len(positions)):
        puzzle = puzzle_of(definition, found, wanted)
        if puzzle is not None:
            yield puzzle
            count += 1
            if count == OF_ONE_GAME:
                return


def puzzle_of(definition: GameDefinition, found: Candidate, wanted: Wanted) -> Puzzle | None:
    """Make a puzzle of a position if one action is clearly best and it is wanted."""
    knowledge, seed = found.knowledge, _seed(found.knowledge)
    seat, thought = _seat(definition, knowledge), _thought(definition, found)
    if thought is None:
        return None
    worths = worths_of(thought, seat)
    lower = [level for level in LEVELS if level != STRONGEST]
    plays = {level: LevelBot(definition, level).choose(knowledge, Limit(), seed).action for level in lower}
    first = Verified(thought.action, worths, margin_of(worths, thought.action), 0.0, "")
    if not wanted(_puzzle(definition, found, first, plays)):
        return None
    again = check(definition, knowledge, thought, seat, seed + 1)
    return _puzzle(definition, found, again, plays) if again is not None else None


def _thought(definition: GameDefinition, found: Candidate) -> Thought | None:
    """A thought of the level below the strongest, or of one without simulations; None if nothing is clear."""
    seed, seat = _seed(found.knowledge), _seat(definition, found.knowledge)
    glance = LevelBot(definition, STRONGEST - 1).choose(found.knowledge, SIEVED_IN, seed)
    if is_by_eye(definition, glance):
        thought = LevelBot(definition, STRONGEST).choose(found.knowledge, Limit(), seed)
        return thought if _margin(thought, seat) >= CLEAR_BY_EYE else None
    if _margin(glance, seat) < LEAST:
        return None
    thought = LevelBot(definition, STRONGEST - 1).choose(found.knowledge, Limit(), seed)
    return thought if _margin(thought, seat) >= LEAST else None


def _margin(thought: Thought, seat: int) -> float:
    """The lead of the action played; negative if it is not best."""
    worths = worths_of(thought, seat)
    return margin_of(worths, thought.action) if len(worths) > 1 and thought.action in worths else -1.0


def _puzzle(definition: GameDefinition, found: Candidate, checked: Verified, plays: Mapping[int, str]) -> Puzzle:
    misses = [plays[level] for level in sorted(plays, reverse=True) if plays[level] != checked.best]
    second = max((action for action in checked.worths if action != checked.best), key=checked.worths.__getitem__)
    seat = _seat(definition, found.knowledge)
    return Puzzle(
        id=f"{_seed(found.knowledge):08x}",
        position=dict(found.knowledge),
        seat=seat,
        best=checked.best,
        worths={action: round(worth, 3) for action, worth in sorted(checked.worths.items(), key=lambda one: -one[1])},
        margin=round(checked.margin, 3),
        error=round(checked.error, 4),
        check=checked.how,
        found_by=[*(level for level in plays if plays[level] == checked.best), STRONGEST],
        tempting=misses[0] if misses else second,
        phase=round(found.phase, 2),
        source=found.source,
        idea=idea_of(definition, found.knowledge, seat, checked.best),
    )


def idea_of(definition: GameDefinition, knowledge: Document, seat: int, action: str) -> str:
    """The game's advice for an action, without names and numbers."""
    state = definition.read(knowledge)
    names = tuple(f"seat {number}" for number in range(definition.seats(state)))
    around = definition.sight(state, seat), definition.sight(definition.apply(state, action), seat)
    said = reason_for(definition, state, action, seat, names, ENGLISH) or definition.words.aftermath(
        action, seat, *around, names, ENGLISH
    )
    return re.sub(r"seat \d|\b\w?[+-]?\d+\w?\b|\b[A-Z]\w*", "_", said)


def _seat(definition: GameDefinition, knowledge: Document) -> int:
    seat = definition.to_act(definition.read(knowledge))
    assert isinstance(seat, int)
    return seat


def _seed(knowledge: Document) -> int:
    return zlib.crc32(repr(sorted(knowledge.items(), key=lambda item: item[0])).encode())


# ---- games -----------------------------------------------------------------------------------------------------------


def self_played(definition: GameDefinition, seed: int, number: int) -> list[Candidate]:
    """The positions of a self-play game between bots of several levels."""
    players = [count for count in PLAYERS_OF_GAMES if count in definition.players]
    random = Random(f"{definition.id} {seed} {number}")
    game = new(definition.id, players[number % len(players)], opened(definition, {}), seed=random.randrange(1 << 60))
    bots = [LevelBot(definition, random.choice(PLAYED_BY)) for _ in range(game.players)]
    documents: list[tuple[int, Document]] = []
    while (who := game.to_act) is not None:
        if who == "chance":
            game.chance()
            continue
        knowledge = game.knowledge(int(who))
        if len(game.legal()) > 1:
            documents.append((len(game.log), knowledge))
        game.play(bots[int(who)].choose(knowledge, PLAYED_IN, random.randrange(1 << 30)).action)
    return _found(documents, len(game.log), f"self-play {seed}/{number}")


def recorded(
    definition: GameDefinition, steps: Sequence[tuple[Act | Chance | Leave, States]], name: str
) -> list[Candidate]:
    """Positions of a game that was played, from its steps and the states before them."""
    documents = []
    for place, (event, state) in enumerate(steps):
        seat = definition.to_act(state)
        if isinstance(seat, int) and event.seat == seat and len(definition.actions(state)) > 1:
            knowledge = as_seen(definition, definition.knowledge(state, seat), seat)
            if knowledge is not None:
                documents.append((place, knowledge))
    return _found(documents, len(steps), name)


def _found(documents: Sequence[tuple[int, Document]], steps: int, name: str) -> list[Candidate]:
    return [Candidate(document, place / max(steps, 1), f"{name}, step {place + 1}") for place, document in documents]


def opened(definition: GameDefinition, options: Document) -> dict[str, Any]:
    """The options with one change that hides least, else those given or the defaults."""
    usual = definition.full_options(definition.players[0], dict(options))
    best, fewest = usual, len(definition.secrets(usual))
    for values in product(*definition.options.values()):
        other = dict(zip(definition.options, values, strict=True))
        changed = [name for name in other if other[name] != usual[name]]
        if len(changed) == 1 and len(definition.secrets(other)) < fewest:
            best, fewest = other, len(definition.secrets(other))
    return best


def as_seen(definition: GameDefinition, knowledge: Document, seat: int) -> Document | None:
    """Knowledge under open options, if the legal actions stay the same; else None."""
    shown = {**knowledge, "options": opened(definition, knowledge["options"])}
    try:
        same = load(shown).legal() == load(knowledge).legal()
    except TableeError:
        return None
    seen = same and not any(secret.shown for secret in definition.secrets(shown["options"]).values())
    return shown if seen and load(shown).to_act == seat else None
