"""Morpyam in words: the texts of actions and states, and the texts for players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from tablee.engine.contract import States
from tablee.games.about import About, Option, Sign
from tablee.games.definition import Result
from tablee.games.document import (
    DERIVED,
    OPTIONAL,
    Document,
    counts,
    dice,
    field,
    flags,
    in_hand,
    number,
    one_of,
    reads,
    refuse,
    whole,
    word,
)
from tablee.games.language import Language
from tablee.games.morpyam import rules
from tablee.games.score_sheets import Cell, Line, ScorePad
from tablee.games.shared.dice.throws import throw_text
from tablee.games.shared.squares import bitboards, lines
from tablee.games.shared.widgets.grids import rows_of, squares_text

_BITS = dict(zip(rules.SQUARE_NAMES, rules.BIT.tolist(), strict=True))
_DICE = [throw_text(handful) for handful in rules.HANDFULS]
ACTIONS = (
    "roll",
    *(f"call {text}" for text in rules.FIGURES),
    *(f"place {name}" for name in rules.SQUARE_NAMES),
    *(f"keep {text or '-'}" for text in _DICE),
    *(f"start {seat}" for seat in range(4)),
    *(f"dice {text}" for text in _DICE),
)

# ---- facts ------------------------------------------------------------------------------------------------


class Alignment(NamedTuple):
    """Three or more tokens of one seat in a row."""

    seat: int
    direction: int  # 0 along a rank, 1 along a file, 2 along a rising and 3 along a falling diagonal
    squares: tuple[str, ...]  # from left to right, or from bottom to top
    points: int

    @property
    def ends(self) -> str:
        """Its first and its last square."""
        return f"{self.squares[0]}–{self.squares[-1]}"

    @property
    def is_ko(self) -> bool:
        """Does it win at once?"""
        return len(self.squares) >= rules.FIVE


@reads("rows", "count", "open", "may_call", "came_out")
def facts_of(facts: dict[str, Any], state: States) -> dict[str, Any]:  # noqa: ARG001
    """The rows, the squares that may be covered, whether a figure may be called, and whether the call came out."""
    return {
        "rows": tuple(_row(*row) for row in facts["rows"][: facts["count"]]),
        "open": [name for name, bit in _BITS.items() if facts["open"] & bit],
        "may_call": bool(facts["may_call"]),
        "came_out": bool(facts["came_out"]),
    }


def _row(seat: int, direction: int, first: int, length: int, points: int) -> Alignment:
    step = (1, rules.SIDE, rules.SIDE + 1, rules.SIDE - 1)[direction]
    squares = tuple(rules.SQUARE_NAMES[first + at * step] for at in range(length))
    return Alignment(seat, direction, squares if direction < 3 else squares[::-1], points)


# ---- states -----------------------------------------------------------------------------------------------


FIELDS = {
    "board": bitboards(_BITS, of="tokens"),
    "hands": counts(rules.TOKENS_EACH).but(default=OPTIONAL),
    "turn": whole(3).but(
        write=lambda turn, fields: None if fields["phase"] == rules.START_PHASE else turn,
        also=("phase",),
        default=DERIVED,
    ),
    "phase": word(rules.PHASES),
    "throws": whole(rules.MOST_THROWS).but(default=0),
    "dice": dice(rules.HANDFULS[1:], nothing=[]),
    "kept": dice(rules.HANDFULS[1:], nothing=[]),
    "call": one_of({rules.NO_FIGURE: None, **{figure: rules.FIGURES[figure] for figure in rules.CALLS}}),
    "left": flags(),
    "morpyams": whole(2).but(default=0, given=lambda options: options["double_morpyam"] == "ko"),
}


def board_text(view: Document) -> str:
    """The grid as lines of text: a token as P and its seat, a free square as its figure."""
    tokens = {name: f"P{seat}" for name, seat in view["board"].items()}
    return squares_text(rows_of(rules.SIDE, rules.SIDE), {**rules.GRID, **tokens}, width=7)


# ---- checks across fields ---------------------------------------------------------------------------------


def settle(document: Document, states: States) -> None:
    """Fill in the hands, check that all fields fit together, and pass the turn on if its seat has left."""
    state = states[0]
    players, phase = int(state.players), int(state.phase)
    staying = [seat for seat in range(players) if not state.left[seat]]
    placed = [int(tokens).bit_count() for tokens in state.tokens[:players]]
    state.hands[:players] = in_hand(document, "hands", placed, rules.TOKENS_EACH[players])
    if phase != rules.START_PHASE:
        state.turn = number(field(document, "turn", int), "turn", 0, players - 1)
    if state.dice:
        field(document, "throws", int)
    number(int(state.throws), f"'throws' in the phase {rules.PHASES[phase]!r}", *_THROWS_MADE[phase])
    most = {rules.START_PHASE: 0, rules.OVER_PHASE: 2}.get(phase, 1)
    number(int(state.morpyams), f"'morpyams' in the phase {rules.PHASES[phase]!r}", 0, most)
    for fault, is_so in (_dice_faults(state) | _end_faults(state, staying)).items():
        refuse(is_so, fault)
    if phase == rules.OVER_PHASE:
        state.ended = rules.LEFT if len(staying) == 1 else rules.ending(state, state.turn)
    elif phase != rules.START_PHASE and state.turn not in staying:
        rules.pass_on(state)


_THROWS_MADE = {
    rules.START_PHASE: (0, 0),
    rules.THROW_PHASE: (0, 2),
    rules.DICE_PHASE: (0, 2),
    rules.CHOOSE_PHASE: (1, 3),
    rules.OVER_PHASE: (0, 0),
}
"""The least and the most throws that can have been made in each phase."""


def _dice_faults(state: Any) -> dict[str, bool]:
    """The possible faults of the last throw, the kept dice and the call; True for those that are present."""
    lie, kept, calls = rules.HANDFULS[state.dice], rules.HANDFULS[state.kept], state.call != rules.NO_FIGURE
    throwing, choosing = state.phase in (rules.THROW_PHASE, rules.DICE_PHASE), state.phase == rules.CHOOSE_PHASE
    again = Counter(kept) <= Counter(lie) and len(kept) < rules.DICE_COUNT
    sure = state.call == rules.CARRE and state.sure_call and rules.FOUR_ALIKE[state.kept]
    return {
        "five dice lie once there has been a throw this turn, and none before": len(lie) != 5 * (state.throws > 0),
        "dice are kept only for a coming throw": bool(kept) and not throwing,
        "the dice kept must be among those that lie, and at least one is thrown again": not again,
        "a figure is called only from the throw until the next decision": calls
        and state.phase not in (rules.DICE_PHASE, rules.CHOOSE_PHASE),
        "sec is called before the first throw only": state.call == rules.SEC and state.throws != choosing,
        "a figure is called, and no appel square is free": calls and not rules.free_squares(state, rules.APPEL),
        "a carré is called that is certain, and sure calls are refused": sure,
    }


def _end_faults(state: Any, staying: list[int]) -> dict[str, bool]:
    """The possible faults of the end of the game; True for those that are present. Only the seat to play ends it."""
    seat, over = int(state.turn), state.phase == rules.OVER_PHASE
    ended = [other for other in range(int(state.players)) if rules.ending(state, other)]
    last = state.phase == rules.CHOOSE_PHASE and state.throws == rules.MOST_THROWS
    return {
        f"the game is over, and seat {seat}, which has left, cannot have ended it": over and seat not in staying,
        f"the game is over, and seat {seat} has done nothing that ends it": over
        and seat not in ended
        and len(staying) > 1,
        "only one seat remains, and yet the game is not over": not over and len(staying) == 1,
        "a seat has five in a row or no token left, and yet the game is not over": not over and bool(ended),
        "after the third throw nothing can be covered, so there is nothing to choose": last
        and not rules.open_squares(state),
    }


# ---- the shelf --------------------------------------------------------------------------------------------


def about(say: Language) -> About:
    """What the shelf says about the game."""
    return About(
        say("Throw five dice, make a figure, cover its square – and dream of five in a row."),
        minutes=(5, 30),
        age=(5, 117),
        kinds=("dice", "alignment"),
    )


def goal(say: Language) -> str:
    """The goal of the game, for a new player."""
    return say("Throw figures, cover their squares, and be the first with five in a row.")


def seat_name(seat: int, say: Language) -> str:
    """The colour of a seat."""
    return (say("red"), say("blue"), say("green"), say("yellow"))[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:
    """The question, the answers and the explanation of an option."""
    if name == "five_alike":
        return Option(
            say("Five of a kind, while a morpyam square is free"),
            {"morpyam": say("cover a morpyam square"), "any": say("cover any square that they fit")},
            say("In the printed rules five of a kind cover a morpyam square, or a first-throw one on the first throw."),
        )
    if name == "sure_call":
        return Option(
            say("Calling four of a kind while keeping four of a kind"),
            {"allowed": say("allowed"), "refused": say("refused")},
            say("It is the only call that can be certain before the throw: some find that too easy."),
        )
    return Option(
        say("Two morpyams in one turn"),
        {"off": say("count as usual"), "ko": say("win at once")},
        say("Covering two squares in one turn, each with five of a kind, can win the game."),
    )


# ---- figures ----------------------------------------------------------------------------------------------


def figure_name(figure: str, say: Language) -> str:
    """The name of a figure."""
    return _figure(figure, say)[0]


def figure_text(figure: str, say: Language) -> str:
    """What a figure needs, in a short sentence."""
    return _figure(figure, say)[1]


def _figure(figure: str, say: Language) -> tuple[str, str]:
    if figure.isdigit():
        return say("three {value}s", value=figure), say("Needs at least three {value}s.", value=figure)
    return {
        "ps": (say("small straight"), say("Needs four of the five dice in sequence, such as 2 3 4 5.")),
        "suite": (say("large straight"), say("Needs all five dice in sequence.")),
        "full": (say("full house"), say("Needs three dice of one value and two of another.")),
        "carre": (say("four of a kind"), say("Needs at least four dice alike.")),
        "mini": (say("mini"), say("Needs a sum of 8 or less.")),
        "maxi": (say("maxi"), say("Needs a sum of 27 or more.")),
        "morpyam": (say("morpyam"), say("Needs five dice alike.")),
        "sec": (
            say("first throw"),
            say("Needs morpyam, four of a kind, maxi, mini, large straight or full house on the first throw."),
        ),
        "appel": (say("call"), say("Needs the figure that was called before the throw.")),
    }[figure]


def legend(say: Language) -> list[Sign]:
    """The signs on the squares: one brelan for all, then the other figures."""
    needs = say("Needs at least three dice of the value shown.")
    brelan = Sign("square-5", "square", say("three of a kind"), needs)
    others = [(figure, *_figure(figure, say)) for figure in rules.FIGURES[rules.PETITE_SUITE :]]
    return [brelan, *(Sign(f"square-{figure}", "square", name, needs) for figure, name, needs in others)]


def _listed(figures: Sequence[str], say: Language) -> str:
    """Names of figures as a list in words: "one, two and three"."""
    names = [figure_name(figure, say) for figure in figures]
    if len(names) == 1:
        return names[0]
    return say("{figures} and {figure}", figures=", ".join(names[:-1]), figure=names[-1])


# ---- the log ----------------------------------------------------------------------------------------------


def orders(say: Language) -> dict[str, str]:
    """What is told of actions, as orders."""
    return {
        say("{name} throws."): say("Throw the dice."),
        say("{name} calls: {figure}!"): say("Call: {figure}!"),
        say("{name} covers {square}, {figure}."): say("Cover {square}, {figure}."),
        say("{name} picks up all five dice."): say("Pick up all five dice."),
        say("{name} keeps {dice}."): say("Keep {dice}."),
    }


def sentence(text: str, seat: int, names: Sequence[str], say: Language) -> str:
    """An action or outcome as the log tells it."""
    verb, _, what = text.partition(" ")
    name = names[seat]
    if verb == "start":
        return say("{name} throws highest and starts.", name=names[int(what)])
    if verb == "roll":
        return say("{name} throws.", name=name)
    if verb == "call":
        return say("{name} calls: {figure}!", name=name, figure=figure_name(what, say))
    if verb == "dice":
        return say("The dice show {dice}.", dice=" ".join(what))
    if verb == "place":
        return say(
            "{name} covers {square}, {figure}.", name=name, square=what, figure=figure_name(rules.GRID[what], say)
        )
    if what == "-":
        return say("{name} picks up all five dice.", name=name)
    return say("{name} keeps {dice}.", name=name, dice=" ".join(what))


def aftermath(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """The consequences of a step: a call that came out or failed, a turn lost or won, rows and points."""
    if text.startswith("dice"):
        if after["phase"] != "choose":
            if before["call"] is not None:
                return say("The call has failed, and the turn is lost: {name} is next.", name=names[after["turn"]])
            return say("Nothing fits: {name} is next.", name=names[after["turn"]])
        if after["call"] is None:
            return ""
        if after["facts"]["came_out"]:
            return say("The call succeeds!")
        return say("The call has failed; the dice still count.")
    return _after_token(seat, before, after, names, say) if text.startswith("place") else ""


def _after_token(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    new = [row for row in after["facts"]["rows"] if row not in before["facts"]["rows"]]
    knock_out = next((row for row in new if row.is_ko), None)
    if knock_out:
        return say("KO: {squares} in a row!", squares=knock_out.ends)
    worths = []
    for row in new:
        name = _row_name(row, say)  # beforehand: Babel does not find texts around a call that ends in `say)`
        worths.append(say.plural("{row}: {count} point.", "{row}: {count} points.", row.points, row=name))
    return " ".join([*worths, _then(seat, before, after, names, say)]).strip()


def _then(seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What a token brings apart from rows."""
    if after["facts"]["reason"] == "double_morpyam":
        return say("The second morpyam in one turn!")
    if after["facts"]["over"]:
        return say("That was the last token: 1 point more.")
    return say("Five of a kind: {name} plays again!", name=names[seat]) if len(set(before["dice"])) == 1 else ""


