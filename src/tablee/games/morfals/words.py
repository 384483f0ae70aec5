"""Morfals in words: the texts of actions and states, who may know what, and what is said to people."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tablee.games.about import About, Option
from tablee.games.dice.throws import throw_text
from tablee.games.document import Document
from tablee.games.fields import DERIVED, OPTIONAL, Field, counts, dice, flags, marked, marked_by, pieces, word
from tablee.games.folder import Result
from tablee.games.morfals.mistakes import mistake as mistake
from tablee.games.morfals.mistakes import mistakes as mistakes
from tablee.games.morfals.rules import CANNIBALS, FIRST_COLUMN, MATCH_POINTS, PHASES, RIVER, ROLL, SIDE, START, THROWS
from tablee.games.morfals.settling import settle as settle
from tablee.games.secrets import Secret
from tablee.games.sheets import Cell, Line, with_minus
from tablee.games.ware.squares import squares_text
from tablee.kernel.contract import States
from tablee.language import Language

COLUMN_NAMES = tuple(str(FIRST_COLUMN + column) for column in range(SIDE))
ROW_NAMES = "abcdefg"
ROWS = tuple(tuple(column + row for column in COLUMN_NAMES) for row in ROW_NAMES)
"""The squares as one reads them; the rules count down the columns. `7c` is column 7, row c."""
SQUARE_NAMES = tuple(column + row for column in COLUMN_NAMES for row in ROW_NAMES)

ACTIONS = (
    *(f"{verb} {name}" for verb in ("place", "eat") for name in SQUARE_NAMES),
    *("done", "announce", "silent"),
    *(f"roll {throw_text(throw)}" for throw in THROWS),
    *("start 0", "start 1"),
)
MOST_POINTS = MATCH_POINTS - 1 + CANNIBALS
FIELDS = {
    "board": pieces(SQUARE_NAMES, lambda _: {1: 0, 2: 1}),
    "hands": counts(CANNIBALS).but(default=DERIVED),
    "turn": Field(lambda turn, state: None if state["phase"] == START else turn, lambda turn, *_: turn == 1, None),
    "dice": dice(THROWS),
    "phase": word(PHASES),
    "trapped": marked(SQUARE_NAMES),
    "announced": flags(),
    "skip": flags(),
    "match_score": counts(MOST_POINTS, -MOST_POINTS).but(default=OPTIONAL),
}
SECRETS = {"trapped": Secret(lambda _: [], when=lambda options: bool(options["capture"] == "claim"))}
"""What is trapped follows from what all have seen, but everybody must notice it for themselves."""
SECRET_FACTS = ("traps",)


def is_in_river(name: str) -> bool:
    """Is the square, or the column, of that name the River?"""
    return name.startswith(COLUMN_NAMES[RIVER])


def facts_of(facts: dict[str, Any], state: States) -> dict[str, Any]:  # noqa: ARG001
    """With names: what is trapped from each square of the column."""
    rows = zip(ROW_NAMES, facts["traps"], strict=True) if facts["column"] else ()
    return facts | {"traps": {f"{facts['column']}{row}": marked_by(bits, SQUARE_NAMES) for row, bits in rows}}


def board_text(view: Document) -> str:
    """The board as lines of text, row a first; a cannibal is the number of its seat."""
    return squares_text(ROWS, view["board"], width=1)


def about(say: Language) -> About:
    """The game as its box has it."""
    return About(
        say("Throw the dice, place your cannibals – and sandwich the other tribe before it makes a meal of yours."),
        minutes=15,
        age=12,
        author="Tom Kruszewski & Steve Weiss",
        publisher="Hasbro",
        year=2000,
        thanks="l’Escale à jeux",
    )


def goal(say: Language) -> str:
    """What one plays for, to somebody who comes for the first time."""
    return say("Have all your twelve cannibals on the board first: those that are trapped are eaten, and begin again.")


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Has an action eaten several at once?"""
    return bool(after["hands"][1 - seat] - before["hands"][1 - seat] > 1)


