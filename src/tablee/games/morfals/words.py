"""Morfals in words: the texts of actions and states, who may know what, and the texts for players."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from tablee.engine.contract import States
from tablee.games.about import About, Option
from tablee.games.definition import Result
from tablee.games.document import (
    DERIVED,
    OPTIONAL,
    Document,
    Field,
    counts,
    dice,
    flags,
    in_hand,
    marked,
    marked_by,
    number,
    pieces,
    reads,
    refuse,
    word,
)
from tablee.games.language import Language
from tablee.games.morfals import rules
from tablee.games.morfals.outlook import CHANCES, EATS_MOST, OPEN, WEIGHTS, new_slate, take_notes
from tablee.games.score_sheets import Cell, Line, ScorePad, with_minus
from tablee.games.secrets import Secret
from tablee.games.shared.dice.throws import throw_text
from tablee.games.shared.widgets.grids import squares_text

COLUMN_NAMES = tuple(str(rules.FIRST_COLUMN + column) for column in range(rules.SIDE))
ROW_NAMES = "abcdefg"
ROWS = tuple(tuple(column + row for column in COLUMN_NAMES) for row in ROW_NAMES)
"""The squares as one reads them; the rules count down the columns. `7c` is column 7, row c."""
SQUARE_NAMES = tuple(column + row for column in COLUMN_NAMES for row in ROW_NAMES)

ACTIONS = (
    *(f"{verb} {name}" for verb in ("place", "eat") for name in SQUARE_NAMES),
    *("done", "announce", "silent"),
    *(f"roll {throw_text(throw)}" for throw in rules.THROWS),
    *("start 0", "start 1"),
)
MOST_POINTS = rules.MATCH_POINTS - 1 + rules.CANNIBALS
FIELDS = {
    "board": pieces(SQUARE_NAMES, lambda _: {1: 0, 2: 1}),
    "hands": counts(rules.CANNIBALS).but(default=DERIVED),
    "turn": Field(
        lambda turn, state: None if state["phase"] == rules.START else turn,
        lambda turn, *_: turn == 1,
        None,
        also=("phase",),
    ),
    "dice": dice(rules.THROWS),
    "phase": word(rules.PHASES),
    "trapped": marked(SQUARE_NAMES),
    "announced": flags(),
    "skip": flags(),
    "match_score": counts(MOST_POINTS, -MOST_POINTS).but(default=OPTIONAL),
}
SECRETS = {"trapped": Secret(lambda _: [], when=lambda options: bool(options["capture"] == "claim"))}
"""Traps follow from the board, but players must notice them themselves."""
SECRET_FACTS = ("traps",)


def is_in_river(name: str) -> bool:
    """Is the square, or column, part of the River?"""
    return name.startswith(COLUMN_NAMES[rules.RIVER])


@reads("column", "last_one", "points", "traps")
def facts_of(facts: dict[str, Any], state: States) -> dict[str, Any]:  # noqa: ARG001
    """The facts with names: what each square of the column would trap."""
    column = facts["column"]
    rows = zip(ROW_NAMES, facts["traps"], strict=True) if column else ()
    return {
        "column": column,
        "last_one": facts["last_one"],
        "points": facts["points"],
        "traps": {f"{column}{row}": marked_by(bits, SQUARE_NAMES) for row, bits in rows},
    }


def board_text(view: Document) -> str:
    """The board as lines of text, row a first; a cannibal is the number of its seat."""
    return squares_text(ROWS, view["board"], width=1)


def about(say: Language) -> About:
    """What the shelf says about the game."""
    return About(
        say("Throw the dice, place your cannibals – and sandwich the other tribe before it makes a meal of yours."),
        minutes=15,
        age=12,
        author="Tom Kruszewski & Steve Weiss",
        publisher="Hasbro",
        year=2000,
        thanks="l’Escale à jeux (escaleajeux.fr)",
        kinds=("dice", "capture"),
    )


def goal(say: Language) -> str:
    """The goal of the game, for a new player."""
    return say("Be the first to place all twelve cannibals: those that get trapped are eaten.")


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Has the action eaten several at once?"""
    return bool(after["hands"][1 - seat] - before["hands"][1 - seat] > 1)


