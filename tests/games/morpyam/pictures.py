"""Plays of Morpyam with the pictures that people see of them."""

import random
from collections.abc import Iterator
from typing import Any

import tablee
from tablee.api.game import Game
from tablee.games import find_game
from tablee.games.document import Document
from tablee.games.language import ENGLISH, Language
from tablee.games.scenery import Happened, Lately, Node, Scene

MORPYAM = find_game("morpyam")
NAMES = ["Zoé", "Maximilienne", "Ada", "Jean-Baptiste"]


class Play:
    """A game that is played step by step, with the pictures that people see of it."""

    def __init__(self, players: int = 2, state: dict[str, Any] | None = None, seed: int = 1) -> None:
        if state is None:
            self.game = tablee.new("morpyam", players=players, seed=seed)
        else:
            self.game = tablee.load({"game": "morpyam", "players": players} | state, seed=seed)
        self.steps: list[Happened] = []
        self.before: Document | None = None

    def do(self, *texts: str) -> "Play":
        """Actions and outcomes, by their names."""
        for text in texts:
            self.before = self.game.sight(None)
            self.game.play(text)
            self._remember(text)
        return self

    def throw(self) -> str:
        """The dice as they fall."""
        self.before = self.game.sight(None)
        text = self.game.chance()
        self._remember(text)
        return text

    def leave(self, seat: int) -> "Play":
        """A seat gives up."""
        self.game.leave(seat)
        self.before = None
        return self

    def _remember(self, text: str) -> None:
        assert self.before is not None
        self.steps.append(Happened(self.before["turn"] or 0, text, 1000 * len(self.steps) + 17))

    def picture(self, seat: int | None = 0, say: Language = ENGLISH, *, still: bool = False) -> Scene:
        """What a seat sees; still: what it sees when it opens the page."""
        lately = Lately(None if still else self.before, self.steps[-MORPYAM.pictures.LOOK_BACK :])
        return draw(self.game, seat, say, lately)


def draw(game: Game, seat: int | None, say: Language = ENGLISH, lately: Lately | None = None) -> Scene:
    actions = game.legal() if game.to_act == seat else []
    more = () if lately is None else (lately,)
    return MORPYAM.paint(game.sight(seat), seat, actions, NAMES[: game.players], say, *more)  # type: ignore[no-any-return]


def moments(players: int, seed: int = 1, leaver: int | None = None) -> Iterator[Play]:
    """A random game, before each of its steps and at its end; perhaps a seat gives up on the way."""
    play = Play(players, seed=seed)
    choice = random.Random(seed)
    while play.game.to_act is not None:
        yield play
        if leaver is not None and len(play.game.log) == 40:
            play.leave(leaver)
        elif play.game.to_act == "chance":
            play.throw()
        else:
            kinds = {action.split()[0]: action for action in sorted(play.game.legal(), key=lambda _: choice.random())}
            play.do(kinds["place"] if "place" in kinds and choice.random() < 0.8 else choice.choice([*kinds.values()]))
    yield play


def nodes(scene: Scene) -> dict[str, Node]:
    return {node.key: node for node in scene.nodes}


def dice(scene: Scene) -> dict[str, Node]:
    return {key: node for key, node in nodes(scene).items() if key.startswith("die ")}


def kinds(node: Node) -> list[str]:
    return node.kind.split()


def deeds(scene: Scene) -> list[str]:
    """All that the scene offers, by pointing or by a button."""
    pointed = [action for actions in scene.offers.values() for action in actions]
    return pointed + [button.action for row in scene.bar for button in row.buttons]


# ---- positions ---------------------------------------------------------------------------------------------

RED_FOUR = {"a6": 0, "b5": 0, "c4": 0, "d3": 0}
BLUE = {"a5": 1, "a4": 1, "a3": 1, "d4": 1, "f2": 1}
APPELS = {"b4": 1, "e3": 0}


def thrown(*dice: int, **more: Any) -> dict[str, Any]:
    """A state of somebody who has thrown these dice."""
    return {"turn": 0, "phase": "choose", "throws": 1, "dice": list(dice)} | more


def at_throw(**more: Any) -> dict[str, Any]:
    return {"turn": 0, "phase": "throw"} | more


def kept_twice() -> Play:
    """Two dice are kept from the first throw on, and a third from the second one."""
    play = Play(2, at_throw(board=RED_FOUR | BLUE))
    return play.do("roll", "dice 11356", "keep 16", "roll", "dice 12266", "keep 166", "call carre")


def lost() -> Play:
    """A call has failed with the third throw."""
    return Play(3, at_throw(throws=2, dice=[1, 1, 1, 2, 3], kept=[1, 1])).do("call carre", "dice 11135")


def knocked_out() -> Play:
    return Play(2, thrown(2, 2, 2, 2, 6, board=RED_FOUR | BLUE)).do("place e2")


def last_token() -> Play:
    """A crowded board, on which the last token of seat 0 makes its only row."""
    ranks = {6: "001100", 5: "110011", 4: "001100", 3: "110011", 2: ".0110.", 1: "1.001."}
    board = {
        f"{file}{rank}": int(seat)
        for rank, seats in ranks.items()
        for file, seat in zip("abcdef", seats, strict=True)
        if seat != "."
    }
    return Play(2, thrown(1, 1, 1, 5, 6, throws=3, board=board)).do("place b1")