def seat_name(seat: int, say: Language) -> str:
    """The tribe of a seat, called the same in every language."""
    return ("Jusqualos", "Sang-Zarète")[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:
    """A question for each option, a short answer for each of its values, and what it changes."""
    return {
        "match": Option(
            say("Length"),
            {1: say("one game"), 20: say("the digestif: game after game, to 20 points")},
            say("In the digestif you play game after game and add up the points, the lost ones too."),
        ),
        "capture": Option(
            say("Trapped cannibals"),
            {"auto": say("are eaten at once"), "claim": say("must be noticed")},
            say("Where traps must be noticed, you point at what you have trapped; what you overlook gets away."),
            printed="claim",
        ),
        "last_man": Option(
            say("The last one in hand"),
            {"auto": say("is told by the table"), "announce": say("must be announced")},
            say("Where it must be announced, whoever keeps silent misses a turn."),
            printed="announce",
        ),
    }[name]


def is_final(state: States, text: str) -> bool:
    """Whoever points at a cannibal learns whether it was trapped, and whoever passes the dice has spoken."""
    return bool(state["morfals"][0] > 1) and text.startswith(("eat", "announce", "silent"))


def thrower(state: States) -> int | None:
    """The seat that throws the dice; who starts is thrown for by themselves."""
    return int(state["turn"][0]) if state["phase"][0] == ROLL else None


# ---- the log --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def sentence(text: str, seat: int, names: tuple[str, ...], say: Language) -> str:
    """What the log says of an action or outcome."""
    verb, _, what = text.partition(" ")
    name = names[int(what) if verb == "start" else seat]
    return {
        "start": say("{name} throws higher and begins.", name=name),
        "roll": say("{name} throws {dice}.", name=name, dice=" ".join(what)),
        "place": say("{name} places a cannibal on {square}.", name=name, square=what),
        "eat": say("{name} points at the cannibal on {square}.", name=name, square=what),
        "done": say("{name} eats nothing more.", name=name),
        "announce": say("{name} says: “Last one!”", name=name),
        "silent": say("{name} passes the dice.", name=name),
    }[verb]


def aftermath(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What followed by itself from an action or outcome; what silence costs is told only when it is paid."""
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
        return " ".join([*told, _points_won(seat, before, after, names, say)])
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
    """How many the enemy has in hand after a step, even if the step has won a game of a match and cleared the board."""
    won: int = after["match_score"][seat] - before["match_score"][seat]
    return won or int(after["hands"][1 - seat])


def _points_won(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    won = say.plural("{name} has placed every cannibal and wins {count} point.",
                     "{name} has placed every cannibal and wins {count} points.",
                     _enemy_hand(seat, before, after), name=names[seat])  # fmt: skip
    scores = [with_minus(score) for score in after["match_score"]]
    stands = say("In the digestif: {first} {first_score}, {second} {second_score}.",
                 first=names[0], first_score=scores[0], second=names[1], second_score=scores[1])  # fmt: skip
    return f"{won} {stands}"


def _penalties(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> list[str]:
    """Who has been passed over for silence: the other seat, and then perhaps at once the one that is silent now."""
    other = 1 - seat
    if not before["skip"][other] or after["skip"][other]:
        return []
    missing = [other] if after["turn"] == seat else [other, seat]
    return [say("{name} forgot to say “Last one!” and misses this turn.", name=names[one]) for one in missing]


# ---- what to do now -------------------------------------------------------------------------------------------


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """One sentence: what to do now, or whom the table waits for."""
    phase, turn = view["phase"], view["turn"]
    if phase in ("start", "over"):
        return say("The dice decide who begins…") if phase == "start" else ""
    name = names[turn]
    own, others = {
        "roll": (say("Your turn: throw the dice."), say("{name} is to throw the dice.", name=name)),
        "place": _what_to_place(view, name, say) if phase == "place" else ("", ""),
        "claim": (
            say("Point at every enemy you have trapped, then say that you are done; one wrong guess ends the meal."),
            say("{name} is looking for trapped cannibals to eat.", name=name),
        ),
        "announce": (say("Your turn is over: pass the dice."), say("{name} is to pass the dice.", name=name)),
    }[phase]
    return own if seat == turn else others


def _what_to_place(view: Document, name: str, say: Language) -> tuple[str, str]:
    dice, where = " ".join(map(str, view["dice"])), _where(view, say)
    others = say("{name} threw {dice} and is to place a cannibal in {where}.", name=name, dice=dice, where=where)
    if view["hands"][view["turn"]] == 1:
        return say("You threw {dice}: place your last cannibal in {where}.", dice=dice, where=where), others
    if not _is_triple(view["dice"]):
        return say("You threw {dice}: place a cannibal in {where}.", dice=dice, where=where), others
    again = say("You threw {dice}, a triple: place a cannibal in {where}, then throw again.", dice=dice, where=where)
    return again, others


def _where(view: Document, say: Language) -> str:
    """The column of the dice, to be put into a sentence."""
    column = view["facts"]["column"]
    return say("the River (column 6)") if is_in_river(str(column)) else say("column {column}", column=column)


def _is_triple(dice: Sequence[object]) -> bool:
    return len(set(dice)) == 1


_POINTED_AT = {
    "square": "square", "cannibal": "square", "place": "square", "eat": "square", "echo": "square",
    "hand": "hand", "plate": "hand", "cup": "cup", "die": "cup", "tray": "cup", "throw": "cup",
}  # fmt: skip
"""What the nodes of the picture, and actions, stand for, by their first word."""


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:
    """Why nothing can be done with the thing that the seat to act has pointed at."""
    if key == "announce":
        return say("Say so at the end of your turn, instead of passing the dice.")
    first, _, rest = key.partition(" ")
    thing, where = _POINTED_AT.get(first, ""), rest.replace(" ", "")
    if not thing or (thing == "square" and where not in SQUARE_NAMES):
        return ""
    if view["phase"] == "claim":
        return _why_not_eat(view, seat, thing, where, say)
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
        return say("Point at a free square of {where}: a cannibal of yours will go there.", where=where)
    if not square.startswith(str(column)):
        return say("Your dice make {sum}: only {where} is open.", sum=column, where=where)
    if square not in view["board"]:
        return say("This is {square} once more, as the column is a ring: point at {square} itself.", square=square)
    return say("{square} is taken: choose a free square of {where}.", square=square, where=where)


def _why_not_eat(view: Document, seat: int, thing: str, square: str, say: Language) -> str:
    """Never a word about what is trapped: that must be noticed."""
    if thing == "cup":
        return say("First point at those you have trapped, or say that you are done.")
    if thing == "square" and view["board"].get(square) == seat:
        return say("This one is yours: point at a cannibal of the enemy.")
    return say("Point at a cannibal of the enemy on the board, or say that you are done.")


# ---- the end --------------------------------------------------------------------------------------------------


def headline(view: Document, result: Result, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """The end in one sentence; that somebody has left is told by the house."""
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
    """How the points came about: earlier games of a match, and the cannibals that the loser still has in hand."""
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
