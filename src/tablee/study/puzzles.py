"""Finding positions in which one action is clearly best: games are played, sieved, thought about, and checked."""

import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from tablee.bots.mind import Mind
from tablee.game import load, new
from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.levels import LEVELS, STRONGEST
from tablee.games.practice import Puzzle
from tablee.games.thoughts import Limit, Thought
from tablee.language import ENGLISH
from tablee.study.checking import LEAST, Checked, check, is_by_eye, margin_of, worths_of

PLAYERS_OF_GAMES = (2, 2, 3, 2, 2, 4)
"""How many play, game after game, as far as the game is for so many."""
PLAYED_BY = (2, 3, 4)
PLAYED_IN = Limit(simulations=100)
SIEVED_IN = Limit(simulations=400)
"""Games in thought of the level below the strongest, for a first look."""
CLEAR_BY_EYE = 0.08
"""The margin that a brain must see that judges by eye: what is less takes too many games to confirm."""
OF_ONE_GAME = 3
"""Positions that are taken from one game, at most."""


class Found(NamedTuple):
    """A position of a game, before it is known whether anything is to be learnt from it."""

    knowledge: Document
    phase: float
    source: str


Wanted = Callable[[Puzzle], bool]
"""Is a position worth its check? Asked once it is known how hard it is and what is best."""


def puzzles_of(folder: GameFolder, positions: Sequence[Found], seed: int, wanted: Wanted) -> Iterator[Puzzle]:
    """The positions among some of one game that are good for practice."""
    count, random = 0, Random(f"{folder.id} {seed}")
    for found in random.sample(positions, len(positions)):
        puzzle = puzzle_of(folder, found, wanted)
        if puzzle is not None:
            yield puzzle
            count += 1
            if count == OF_ONE_GAME:
                return


def puzzle_of(folder: GameFolder, found: Found, wanted: Wanted) -> Puzzle | None:
    """A position as a puzzle, if one action is clearly best there, and it is wanted."""
    knowledge, seed = found.knowledge, _seed(found.knowledge)
    seat, thought = _seat(folder, knowledge), _thought(folder, found)
    if thought is None:
        return None
    worths = worths_of(thought, seat)
    lower = [level for level in LEVELS if level != STRONGEST]
    plays = {level: Mind(folder, level).choose(knowledge, Limit(), seed).action for level in lower}
    first = Checked(thought.action, worths, margin_of(worths, thought.action), 0.0, "")
    if not wanted(_puzzle(folder, found, first, plays)):
        return None
    again = check(folder, knowledge, thought, seat, seed + 1)
    return _puzzle(folder, found, again, plays) if again is not None else None


def _thought(folder: GameFolder, found: Found) -> Thought | None:
    """What it is found by, if it promises anything: the level below the strongest; by eye the strongest itself."""
    seed, seat = _seed(found.knowledge), _seat(folder, found.knowledge)
    glance = Mind(folder, STRONGEST - 1).choose(found.knowledge, SIEVED_IN, seed)
    if is_by_eye(folder, glance):
        thought = Mind(folder, STRONGEST).choose(found.knowledge, Limit(), seed)
        return thought if _margin(thought, seat) >= CLEAR_BY_EYE else None
    if _margin(glance, seat) < LEAST:
        return None
    thought = Mind(folder, STRONGEST - 1).choose(found.knowledge, Limit(), seed)
    return thought if _margin(thought, seat) >= LEAST else None


def _margin(thought: Thought, seat: int) -> float:
    """By how much what it plays is better than all else; less than nothing if it is not."""
    worths = worths_of(thought, seat)
    return margin_of(worths, thought.action) if len(worths) > 1 and thought.action in worths else -1.0


