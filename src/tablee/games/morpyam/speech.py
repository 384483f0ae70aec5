"""What Morpyam says to people: on the shelf, in the log, to those who play, and at the end."""

from collections.abc import Sequence

from tablee.games.about import About, Option
from tablee.games.document import Document
from tablee.games.folder import Result
from tablee.games.morpyam.figures import FIGURES, FITS, GRID, SEC, alignments, handful_number, points_of_run
from tablee.games.morpyam.rules import MOST_THROWS
from tablee.games.sheets import Cell, Line
from tablee.language import Language

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
    if figure.isdigit():
        return say("brelan of {value}", value=figure)
    return {
        "ps": say("petite suite"),
        "suite": say("suite"),
        "full": say("full"),
        "carre": say("carré"),
        "mini": say("mini"),
        "maxi": say("maxi"),
        "morpyam": say("morpyam"),
        "sec": say("sec"),
        "appel": say("appel"),
    }[figure]


def figure_text(figure: str, say: Language) -> str:
    """What a figure needs, in a short sentence."""
    if figure.isdigit():
        return say("Needs at least three {value}s.", value=figure)
    return {
        "ps": say("Needs four of the five dice in sequence, such as 2 3 4 5."),
        "suite": say("Needs all five dice in sequence."),
        "full": say("Needs three dice of one value and two of another."),
        "carre": say("Needs at least four dice alike."),
        "mini": say("Needs a sum of 8 or less."),
        "maxi": say("Needs a sum of 27 or more."),
        "morpyam": say("Needs five dice alike."),
        "sec": say("Needs morpyam, carré, maxi, mini, suite or full at the first throw."),
        "appel": say("Needs the figure that was called before the throw."),
    }[figure]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _listed(figures: Sequence[str], say: Language) -> str:
    """The names of some figures: one, two and three."""
    names = [figure_name(figure, say) for figure in figures]
    if len(names) == 1:
        return names[0]
    return say("{figures} and {figure}", figures=", ".join(names[:-1]), figure=names[-1])


def spoken_dice(dice: Sequence[int] | str) -> str:
    """Dice as they are shown to people.

    >>> spoken_dice("11356")
    '1 1 3 5 6'
    """
    return " ".join(map(str, dice))


# ---- what a view says -------------------------------------------------------------------------------------


def _fitted(view: Document) -> list[str]:
    """The figures that the dice make."""
    fits = int(FITS[handful_number(view["dice"])])
    if view["throws"] > 1:
        fits &= ~(1 << SEC)
    return [text for figure, text in enumerate(FIGURES) if fits >> figure & 1]


def came_out(view: Document) -> bool:
    """Do the dice show the figure that was called?"""
    return view["call"] is not None and view["call"] in _fitted(view)


def _open_figures(view: Document) -> list[str]:
    """The figures that the dice make and whose squares may be covered."""
    free = {figure for name, figure in GRID.items() if name not in view["board"]}
    if _is_bound(view):
        return ["morpyam"]
    return [figure for figure in _fitted(view) if figure in free]


def _is_bound(view: Document) -> bool:
    """Must five alike go on a morpyam square?"""
    free = any(figure == "morpyam" and name not in view["board"] for name, figure in GRID.items())
    return free and _five_alike(view) and view["options"]["five_alike"] == "morpyam"


def _can_call(view: Document) -> bool:
    return any(figure == "appel" and name not in view["board"] for name, figure in GRID.items())


def _is_last_throw(view: Document) -> bool:
    return bool(view["throws"] == MOST_THROWS)


def _five_alike(view: Document) -> bool:
    return len(set(view["dice"])) == 1


def _has_five(view: Document, seat: int) -> bool:
    return any(len(run) > 4 for run in alignments(view["board"], seat))


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
        return say("The dice show {dice}.", dice=spoken_dice(what))
    if verb == "place":
        return say("{name} covers {square}, {figure}.", name=name, square=what, figure=figure_name(GRID[what], say))
    if what == "-":
        return say("{name} takes up all five dice.", name=name)
    return say("{name} keeps {dice}.", name=name, dice=spoken_dice(what))