def _row_name(row: Alignment, say: Language) -> str:
    if len(row.squares) == 3:
        return say("Three in a row, {squares}", squares=row.ends)
    return say("Four in a row, {squares}", squares=row.ends)


# ---- prompts ----------------------------------------------------------------------------------------------


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What the viewer may do now and how many throws are left, or whom the table waits for."""
    phase, turn = view["phase"], view["turn"]
    if phase == "start":
        return say("The highest die starts…")
    if phase == "dice":
        return say("The dice are rolling…")
    if seat != turn:
        return _told_to_others(view, names[turn], say)
    wish = _wish_to_throw(view, say) if phase == "throw" else _wish_to_choose(view, say)
    left = rules.MOST_THROWS - view["throws"]
    if view["throws"] == 0 or left == 0 or (phase == "choose" and view["facts"]["came_out"]):
        return wish
    return wish + " " + say.plural("{count} throw left.", "{count} throws left.", left)


def _wish_to_throw(view: Document, say: Language) -> str:
    if view["throws"] == 0:
        if view["facts"]["may_call"]:
            return say("Your turn: throw the five dice, or call a figure first.")
        return say("Your turn: throw the five dice.")
    if view["facts"]["may_call"]:
        return say("Throw the dice you are not keeping, or call a figure first.")
    return say("Throw the dice you are not keeping.")


def _wish_to_choose(view: Document, say: Language) -> str:
    if view["facts"]["came_out"]:
        return _came_out(view, say)
    open_figures = _open_figures(view)
    if not open_figures:
        return say("No square fits your dice yet: choose the dice to keep, and throw the others again.")
    figures = _listed(open_figures, say)
    if view["throws"] == rules.MOST_THROWS:
        return say("Third throw, {figures}: cover a square.", figures=figures)
    return say(
        "{figures}: cover a square, or choose dice to keep and throw the others again.", figures=figures.capitalize()
    )


def _told_to_others(view: Document, name: str, say: Language) -> str:
    if view["phase"] == "throw":
        return say("{name} to throw.", name=name)
    if view["facts"]["came_out"]:
        figure = figure_name(view["call"], say).capitalize()
        return say("{figure}: {name}’s call succeeds, and a call square will be covered.", figure=figure, name=name)
    dice = " ".join(map(str, view["dice"]))
    if view["throws"] == rules.MOST_THROWS:
        return say("{name} threw {dice} and has to cover a square.", name=name, dice=dice)
    if _open_figures(view):
        return say("{name} threw {dice}: a token, or another throw?", name=name, dice=dice)
    return say("{name} threw {dice} and will throw again.", name=name, dice=dice)


# ---- why not ----------------------------------------------------------------------------------------------


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """Why the node that the seat to act points at offers no action."""
    kind, _, name = key.partition(" ")
    on_square = kind in ("square", "token", "place") and name in rules.GRID
    if not on_square and kind not in ("die", "cup", "roll", "call", "keep"):
        return ""
    if on_square and name in view["board"]:
        return say("{square} is taken.", square=name)
    if view["phase"] == "throw":
        return say("Throw the dice first.")
    if view["facts"]["came_out"]:
        return _came_out(view, say)
    if on_square:
        figure = rules.GRID[name]
        if figure == "appel":
            return say("A call square is covered only with a figure that you call before the throw.")
        if "morpyam" in _open_figures(view) and view["options"]["five_alike"] == "morpyam":
            return say("Five of a kind go on a morpyam square while one is free.")
        if figure == "sec" and view["throws"] > 1:
            return say("This square is for the first throw of a turn only.")
        needs, bearing = figure_text(figure, say), figure_name(figure, say)
        return say("Your dice do not fit {square}, {figure}. {needs}", square=name, figure=bearing, needs=needs)
    if view["throws"] == rules.MOST_THROWS:
        return say("That was the third throw: now cover a square.")
    if key.endswith("call carre") and view["options"]["sure_call"] == "refused":
        return say("While you keep four of a kind, a call of it cannot fail, so this table does not allow it.")
    if kind == "keep" and len(name.partition(";")[0]) == len(view["dice"]):
        return say("At least one die must be thrown again.")
    return say("Choose the dice to keep; the others are thrown again.")


def _open_figures(view: Document) -> list[str]:
    """The figures whose squares may be covered."""
    return sorted({rules.GRID[name] for name in view["facts"]["open"]}, key=rules.FIGURES.index)


def _came_out(view: Document, say: Language) -> str:
    figure = figure_name(view["call"], say).capitalize()
    return say("{figure}: your call succeeds. Cover a call square.", figure=figure)


# ---- the end ----------------------------------------------------------------------------------------------


def headline(view: Document, result: Result, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """The end in one sentence; empty where the general headline says the same."""
    name = names[result.winners[0]]
    told = {
        "ko": say("{name} wins by KO: five in a row!", name=name),
        "double_morpyam": say("{name} wins at once: two morpyams in one turn!", name=name),
    }
    return told.get(result.reason or "", "")


def decision(view: Document, result: Result, say: Language) -> str:
    """What decided the game, unless points alone did; and who tidies up."""
    finisher = view["turn"]
    others = [score for seat, score in enumerate(result.scores) if seat != finisher and not view["left"][seat]]
    is_tied = finisher in result.winners and result.scores[finisher] in others
    told = {
        "ko": say("Five in a row: that is a KO!"),
        "double_morpyam": say("Two morpyams in one turn: that wins at once!"),
        "points": say("A tie in points: the last token decides it.") if is_tied else "",
    }
    tidying = say("The loser tidies up, with a smile.")
    return "" if result.reason == "left" else f"{told[result.reason or 'points']} {tidying}".strip()


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:  # noqa: ARG001
    """The points by source: rows of three and four in each direction, and the last token; or the KO."""
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
        lines.append(_line_of_one(words, Cell(1, (f"panel {view['turn']}",), words), view))
    return lines


def score_pad(say: Language) -> ScorePad:
    """The score pad: the four sweeps over the grid, and the last token."""
    rows = (say("Rows"), say("Columns"), say("Rising diagonals"), say("Falling diagonals"), say("The last token"))
    note = say("Three in a row: 1 point. Four: 2 points with two players, 3 with more. The last token: 1 point.")
    return ScorePad(rows, note=note)


def _line_of_one(words: str, cell: Cell, view: Document) -> Line:
    """A line with one cell, for the seat that ended the game."""
    return Line(words, [cell if seat == view["turn"] else None for seat in range(view["players"])])


def _swept(rows: Sequence[Alignment], view: Document, say: Language) -> list[Cell | None]:
    """The cells of one direction; zeros where it has no rows and points decide."""
    if not rows and view["facts"]["reason"] == "points":
        return [Cell(0)] * view["players"]
    return [_cell([row for row in rows if row.seat == seat], say) for seat in range(view["players"])]


def _cell(rows: Sequence[Alignment], say: Language) -> Cell | None:
    keys = [key for row in rows for key in (f"run {row.ends}", *(f"token {square}" for square in row.squares))]
    words = "; ".join(_row_name(row, say) for row in rows)
    return Cell(sum(row.points for row in rows), keys, words) if rows else None


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Has the seat made a new row that counts?"""
    known = before["facts"]["rows"]
    return any(row.points and row.seat == seat and row not in known for row in after["facts"]["rows"])


