"""Morfals in words: what is said to people. Texts of actions and states are in `writing`."""

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.about import About, Option
from tablee.games.document import Document
from tablee.games.folder import Result
from tablee.games.morfals.rules import ROLL
from tablee.games.morfals.writing import (
    ACTIONS,
    FIELDS,
    SECRET_FACTS,
    SECRETS,
    SQUARE_NAMES,
    board_text,
    facts_of,
    is_in_river,
    settle,
)  # fmt: skip
from tablee.games.sheets import Cell, Line, with_minus
from tablee.kernel.contract import States
from tablee.language import Language

__all__ = ["ACTIONS", "FIELDS", "SECRETS", "SECRET_FACTS", "board_text", "facts_of", "settle"]

FEAST = 2
"""Cannibals that are eaten at once and worth a remark."""


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
    other = 1 - seat
    return bool(after["hands"][other] - before["hands"][other] >= FEAST)


def seat_name(seat: int, say: Language) -> str:
    """The tribe of a seat, called the same in every language."""
    return ("Jusqualos", "Sang-Zarète")[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:
    """A question for each option, a short answer for each of its values, and what it changes."""
    if name == "match":
        return Option(
            say("Length"),
            {1: say("one game"), 20: say("the digestif: game after game, to 20 points")},
            say("In the digestif you play game after game and add up the points, the lost ones too."),
        )
    if name == "capture":
        return Option(
            say("Trapped cannibals"),
            {"auto": say("are eaten at once"), "claim": say("must be noticed")},
            say("Where traps must be noticed, you point at what you have trapped; what you overlook gets away."),
        )
    return Option(
        say("The last one in hand"),
        {"auto": say("is told by the table"), "announce": say("must be announced")},
        say("Where it must be announced, whoever keeps silent misses a turn."),
    )


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
    if verb == "start":
        return say("{name} throws higher and begins.", name=names[int(what)])
    name = names[seat]
    if verb == "roll":
        return say("{name} throws {dice}.", name=name, dice=" ".join(what))
    if verb == "place":
        return say("{name} places a cannibal on {square}.", name=name, square=what)
    if verb == "eat":
        return say("{name} points at the cannibal on {square}.", name=name, square=what)
    if verb == "done":
        return say("{name} eats nothing more.", name=name)
    if verb == "announce":
        return say("{name} says: “Last one!”", name=name)
    return say("{name} passes the dice.", name=name)


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
    if _game_won(before, after):
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


def _game_won(before: Document, after: Document) -> bool:
    """Has a game of a match been won?"""
    return bool(after["match_score"] != before["match_score"])


def _enemy_hand(seat: int, before: Document, after: Document) -> int:
    """How many the enemy has in hand after a step, even if the step has won a game of a match and cleared the board."""
    if _game_won(before, after):
        return int(after["match_score"][seat] - before["match_score"][seat])
    return int(after["hands"][1 - seat])


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
    phase = view["phase"]
    if phase == "over":
        return ""
    if phase == "start":
        return say("The dice decide who begins…")
    if seat != view["turn"]:
        return _prompt_for_others(view, names[view["turn"]], say)
    if phase == "roll":
        return say("Your turn: throw the dice.")
    if phase == "place":
        return _what_to_place(view, say)
    if phase == "claim":
        return say("Point at every enemy you have trapped, then say that you are done; one wrong guess ends the meal.")
    return say("Your turn is over: pass the dice.")


def _what_to_place(view: Document, say: Language) -> str:
    dice, where = _spoken(view["dice"]), _where(view, say)
    if view["hands"][view["turn"]] == 1:
        return say("You threw {dice}: place your last cannibal in {where}.", dice=dice, where=where)
    if _is_triple(view["dice"]):
        return say("You threw {dice}, a triple: place a cannibal in {where}, then throw again.", dice=dice, where=where)
    return say("You threw {dice}: place a cannibal in {where}.", dice=dice, where=where)


def _prompt_for_others(view: Document, name: str, say: Language) -> str:
    phase = view["phase"]
    if phase == "roll":
        return say("{name} is to throw the dice.", name=name)
    if phase == "place":
        return say("{name} threw {dice} and is to place a cannibal in {where}.",
                   name=name, dice=_spoken(view["dice"]), where=_where(view, say))  # fmt: skip
    if phase == "claim":
        return say("{name} is looking for trapped cannibals to eat.", name=name)
    return say("{name} is to pass the dice.", name=name)


_POINTED_AT = {
    "square": "square", "cannibal": "square", "place": "square", "eat": "square", "echo": "echo",
    "hand": "hand", "plate": "hand", "cup": "cup", "die": "cup", "tray": "cup", "throw": "cup",
}  # fmt: skip
"""What the nodes of the picture, and actions, stand for, by their first word."""


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:
    """Why nothing can be done with the thing that the seat to act has pointed at."""
    if key == "announce":
        return say("Say so at the end of your turn, instead of passing the dice.")
    first, _, rest = key.partition(" ")
    thing, where = _POINTED_AT.get(first, ""), rest.replace(" ", "")
    phase = view["phase"]
    if not thing or (thing in ("square", "echo") and where not in SQUARE_NAMES):
        return ""
    if phase == "roll":
        return say("Throw the dice first.")
    if phase == "announce":
        return say("Your turn is over: pass the dice.")
    if phase == "claim":
        return _why_not_eat(view, seat, thing, where, say)
    return _why_not_place(view, seat, thing, where, names, say) if phase == "place" else ""


def _why_not_place(view: Document, seat: int, thing: str, square: str, names: Sequence[str], say: Language) -> str:
    where = _where(view, say)
    if thing == "cup":
        return say("You have thrown already: place a cannibal in {where}.", where=where)
    if thing == "hand":
        if not square.startswith(str(seat)):
            return say("These cannibals belong to {name}.", name=names[1 - seat])
        return say("Point at a free square of {where}: a cannibal of yours will go there.", where=where)
    if not square.startswith(str(view["facts"]["column"])):
        return say("Your dice make {sum}: only {where} is open.", sum=view["facts"]["column"], where=where)
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
    if result.reason not in ("placed", "match"):
        return ""
    winner = result.winners[0]
    points = result.scores[winner]
    if result.reason == "match":
        return say("{name} wins the digestif with {count} points.", name=names[winner], count=points)
    return say.plural("{name} has placed every cannibal and wins with {count} point.",
                      "{name} has placed every cannibal and wins with {count} points.",
                      points, name=names[winner])  # fmt: skip


def decision(view: Document, result: Result, say: Language) -> str:  # noqa: ARG001
    """What decided the game."""
    if result.reason == "match":
        return say("That was the digestif.")
    return say("Every cannibal is on the board.") if result.reason == "placed" else ""


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


# ---- small words ----------------------------------------------------------------------------------------------


def _spoken(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _is_triple(dice: Sequence[object]) -> bool:
    return len(set(dice)) == 1


def _where(view: Document, say: Language) -> str:
    """The column of the dice, to be put into a sentence."""
    column = view["facts"]["column"]
    return say("the River (column 6)") if is_in_river(str(column)) else say("column {column}", column=column)