def aftermath(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What followed by itself from a step: a call that came out or failed, a turn lost or won, rows and points."""
    verb = text.partition(" ")[0]
    if verb == "dice":
        return _after_dice(before, after, names, say)
    if verb == "place":
        return _after_token(seat, before, after, names, say)
    return ""


def _after_dice(before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    if after["phase"] != "choose":
        if before["call"] is not None:
            return say("The call has failed, and the turn is lost: {name} is next.", name=names[after["turn"]])
        return say("Nothing fits: {name} is next.", name=names[after["turn"]])
    if after["call"] is None:
        return ""
    if came_out(after):
        return say("The call has come out!")
    return say("The call has failed; the dice still count.")


def _after_token(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    known = alignments(before["board"], seat)
    new = [run for run in alignments(after["board"], seat) if run not in known]
    longest = max(new, key=len, default=())
    if len(longest) > 4:
        return say("KO: {squares} in a row!", squares=_stretch(longest))
    rows = [_row_with_points(run, after["players"], say) for run in new]
    return " ".join([*rows, _then(seat, before, after, names, say)]).strip()


def _then(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What a token brings besides rows."""
    if after.get("morpyams") == 2:
        return say("The second morpyam in one turn!")
    if after["phase"] == "over":
        return say("That was the last token: 1 point more.")
    return say("Five alike: {name} plays again!", name=names[seat]) if _five_alike(before) else ""


def _row_with_points(run: Sequence[str], players: int, say: Language) -> str:
    row, points = _run_name(run, say), points_of_run(run, players)
    return say.plural("{row}: {count} point.", "{row}: {count} points.", points, row=row)


def _run_name(run: Sequence[str], say: Language) -> str:
    if len(run) == 3:
        return say("Three in a row, {squares}", squares=_stretch(run))
    return say("Four in a row, {squares}", squares=_stretch(run))


def _stretch(run: Sequence[str]) -> str:
    return f"{run[0]}–{run[-1]}"


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
    if view["throws"] == 0 or left == 0 or (phase == "choose" and came_out(view)):
        return wish
    throws_left = say.plural("{count} throw left.", "{count} throws left.", left)
    return f"{wish} {throws_left}"


def _wish_to_throw(view: Document, say: Language) -> str:
    if view["throws"] == 0:
        if _can_call(view):
            return say("Your turn: throw the five dice, or call a figure first.")
        return say("Your turn: throw the five dice.")
    if _can_call(view):
        return say("Throw the dice that you do not keep, or call a figure first.")
    return say("Throw the dice that you do not keep.")


def _wish_to_choose(view: Document, say: Language) -> str:
    if came_out(view):
        figure = _capital(figure_name(view["call"], say))
        return say("{figure} came out, as you called: cover an appel square.", figure=figure)
    open_figures = _open_figures(view)
    if not open_figures:
        return say("No square fits your dice yet: choose the dice to keep, and throw the others again.")
    figures = _listed(open_figures, say)
    if _is_last_throw(view):
        return say("Third throw, {figures}: cover a square.", figures=figures)
    return say(
        "{figures}: cover a square, or choose dice to keep and throw the others again.", figures=_capital(figures)
    )


def _told_to_others(view: Document, name: str, say: Language) -> str:
    if view["phase"] == "throw":
        if view["throws"] == 0:
            return say("{name} is to throw.", name=name)
        return say("{name} is to throw again.", name=name)
    if came_out(view):
        figure = _capital(figure_name(view["call"], say))
        return say("{figure} came out, as {name} called: an appel square will be covered.", figure=figure, name=name)
    dice = spoken_dice(view["dice"])
    if _is_last_throw(view):
        return say("{name} has thrown {dice} and is to cover a square.", name=name, dice=dice)
    if _open_figures(view):
        return say("{name} has thrown {dice}: a token, or another throw?", name=name, dice=dice)
    return say("{name} has thrown {dice} and will throw again.", name=name, dice=dice)


# ---- why not ----------------------------------------------------------------------------------------------


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """Why the node that the seat to act has pointed at offers nothing now."""
    kind, _, name = key.partition(" ")
    if kind in ("square", "token", "place") and name in GRID:
        return _why_not_there(view, name, say)
    if kind == "keep" and len(name.partition(";")[0]) == len(view["dice"]):
        return say("At least one die must be thrown again.")
    if key.endswith("call carre") and view["options"]["sure_call"] == "refused":
        return say("With four dice alike kept a carré is certain: at this table it cannot be called then.")
    if kind in ("die", "cup", "keep", "roll"):
        return _why_not_again(view, say)
    return ""


def _why_not_there(view: Document, name: str, say: Language) -> str:
    figure = GRID[name]
    if name in view["board"]:
        return say("{square} is taken.", square=name)
    if view["phase"] == "throw":
        return say("Throw the dice first.")
    if came_out(view):
        called = _capital(figure_name(view["call"], say))
        return say("{figure} came out, as you called: only an appel square may be covered.", figure=called)
    if figure == "appel":
        return say("An appel square is covered only with a figure that you call before the throw.")
    if _is_bound(view):
        return say("At this table five alike go on a morpyam square while one is free.")
    if figure == "sec" and view["throws"] > 1:
        return say("Sec is for the first throw of a turn only.")
    needs, bearing = figure_text(figure, say), figure_name(figure, say)
    return say("Your dice do not fit {square}, {figure}. {needs}", square=name, figure=bearing, needs=needs)


def _why_not_again(view: Document, say: Language) -> str:
    if view["phase"] == "throw":
        return say("Throw the dice first.")
    if came_out(view):
        return say("Your call has come out: now cover an appel square.")
    if _is_last_throw(view):
        return say("That was the third throw: now cover a square.")
    return say("Choose the dice to keep; the others are thrown again.")


# ---- the end ----------------------------------------------------------------------------------------------


def headline(view: Document, result: Result, names: Sequence[str], say: Language) -> str:
    """The end in one sentence; empty where the house says it as well."""
    winner = result.winners[0]
    name, points = names[winner], result.scores[winner]
    if result.reason == "ko":
        return say("{name} wins by KO: five in a row!", name=name)
    if result.reason == "double_morpyam":
        return say("{name} wins at once: two morpyams in one turn!", name=name)
    if result.reason != "points" or winner != view["turn"]:
        return ""
    others = [score for seat, score in enumerate(result.scores) if seat != winner and not view["left"][seat]]
    if points in others:
        return say.plural(
            "A tie at {count} point, and {name} wins it: the last token decides.",
            "A tie at {count} points, and {name} wins it: the last token decides.",
            points,
            name=name,
        )
    return say.plural(
        "{name} wins with {count} point, for the last token.",
        "{name} wins with {count} points, one of them for the last token.",
        points,
        name=name,
    )


def decision(view: Document, result: Result, say: Language) -> str:
    """What decided the game, if it was not points alone; and who tidies up."""
    tidying = "" if result.reason == "left" else say("Whoever has lost tidies up, smiling.")
    return f"{_what_decided(view, result, say)} {tidying}".strip()


def _what_decided(view: Document, result: Result, say: Language) -> str:
    if result.reason == "ko":
        return say("Five in a row: that is a KO!")
    if result.reason == "double_morpyam":
        return say("Two morpyams in one turn: that wins at once!")
    winner = result.winners[0]
    others = [score for seat, score in enumerate(result.scores) if seat != winner and not view["left"][seat]]
    tied = result.reason == "points" and winner == view["turn"] and result.scores[winner] in others
    return say("A tie in points: the last token decides it.") if tied else ""


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:  # noqa: ARG001
    """How the points came about: the rows of three and four in each direction, and the last token; or the KO."""
    seats = range(view["players"])
    runs = [alignments(view["board"], seat) for seat in seats]
    directions = (say("Rows"), say("Columns"), say("Rising diagonals"), say("Falling diagonals"))
    lines = [
        Line(words, _swept([[run for run in own if _scores(run, at)] for own in runs], view, say))
        for at, words in enumerate(directions)
    ]
    if any(len(run) > 4 for own in runs for run in own):
        lines.append(Line(say("Five in a row"), [_knock_out(own) for own in runs]))
    finisher = _finisher(view)
    if finisher is not None:
        last = Cell(1, (f"plate {finisher}",), say("The last token"))
        lines.append(Line(say("The last token"), [last if seat == finisher else None for seat in seats]))
    return lines


def _swept(runs: Sequence[Sequence[Sequence[str]]], view: Document, say: Language) -> list[Cell | None]:
    """What a sweep over the grid finds; where points decide all four are made, though they find nothing."""
    if not any(runs) and _finisher(view) is not None:
        return [Cell(0)] * view["players"]
    return [_runs_cell(own, view, say) for own in runs]


def _runs_cell(runs: Sequence[Sequence[str]], view: Document, say: Language) -> Cell | None:
    if not runs:
        return None
    points = sum(points_of_run(run, view["players"]) for run in runs)
    keys = [key for run in runs for key in (f"run {run[0]}-{run[-1]}", *(f"token {square}" for square in run))]
    return Cell(points, keys, "; ".join(_run_name(run, say) for run in runs))


def _knock_out(runs: Sequence[Sequence[str]]) -> Cell | None:
    """It wins, and brings no points."""
    five = next((run for run in runs if len(run) > 4), None)
    return Cell(0, [f"token {square}" for square in five], shown="KO") if five else None


def _scores(run: Sequence[str], direction: int) -> bool:
    """Does a row bring points, and run in that direction?"""
    return len(run) < 5 and _direction(run) == direction


def _direction(run: Sequence[str]) -> int:
    """0 along a row, 1 up a column, 2 and 3 aslant: rising and falling."""
    files, ranks = ord(run[-1][0]) - ord(run[0][0]), int(run[-1][1]) - int(run[0][1])
    return 0 if not ranks else 1 if not files else 2 if ranks * files > 0 else 3


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Has an action made a row that counts?"""
    if before["board"] == after["board"]:
        return False
    then, now = (
        sum(points_of_run(run, view["players"]) for run in alignments(view["board"], seat)) for view in (before, after)
    )
    return now > then


def _finisher(view: Document) -> int | None:
    """Who ended a game that points decide, by placing the last token."""
    seat: int | None = view["turn"]
    if view["phase"] != "over" or seat is None or view["hands"][seat]:
        return None
    ended_otherwise = view["left"].count(False) == 1 or _has_five(view, seat) or view.get("morpyams") == 2
    return None if ended_otherwise else seat
