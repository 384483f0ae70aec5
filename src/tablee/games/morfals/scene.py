"""The picture of Morfals: the board with its River, and for each seat a panel and a tray for its dice."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any, NamedTuple

from tablee.games.canvas import Canvas, painted, part
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.morfals.rules import MATCH_POINTS, PASS
from tablee.games.morfals.words import ROW_NAMES, ROWS, is_in_river, seat_name
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Button, ButtonRow, Lately, Node, Scene, fitting
from tablee.games.score_sheets import signed, with_minus
from tablee.games.shared.dice.dice_scene import lying
from tablee.games.shared.dice.throws import opening_throws, throw_text
from tablee.games.shared.widgets.grids import Squares, on_squares, places
from tablee.games.shared.widgets.layouts import SHAPES as SHAPES
from tablee.games.shared.widgets.layouts import SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import Form, HandRows, Part, Place, PlayerPanel, hand_piece, panel_part

SHARED = ("dice",)  # the shared folders whose shapes and styles the picture uses
LOOK_BACK = 16  # between two throws there can be a placing, eleven claims and two announcements

SIZE = (600, 622)  # the size of the board with its frame
FIRST, PITCH = (70, 99), (79, 74)  # the middle of the first square, and the distance between neighbouring squares
ECHOES = {"g": 46, "a": 596}  # the rows shown again beyond the edges: the last on top, the first at the bottom
GROUND, LIT, SQUARES, WORDS, PIECES, TOP = range(6)  # the layers, from bottom to top

ABOVE_OR_BELOW = Form(354, 92, -22, 245, (28, 18), mark=26)
BESIDE = Form(402, 138, -48, 180, (28, -8), mark=26, clock=(-64, -48), face=True)
PANELS = (ABOVE_OR_BELOW, BESIDE)
HANDS = {ABOVE_OR_BELOW: HandRows(27, 0.52, layer=PIECES), BESIDE: HandRows(22, 0.52, a_row=6, layer=PIECES)}
"""How cannibals lie in hand on each of them."""
BESIDE_SCORE = 160  # the width left for a name where the panel always shows a score

OPENING, THROW, PASSED, MEAL, VICTORY = 2600, 1100, 1900, 1300, 3000  # how long things are shown, in milliseconds


class SquareLook(NamedTuple):
    """What a square shows."""

    seat: int | None  # whose cannibal stands there
    light: str = ""  # how the column of the dice is lit: "lit", or "lit soon" while they still tumble
    foe: bool = False  # may it be pointed at as trapped? All enemies may, for nothing must tell which of them are
    cheers: bool = False
    enter: str = ""  # the node from which it has just come


class Thrown(NamedTuple):
    """The latest throw, whose dice still lie in the trays."""

    seat: int
    throw: str  # its digits, or the seat that begins if it was thrown for that
    look: int
    just_now: bool = False
    in_vain: bool = False  # has it brought no cannibal to the board?

    @property
    def opening(self) -> bool:
        """Did it decide who starts?"""
        return len(self.throw) == 1

    @property
    def full_column(self) -> int:
        """The column of the throw if that was full; else 0."""
        return sum(map(int, self.throw)) if self.in_vain and self.throw != PASSES else 0

    @property
    def values(self) -> Mapping[int, Sequence[int]]:
        """The dice by seat, in the order in which they fell."""
        if self.opening:
            return dict(enumerate(opening_throws(int(self.throw), (False, False), self.look, 3, 3)))
        return {self.seat: Random(self.look).sample([int(value) for value in self.throw], len(self.throw))}


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    shape: str = UPRIGHT,
    canvas: Canvas | None = None,
) -> Scene:
    """The picture of a view as one seat sees it, with the actions that each node offers."""
    stage, won = _stage(seat or 0, shape), _just_won(view, lately)
    shown = won or view
    before = lately.before["board"] if lately.before and not shown["facts"]["over"] else {}
    eaten: tuple[list[str], ...] = [], []
    for name, whose in before.items():
        if name not in shown["board"]:
            eaten[whose].append(name)
    thrown = latest_throw(shown, lately)
    placed = next((step.text[-2:] for step in reversed(lately.steps) if step.text.startswith("place")), "")
    known = {
        **shown,
        "names": names,
        "thrown": thrown,
        "eaten": eaten,
        "placed": placed,
        "arrived": _arrived(lately),
        "foes": {action[-2:] for action in actions if action.startswith("eat")},
        "cup": next((action for action in ("throw", "silent") if action in actions), ""),
        "skipped": [misses_turn(seat, shown, lately) for seat in range(2)],
        "banner": _banner(stage, won, lately, names, say) if won else (),
    }
    parts = painted(canvas, (_fixed, _board, _seats, _cup, _dice, _words, _over_all), known, seat, say, shape)
    hold = VICTORY if won else _hold(known, thrown, any(eaten))
    bar = _bar(actions, view["options"]["last_man"] == "announce", say)
    throw = "throw" if "throw" in actions else ""
    with_cup = [action for action in actions if action in ("throw", "silent")]
    on_board = on_squares(actions, "cannibal" if "done" in actions else "square")
    offers = {"cup": with_cup} if with_cup else on_board
    return Scene(stage.width, stage.height, parts, offers, hold, bar, throw=throw, free=stage.free)


def _stage(bottom: int, shape: str) -> SceneLayout:
    """The layout with the viewer's panel at the bottom."""
    if shape == WIDE:
        return wide(2, bottom, SIZE, BESIDE, BESIDE, edge=2, layers=(GROUND, WORDS))
    return upright(2, bottom, SIZE, ABOVE_OR_BELOW, (ABOVE_OR_BELOW,), gap=6, layers=(GROUND, WORDS))


