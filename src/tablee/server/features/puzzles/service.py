"""Practice over HTTP: a position in which one action is clearly best, and what is said to what somebody does there."""

from typing import Any

from tablee.game import load
from tablee.games import GameFolder, find_game
from tablee.games.lessons import Answer, Attempt, Idea
from tablee.games.levels import BOT_NAMES, LEVELS, STRONGEST
from tablee.games.practice import Puzzle, practice_of
from tablee.language import Language
from tablee.show.lesson import Visit, read_wish
from tablee.show.sentences import seat_colours
from tablee.table.events import Refused
from tablee.table.table import AND_THEN


def puzzles_of(folder: GameFolder) -> list[Puzzle]:
    """The positions of a game; none if it brings none, or they are of other rules."""
    practice = practice_of(folder.path)
    return practice.puzzles if practice is not None and folder.plays(practice.rules) else []


def can_be_practised(game_id: str) -> bool:
    """Does a game bring positions along?"""
    return bool(puzzles_of(find_game(game_id)))


def puzzle_of(folder: GameFolder, name: str) -> Puzzle:
    """A position by its id; raises `Refused`."""
    found = next((puzzle for puzzle in puzzles_of(folder) if puzzle.id == name), None)
    if found is None:
        raise Refused("bad_message")
    return found


def answer(folder: GameFolder, puzzle: Puzzle, body: bytes, say: Language) -> dict[str, Any]:
    """The answer to a wish about a position; raises `Refused`.

    To an action that is not the best one it has the verdict "worse", and the better action; nothing is played then.
    """
    wish = read_wish(body)
    if wish.tried:
        raise Refused("bad_message")
    visit = Visit(folder, idea_of(folder, puzzle, wish.action, say), say, wish)
    reply = visit.grant(wish)
    if wish.action and reply["verdict"] == "wrong" and first_of(wish.action) in load(puzzle.position).legal():
        reply |= {"verdict": "worse"}
    if wish.show or (wish.action and reply["verdict"] in ("right", "worse")):
        better = say("Like this: {sentence}", sentence=visit.in_words(puzzle.best))
        reply |= {
            "better": puzzle.best,
            "how": better,
            "why": _reason(folder, puzzle, say),
            "found": found(puzzle, say),
        }
    return reply


def idea_of(folder: GameFolder, puzzle: Puzzle, action: str, say: Language) -> Idea:
    """A position as a step of a lesson, with what is to be said to an action."""
    best = Answer("right", [lambda attempt: is_best(puzzle, attempt)], _praise(puzzle, say))
    other = Answer("wrong", ["*"], _blame(puzzle, first_of(action), say))
    task = say("You are {seat}. What is best here?", seat=seat_of(folder, puzzle, say))
    return Idea(grade_words(puzzle, say), "", puzzle.position, task, (best, other), (puzzle.best,), puzzle.seat)


def seat_of(folder: GameFolder, puzzle: Puzzle, say: Language) -> str:
    """What the seat to act is called."""
    return seat_colours(folder, puzzle.position["players"], say)[puzzle.seat]


def first_of(action: str) -> str:
    """The first of several actions: what comes after it is not asked about."""
    return action.split(AND_THEN)[0]


def is_best(puzzle: Puzzle, attempt: Attempt) -> bool:
    """Is it what is clearly best?"""
    return first_of(attempt.action) == puzzle.best


def grade_words(puzzle: Puzzle, say: Language) -> str:
    """How hard it is, as a heading."""
    return say("Grade {grade} of 5", grade=puzzle.grade)


def found(puzzle: Puzzle, say: Language) -> str:
    """Which of the bots find it."""
    if len(puzzle.found_by) == len(LEVELS):
        return say("Every bot finds it.")
    if puzzle.found_by == [STRONGEST]:
        return say("Of the bots only {name} finds it.", name=BOT_NAMES[STRONGEST - 1])
    missing = [BOT_NAMES[level - 1] for level in LEVELS if level not in puzzle.found_by]
    return say("Overlooked by {names}.", names=", ".join(missing))


def _praise(puzzle: Puzzle, say: Language) -> str:
    worths = sorted(puzzle.worths.values(), reverse=True)
    return say(
        "With it you may expect to win {best} games of 100, with the next best {second}.",
        best=hundredths(worths[0]),
        second=hundredths(worths[1]),
    )


def _blame(puzzle: Puzzle, action: str, say: Language) -> str:
    if puzzle.cost(action) is None:
        return say("The engine has hardly looked at that: it is no better than what it knows.")
    return say(
        "With that you may expect to win {this} games of 100, with the best {best}.",
        this=hundredths(puzzle.worths[action]),
        best=hundredths(puzzle.worths[puzzle.best]),
    )


def hundredths(worth: float) -> int:
    """Of a hundred games, how many: never all and never none unless it is certain."""
    return round(100 * worth) if worth in (0.0, 1.0) else min(max(round(100 * worth), 1), 99)


def _reason(folder: GameFolder, puzzle: Puzzle, say: Language) -> str:
    """What the game has to say for the best action."""
    game, seat = load(puzzle.position), puzzle.seat
    before = game.sight(seat)
    game.play(puzzle.best)
    names = tuple(seat_colours(folder, game.players, say))
    reason: str = folder.words.advice(puzzle.best, seat, before, game.sight(seat), names, say)
    return reason
