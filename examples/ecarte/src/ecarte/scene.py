"""The picture of Écarté: two hands, the stock with the trump beside it, the trick between them, and what was won."""

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Button, ButtonRow, Lately, Node, Scene
from tablee.games.shared.cards.card_nodes import card_key, card_node, hand_row, hidden_key, stack, taken
from tablee.games.shared.cards.card_symbols import card_symbols
from tablee.games.shared.cards.deck import card_name
from tablee.games.shared.widgets.layouts import SHAPES as SHAPES
from tablee.games.shared.widgets.layouts import SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import USUAL, Box, Part, panel_part, points_node
from tablee.games.shared.widgets.pieces import pointing

from .rules import DECK, GOAL, HAND
from .words import MOVES

PANELS, SHARED, LOOK_BACK = USUAL, ("cards",), 1
SYMBOLS, BOARD = card_symbols(DECK), (600, 600)
OWN, OTHER = Box(18, 420, 564, 160), Box(120, 22, 360, 92)
"""Where the hand of who looks lies on the cloth, and that of the other."""
STACK, TURNED, AWAY, WORD = (146, 258), (78, 258), (532, 258), (78, 346)
TRICK = ((404, 292), (336, 236))
"""The card of who looks in a trick, and that of the other."""
GROUND, LYING, CARDS = 0, 1, 2
SEEN, DEAL_OVER = 1100, 2400
"""How long a trick stays to be seen, and the last one of a deal, in milliseconds."""


def scene(view: Document, seat: int | None, actions: Sequence[str], names: Sequence[str], say: Language,
          lately: Lately = NOTHING, shape: str = UPRIGHT) -> Scene:  # fmt: skip
    """The picture of a view from a seat, with what may be done by pointing."""
    bottom, text = seat or 0, lately.steps[-1].text if lately.before else ""
    stage = wide(2, bottom, BOARD) if shape == WIDE else upright(2, bottom, BOARD)
    parts = [_ground(stage, say), _stock(view, stage, say), _trick(view, bottom, stage, text, say)]
    for owner in range(2):
        box, size = (OWN, 1.06) if owner == bottom else (OTHER, 0.62)
        place = Box(stage.board.x + box.x, stage.board.y + box.y, box.width, box.height)
        parts.append(hand_row(view["hands"][owner], owner, place, say, size=size, enter="stack 0", layer=CARDS))
        parts.append(_panel(view, owner, stage, names[owner], lately.before, say))
    changes = "change " in "".join(actions[-1:]) and actions[-1] != "change -"
    picks = {card_key(card): card for card in view["hands"][bottom]} if changes else {}
    whole = text.startswith("play") and None not in view["trick"]
    hold = (DEAL_OVER if sum(view["tricks"]) == HAND else SEEN) if whole else 0
    offers = pointing(actions, MOVES, {"card": "card {}"}).offers
    return Scene(stage.width, stage.height, parts, offers, hold, _bar(actions, changes, say), picks, free=stage.free)


def _bar(actions: Sequence[str], changes: bool, say: Language) -> list[ButtonRow]:
    """Buttons for what is said, and to exchange the cards that were chosen."""
    words = {"propose": say("Propose an exchange"), "stand": say("Play at once"), "accept": say("Accept"),
             "refuse": say("Refuse and play"), "change -": say("Keep all")}  # fmt: skip
    row = [Button(say("Exchange the chosen cards"), "change {picks}", "main")] * changes
    row += [Button(words[one], one, "main" * (one in ("propose", "accept"))) for one in words if one in actions]
    return [ButtonRow(row)] if row else []


@lru_cache(maxsize=64)
def _ground(stage: SceneLayout, say: Language) -> Part:
    x, y = stage.board.x, stage.board.y
    words = Node("word trumps", GROUND, "text", x + WORD[0], y + WORD[1], "cloth-word", say("trumps"))
    return Node("cloth", GROUND, "cloth", *stage.board.middle), words


def _stock(view: Document, stage: SceneLayout, say: Language) -> Part:
    """The stock, the card that was turned up, half under it, and what was exchanged."""
    (x, y), away = stage.board[:2], sum(map(len, view["away"]))
    left = len(DECK) - away - sum(map(len, (*view["hands"], *view["won"], view["turned"])))
    label = say.plural("{count} card in the stock", "{count} cards in the stock", left)
    nodes = [*stack("stack", left, (x + STACK[0], y + STACK[1]), layer=CARDS, size=0.9, label=label)]
    label = say.plural("{count} card exchanged", "{count} cards exchanged", away)
    nodes += stack("away", away, (x + AWAY[0], y + AWAY[1]), layer=LYING, size=0.62, label=label)
    for card in view["turned"]:
        place, label = (x + TURNED[0], y + TURNED[1]), say("{card}, turned up: trumps", card=card_name(card, say))
        nodes.append(card_node(card, place, say, layer=LYING, size=0.9, enter="stack 0", label=label))
    return tuple(nodes)


def _trick(view: Document, bottom: int, stage: SceneLayout, text: str, say: Language) -> Part:
    """The latest trick, which lies there until the next one begins; the second card lies on the first."""
    nodes = []
    for owner, card in enumerate(view["trick"]):
        if card:
            (x, y), new = TRICK[owner != bottom], text == f"play {card}"
            place, enter = (stage.board.x + x, stage.board.y + y), hidden_key(owner, len(view["hands"][owner])) * new
            nodes.append(card_node(card, place, say, layer=CARDS + new, enter=enter, turn=4 if owner == bottom else -5))
    return tuple(nodes)


def _panel(view: Document, seat: int, stage: SceneLayout, name: str, before: Document | None, say: Language) -> Part:
    """The panel of a seat, with its points, and the tricks it has won lying on it."""
    panel, points, deals = stage.panels[seat], view["points"][seat], [say("deals")] * (view["dealer"] == seat)
    told = (say.plural("{count} point", "{count} points", points),
            say.plural("{count} trick", "{count} tricks", view["tricks"][seat]))  # fmt: skip
    at_turn, left = view["turn"] == seat and not view["facts"]["over"], view["left"][seat]
    part = panel_part(panel, name, (*told, *deals), say, at_turn=at_turn, left=left)
    dealer = [Node(f"dealer {seat}", LYING, "text", *panel.at(-86, panel.form.head), "dealer", word) for word in deals]
    won = 0 if left else len([card for card in view["won"][seat] if card not in view["trick"]])
    trick = before["trick"] if before else ()
    return (*part, points_node(panel, f"{points} / {GOAL}"), *dealer, *taken(panel, won, trick))