@part()
def _fixed(seat: int | None, shape: str) -> list[Part]:
    return [_fixed_nodes(_stage(seat or 0, shape))]


@part("banner")
def _over_all(view: Document) -> list[Part]:
    return [view["banner"]]


@lru_cache(maxsize=256)
def _fixed_nodes(stage: SceneLayout) -> Part:
    lying = (Node(f"tray {seat}", LIT, "tray", *middle) for seat, middle in enumerate(middles(stage)))
    return Node("board", GROUND, "board", stage.board.x, stage.board.y), *lying


# ---- what may be done --------------------------------------------------------------------------------------


def _bar(actions: Sequence[str], announced: bool, say: Language) -> Sequence[ButtonRow]:
    """The buttons. "Last one" always has its place among them, so that seeing it is no hint."""
    buttons = {
        "throw": Button(say("Throw"), "throw", "main"),
        "done": Button(say("Done eating"), "done"),
        "silent": Button(say("Pass the dice"), "silent", "main"),
    }
    rows = [ButtonRow([button]) for action, button in buttons.items() if action in actions]
    return [ButtonRow([Button(say("Last one!"), "announce")]), *rows] if announced and actions else rows


def _hold(view: Document, thrown: Thrown | None, eaten: bool) -> int:
    """How many milliseconds to show this scene before the next one."""
    if any(view["skipped"]):
        return PASSED
    if thrown is None or not thrown.just_now:
        return MEAL if eaten else 0
    if thrown.opening:
        return OPENING
    return PASSED if thrown.in_vain else THROW


# ---- panels ------------------------------------------------------------------------------------------------


