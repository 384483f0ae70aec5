"""Isis & Osiris in words: the texts of actions and states, who may know what, and the texts for players."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from tablee.engine.contract import LEFT, States
from tablee.games.about import About, Option
from tablee.games.document import (
    DERIVED,
    OPTIONAL,
    Document,
    counts,
    field,
    in_hand,
    number,
    one_of,
    pieces,
    reads,
    refuse,
    whole,
)
from tablee.games.errors import BadState
from tablee.games.isis import rules
from tablee.games.isis.rules import BOX, PAWN, PAWNS_EACH, SQUARES, TILES, TILES_EACH, UNKNOWN, VALUES, WALL
from tablee.games.language import Language
from tablee.games.score_sheets import Cell, Line, ScorePad, signed
from tablee.games.secrets import Secret, with_option
from tablee.games.shared.squares import next_to, square_names
from tablee.games.shared.widgets.grids import rows_of, squares_text

SQUARE_NAMES = square_names(6, 6)
BESIDE = next_to(6, 6)
HIDDEN = "#"  # a face-down tile
UNTURNED = "?"  # a drawn tile that has not been turned up yet
NO_SQUARE = "x"  # on a small board

ACTIONS = (
    *(f"pawn {name}" for name in SQUARE_NAMES),
    *(f"place {name}" for name in SQUARE_NAMES),
    "draw",
    *(f"reveal {value:+d}" for value in range(-4, 5)),
)

# ---- states, and who may know what ------------------------------------------------------------------------

_TILES = {value: f"{value:+d}" for value in VALUES}

FIELDS = {
    "board": pieces(
        SQUARE_NAMES, lambda players: _TILES | {WALL: NO_SQUARE} | {PAWN + seat: f"P{seat}" for seat in range(players)}
    ),
    "pawns": counts(PAWNS_EACH).but(default=OPTIONAL),
    "tiles": counts(TILES_EACH).but(given=with_option("reserve", "own")),
    "reserve": whole(TILES).but(default=OPTIONAL, given=with_option("reserve", "common")),
    "turn": whole(3).but(default=DERIVED),
    "drawn": one_of({0: None, UNKNOWN: UNTURNED} | _TILES),
}


SECRETS = {
    "board": Secret(
        lambda board: {name: piece if piece[0] in "Px" else HIDDEN for name, piece in board.items()},
        when=with_option("memory", "hidden"),
        told={"reveal": lambda _: f"reveal {HIDDEN}"},
    ),
    "drawn": Secret(lambda drawn: drawn and UNTURNED, when=with_option("memory", "hidden"), fleeting=True),
}
"""Every tile is turned up for all to see; once it is placed, its value is hidden."""
SECRET_FACTS = ("scores", "worth")


def _small(files: str, ranks: str, pawns: int, tiles: int) -> Document:
    """A board of so many squares with fewer pieces; tiles are drawn from the whole box."""
    inside = {file + rank for file in files for rank in ranks}
    board = {name: NO_SQUARE for name in SQUARE_NAMES if name not in inside}
    return {"game": "isis", "players": 2, "board": board, "pawns": [pawns] * 2, "tiles": [tiles] * 2, "turn": 0}


SMALL = {
    "2x2": _small("ab", "12", 1, 1),
    "2x3": _small("abc", "12", 1, 1),
    "3x3": _small("abc", "123", 2, 2),
    "4x4": _small("abcd", "1234", 3, 5),
}


def settle(document: Document, states: States) -> None:
    """Fill in the pieces left, end the game if it is over, and pass the turn on if its seat cannot play."""
    state = states[0]
    small = WALL in state.board
    tiles = [piece for piece in state.board.tolist() if piece and WALL < piece < PAWN]
    tiles += [int(state.drawn)] * bool(state.drawn)
    state.free = SQUARES - np.count_nonzero(state.board)
    placed = [int(np.count_nonzero(state.board == PAWN + seat)) for seat in range(state.players)]
    if small:
        _check_small(document, state, placed)
    else:
        state.pawns[: state.players] = in_hand(document, "pawns", placed, PAWNS_EACH[int(state.players)])
    _count_tiles(document, state, tiles, small)
    players, turn = int(state.players), document.get("turn")
    alone = state.left.sum() == players - 1
    can_go_on = state.free > 0 and any(rules.can_play(state, seat) for seat in range(players))
    if alone or not (state.drawn or can_go_on):
        if state.drawn:
            raise BadState("the game is over, and yet a tile is drawn")
        state.ended = LEFT if alone else rules.POINTS
        # The turn means nothing any more, so any value is accepted; a valid seat is kept.
        state.turn = turn if type(turn) is int and 0 <= turn < players else 0
        return
    state.turn = number(field(document, "turn", int), "turn", 0, players - 1)
    if state.drawn:
        _check_drawer(state)
    elif not rules.can_play(state, int(state.turn)):
        rules.pass_on(state)


def _check_small(document: Document, state: Any, placed: Sequence[int]) -> None:
    """On a board with fewer squares, seats may have fewer pieces, and tiles of their own."""
    players = int(state.players)
    refuse("pawns" not in document or bool(state.option_reserve), "a small board needs 'pawns', and own tiles")
    for seat in range(players):
        all_pawns = int(state.pawns[seat]) + placed[seat]
        refuse(all_pawns > PAWNS_EACH[players], f"seat {seat} has more than {PAWNS_EACH[players]} pawns")


def _count_tiles(document: Document, state: Any, out: Sequence[int], small: bool) -> None:
    """Fill in the unseen tiles. `out` are the tiles on the board and the drawn one."""
    for value in VALUES:
        state.unseen[value + 4] -= out.count(value)
        if state.unseen[value + 4] < 0:
            raise BadState(f"there are only {BOX[value]} tiles of value {value:+d}")
    if state.option_reserve:
        state.reserve = TILES - len(out)
        if state.reserve < 0 or document.get("reserve", state.reserve) != state.reserve:
            raise BadState(f"reserve and tiles turned up must make {TILES}")
        return
    own, total = int(state.tiles.sum()), int(state.players) * TILES_EACH[int(state.players)]
    if own + len(out) > total or (own + len(out) < total and not small):
        raise BadState(f"tiles in hand, on the board and drawn must make {total}, not {own + len(out)}")


def _check_drawer(state: Any) -> None:
    seat = int(state.turn)
    if not state.free:
        raise BadState("a tile is drawn, and no square is free for it")
    if state.left[seat]:
        raise BadState(f"seat {seat} has left, and yet has a tile drawn")
    if not state.option_reserve and state.tiles[seat] >= TILES_EACH[int(state.players)]:
        raise BadState(f"seat {seat} has a tile drawn, and yet all its tiles in hand")


@reads("worth", "board")
def facts_of(facts: dict[str, Any], state: States) -> dict[str, Any]:
    """The points of each pawn, by its square."""
    of_squares = zip(SQUARE_NAMES, state["board"][0].tolist(), facts["worth"], strict=True)
    return {"worth": {name: worth for name, piece, worth in of_squares if piece >= PAWN}}


def board_text(view: Document) -> str:
    """The board as lines of text, rank 6 first."""
    return squares_text(rows_of(6, 6), view["board"])


# ---- what is said to people -------------------------------------------------------------------------------


def about(say: Language) -> About:
    """What the shelf says about the game."""
    return About(
        say("Turn up a tile, remember it, lay it face down – and place your pawns where the good ones sleep."),
        minutes=(10, 20),
        age=7,
        author="Michael Schacht",
        publisher="Goldsieber",
        year=2001,
        thanks="l’Escale à jeux (escaleajeux.fr)",
        kinds=("memory", "tiles"),
    )


def goal(say: Language) -> str:
    """The goal of the game, for a new player."""
    return say("Your pawns score the tiles they touch: place them next to the good ones.")


@lru_cache(maxsize=1024)
def seat_name(seat: int, say: Language) -> str:
    """The colour of a seat."""
    return (say("green"), say("yellow"), say("black"), say("violet"))[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:
    """The question, the answers and the explanation of an option."""
    if name == "reserve":
        return Option(
            say("Tiles"),
            {"own": say("each their own"), "common": say("one common reserve")},
            say("Everyone draws from one common reserve; once it is empty, only pawns are placed."),
        )
    return Option(
        say("Placed tiles"),
        {"hidden": say("lie face down"), "open": say("stay visible (to learn)")},
        say("Visible tiles are for learning: there is nothing to remember, and pawns show what they are worth."),
    )


@lru_cache(maxsize=8192)
def orders(say: Language) -> dict[str, str]:
    """What is told of actions, as orders."""
    return {
        say("{name} places a pawn on {square}."): say("Place a pawn on {square}."),
        say("{name} lays the tile on {square}."): say("Lay the tile on {square}."),
        say("{name} takes a tile."): say("Turn up a tile."),
    }


def sentence(text: str, seat: int, names: tuple[str, ...], say: Language) -> str:
    """An action or outcome as the log tells it."""
    name = names[seat]
    verb, _, where = text.partition(" ")
    if verb == "pawn":
        return say("{name} places a pawn on {square}.", name=name, square=where)
    if verb == "place":
        return say("{name} lays the tile on {square}.", name=name, square=where)
    if verb == "draw":
        return say("{name} takes a tile.", name=name)
    if where == "#":
        return say("{name} turns it up for all to see.", name=name)
    return say("{name} turns up {value}.", name=name, value=signed(int(where)))


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What the viewer may do now, or whom the table waits for."""
    turn, drawn = view["turn"], view["drawn"]
    if drawn == UNTURNED:
        return (
            say("Your tile is being turned up…") if seat == turn else say("{name} turns up a tile…", name=names[turn])
        )
    if seat != turn:
        if drawn is None:
            return say("{name} to play.", name=names[turn])
        return say("{name} turned up {value} and has to place it.", name=names[turn], value=signed(int(drawn)))
    if drawn is not None:
        if view["options"]["memory"] == "open":
            return say("Lay your {value} on a free square.", value=signed(int(drawn)))
        return say("Lay your {value} face down on a free square.", value=signed(int(drawn)))
    tiles = view["reserve"] if "reserve" in view else view["tiles"][turn]
    if not tiles:
        return say("Your turn: place a pawn on a free square.")
    if not view["pawns"][turn]:
        return say("Your turn: turn up a tile.")
    return say("Your turn: place a pawn on a free square, or turn up a tile.")


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:
    """Why the node that the seat to act points at offers no action, or why its action is illegal."""
    what, _, where = key.partition(" ")
    if what in ("pile", "reserve", "draw"):
        if where.isdecimal() and int(where) < len(names) and int(where) != seat:
            return say("These tiles belong to {name}.", name=names[int(where)])
        if view["drawn"] is not None:
            return say("First lay the tile you have turned up.")
        tiles = view["reserve"] if "reserve" in view else view["tiles"][seat]
        return say("There is no tile left: place a pawn.") if not tiles else ""
    if what not in ("square", "pawn", "tile", "place"):
        return ""
    if where not in SQUARE_NAMES:
        return say("There is no square {square}: squares run from a1 to f6.", square=where)
    if where in view["board"]:
        return say("{square} is taken: choose a free square.", square=where)
    if what == "place" and view["drawn"] is None:
        return say("First turn up a tile.")
    if what == "pawn" and view["drawn"] is not None:
        return say("First lay the tile you have turned up.")
    return say("You have no pawn left in hand: turn up a tile.") if not view["pawns"][seat] else ""


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:  # noqa: ARG001
    """The points by pawn: every seat's pawns one by one, from the worst to the best."""
    if view["facts"]["worth"] is None:
        return []
    own = [sorted(_pawn_cells(view, seat, say), key=lambda cell: cell.points) for seat in range(view["players"])]
    most = max(map(len, own))
    return [
        Line(say("Pawn {count}", count=at + 1), [cells[at] if at < len(cells) else None for cells in own], apart=True)
        for at in range(most)
    ]


