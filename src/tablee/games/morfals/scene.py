"""The picture of Morfals: the board with its River, and for each seat a plate and a tray for its dice.

A scene is built for every event and every viewer, so whatever does not change is made once and kept.
"""

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.document import Document
from tablee.games.morfals import board
from tablee.games.morfals.board import GROUND, LIT, PIECES, SIZE, TOP, WORDS, Thrown, misses_turn
from tablee.games.morfals.rules import MATCH_POINTS
from tablee.games.morfals.words import is_in_river, seat_name
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Button, Lately, Node, Row, Scene, fitting
from tablee.games.sheets import signed, with_minus
from tablee.games.ware.layouts import SHAPES as SHAPES
from tablee.games.ware.layouts import Stage, upright, wide
from tablee.games.ware.plates import Form, Part, Plate, Rows, hand_piece, plate_part
from tablee.games.ware.squares import on_squares
from tablee.language import Language

SHARED = ("dice",)
"""The folders whose shapes and styles the picture needs besides its own."""
LOOK_BACK = 16
"""Between two throws there can lie a cannibal placed, eleven eaten one by one, and a word or two."""

ABOVE_OR_BELOW, BESIDE = Form(354, 92, -22, 245, (28, 18), mark=26), Form(402, 138, -48, 293, (28, -8), mark=26)
PLATES = (ABOVE_OR_BELOW, BESIDE)
HANDS = {ABOVE_OR_BELOW: Rows(27, 0.52, layer=PIECES), BESIDE: Rows(22, 0.52, a_row=6, layer=PIECES)}
"""How cannibals lie in hand on each of them."""
BESIDE_SCORE = 160
"""The room of a name where a score stands on the plate all the time."""

OPENING, THROW, PASSED, MEAL, VICTORY = 2600, 1100, 1900, 1300, 3000
"""How long things stay to be seen, in milliseconds."""


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    shape: str = UPRIGHT,
) -> Scene:
    """The picture of a view, seen from a seat, with what may be done by pointing at which node."""
    stage, won = _stage(seat or 0, shape), _just_won(view, lately)
    shown = won or view
    thrown, eaten = board.latest_throw(shown, lately), _just_eaten(shown, lately)
    parts = [
        _fixed(stage),
        *board.board_parts(stage, shown, actions, thrown, lately, say),
        *(part for plate in stage.plates for part in _seat_parts(shown, plate, eaten[plate.seat], names, say)),
        board.cup(stage, shown, actions, say),
        board.dice(stage, thrown, shown["dice"] is not None),
        *(board.word(stage, plate.seat, thrown, shown, lately, say) for plate in stage.plates),
        _banner(stage, won, lately, names, say) if won else (),
    ]
    hold = VICTORY if won else _hold(shown, thrown, any(eaten), lately)
    bar = _bar(actions, view["options"]["last_man"] == "announce", say)
    throw = "throw" if "throw" in actions else ""
    return Scene(stage.width, stage.height, parts, _offers(actions), hold, bar, throw=throw, free=stage.free)


def _stage(bottom: int, shape: str) -> Stage:
    """Whoever looks sits at the bottom."""
    if shape == WIDE:
        return wide(2, bottom, SIZE, BESIDE, BESIDE, edge=2, layers=(GROUND, WORDS))
    return upright(2, bottom, SIZE, ABOVE_OR_BELOW, (ABOVE_OR_BELOW,), gap=6, layers=(GROUND, WORDS))


@lru_cache(maxsize=256)
def _fixed(stage: Stage) -> Part:
    lying = (Node(f"tray {seat}", LIT, "tray", *middle) for seat, middle in enumerate(board.middles(stage)))
    return Node("board", GROUND, "board", stage.board.x, stage.board.y), *lying


# ---- what may be done --------------------------------------------------------------------------------------


def _offers(actions: Sequence[str]) -> dict[str, Sequence[str]]:
    """What is done with the cup: dice are thrown from it, and with it the turn is passed on; all else on the board."""
    with_cup = [action for action in actions if action in ("throw", "silent")]
    return {"cup": with_cup} if with_cup else on_squares(actions, "cannibal" if "done" in actions else "square")


def _bar(actions: Sequence[str], announced: bool, say: Language) -> Sequence[Row]:
    """One gesture ends every turn; and "last one" can be called all the time, in one place, lest it reminds anybody."""
    buttons = {
        "throw": Button(say("Throw"), "throw", "main"),
        "done": Button(say("Done eating"), "done"),
        "silent": Button(say("Pass the dice"), "silent", "main"),
    }
    rows = [Row([button]) for action, button in buttons.items() if action in actions]
    return [Row([Button(say("Last one!"), "announce")]), *rows] if announced and actions else rows


