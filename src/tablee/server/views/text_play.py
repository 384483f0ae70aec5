"""A table in words: what lies where, the legal actions, and hints.

All texts but hints come from the labels of the nodes in the seat's picture, so a game words them only once.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.games.brains.levels import BOT_NAMES
from tablee.games.language import Language
from tablee.games.moves import notation, parts_of
from tablee.games.scenery import PANEL_KEY, PLACE_KEYS, Node, Scene
from tablee.server.table.table import THROW, Table
from tablee.server.views.bot_marks import spoken
from tablee.server.views.sentences import seat_names, step_told


def in_words(table: Table, seat: int | None, say: Language) -> dict[str, Any]:
    """The text message for a seat (None: a spectator), for people who do not see the picture."""
    assert table.definition is not None
    say = say.in_colours(table.colours)
    names = [spoken(name, say) for name in seat_names(table, say)]
    view, actions, definition = table.view(seat), table.actions(seat), table.definition
    still = definition.paint(view, seat, [], names, say)
    told: list[tuple[str, ...]] = []
    if seat is not None and actions == [THROW]:
        told = [(THROW, say("{name} throws the dice.", name=names[seat]))]
    elif seat is not None and actions:  # the picture's label if there is one, else the log's sentence
        pictured = _pictured(definition.paint(view, seat, actions, names, say), still)
        sentence, everyone = definition.words.sentence, tuple(names)
        words = {action: pictured.get(action) or sentence(action, seat, everyone, say) for action in actions}
        moves = definition.words.MOVES
        told = [(*line, *filter(None, (notation(parts_of(moves, line[0])),))) for line in words.items()]
    return {
        "say": "words",
        "step": table.step,
        "seats": [node.label for node in still.nodes if _kind(node) == PANEL_KEY and node.label],
        "places": _lines((node for node in still.nodes if _kind(node) != PANEL_KEY), say),
        "actions": told,
    }


def _kind(node: Node) -> str:
    return node.key.partition(" ")[0]


def _lines(nodes: Iterable[Node], say: Language) -> list[str]:
    """The labels on the table, from the lowest layer up. Places with the same label share a line."""
    places: dict[str, list[str]] = {}
    things = []
    for node in sorted(nodes, key=lambda node: node.layer):
        place = node.key.partition(" ")[2]
        if node.label and (_kind(node) in PLACE_KEYS or node.label.startswith(f"{place}, ")):
            places.setdefault(node.label.removeprefix(f"{place}, "), []).append(place)
        elif node.label:
            things.append(node.label)
    separators = {what: "; " if "," in names[0] else ", " for what, names in places.items()}
    shared = [say("{places}: {what}", places=separators[what].join(names), what=what) for what, names in places.items()]
    return [*shared, *things]


def _pictured(scene: Scene, still: Scene) -> Mapping[str, str]:
    """The picture's texts for the actions that it offers: labels that nodes have only because they offer them."""
    unchanged = {(node.key, node.label) for node in still.nodes}
    labels = {node.key: node.label for node in scene.nodes if (node.key, node.label) not in unchanged}
    words = {}
    for key, actions in scene.offers.items():
        for action in actions:
            told = (labels.get(key, ""), scene.spoken.get(action, "") if len(actions) > 1 else "")
            words[action] = " ".join(filter(None, told))
    return words


def hints_are_allowed(table: Table, seat: int | None) -> bool:
    """May this seat ask for hints? Not if other people sit at the table, even if they have left.

    Nor at rated tables, nor in a deal whose results are compared with others'.
    """
    people = [participant for participant in table.participants if not participant.level]
    counts = table.opening.rated or table.opening.deal is not None
    return seat is not None and len(people) == 1 and people[0].seat == seat and not counts


def hint(table: Table, seat: int, action: str, level: int, say: Language) -> dict[str, Any]:
    """A hint message: what a bot of some level would do in this seat, as an order, and why."""
    bot, why = BOT_NAMES[level - 1], ""
    if action == THROW or table.definition is None:
        told = say("Throw the dice.")
    else:
        told, why = _told_and_why(table, table.definition, seat, action, bot, say.in_colours(table.colours))
    words = say("Hint: {sentence}", sentence=told)
    return {"say": "hint", "step": table.step, "action": action, "bot": level, "words": words, "why": why}


def _told_and_why(
    table: Table, definition: GameDefinition, seat: int, action: str, bot: str, say: Language
) -> tuple[str, str]:
    """The log's sentences as orders, or as if the bot sat there, and the game's reasons for the action."""
    names = seat_names(table, say)
    with_bot = [*names[:seat], bot, *names[seat + 1 :]]
    told, reasons, state = [], [], definition.read(table.knowledge(seat))
    ordering = say.with_texts(definition.words.orders(say))
    for text in action.split("; "):
        after = definition.apply(state, text)
        around = definition.sight(state, seat), definition.sight(after, seat)
        told.append(step_told(definition, text, seat, around, with_bot, ordering))
        reasons.append(reason_for(definition, state, text, seat, names, say))
        state = after
    return " ".join(told), " ".join(filter(None, reasons))


def reason_for(
    definition: GameDefinition, state: States, text: str, seat: int, names: Sequence[str], say: Language
) -> str:
    """What a step is good for, from all that the seat has been shown; empty if the game does not say."""
    around = definition.recall(state, seat), definition.recall(definition.apply(state, text), seat)
    reason: str = definition.words.advice(text, seat, *around, tuple(names), say)
    return reason
