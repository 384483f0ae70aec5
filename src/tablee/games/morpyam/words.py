"""Morpyam in words: on the shelf, in the log, to those who play, and at the end; `documents.py` has its states."""

from collections.abc import Sequence

from tablee.games.about import About, Option
from tablee.games.document import Document
from tablee.games.folder import Result
from tablee.games.morpyam.documents import ACTIONS, FIELDS, Row, board_text, facts_of, settle
from tablee.games.morpyam.figures import FIGURES, GRID
from tablee.games.morpyam.mistakes import mistake, mistakes
from tablee.games.morpyam.rules import MOST_THROWS
from tablee.games.sheets import Cell, Line
from tablee.language import Language

__all__ = ["ACTIONS", "FIELDS", "board_text", "facts_of", "mistake", "mistakes", "settle"]

# ---- the shelf --------------------------------------------------------------------------------------------


def about(say: Language) -> About:
    """The game as its box has it."""
    return About(
        say("Throw five dice, make a figure, cover its square – and dream of five in a row."),
        minutes=(5, 30),
        age=(5, 117),
    )


def goal(say: Language) -> str:
    """What one plays for, to somebody who comes for the first time."""
    return say("Throw figures, cover their squares, and have five tokens in a row before the others.")


def seat_name(seat: int, say: Language) -> str:
    """The colour of a seat."""
    return (say("red"), say("blue"), say("green"), say("yellow"))[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:
    """A question for each option, a short answer for each of its values, and what it changes."""
    if name == "five_alike":
        return Option(
            say("Five alike, while a morpyam square is free"),
            {"any": say("cover any square that they fit"), "morpyam": say("cover a morpyam square")},
            say("Read strictly, the rulebook sends five dice alike to a morpyam square, as long as one is free."),
        )
    if name == "sure_call":
        return Option(
            say("Calling a carré with four dice alike kept"),
            {"allowed": say("allowed"), "refused": say("refused")},
            say("It is the only call that can be certain before the throw: some find that too easy."),
        )
    return Option(
        say("Two morpyams in one turn"),
        {"off": say("count as usual"), "ko": say("win at once")},
        say("Whoever covers two squares in one turn, each with five dice alike, can win by that."),
    )


# ---- figures ----------------------------------------------------------------------------------------------


def figure_name(figure: str, say: Language) -> str:
    """What a figure is called."""
    return _figure(figure, say)[0]


def figure_text(figure: str, say: Language) -> str:
    """What a figure needs, in a short sentence."""
    return _figure(figure, say)[1]


def _figure(figure: str, say: Language) -> tuple[str, str]:
    if figure.isdigit():
        return say("brelan of {value}", value=figure), say("Needs at least three {value}s.", value=figure)
    return {
        "ps": (say("petite suite"), say("Needs four of the five dice in sequence, such as 2 3 4 5.")),
        "suite": (say("suite"), say("Needs all five dice in sequence.")),
        "full": (say("full"), say("Needs three dice of one value and two of another.")),
        "carre": (say("carré"), say("Needs at least four dice alike.")),
        "mini": (say("mini"), say("Needs a sum of 8 or less.")),
        "maxi": (say("maxi"), say("Needs a sum of 27 or more.")),
        "morpyam": (say("morpyam"), say("Needs five dice alike.")),
        "sec": (say("sec"), say("Needs morpyam, carré, maxi, mini, suite or full at the first throw.")),
        "appel": (say("appel"), say("Needs the figure that was called before the throw.")),
    }[figure]


def _listed(figures: Sequence[str], say: Language) -> str:
    """The names of some figures: one, two and three."""
    names = [figure_name(figure, say) for figure in figures]
    if len(names) == 1:
        return names[0]
    return say("{figures} and {figure}", figures=", ".join(names[:-1]), figure=names[-1])


# ---- the log ----------------------------------------------------------------------------------------------


def sentence(text: str, seat: int, names: Sequence[str], say: Language) -> str:
    """What the log says of an action or outcome."""
    verb, _, what = text.partition(" ")
    name = names[seat]
    if verb == "start":
        return say("{name} throws the highest die and starts.", name=names[int(what)])
    if verb == "roll":
        return say("{name} throws.", name=name)
    if verb == "call":
        return say("{name} calls: {figure}!", name=name, figure=figure_name(what, say))
    if verb == "dice":
        return say("The dice show {dice}.", dice=" ".join(what))
    if verb == "place":
        return say("{name} covers {square}, {figure}.", name=name, square=what, figure=figure_name(GRID[what], say))
    if what == "-":
        return say("{name} takes up all five dice.", name=name)
    return say("{name} keeps {dice}.", name=name, dice=" ".join(what))


def aftermath(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What followed by itself from a step: a call that came out or failed, a turn lost or won, rows and points."""
    if text.startswith("dice"):
        return _after_dice(before, after, names, say)
    return _after_token(seat, before, after, names, say) if text.startswith("place") else ""


def _after_dice(before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    if after["phase"] != "choose":
        if before["call"] is not None:
            return say("The call has failed, and the turn is lost: {name} is next.", name=names[after["turn"]])
        return say("Nothing fits: {name} is next.", name=names[after["turn"]])
    if after["call"] is None:
        return ""
    if after["facts"]["came_out"]:
        return say("The call has come out!")
    return say("The call has failed; the dice still count.")


def _after_token(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    new = [row for row in after["facts"]["rows"] if row not in before["facts"]["rows"]]
    knock_out = next((row for row in new if row.is_ko), None)
    if knock_out:
        return say("KO: {squares} in a row!", squares=knock_out.ends)
    return " ".join([*(_worth(row, say) for row in new), _then(seat, before, after, names, say)]).strip()


def _then(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What a token brings besides rows."""
    if after["facts"]["reason"] == "double_morpyam":
        return say("The second morpyam in one turn!")
    if after["facts"]["over"]:
        return say("That was the last token: 1 point more.")
    return say("Five alike: {name} plays again!", name=names[seat]) if len(set(before["dice"])) == 1 else ""


def _worth(row: Row, say: Language) -> str:
    name = _row_name(row, say)
    return say.plural("{row}: {count} point.", "{row}: {count} points.", row.points, row=name)


def _row_name(row: Row, say: Language) -> str:
    if len(row.squares) == 3:
        return say("Three in a row, {squares}", squares=row.ends)
    return say("Four in a row, {squares}", squares=row.ends)


# ---- what to do now ---------------------------------------------------------------------------------------


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """One sentence: what to do now, or whom the table waits for; and how many throws are left."""
    phase, turn = view["phase"], view["turn"]
    if phase == "start":
        return say("The highest die starts…")
    if phase == "dice":
        return say("The dice are rolling…")
    if seat != turn:
        return _told_to_others(view, names[turn], say)
    wish = _wish_to_throw(view, say) if phase == "throw" else _wish_to_choose(view, say)
    left = MOST_THROWS - view["throws"]
    if view["throws"] == 0 or left == 0 or (phase == "choose" and view["facts"]["came_out"]):
        return wish
    return wish + " " + say.plural("{count} throw left.", "{count} throws left.", left)


def _wish_to_throw(view: Document, say: Language) -> str:
    if view["throws"] == 0:
        if view["facts"]["may_call"]:
            return say("Your turn: throw the five dice, or call a figure first.")
        return say("Your turn: throw the five dice.")
    if view["facts"]["may_call"]:
        return say("Throw the dice that you do not keep, or call a figure first.")
    return say("Throw the dice that you do not keep.")


def _wish_to_choose(view: Document, say: Language) -> str:
    if view["facts"]["came_out"]:
        return _came_out(view, say)
    open_figures = _open_figures(view)
    if not open_figures:
        return say("No square fits your dice yet: choose the dice to keep, and throw the others again.")
    figures = _listed(open_figures, say)
    if view["throws"] == MOST_THROWS:
        return say("Third throw, {figures}: cover a square.", figures=figures)
    return say(
        "{figures}: cover a square, or choose dice to keep and throw the others again.", figures=figures.capitalize()
    )


def _told_to_others(view: Document, name: str, say: Language) -> str:
    if view["phase"] == "throw":
        return say("{name} is to throw.", name=name)
    if view["facts"]["came_out"]:
        figure = figure_name(view["call"], say).capitalize()
        return say("{figure} came out, as {name} called: an appel square will be covered.", figure=figure, name=name)
    dice = " ".join(map(str, view["dice"]))
    if view["throws"] == MOST_THROWS:
        return say("{name} has thrown {dice} and is to cover a square.", name=name, dice=dice)
    if _open_figures(view):
        return say("{name} has thrown {dice}: a token, or another throw?", name=name, dice=dice)
    return say("{name} has thrown {dice} and will throw again.", name=name, dice=dice)


# ---- why not ----------------------------------------------------------------------------------------------


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """Why the node that the seat to act has pointed at offers nothing now."""
    kind, _, name = key.partition(" ")
    on_square = kind in ("square", "token", "place") and name in GRID
    if not on_square and kind not in ("die", "cup", "roll", "call", "keep"):
        return ""
    if on_square and name in view["board"]:
        return say("{square} is taken.", square=name)
    if view["phase"] == "throw":
        return say("Throw the dice first.")
    if view["facts"]["came_out"]:
        return _came_out(view, say)
    if on_square:
        return _why_not_there(view, name, say)
    if view["throws"] == MOST_THROWS:
        return say("That was the third throw: now cover a square.")
    if key.endswith("call carre") and view["options"]["sure_call"] == "refused":
        return say("With four dice alike kept a carré is certain: at this table it cannot be called then.")
    if kind == "keep" and len(name.partition(";")[0]) == len(view["dice"]):
        return say("At least one die must be thrown again.")
    return say("Choose the dice to keep; the others are thrown again.")


def _open_figures(view: Document) -> list[str]:
    """The figures whose squares may be covered."""
    return sorted({GRID[name] for name in view["facts"]["open"]}, key=FIGURES.index)


def _came_out(view: Document, say: Language) -> str:
    figure = figure_name(view["call"], say).capitalize()
    return say("{figure} came out, as you called: cover an appel square.", figure=figure)


def _why_not_there(view: Document, name: str, say: Language) -> str:
    figure = GRID[name]
    if figure == "appel":
        return say("An appel square is covered only with a figure that you call before the throw.")
    if "morpyam" in _open_figures(view) and view["options"]["five_alike"] == "morpyam":
        return say("At this table five alike go on a morpyam square while one is free.")
    if figure == "sec" and view["throws"] > 1:
        return say("Sec is for the first throw of a turn only.")
    needs, bearing = figure_text(figure, say), figure_name(figure, say)
    return say("Your dice do not fit {square}, {figure}. {needs}", square=name, figure=bearing, needs=needs)


# ---- the end ----------------------------------------------------------------------------------------------


def headline(view: Document, result: Result, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """The end in one sentence; empty where the house says it as well."""
    name = names[result.winners[0]]
    told = {
        "ko": say("{name} wins by KO: five in a row!", name=name),
        "double_morpyam": say("{name} wins at once: two morpyams in one turn!", name=name),
    }
    return told.get(result.reason or "", "")


def decision(view: Document, result: Result, say: Language) -> str:
    """What decided the game, if it was not points alone; and who tidies up."""
    finisher = view["turn"]
    others = [score for seat, score in enumerate(result.scores) if seat != finisher and not view["left"][seat]]
    is_tied = finisher in result.winners and result.scores[finisher] in others
    told = {
        "ko": say("Five in a row: that is a KO!"),
        "double_morpyam": say("Two morpyams in one turn: that wins at once!"),
        "points": say("A tie in points: the last token decides it.") if is_tied else "",
    }
    tidying = say("Whoever has lost tidies up, smiling.")
    return "" if result.reason == "left" else f"{told[result.reason or 'points']} {tidying}".strip()


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:  # noqa: ARG001
    """How the points came about: the rows of three and four in each direction, and the last token; or the KO."""
    reason, rows = view["facts"]["reason"], view["facts"]["rows"]
    directions = (say("Rows"), say("Columns"), say("Rising diagonals"), say("Falling diagonals"))
    lines = [
        Line(words, _swept([row for row in rows if row.direction == at and row.points], view, say))
        for at, words in enumerate(directions)
    ]
    if reason == "ko":
        keys = [f"token {square}" for row in rows if row.is_ko for square in row.squares]
        lines.append(_line_of_one(say("Five in a row"), Cell(0, keys, shown="KO"), view))
    if reason == "points":
        words = say("The last token")
        lines.append(_line_of_one(words, Cell(1, (f"plate {view['turn']}",), words), view))
    return lines


def _line_of_one(words: str, cell: Cell, view: Document) -> Line:
    """What only the seat has that ended the game."""
    return Line(words, [cell if seat == view["turn"] else None for seat in range(view["players"])])


def _swept(rows: Sequence[Row], view: Document, say: Language) -> list[Cell | None]:
    """What a sweep over the grid finds; where points decide all four are made, though they find nothing."""
    if not rows and view["facts"]["reason"] == "points":
        return [Cell(0)] * view["players"]
    return [_cell([row for row in rows if row.seat == seat], say) for seat in range(view["players"])]


def _cell(rows: Sequence[Row], say: Language) -> Cell | None:
    keys = [key for row in rows for key in (f"run {row.ends}", *(f"token {square}" for square in row.squares))]
    words = "; ".join(_row_name(row, say) for row in rows)
    return Cell(sum(row.points for row in rows), keys, words) if rows else None


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Has an action made a row of a seat that counts?"""
    known = before["facts"]["rows"]
    return any(row.points and row.seat == seat and row not in known for row in after["facts"]["rows"])