def _hold(view: Document, thrown: Thrown | None, eaten: bool, lately: Lately) -> int:
    """How long the scene must stay, for all that everybody can see."""
    if any(misses_turn(seat, view, lately) for seat in range(2)):
        return PASSED
    if thrown is None or not thrown.just_now:
        return MEAL if eaten else 0
    if thrown.opening:
        return OPENING
    return PASSED if thrown.in_vain else THROW


# ---- plates ------------------------------------------------------------------------------------------------


def _seat_parts(view: Document, plate: Plate, eaten: Sequence[str], names: Sequence[str], say: Language) -> list[Part]:
    """The plate with all that lies on it; cannibals have just come back to it from the squares in `eaten`."""
    seat, facts, hands, left = plate.seat, view["facts"], view["hands"], view["left"][plate.seat]
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
    base = plate_part(plate, names[seat], told, say, at_turn=at_turn, left=left, room=room)
    return [base, _lying(plate, score, () if left else tuple(pieces))]


@lru_cache(maxsize=8192)
def _lying(plate: Plate, score: str, pieces: tuple[tuple[int, int, str, str], ...]) -> Part:
    """The score, and cannibals: whose and which they are, how they look, and from where they have come."""
    place = plate.at(-14, plate.form.head)
    written = [Node(f"score {plate.seat}", WORDS, "text", *place, "score", score)] if score else []
    rows = HANDS[plate.form]
    hand = (
        hand_piece(plate, f"cannibal-{owner}", at, rows, kind, enter, (owner, number))
        for at, (owner, number, kind, enter) in enumerate(pieces)
    )
    return *written, *hand


def _score(view: Document, seat: int, say: Language) -> tuple[str, str]:
    """How a match stands, or a single game has ended: as it stands on the plate, and as it is said."""
    if view["options"]["match"] == MATCH_POINTS:
        score = with_minus(view.get("counted", view["match_score"])[seat])
        return f"{score} / {MATCH_POINTS}", say("{score} of {goal} points", score=score, goal=MATCH_POINTS)
    won = view["facts"]["points"]
    points = view.get("counted", won)[seat]
    return (signed(points), say.plural("{count} point", "{count} points", points)) if any(won) else ("", "")


def _carried_home(view: Document) -> int:
    """How many cannibals the winner has carried home, of those that the loser had in hand: while they are counted one
    after the other, and all of them in the end.
    """
    won: list[int] = view["facts"]["points"]
    points, winner = max(won), won.index(max(won))
    if not points or "counted" not in view:
        return points
    earlier: int = view["match_score"][winner] - points if view["options"]["match"] == MATCH_POINTS else 0
    return min(max(int(view["counted"][winner]) - earlier, 0), points)


# ---- what has just happened --------------------------------------------------------------------------------


def _just_eaten(view: Document, lately: Lately) -> list[list[str]]:
    """By seat: the squares whose cannibals have gone back to its hand."""
    before = lately.before["board"] if lately.before and not view["facts"]["over"] else {}
    gone = {name: seat for name, seat in before.items() if name not in view["board"]}
    return [[name for name in gone if gone[name] == seat] for seat in range(2)]


def _just_won(view: Document, lately: Lately) -> Document | None:
    """A game of a match as it was won: the rules have cleared the board for the next one already."""
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
    """What the winning step has eaten, if the loser then has more in hand than before."""
    if not eats:
        return ()
    return [square] if verb == "eat" else [name for name in before["facts"]["traps"][square] if not is_in_river(name)]


def _banner(stage: Stage, won: Document, lately: Lately, names: Sequence[str], say: Language) -> Part:
    """Who has won a game of a match, and how much. It leaves the last cannibal in sight."""
    winner = lately.steps[-1].seat
    placed = [step.text for step in lately.steps if step.text.startswith("place")]
    x, y = stage.board.middle[0], stage.board.y + (432 if placed and placed[-1][-1] < "e" else 210)
    word = say.plural("wins this game: {count} point", "wins this game: {count} points", won["hands"][1 - winner])
    return (
        Node("banner", TOP, "banner", x, y, label=f"{names[winner]} {word}"),
        Node("banner name", TOP, "text", x, y - 20, "banner-name", fitting(names[winner], 280)),
        Node("banner word", TOP, "text", x, y + 25, "banner-word", word),
    )