# ---- advice ----------------------------------------------------------------------------------------------------


LINES = lines(rules.SIDE, rules.SIDE, least=3)
FIVES = tuple(line[at : at + rules.FIVE] for line in LINES for at in range(len(line) - rules.FIVE + 1))
WORTH_SAYING = 3  # so many tokens of a possible five in a row are a reason for a square


def advice(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What an action is good for: what a square makes or prevents, and the square that dice or a call are meant for."""
    verb, _, what = text.partition(" ")
    if verb == "place":
        if after["facts"]["over"]:
            return say("That wins the game.") if after["facts"]["winners"] == [seat] else ""
        board = before["board"]
        return _merit(board, what, seat, before["players"], names, say) or _still_open(board, what, seat, say)
    if verb == "keep":
        return _why_keep(before, seat, what, names, say)
    return _why_call(before, seat, what, names, say) if verb == "call" else _why_roll(before, say)


def _merit(board: Mapping[str, int], square: str, seat: int, players: int, names: Sequence[str], say: Language) -> str:
    """What a token on a square makes or prevents."""
    length = _row_through(board, square, seat)
    if length >= rules.FIVE:
        return say("Five in a row would win at once.")
    stopped = [other for other in range(players) if other != seat and _row_through(board, square, other) >= rules.FIVE]
    if stopped:
        return say("It keeps {name} from five in a row.", name=names[stopped[0]])
    if length >= 3:
        return say("It makes four in a row.") if length == 4 else say("It makes three in a row.")
    own, at = _best_five(board, square, seat)
    if own >= WORTH_SAYING:
        return say("It makes {count} of a possible five in a row, {squares}.", count=own, squares=f"{at[0]}–{at[-1]}")
    for other in range(players):
        theirs, at = _best_five(board, square, other)
        if other != seat and theirs > WORTH_SAYING:
            return say("It stops {name}, who had {count} of five between {first} and {last}.",
                       name=names[other], count=theirs - 1, first=at[0], last=at[-1])  # fmt: skip
    for other in range(players):
        if other != seat and (blocked := _row_through(board, square, other)) >= 3:
            if blocked == 4:
                return say("It keeps {name} from four in a row.", name=names[other])
            return say("It keeps {name} from three in a row.", name=names[other])
    return ""


def _still_open(board: Mapping[str, int], square: str, seat: int, say: Language) -> str:
    """In how many rows of five a token on a square may still be."""
    fives = len(_open_fives(board, square, seat))
    if not fives:
        return ""
    return say.plural("It lies on {count} row of five that is still open to you.",
                      "It lies on {count} rows of five that are still open to you.", fives)  # fmt: skip


def _row_through(board: Mapping[str, int], square: str, seat: int) -> int:
    """The length of the longest row that a token of the seat would make on a square."""
    longest = 1
    for line in LINES:
        if square in line:
            at = line.index(square)
            before, after = line[:at][::-1], line[at + 1 :]
            runs = (takewhile(lambda name: board.get(name) == seat, side) for side in (before, after))
            longest = max(longest, 1 + sum(len(list(run)) for run in runs))
    return longest


def _best_five(board: Mapping[str, int], square: str, seat: int) -> tuple[int, tuple[str, ...]]:
    """The most tokens of five squares in line that no other seat has, with one more on a square; and these squares."""
    open_fives = _open_fives(board, square, seat)
    return max(((1 + sum(name in board for name in five), five) for five in open_fives), default=(0, ()))


def _open_fives(board: Mapping[str, int], square: str, seat: int) -> list[tuple[str, ...]]:
    """Five squares in line with this one that no other seat has."""
    return [five for five in FIVES if square in five and all(board.get(name, seat) == seat for name in five)]


def _why_keep(view: Document, seat: int, kept: str, names: Sequence[str], say: Language) -> str:
    """The square that the kept dice help most to cover, by a figure or by a call."""
    if kept == "-":
        return say("None of these dice is worth keeping.")
    held, best, aim = _DICE.index(kept), 0.0, ("", rules.NO_FIGURE)
    call = _likeliest_call(view, held)
    for square, bears in rules.GRID.items():
        figure = call if bears == "appel" else rules.FIGURES.index(bears)
        if square in view["board"] or not figure or bears == "sec":
            continue
        chance = _chance(figure, held)
        gain = (chance - _chance(figure, rules.NO_DICE)) * _weight(view["board"], square, seat, view["players"])
        if gain > best and (chance < 1 or bears == "appel"):  # what lies there already needs no other throw
            best, aim = gain, (square, figure)
    square, figure = aim
    if not square:
        return ""
    named = figure_name(rules.FIGURES[figure], say)
    if rules.GRID[square] == "appel":
        goal = say("You can call {figure}, for {square}.", figure=named, square=square)
    else:
        goal = say("You are after {figure} on {square}.", figure=named, square=square)
    return f"{goal} {_merit(view['board'], square, seat, view['players'], names, say)}".strip()


def _likeliest_call(view: Document, held: int) -> int:
    """The figure whose call is likeliest to come out with these dice kept; none if no call can be made."""
    if all(square in view["board"] for square, bears in rules.GRID.items() if bears == "appel"):
        return rules.NO_FIGURE
    sure = view["options"]["sure_call"] == "refused" and rules.FOUR_ALIKE[held]
    return max((figure for figure in rules.SEC_FIGURES if not (sure and figure == rules.CARRE)),
               key=lambda figure: _chance(figure, held))  # fmt: skip


def _why_roll(view: Document, say: Language) -> str:
    """Why nothing is called."""
    held = _DICE.index(throw_text(view["kept"]))
    call = _likeliest_call(view, held) if view["facts"]["may_call"] else rules.NO_FIGURE
    if not call:
        return ""
    if _chance(call, held) < 0.5:
        return say("Even the likeliest call, {figure}, succeeds in only {count} throws out of 100.",
                   figure=figure_name(rules.FIGURES[call], say), count=_in_100(_chance(call, held)))  # fmt: skip
    return say("A call that succeeds must go on a call square: other squares are worth more to you now.")


def _weight(board: Mapping[str, int], square: str, seat: int, players: int) -> float:
    """How much a square is worth aiming at, roughly."""
    own, theirs = (
        max(float(_row_through(board, square, each)) + _best_five(board, square, each)[0] / 2 for each in seats)
        for seats in ([seat], [other for other in range(players) if other != seat])
    )
    return float(own**2 + theirs**2 / 2)


def _why_call(view: Document, seat: int, figure: str, names: Sequence[str], say: Language) -> str:
    """The chance that the call comes out, and what the best call square makes."""
    chance = _chance(rules.FIGURES.index(figure), _DICE.index(throw_text(view["kept"])))
    told = say("It succeeds in {count} throws out of 100.", count=_in_100(chance))
    if chance == 1:
        told = say("It is certain to succeed.")
    free = [square for square, bears in rules.GRID.items() if bears == "appel" and square not in view["board"]]
    square = max(free, key=lambda name: _weight(view["board"], name, seat, view["players"]))
    merit = _merit(view["board"], square, seat, view["players"], names, say)
    then = say("Then you cover {square}.", square=square)
    return f"{told} {then} {merit}" if merit else told


def _chance(figure: int, kept: int) -> float:
    """The chance that the next throw makes a figure with the kept dice."""
    falls = slice(rules.FALLS_START[kept], rules.FALLS_START[kept + 1])
    ways = rules.FALL_WAYS[falls]
    return float(ways[rules.FITS[rules.FALLS[falls]] >> figure & 1 == 1].sum() / ways.sum())


def _in_100(chance: float) -> int:
    return min(max(round(100 * chance), 1), 99)


# ---- mistakes --------------------------------------------------------------------------------------------------


KINDS = {
    ("call", "call"): "called_another_figure",
    ("place", "place"): "placed_elsewhere",
    ("keep", "keep"): "kept_other_dice",
}
"""By the verbs of the action played and of the best action."""


def mistakes(say: Language) -> Mapping[str, str]:
    """The kinds of mistakes, in a few words each."""
    return {
        "called_too_early": say("called too early"),
        "did_not_call": say("did not call"),
        "called_another_figure": say("called another figure"),
        "placed_too_early": say("placed a token though another throw was worth it"),
        "threw_too_often": say("threw again with a good square at hand"),
        "placed_elsewhere": say("placed a token on the wrong square"),
        "kept_other_dice": say("kept the wrong dice"),
    }


def mistake(played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:  # noqa: ARG001
    """The kind of mistake that was made; empty if it is none of these."""
    verb, better = played.partition(" ")[0], best.partition(" ")[0]
    if (verb, better) in KINDS:
        return KINDS[verb, better]
    if verb == "call":
        return "called_too_early"
    if better == "call":
        return "did_not_call"
    if verb == "place":
        return "placed_too_early"
    return "threw_too_often" if better == "place" else ""
