"""Puzzles over HTTP: a position with one clearly best action, and replies to the actions played there."""

from typing import Any

from tablee.api.game import load
from tablee.games import GameDefinition, find_game
from tablee.games.brains.levels import BOT_NAMES, LEVELS, STRONGEST
from tablee.games.language import Language
from tablee.games.lessons.ideas import Answer, Idea
from tablee.games.lessons.puzzle_file import Puzzle, puzzle_file_of
from tablee.server.features.lessons.service import ExerciseSession, read_request
from tablee.server.table.events import Refused
from tablee.server.table.table import AND_THEN
from tablee.server.views.sentences import seat_colours
from tablee.server.views.text_play import reason_for


def puzzles_of(definition: GameDefinition) -> list[Puzzle]:
    """The puzzles of a game; none if it ships none for these rules."""
    puzzle_file = puzzle_file_of(definition.path)
    return puzzle_file.puzzles if puzzle_file is not None and definition.plays(puzzle_file.rules) else []


def can_be_practised(game_id: str) -> bool:
    """Does a game ship puzzles?"""
    return bool(puzzles_of(find_game(game_id)))


def puzzle_of(definition: GameDefinition, name: str) -> Puzzle:
    """A puzzle by its id; raises `Refused`."""
    found = next((puzzle for puzzle in puzzles_of(definition) if puzzle.id == name), None)
    if found is None:
        raise Refused("bad_message")
    return found


def answer(definition: GameDefinition, puzzle: Puzzle, body: bytes, say: Language) -> dict[str, Any]:
    """The reply to a request about a puzzle; raises `Refused`.

    If the action is not the best one, the verdict is "worse", with the better action; nothing is played.
    """
    request = read_request(body)
    if request.tried:
        raise Refused("bad_message")
    visit = ExerciseSession(definition, idea_of(definition, puzzle, request.action, say), say, request)
    reply = visit.reply(request)
    if request.action and reply["verdict"] == "wrong" and first_of(request.action) in load(puzzle.position).legal():
        reply |= {"verdict": "worse"}
    if request.show or (request.action and reply["verdict"] in ("right", "worse")):
        how = say("Like this: {sentence}", sentence=visit.in_words(puzzle.best))
        why = _reason(definition, puzzle, say)
        reply |= {"better": puzzle.best, "how": how, "why": why, "found": found(puzzle, say)}
    return reply


def idea_of(definition: GameDefinition, puzzle: Puzzle, action: str, say: Language) -> Idea:
    """A puzzle as a step of a lesson, with the replies to actions."""
    first, second, *_ = (hundredths(worth) for worth in sorted(puzzle.worths.values(), reverse=True))
    praise = say("It wins {best} games out of 100; the next best wins {second}.", best=first, second=second)
    played, blame = first_of(action), say("The engine hardly looked at that move: it is no better than the others.")
    if puzzle.cost(played) is not None:
        this, best = hundredths(puzzle.worths[played]), hundredths(puzzle.worths[puzzle.best])
        blame = say("That wins {this} games out of 100; the best move wins {best}.", this=this, best=best)
    answers = (
        Answer("right", [lambda attempt: first_of(attempt.action) == puzzle.best], praise),
        Answer("wrong", ["*"], blame),
    )
    seat = seat_colours(definition, puzzle.position["players"], say)[puzzle.seat]
    task, title = (
        say("You are {seat}. What is the best move?", seat=seat),
        say("Difficulty {grade} of 5", grade=puzzle.grade),
    )
    return Idea(title, "", puzzle.position, task, answers, (puzzle.best,), puzzle.seat)


def first_of(action: str) -> str:
    """The first of several actions; the others are not asked for."""
    return action.split(AND_THEN)[0]


def found(puzzle: Puzzle, say: Language) -> str:
    """The bots that find the best action."""
    if len(puzzle.found_by) == len(LEVELS):
        return say("Every bot finds it.")
    if puzzle.found_by == [STRONGEST]:
        return say("Only {name} finds it.", name=BOT_NAMES[STRONGEST - 1])
    missing = [BOT_NAMES[level - 1] for level in LEVELS if level not in puzzle.found_by]
    return say("{names} miss it.", names=", ".join(missing))


def hundredths(worth: float) -> int:
    """A share in hundredths: never 0 or 100 unless it is certain."""
    return round(100 * worth) if worth in (0.0, 1.0) else min(max(round(100 * worth), 1), 99)


def _reason(definition: GameDefinition, puzzle: Puzzle, say: Language) -> str:
    """The game's reason for the best action."""
    names = seat_colours(definition, puzzle.position["players"], say)
    return reason_for(definition, definition.read(puzzle.position), puzzle.best, puzzle.seat, names, say)