def _puzzle(folder: GameFolder, found: Found, checked: Checked, plays: Mapping[int, str]) -> Puzzle:
    misses = [plays[level] for level in sorted(plays, reverse=True) if plays[level] != checked.best]
    second = max((action for action in checked.worths if action != checked.best), key=checked.worths.__getitem__)
    seat = _seat(folder, found.knowledge)
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
        idea=idea_of(folder, found.knowledge, seat, checked.best),
    )


def idea_of(folder: GameFolder, knowledge: Document, seat: int, action: str) -> str:
    """What the game has to say for an action, without what differs from position to position."""
    game = load(knowledge)
    before = game.sight(seat)
    game.play(action)
    names = tuple(f"seat {number}" for number in range(game.players))
    step = action, seat, before, game.sight(seat), names, ENGLISH
    said = folder.words.advice(*step) or folder.words.aftermath(*step)
    return re.sub(r"seat \d|\b\w?[+-]?\d+\w?\b|\b[A-Z]\w*", "_", said)


def _seat(folder: GameFolder, knowledge: Document) -> int:
    seat = folder.to_act(folder.read(knowledge))
    assert isinstance(seat, int)
    return seat


def _seed(knowledge: Document) -> int:
    return zlib.crc32(repr(sorted(knowledge.items(), key=lambda item: item[0])).encode())


# ---- games -----------------------------------------------------------------------------------------------------------


def self_played(folder: GameFolder, seed: int, number: int) -> list[Found]:
    """The positions of a game that bots of several levels play against each other."""
    players = [count for count in PLAYERS_OF_GAMES if count in folder.players]
    random = Random(f"{folder.id} {seed} {number}")
    game = new(folder.id, players[number % len(players)], opened(folder, {}), seed=random.randrange(1 << 60))
    minds = [Mind(folder, random.choice(PLAYED_BY)) for _ in range(game.players)]
    documents: list[tuple[int, Document]] = []
    while (who := game.to_act) is not None:
        if who == "chance":
            game.chance()
            continue
        knowledge = game.knowledge(int(who))
        if len(game.legal()) > 1:
            documents.append((len(game.log), knowledge))
        game.play(minds[int(who)].choose(knowledge, PLAYED_IN, random.randrange(1 << 30)).action)
    return _found(documents, len(game.log), f"self-play {seed}/{number}")


def recorded(folder: GameFolder, steps: Sequence[tuple[int | str | None, Any]], name: str) -> list[Found]:
    """The positions of a game that was played: for each step who took it, and the state before."""
    documents = []
    for place, (who, state) in enumerate(steps):
        if isinstance(who, int) and folder.to_act(state) == who and len(folder.actions(state)) > 1:
            knowledge = as_seen(folder, folder.knowledge(state, who), who)
            if knowledge is not None:
                documents.append((place, knowledge))
    return _found(documents, len(steps), name)


def _found(documents: Sequence[tuple[int, Document]], steps: int, name: str) -> list[Found]:
    return [Found(document, place / max(steps, 1), f"{name}, step {place + 1}") for place, document in documents]


def opened(folder: GameFolder, options: Document) -> dict[str, Any]:
    """Options with which all lies open that was shown once, and else those given or the usual ones."""
    usual = folder.full_options(folder.players[0], dict(options))
    best, fewest = usual, len(folder.secrets(usual))
    for values in product(*folder.options.values()):
        other = dict(zip(folder.options, values, strict=True))
        changed = [name for name in other if other[name] != usual[name]]
        if len(changed) == 1 and len(folder.secrets(other)) < fewest:
            best, fewest = other, len(folder.secrets(other))
    return best


def as_seen(folder: GameFolder, knowledge: Document, seat: int) -> Document | None:
    """Knowledge with options that let it be seen, if the same may be done with them; else None."""
    shown = {**knowledge, "options": opened(folder, knowledge["options"])}
    try:
        same = load(shown).legal() == load(knowledge).legal()
    except TableeError:
        return None
    seen = same and not any(secret.shown for secret in folder.secrets(shown["options"]).values())
    return shown if seen and load(shown).to_act == seat else None