def seat_name(seat: int, say: Language) -> str:
    """The tribe of a seat; the same in every language."""
    return ("Jusqualos", "Sang-Zarète")[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:
    """The question, the answers and the explanation of an option."""
    return {
        "match": Option(
            say("Length"),
            {1: say("one game"), 20: say("the digestif: game after game, to 20 points")},
            say("In the digestif you play game after game and add up the points, the lost ones too."),
        ),
        "capture": Option(
            say("Trapped cannibals"),
            {"auto": say("are eaten at once"), "claim": say("must be noticed")},
            say("If traps must be noticed, you point out what you have trapped; what you overlook gets away."),
        ),
        "last_man": Option(
            say("The last one in hand"),
            {"auto": say("is announced for you"), "announce": say("must be announced")},
            say("If it must be announced, whoever forgets misses a turn."),
        ),
    }[name]


def is_final(state: States, text: str) -> bool:  # noqa: ARG001
    """Claims reveal whether a cannibal was trapped, and announcements have been heard: these cannot be undone."""
    return text.startswith(("eat", "announce", "silent"))


def thrower(state: States) -> int | None:
    """The seat that throws the dice; None for the throw for the start, which nobody makes."""
    return int(state["turn"][0]) if state["phase"][0] == rules.ROLL else None


# ---- the log --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def orders(say: Language) -> dict[str, str]:
    """What is told of actions, as orders."""
    return {
        say("{name} places a cannibal on {square}."): say("Place a cannibal on {square}."),
        say("{name} points out the cannibal on {square}."): say("Point out the cannibal on {square}."),
        say("{name} eats nothing more."): say("Eat nothing more."),
        say("{name} says: “Last one!”"): say("Say “Last one!”"),
        say("{name} passes the dice."): say("Pass the dice."),
    }


def sentence(text: str, seat: int, names: tuple[str, ...], say: Language) -> str:
    """An action or outcome as the log tells it."""
    verb, _, what = text.partition(" ")
    name = names[int(what) if verb == "start" else seat]
    return {
        "start": say("{name} throws higher and begins.", name=name),
        "roll": say("{name} throws {dice}.", name=name, dice=" ".join(what)),
        "place": say("{name} places a cannibal on {square}.", name=name, square=what),
        "eat": say("{name} points out the cannibal on {square}.", name=name, square=what),
        "done": say("{name} eats nothing more.", name=name),
        "announce": say("{name} says: “Last one!”", name=name),
        "silent": say("{name} passes the dice.", name=name),
    }[verb]


def aftermath(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """The consequences of an action or outcome. The cost of silence is told only when the turn is skipped."""
    verb, _, what = text.partition(" ")
    told: list[str] = []
    if verb == "roll" and after["phase"] != "place":
        told.append(_no_place(what, names[seat], say))
    elif verb == "place" and before["options"]["capture"] == "auto":
        told += _eaten(before["facts"]["traps"][what], say)
    elif verb == "eat":
        told.append(_pointed(what, seat, before, after, say))
    elif verb == "announce" and before["hands"][seat] != 1:
        told.append(say("A false alarm."))
    if after["match_score"] != before["match_score"]:
        won = say.plural("{name} has placed every cannibal and wins {count} point.",
                         "{name} has placed every cannibal and wins {count} points.",
                         _enemy_hand(seat, before, after), name=names[seat])  # fmt: skip
        scores = [with_minus(score) for score in after["match_score"]]
        stands = say("In the digestif: {first} {first_score}, {second} {second_score}.",
                     first=names[0], first_score=scores[0], second=names[1], second_score=scores[1])  # fmt: skip
        return " ".join([*told, f"{won} {stands}"])
    if verb == "place" and after["options"]["last_man"] == "auto" and after["facts"]["last_one"][seat]:
        told.append(say("{name} has one cannibal left in hand!", name=names[seat]))
    if verb in ("place", "eat", "done") and after["phase"] == "roll" and _is_triple(before["dice"]):
        told.append(say("A triple: {name} throws again.", name=names[seat]))
    return " ".join(told + _penalties(seat, before, after, names, say))


def _no_place(throw: str, name: str, say: Language) -> str:
    """Why no cannibal is placed after a throw."""
    if throw == "123":
        return say("1 2 3: no cannibal, and the turn is over.")
    column = sum(map(int, throw))
    if _is_triple(throw):
        return say("Column {column} is full, but after a triple {name} throws again.", column=column, name=name)
    return say("Column {column} is full: no cannibal, and the turn is over.", column=column)


def _eaten(trapped: Sequence[str], say: Language) -> list[str]:
    eaten = [square for square in trapped if not is_in_river(square)]
    safe = [square for square in trapped if is_in_river(square)]
    told = []
    if eaten:
        told.append(say.plural("The cannibal on {squares} is eaten.", "{count} cannibals are eaten: {squares}.",
                               len(eaten), squares=", ".join(eaten)))  # fmt: skip
    if safe:
        told.append(say.plural("The one trapped on {squares} gets away: nobody is eaten in the River.",
                               "{count} trapped on {squares} get away: nobody is eaten in the River.",
                               len(safe), squares=", ".join(safe)))  # fmt: skip
    return told


def _pointed(square: str, seat: int, before: Document, after: Document, say: Language) -> str:
    if _enemy_hand(seat, before, after) > before["hands"][1 - seat]:
        return say("It was trapped and is eaten.")
    if is_in_river(square):
        return say("Nobody is eaten in the River: the meal is over.")
    return say("It was not trapped: the meal is over.")


def _enemy_hand(seat: int, before: Document, after: Document) -> int:
    """The enemy's cannibals in hand after a step, even if the step won a game of a match and cleared the board."""
    won: int = after["match_score"][seat] - before["match_score"][seat]
    return won or int(after["hands"][1 - seat])


def _penalties(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> list[str]:
    """The seats skipped for silence: the other seat, and perhaps then the seat that has just kept silent."""
    other = 1 - seat
    if not before["skip"][other] or after["skip"][other]:
        return []
    missing = [other] if after["turn"] == seat else [other, seat]
    return [say("{name} forgot to say “Last one!” and misses this turn.", name=names[one]) for one in missing]


# ---- what to do now -------------------------------------------------------------------------------------------


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What the viewer may do now, or whom the table waits for."""
    phase, turn = view["phase"], view["turn"]
    if phase in ("start", "over"):
        return say("The dice decide who begins…") if phase == "start" else ""
    name = names[turn]
    own, others = {
        "roll": (say("Your turn: throw the dice."), say("{name} to throw the dice.", name=name)),
        "place": _what_to_place(view, name, say) if phase == "place" else ("", ""),
        "claim": (
            say("Choose every enemy you have trapped, then say that you are done; one wrong guess ends the meal."),
            say("{name} is looking for trapped cannibals to eat.", name=name),
        ),
        "announce": (say("Your turn is over: pass the dice."), say("{name} to pass the dice.", name=name)),
    }[phase]
    return own if seat == turn else others


def _what_to_place(view: Document, name: str, say: Language) -> tuple[str, str]:
    dice, where = " ".join(map(str, view["dice"])), _where(view, say)
    others = say("{name} threw {dice} and has to place a cannibal in {where}.", name=name, dice=dice, where=where)
    if view["hands"][view["turn"]] == 1:
        return say("You threw {dice}: place your last cannibal in {where}.", dice=dice, where=where), others
    if not _is_triple(view["dice"]):
        return say("You threw {dice}: place a cannibal in {where}.", dice=dice, where=where), others
    again = say("You threw {dice}, a triple: place a cannibal in {where}, then throw again.", dice=dice, where=where)
    return again, others


def _where(view: Document, say: Language) -> str:
    """The column of the dice, as part of a sentence."""
    column = view["facts"]["column"]
    return say("the River (column 6)") if is_in_river(str(column)) else say("column {column}", column=column)


def _is_triple(dice: Sequence[object]) -> bool:
    return len(set(dice)) == 1


_POINTED_AT = {
    "square": "square", "cannibal": "square", "place": "square", "eat": "square", "echo": "square",
    "hand": "hand", "panel": "hand", "cup": "cup", "die": "cup", "tray": "cup", "throw": "cup",
}  # fmt: skip
"""What nodes of the picture and actions stand for, by their first word."""


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:
    """Why the node that the seat to act points at offers no action."""
    if key == "announce":
        return say("Say so at the end of your turn, instead of passing the dice.")
    first, _, rest = key.partition(" ")
    thing, where = _POINTED_AT.get(first, ""), rest.replace(" ", "")
    if not thing or (thing == "square" and where not in SQUARE_NAMES):
        return ""
    if view["phase"] == "claim":
        if thing == "cup":
            return say("First choose those you have trapped, or say that you are done.")
        if thing == "square" and view["board"].get(where) == seat:
            return say("This one is yours: choose an enemy cannibal.")
        return say("Choose an enemy cannibal on the board, or say that you are done.")
    if view["phase"] == "place":
        return _why_not_place(view, seat, thing, where, names, say)
    told = {"roll": say("Throw the dice first."), "announce": say("Your turn is over: pass the dice.")}
    return told.get(view["phase"], "")


def _why_not_place(view: Document, seat: int, thing: str, square: str, names: Sequence[str], say: Language) -> str:
    where, column = _where(view, say), view["facts"]["column"]
    if thing == "cup":
        return say("You have thrown already: place a cannibal in {where}.", where=where)
    if thing == "hand":
        if not square.startswith(str(seat)):
            return say("These cannibals belong to {name}.", name=names[1 - seat])
        return say("Choose a free square of {where}: one of your cannibals will go there.", where=where)
    if not square.startswith(str(column)):
        return say("Your dice make {sum}: only {where} is open.", sum=column, where=where)
    if square not in view["board"]:
        return say("This is {square} again, because the column is a ring: choose {square} itself.", square=square)
    return say("{square} is taken: choose a free square of {where}.", square=square, where=where)


# ---- the end --------------------------------------------------------------------------------------------------


def headline(view: Document, result: Result, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """The end in one sentence; empty if a seat has left, which the general headline tells."""
    if result.reason == "left":
        return ""
    name, points = names[result.winners[0]], max(result.scores)
    if result.reason == "match":
        return say("{name} wins the digestif with {count} points.", name=name, count=points)
    return say.plural("{name} has placed every cannibal and wins with {count} point.",
                      "{name} has placed every cannibal and wins with {count} points.", points, name=name)  # fmt: skip


def decision(view: Document, result: Result, say: Language) -> str:  # noqa: ARG001
    """What decided the game."""
    told = {"match": say("That was the digestif."), "placed": say("Every cannibal is on the board.")}
    return told.get(result.reason or "", "")


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:
    """The points by source: earlier games of a match, and the cannibals left in the loser's hand."""
    lines = []
    won = view["facts"]["points"]
    if view["options"]["match"] != 1:
        earlier = [score - points for score, points in zip(view["match_score"], won, strict=True)]
        lines.append(Line(say("Earlier games of the digestif"), [Cell(points) for points in earlier]))
    if any(won):
        loser = won.index(min(won))
        words = say("Cannibals still in the hand of {name}", name=names[loser])
        cells = [Cell(points, (f"hand {loser} ",), words) for points in won]
        lines.append(Line(words, cells, shares=max(won)))
    return lines


def score_pad(say: Language) -> ScorePad:
    """The score pad: a digestif, game by game."""
    rows = [say("Game {count}", count=at + 1) for at in range(10)]
    note = say("One point for each cannibal left in the other’s hand; the other loses as many. 20 points win.")
    return ScorePad(rows, [seat_name(seat, say) for seat in range(2)], note)


# ---- whether a document hangs together -------------------------------------------------------------------------


def settle(document: Document, states: States) -> None:
    """Check that all fields fit together, and pass the turn on if its seat cannot play."""
    state = states[0]
    if rules.START < state.phase < rules.ENDED:
        number(document.get("turn"), "turn", 0, 1)
    elif state.phase == rules.START:
        state.turn = 0  # whatever the document says
    placed = [int((state.board == 1 + seat).sum()) for seat in range(2)]
    state.hands = in_hand(document, "hands", placed, rules.CANNIBALS)
    _check_phase(state)
    refuse(state.match_score.sum() != 0, "one seat loses what the other wins: the match scores must add up to 0")
    refuse(state.match_score.any() and not state.match, "a single game has no match score")
    refuse(state.left.any() and state.phase != rules.ENDED, "a seat has left, and yet the game is not over")
    if state.phase == rules.ENDED:
        state.ended = _reason(state)
    else:
        _go_on(state)


def _check_phase(state: Any) -> None:
    phase, in_use = rules.PHASES[state.phase], state.phase in (rules.PLACE, rules.CLAIM)
    refuse(phase == "claim" and not state.capture, "the phase 'claim' is for the option capture 'claim' alone")
    refuse(phase == "announce" and not state.last_man, "the phase 'announce' is for last_man 'announce' alone")
    refuse(phase == "start" and state.board.any(), "the game has not started, and yet cannibals are on the board")
    refuse(in_use and not state.dice, f"the phase {phase!r} needs the dice that were thrown")
    refuse(state.dice and not in_use, f"no dice are in use in the phase {phase!r}")
    refuse(state.trapped and phase != "claim", "cannibals can be trapped in the phase 'claim' alone")
    refuse((state.announced * state.hands > 1).any(), "a seat has announced its last cannibal, and yet has more")
    told = state.announced.any() or state.skip.any()
    refuse(told and not state.last_man, "nobody announces or skips without the option last_man 'announce'")
    refuse(phase == "start" and state.skip.any(), "the game has not started, and yet a seat must skip a turn")
    if phase == "claim":
        first, own = rules.first_square(state), 1 + state.turn
        placed = first >= 0 and (state.board[first : first + rules.SIDE] == own).any()
        refuse(not placed, f"seat {state.turn} cannot have placed a cannibal with these dice")
        food = sum(1 << square for square in range(rules.SQUARES) if state.board[square] == 3 - own)
        refuse(state.trapped & ~(food & ~rules.IN_RIVER), "somebody is trapped who is no enemy, or in the River")


def _go_on(state: Any) -> None:
    """Check that nobody has won, and pass the turn on if its seat cannot play."""
    seat, phase = state.turn, state.phase
    refuse(state.match_score.max() >= rules.MATCH_POINTS, "the match is won, and yet it is not over")
    done = [one for one in range(2) if not state.hands[one] and (phase, seat) != (rules.CLAIM, one)]
    refuse(done, "a seat has placed all its cannibals, and yet the game is not over")
    refuse(phase > rules.ROLL and state.skip[seat], f"seat {seat} must skip its turn, and yet is playing it")
    if phase == rules.ROLL:
        rules.serve_penalties(state)
    elif phase == rules.PLACE:
        rules.use_dice(state, state.dice - 1)
    elif phase == rules.CLAIM and state.hands[1 - seat] == rules.CANNIBALS:
        rules.after_eating(state)


def _reason(state: Any) -> int:
    """Why a game that is over has ended."""
    won = state.match_score.max() >= rules.MATCH_POINTS
    refuse(not state.hands.any(), "both seats have placed all their cannibals")
    if state.left.any():
        refuse(won, "the match is won, and yet a seat has left it")
        return rules.LEFT
    refuse(state.hands.all(), "the game is over, and yet nobody has placed all their cannibals or left")
    winner = 0 if state.hands[1] else 1
    short = state.match and state.match_score[winner] < rules.MATCH_POINTS
    refuse(short, f"the match is over, and yet its winner does not have {rules.MATCH_POINTS} points")
    return rules.MATCH if state.match else rules.PLACED


# ---- advice ----------------------------------------------------------------------------------------------------


def advice(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What an action is good for: a win, a meal, a meal prevented, a threat, or safety."""
    verb, _, square = text.partition(" ")
    if after["facts"]["over"] and after["facts"]["winners"] == [seat]:
        return say("That was your last one: you win.")
    if verb == "place":
        return _why_place(before, after, seat, square, names, say)
    if verb == "eat":
        return say("It is caught between two of yours.") if square in before["trapped"] else ""
    if verb == "done":
        return "" if before["trapped"] else say("No other cannibal is trapped.")
    if verb == "announce":
        return say("You have one cannibal left: say so, or you miss a turn.")
    return ""


def _why_place(before: Document, after: Document, seat: int, square: str, names: Sequence[str], say: Language) -> str:
    enemy, eaten = names[1 - seat], [name for name in _caught(before["board"], square, seat) if not is_in_river(name)]
    if eaten:
        return say.plural("{name} has to place the cannibal from {squares} again.",
                          "{name} has to place {count} cannibals again, those from {squares}.",
                          len(eaten), name=enemy, squares=", ".join(eaten))  # fmt: skip
    saved = [name for name in _caught(before["board"], square, 1 - seat) if not is_in_river(name)]
    if saved:
        return say.plural("There {name} could have trapped your cannibal on {squares}.",
                          "There {name} could have trapped {count} of yours, on {squares}.",
                          len(saved), name=enemy, squares=", ".join(saved))  # fmt: skip
    return _threat(after, seat, square, say) or _safety(before, after, seat, square, enemy, say)


def _threat(after: Document, seat: int, square: str, say: Language) -> str:
    """The most that a next throw could trap because of the new cannibal, where the throw is likeliest."""
    board = after["board"]
    without = {name: owner for name, owner in board.items() if name != square}
    threats = {}
    for name in SQUARE_NAMES:
        new = set(_caught(board, name, seat)) - set(_caught(without, name, seat)) if name not in board else set()
        threats[name] = sorted(caught for caught in new if not is_in_river(caught))
    best = max(threats, key=lambda name: len(threats[name]) * CHANCES[SQUARE_NAMES.index(name) // rules.SIDE])
    return say.plural("With a throw of {column} you could then trap the cannibal on {squares}.",
                      "With a throw of {column} you could then trap {count} cannibals, on {squares}.",
                      len(threats[best]), column=best[0], squares=", ".join(threats[best])
    ) if threats[best] else ""  # fmt: skip


def _safety(before: Document, after: Document, seat: int, square: str, enemy: str, say: Language) -> str:
    """How little the enemy can eat with the next throw, compared with the other squares of the column."""
    risk = _risk(after["board"], seat)
    if not risk:
        return say("Nothing of yours can be trapped by the next throw.")
    if is_in_river(square):
        return say("Nobody is eaten in the River.")
    others = [name for name in before["facts"]["traps"] if name not in before["board"] and name != square]
    if others and all(_risk({**before["board"], name: seat}, seat) > risk for name in others):
        return say("It leaves {name} the smallest chance of a meal: {count} throws out of 100.",
                   name=enemy, count=max(1, round(100 * risk)))  # fmt: skip
    return ""


def _risk(board: Mapping[str, int], seat: int) -> float:
    """The chance that the enemy's next throw can trap a cannibal of the seat."""
    risky = set()
    for name in SQUARE_NAMES:
        if name not in board and any(not is_in_river(caught) for caught in _caught(board, name, 1 - seat)):
            risky.add(SQUARE_NAMES.index(name) // rules.SIDE)
    return float(sum(CHANCES[column] for column in risky))


def _caught(board: Mapping[str, int], square: str, seat: int) -> list[str]:
    """The enemies that a seat would trap by placing on a square, those in the River included."""
    start, caught = SQUARE_NAMES.index(square), []
    for steps in rules.NEXT:
        line, end = [], int(steps[start])
        while end != rules.OFF and board.get(SQUARE_NAMES[end]) == 1 - seat:
            line.append(SQUARE_NAMES[end])
            end = int(steps[end])
        if end not in (rules.OFF, start) and board.get(SQUARE_NAMES[end]) == seat:
            caught += line
    return sorted(set(caught))


# ---- mistakes --------------------------------------------------------------------------------------------------


CLEARLY_MORE = 0.08  # a mistake: so many more cannibals that the enemy can expect to eat, or in open lines


def mistakes(say: Language) -> Mapping[str, str]:
    """The kinds of mistakes, in a few words each."""
    return {
        "missed_meal": say("did not eat where it was possible"),
        "left_to_be_eaten": say("left cannibals to be eaten by the next throw"),
        "left_line_open": say("left a line open at both ends"),
        "forgot_to_announce": say("did not announce the last cannibal"),
    }


def mistake(played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:
    """The kind of mistake that was made; empty if it is none of these."""
    verb, _, square = played.partition(" ")
    if best == "announce":
        return "forgot_to_announce"
    if verb == "done" or (verb == "place" and _meal(before, best) > _meal(before, square)):
        return "missed_meal"
    if verb != "place" or not best.startswith("place"):
        return ""
    ours, theirs = _notes(after, seat), _notes(ideal, seat)
    if ours[0, EATS_MOST] > theirs[0, EATS_MOST] + CLEARLY_MORE:
        return "left_to_be_eaten"
    return "left_line_open" if ours[1, OPEN] > theirs[1, OPEN] + CLEARLY_MORE else ""


def _meal(before: Document, action: str) -> int:
    """How many enemies a placing traps."""
    return len((before["facts"].get("traps") or {}).get(action.rpartition(" ")[2], ()))


def _notes(view: Document, seat: int) -> Any:
    """The sums of the evaluation if the enemy throws next, the enemy's side first."""
    state, slate = np.zeros(1, rules.STATE), new_slate(WEIGHTS)
    for name, owner in view["board"].items():
        state[0].board[(int(name[0]) - rules.FIRST_COLUMN) * rules.SIDE + ord(name[1]) - ord("a")] = owner + 1
    state[0].turn = 1 - seat
    state[0].hands[:] = [max(1, hand) for hand in view["hands"]]
    take_notes(state[0], slate)
    return slate.sums