def _pawn_cells(view: Document, seat: int, say: Language) -> Iterator[Cell]:
    board = view["board"]
    for square, points in view["facts"]["worth"].items():
        if board[square] == f"P{seat}":
            words = say("The pawn on {square}: {value}", square=square, value=signed(points))
            tiles = [f"tile {other}" for other in BESIDE[square] if board.get(other, "P")[0] != "P"]
            yield Cell(points, (f"pawn {square}", *tiles), words, f"{square} {signed(points)}")


def score_pad(say: Language) -> ScorePad:
    """The score pad: a line for each pawn."""
    rows = [say("Pawn {count}", count=at + 1) for at in range(max(PAWNS_EACH.values()))]
    return ScorePad(rows, note=say("A pawn is worth the sum of the tiles beside it, not diagonally."))


# ---- advice ----------------------------------------------------------------------------------------------------


def advice(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What an action is good for, by the tiles that the seat has been shown."""
    verb, _, square = text.partition(" ")
    if after["facts"]["over"] and after["facts"]["winners"] == [seat]:
        return say("That ends the game, and you win it.")
    if verb == "draw":
        return _why_draw(before, seat, say)
    if verb == "pawn":
        return _why_pawn(before, seat, square, say)
    return _why_tile(before, seat, square, names, say)


def _why_draw(view: Document, seat: int, say: Language) -> str:
    if not view["pawns"][seat]:
        return ""
    if all(_worth(view, square) <= 0 for square in _free(view)):
        return say("No free square is worth anything to a pawn yet.")
    seen = Counter(int(piece) for piece in view["board"].values() if piece[0] != "P")
    good, bad = (sum(BOX[value] - seen[value] for value in BOX if value * sign > 0) for sign in (1, -1))
    if good > bad:
        return say("Of the tiles that nobody has seen yet, {good} are good and {bad} are bad.", good=good, bad=bad)
    return say("Your pawns can wait until more tiles lie on the board.")


def _why_pawn(view: Document, seat: int, square: str, say: Language) -> str:
    tiles = {name: int(view["board"][name]) for name in BESIDE[square] if view["board"].get(name, "P")[0] != "P"}
    worth = sum(tiles.values())
    if worth > 0:
        return _beside(view, tiles, say)
    if worth == max(_worth(view, other) for other in _free(view)) and tiles:
        return say("No free square is worth more to a pawn now.")
    if worth < 0:
        return ""
    for tile in _free(view):
        partners = [other for other in BESIDE[tile] if view["board"].get(other) == f"P{seat}"]
        if square in BESIDE[tile] and partners:
            return say("A good tile on {tile} would count for it and for your pawn on {pawn}.",
                       tile=tile, pawn=partners[0])  # fmt: skip
    free = sum(name not in view["board"] for name in BESIDE[square])
    return say.plural("{count} square beside it is still free for a good tile.",
                      "{count} squares beside it are still free for good tiles.", free) if free else ""  # fmt: skip


def _beside(view: Document, tiles: Mapping[str, int], say: Language) -> str:
    """The tiles beside a pawn, which may have to be remembered."""
    hidden = view["options"]["memory"] == "hidden"
    if len(tiles) == 1:
        [(square, value)] = tiles.items()
        if hidden:
            return say("Remember the tile on {square}: it is {value}.", square=square, value=signed(value))
        return say("It touches the {value} on {square}.", square=square, value=signed(value))
    listed = ", ".join(f"{signed(value)} ({square})" for square, value in tiles.items())
    total = signed(sum(tiles.values()))
    if hidden:
        return say("Remember the tiles beside it: {tiles}. Together: {total}.", tiles=listed, total=total)
    return say("It touches {tiles}. Together: {total}.", tiles=listed, total=total)


def _why_tile(view: Document, seat: int, square: str, names: Sequence[str], say: Language) -> str:
    own, others = _brings(view, seat, square)
    if int(view["drawn"]) > 0:
        if own > others:
            return _gains(own, others, say)
        room = [name for name in BESIDE[square] if name not in view["board"]]
        if not others and room and view["pawns"][seat]:
            return say("No pawn touches it yet: place yours beside it before somebody else does.")
    else:
        if others < own:
            return _costs(view, seat, square, names, say)
        if not own:
            return say("It touches none of your pawns.")
    if not own and not others:
        return say("It helps nobody there.")
    leads = [mine - theirs for mine, theirs in (_brings(view, seat, other) for other in _free(view))]
    return say("No other free square is better for it.") if own - others == max(leads) else ""


def _gains(own: int, others: int, say: Language) -> str:
    if others:
        return say("It is worth {own} points to you, and only {others} to others.", own=own, others=others)
    return say.plural("It brings you {count} point, and nobody else any.",
                      "It brings you {count} points, and nobody else any.", own)  # fmt: skip


def _costs(view: Document, seat: int, square: str, names: Sequence[str], say: Language) -> str:
    own, others = _brings(view, seat, square)
    if own:
        return say("It costs others {others} points, and you only {own}.", own=-own, others=-others)
    hurt = {int(piece[1]) for piece in (view["board"].get(name, "") for name in BESIDE[square]) if piece[:1] == "P"}
    if len(hurt) > 1:
        return say("It costs others {others} points, and you nothing.", others=-others)
    return say.plural("It costs {name} {count} point, and you nothing.",
                      "It costs {name} {count} points, and you nothing.", -others, name=names[hurt.pop()])  # fmt: skip


def _free(view: Document) -> list[str]:
    return [name for name in SQUARE_NAMES if name not in view["board"]]


def _worth(view: Document, square: str) -> int:
    """The points of a pawn on a square, now."""
    around = [view["board"].get(name, "P") for name in BESIDE[square]]
    return sum(int(piece) for piece in around if piece[0] != "P")


# ---- mistakes --------------------------------------------------------------------------------------------------


def mistakes(say: Language) -> Mapping[str, str]:
    """The kinds of mistakes, in a few words each."""
    return {
        "drew_too_early": say("drew a tile instead of placing a pawn"),
        "pawn_too_early": say("placed a pawn instead of turning up a tile"),
        "pawn_elsewhere": say("placed a pawn on the wrong square"),
        "helped_others": say("laid a tile where it helped others"),
        "hurt_oneself": say("laid a tile where it helped their own pawns less"),
        "tile_elsewhere": say("laid a tile on the wrong square"),
    }


def mistake(played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:  # noqa: ARG001
    """The kind of mistake that was made; empty if it is none of these."""
    verbs = played.partition(" ")[0], best.partition(" ")[0]
    if verbs == ("place", "place"):
        (own, others), (own_there, others_there) = (_brings(before, seat, name) for name in ((played[6:]), (best[6:])))
        if others > others_there:
            return "helped_others"
        return "hurt_oneself" if own < own_there else "tile_elsewhere"
    return {
        ("draw", "pawn"): "drew_too_early",
        ("pawn", "draw"): "pawn_too_early",
        ("pawn", "pawn"): "pawn_elsewhere",
    }.get(verbs, "")


def _brings(view: Document, seat: int, square: str) -> tuple[int, int]:
    value = int(view["drawn"])
    pawns = [view["board"].get(name, "") for name in BESIDE[square]]
    own = sum(pawn == f"P{seat}" for pawn in pawns)
    return value * own, value * (sum(pawn.startswith("P") for pawn in pawns) - own)