@part(
    "names", "eaten", "hands", "left", "turn", "options", "match_score", "counted",
    "facts.over", "facts.winners", "facts.points",
)  # fmt: skip
def _seats(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    panels, names, eaten = _stage(seat or 0, shape).panels, view["names"], view["eaten"]
    return [part for panel in panels for part in _seat_parts(view, panel, eaten[panel.seat], names, say)]


def _seat_parts(
    view: Document, panel: PlayerPanel, eaten: Sequence[str], names: Sequence[str], say: Language
) -> list[Part]:
    """A seat's panel. Cannibals have just come back to it from the squares in `eaten`."""
    seat, facts, hands, left = panel.seat, view["facts"], view["hands"], view["left"][panel.seat]
    wins, carried = seat in facts["winners"], _carried_home(view)
    stay = hands[seat] - len(eaten) - carried * (not wins)
    pieces = [(seat, 1 + at, "cheer" * wins, "") for at in range(stay)]
    pieces += [(seat, 1 + stay + at, "caught", f"cannibal {square}") for at, square in enumerate(eaten)]
    pieces += [(1 - seat, 1 + hands[1 - seat] - carried + at, "", "") for at in range(carried * wins)]
    in_hand = "" if left else say.plural("{count} cannibal in hand", "{count} cannibals in hand", hands[seat])
    score, score_words = _score(view, seat, say)
    told = tuple(filter(None, (seat_name(seat, say), in_hand, score_words)))
    at_turn = seat == view["turn"] and not facts["over"]
    room = BESIDE_SCORE if view["options"]["match"] == MATCH_POINTS else None
    base = panel_part(panel, names[seat], told, say, at_turn=at_turn, left=left, room=room)
    return [base, _lying(panel, score, () if left else tuple(pieces))]


@lru_cache(maxsize=8192)
def _lying(panel: PlayerPanel, score: str, pieces: tuple[tuple[int, int, str, str], ...]) -> Part:
    """The score and the cannibals on a panel."""
    place = panel.at(-14, panel.form.head)
    written = [Node(f"score {panel.seat}", WORDS, "text", *place, "score", score)] if score else []
    rows = HANDS[panel.form]
    hand = (
        hand_piece(panel, f"cannibal-{owner}", at, rows, kind, enter, (owner, number))
        for at, (owner, number, kind, enter) in enumerate(pieces)
    )
    return *written, *hand


def _score(view: Document, seat: int, say: Language) -> tuple[str, str]:
    """The score of a match, or of a finished game: the text on the panel, and its label."""
    if view["options"]["match"] == MATCH_POINTS:
        score = with_minus(view.get("counted", view["match_score"])[seat])
        return f"{score} / {MATCH_POINTS}", say("{score} of {goal} points", score=score, goal=MATCH_POINTS)
    won = view["facts"]["points"]
    points = view.get("counted", won)[seat]
    return (signed(points), say.plural("{count} point", "{count} points", points)) if any(won) else ("", "")


def _carried_home(view: Document) -> int:
    """How many of the loser's cannibals in hand have been counted for the winner so far."""
    won: list[int] = view["facts"]["points"]
    points, winner = max(won), won.index(max(won))
    if not points or "counted" not in view:
        return points
    earlier: int = view["match_score"][winner] - points if view["options"]["match"] == MATCH_POINTS else 0
    return min(max(int(view["counted"][winner]) - earlier, 0), points)


# ---- what has just happened --------------------------------------------------------------------------------


def _just_won(view: Document, lately: Lately) -> Document | None:
    """A view of the game of a match that was just won. The rules have already cleared the board for the next one."""
    before = lately.before
    if before is None or view["phase"] != "start":
        return None
    verb, _, square = lately.steps[-1].text.partition(" ")
    winner = lately.steps[-1].seat
    points = [now - then for now, then in zip(view["match_score"], before["match_score"], strict=True)]
    standing = dict(before["board"])
    for name in _last_meal(verb, square, before, points[winner] > before["hands"][1 - winner]):
        del standing[name]
    if verb == "place":
        standing[square] = winner
    facts = {**before["facts"], "over": True, "winners": [winner], "points": points, "column": 0, "last_one": [0, 0]}
    hands = [0 if seat == winner else points[winner] for seat in range(2)]
    ended = {"board": standing, "hands": hands, "phase": "over", "dice": None, "match_score": view["match_score"]}
    return {**before, **ended, "facts": facts}


def _last_meal(verb: str, square: str, before: Document, eats: bool) -> Sequence[str]:
    """The squares that the winning step has eaten."""
    if not eats:
        return ()
    return [square] if verb == "eat" else [name for name in before["facts"]["traps"][square] if not is_in_river(name)]


def _banner(stage: SceneLayout, won: Document, lately: Lately, names: Sequence[str], say: Language) -> Part:
    """Who has won a game of a match, and the points. The banner does not cover the last cannibal."""
    winner = lately.steps[-1].seat
    placed = [step.text for step in lately.steps if step.text.startswith("place")]
    x, y = stage.board.middle[0], stage.board.y + (432 if placed and placed[-1][-1] < "e" else 210)
    word = say.plural("wins this game: {count} point", "wins this game: {count} points", won["hands"][1 - winner])
    return (
        Node("banner", TOP, "banner", x, y, label=f"{names[winner]} {word}"),
        Node("banner name", TOP, "text", x, y - 20, "banner-name", fitting(names[winner], 280)),
        Node("banner word", TOP, "text", x, y + 25, "banner-word", word),
    )


# ---- the board -------------------------------------------------------------------------------------------------


@part("board", "thrown", "placed", "arrived", "foes", "facts.column", "facts.winners")
def _board(view: Document, say: Language, shape: str) -> list[Part]:
    """The column of the dice, the latest cannibal, all squares, and the rows shown again beyond the edges."""
    stage, thrown, placed = _stage(0, shape), view["thrown"], view["placed"]
    squares, echoes = _squares(stage, say)
    soon = SOON * (thrown is not None and thrown.just_now)
    looks = _looks(view, f"lit {soon}".strip())
    latest = (Node("latest", WORDS, "latest", *squares.places[placed]),) if placed in view["board"] else ()
    # That the column is full is said only once, as long as the dice are being read.
    full = thrown.full_column if thrown and soon else 0
    column = view["facts"]["column"] or full
    lit = _column(stage, column, bool(full), soon, say) if column else ()
    return [lit, latest, *squares.parts(looks), *echoes.parts(looks)]


def _arrived(lately: Lately) -> tuple[str, str]:
    """The square on which a cannibal has just been placed, and the node from which it came."""
    if not lately.before or not lately.steps[-1].text.startswith("place"):
        return "", ""
    seat = lately.steps[-1].seat
    return lately.steps[-1].text[-2:], f"hand {seat} {lately.before['hands'][seat]}"


def _looks(view: Document, light: str) -> Mapping[str, SquareLook]:
    """The looks of all squares that show anything."""
    foes, winners, (arrived, enter) = view["foes"], view["facts"]["winners"], view["arrived"]
    looks = _lit(view["facts"]["column"], light)
    standing = {
        name: _standing(seat, light if name in looks else "", name in foes, seat in winners, "")
        for name, seat in view["board"].items()
    }
    if arrived in standing:
        standing[arrived] = standing[arrived]._replace(enter=enter)
    return {**looks, **standing}


@lru_cache(maxsize=64)
def _lit(column: int, light: str) -> Mapping[str, SquareLook]:
    """The looks of the free squares of a column."""
    return {f"{column}{row}": SquareLook(None, light) for row in ROW_NAMES}


_standing = lru_cache(maxsize=256)(SquareLook)


@lru_cache(maxsize=256)
def _squares(stage: SceneLayout, say: Language) -> tuple[Squares, Squares]:
    """The squares, and the rows shown again beyond the edges."""
    middles = places(ROWS, (FIRST[0], stage.board.y + FIRST[1]), PITCH)
    beyond = {
        name: (middles[name][0], stage.board.y + ECHOES[row]) for row in ECHOES for name in middles if row in name
    }
    return Squares(middles, partial(_square, say=say)), Squares(beyond, _echo)


def _square(name: str, look: SquareLook | None, place: Place, *, say: Language) -> Part:
    seat, light, foe, cheers, enter = look or SquareLook(None)
    shape, kind = "water" if is_in_river(name) else "square", f"reachable {light}".rstrip()
    river, tribe = [say("River")] * is_in_river(name), say("free") if seat is None else seat_name(seat, say)
    square = Node(f"square {name}", SQUARES, shape, *place, kind, "", ", ".join([name, *river, tribe]))
    if seat is None:
        return (square,)
    label = say("Eat the {tribe} on {square}", tribe=tribe, square=name) if foe else ""
    kind = f"seat-{seat}" + " cheer" * cheers
    return square, Node(f"cannibal {name}", PIECES, f"cannibal-{seat}", *place, kind, label=label, enter=enter)


def _echo(name: str, look: SquareLook | None, place: Place) -> Part:
    seat, light, *_ = look or SquareLook(None)
    shape, kind = ("echo", "") if seat is None else (f"ghost-{seat}", f"seat-{seat}")
    kind += f" {light}".rstrip() + " wet" * is_in_river(name)
    return (Node(f"echo {name[0]} {name[1]}", SQUARES, shape, *place, kind.strip()),)


@lru_cache(maxsize=256)
def _column(stage: SceneLayout, column: int, full: bool, kind: str, say: Language) -> Part:
    """The column of the dice, with a hint that it is a ring; or the full column that was thrown."""
    x, top = _squares(stage, say)[0].places[f"{column}a"]
    label = say("Column {column} is full", column=column) if full else say("Column {column}", column=column)
    frame = f"full {kind}" if full else kind + " wet" * is_in_river(str(column))
    node = Node(f"column {column}", LIT, "column", x, top, frame.strip(), str(column), label)
    if full:
        return (node,)
    words = say("The column is a ring: above row a comes row g again, and below row g comes row a.")
    above, below = (stage.board.y + ECHOES[row] for row in "ga")
    ring = f"explained {kind}".strip()
    return (
        node,
        Node("ring top", WORDS, "ring", x, above, ring, "", words),
        Node("ring bottom", WORDS, "ring", x, below, ring, "", words, turn=180),
    )


# ---- trays -------------------------------------------------------------------------------------------------

DIE = 0.72  # the size of a die in a tray
CUP = (-77, 5)
DICE = ((-18, 12), (33, 14), (84, 12))
WORD = (105, -23)  # where things lie in a tray, relative to its middle
ON_PANEL = (-128, 17)  # the middle of the tray on a panel that has no room beside it

PASSES = throw_text(PASS)
SOON = "soon"  # the kind of nodes that appear only when the dice have come to rest


def latest_throw(view: Document, lately: Lately) -> Thrown | None:
    """The throw in the trays: the latest one, for a turn or for the start."""
    used = view["dice"] is not None or view["facts"]["over"]
    for back, step in enumerate(reversed(lately.steps)):
        verb, _, what = step.text.partition(" ")
        if verb in ("roll", "start"):
            just_now = back == 0 and lately.before is not None
            return Thrown(step.seat, what, step.look, just_now, verb == "roll" and not used)
        used = used or verb == "place"
    return Thrown(view["turn"], throw_text(view["dice"]), 0) if view["dice"] else None


@lru_cache(maxsize=256)
def middles(stage: SceneLayout) -> tuple[Place, ...]:
    """The middle of the tray of each seat: beside its panel or, in a wide picture, on it."""
    return tuple(panel.corner.middle if panel.corner.width else panel.at(*ON_PANEL) for panel in stage.panels)


def in_tray(stage: SceneLayout, seat: int, place: Place) -> Place:
    """A place in the tray of a seat, relative to its middle."""
    x, y = middles(stage)[seat]
    return x + place[0], y + place[1]


@part("turn", "phase", "cup")
def _cup(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    """The cup, in the tray of the seat to throw. Pointing at it throws the dice or passes the turn on."""
    stage, action = _stage(seat or 0, shape), view["cup"]
    holder, ready = stage.own.seat if view["turn"] is None else view["turn"], "ready" * (view["phase"] == "roll")
    label = say("Throw the dice") if action == "throw" else say("Pass the dice") if action else ""
    return [(Node("cup", PIECES, "cauldron", *in_tray(stage, holder, CUP), ready, "", label),)]


@part("thrown", "dice")
def _dice(view: Document, seat: int | None, shape: str) -> list[Part]:
    return [dice(_stage(seat or 0, shape), view["thrown"], view["dice"] is not None)]


@lru_cache(maxsize=4096)
def dice(stage: SceneLayout, thrown: Thrown | None, in_use: bool) -> Part:
    """The dice as they fell."""
    if thrown is None:
        return ()
    kind = "thrown" * thrown.just_now + " spent" * (not in_use and not thrown.opening)
    how: dict[str, Any] = {"faces": 3, "kind": kind.strip(), "size": DIE, "layer": PIECES}
    nodes = []
    for seat, values in thrown.values.items():
        name, enter = (f"opening {seat}", f"mark {seat}") if thrown.opening else ("die", "cup")
        for at, value in enumerate(values):
            place = in_tray(stage, seat, DICE[at])
            nodes.append(lying(f"{name} {at + 1}", value, *place, thrown.look, enter=enter, **how))
    return tuple(nodes)


# ---- what is said in a tray --------------------------------------------------------------------------------


@part("thrown", "dice", "skipped", "facts.last_one")
def _words(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    stage = _stage(seat or 0, shape)
    return [word(stage, panel.seat, view, say) for panel in stage.panels]


def word(stage: SceneLayout, seat: int, view: Document, say: Language) -> Part:
    """What the dice in a seat's tray mean, or that it misses its turn."""
    thrown: Thrown | None = view["thrown"]
    own = thrown if thrown and (thrown.seat == seat or thrown.opening) else None
    being_read = own is not None and (own.just_now or own.opening or view["dice"] is not None)
    if view["skipped"][seat]:
        return _word(stage, seat, say("misses a turn"), "", "status", say)
    if view["facts"]["last_one"][seat] and not being_read:
        return _word(stage, seat, say("Last one!"), "", "status", say)
    if own is None:
        return ()
    text, throw, kind = _meaning(own, seat, say)
    return _word(stage, seat, text, throw, kind + (SOON * own.just_now if being_read else "spent"), say)


def misses_turn(seat: int, view: Document, lately: Lately) -> bool:
    """Has the seat just been skipped? A coming skip is secret."""
    return lately.before is not None and lately.before["skip"][seat] > view["skip"][seat]


def _meaning(thrown: Thrown, seat: int, say: Language) -> tuple[str, str, str]:
    """The meaning of a throw for a seat, the throw, and the kind of its text."""
    throw = thrown.throw
    if thrown.opening:
        values = thrown.values[seat]
        begins, total = seat == int(throw), sum(values)
        return say("{sum}: begins", sum=total) if begins else str(total), throw_text(values), "better " * begins
    column, triple = sum(map(int, throw)), len(set(throw)) == 1
    if throw == PASSES:
        return say("1 2 3: pass"), throw, ""
    if thrown.in_vain:
        return say("full, again!") if triple else say("{column} is full", column=column), throw, ""
    return say("{column}, again!", column=column) if triple else say("Column {column}", column=column), throw, ""


@lru_cache(maxsize=4096)
def _word(stage: SceneLayout, seat: int, text: str, throw: str, kind: str, say: Language) -> Part:
    label = say("Dice {dice}: {words}", dice=", ".join(throw), words=text) if throw else text
    kind = f"tray-word {kind}".strip()
    return (Node(f"word {seat}", TOP, "text", *in_tray(stage, seat, WORD), kind, text, label),)
