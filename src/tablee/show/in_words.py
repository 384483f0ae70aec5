"""A table in words: what lies where and what may be done, for those who play without the picture.

Everything here is read off the pictures that a seat is shown, so a game says it once: in the labels of its nodes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.scenery import PLACE_KEYS, PLATE_KEY, Node, Scene
from tablee.language import Language
from tablee.show.programs import spoken
from tablee.show.sentences import seat_names
from tablee.table.folded import THROW
from tablee.table.table import Table


def in_words(table: Table, seat: int | None, say: Language) -> dict[str, Any]:
    """What a page says to somebody in a seat (None: a spectator) who does not see the picture."""
    assert table.folder is not None
    say = say.in_colours(table.colours)
    names = [spoken(name, say) for name in seat_names(table, say)]
    view, actions = table.view(seat), table.actions(seat)
    still = table.folder.paint(view, seat, [], names, say)
    plates = [node.label for node in still.nodes if _kind(node) == PLATE_KEY and node.label]
    return {
        "say": "words",
        "step": table.step,
        "seats": plates,
        "places": _lines((node for node in still.nodes if _kind(node) != PLATE_KEY), say),
        "actions": _actions_in_words(table.folder, view, seat, actions, names, say, still),
    }


def _kind(node: Node) -> str:
    return node.key.partition(" ")[0]


def _lines(nodes: Iterable[Node], say: Language) -> list[str]:
    """What lies on the table, from the lowest layer upwards; places where the same is to be found share a line."""
    places: dict[str, list[str]] = {}
    things = []
    for node in sorted(nodes, key=lambda node: node.layer):
        if node.label and _kind(node) in PLACE_KEYS:
            place = node.key.partition(" ")[2]
            places.setdefault(node.label.removeprefix(f"{place}, "), []).append(place)
        elif node.label:
            things.append(node.label)
    shared = [say("{places}: {what}", places=_listed(names), what=what) for what, names in places.items()]
    return [*shared, *things]


def _listed(places: Sequence[str]) -> str:
    """Places in a row; those whose names have commas are parted by something else."""
    return ("; " if "," in places[0] else ", ").join(places)


def _actions_in_words(
    folder: GameFolder,
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    still: Scene,
) -> list[tuple[str, str]]:
    """Every legal action with what it does: as the picture says it where it does, else as the log will."""
    if seat is None or not actions:
        return []
    if list(actions) == [THROW]:
        return [(THROW, say("{name} throws the dice.", name=names[seat]))]
    pictured = _pictured(folder.paint(view, seat, actions, names, say), still)
    everyone = tuple(names)
    return [(action, pictured.get(action) or folder.words.sentence(action, seat, everyone, say)) for action in actions]


def _pictured(scene: Scene, still: Scene) -> Mapping[str, str]:
    """What the picture says of the actions it offers: in the labels that nodes have only because they offer them."""
    unchanged = {(node.key, node.label) for node in still.nodes}
    labels = {node.key: node.label for node in scene.nodes if (node.key, node.label) not in unchanged}
    words = {}
    for key, actions in scene.offers.items():
        for action in actions:
            told = (labels.get(key, ""), scene.spoken.get(action, "") if len(actions) > 1 else "")
            words[action] = " ".join(filter(None, told))
    return words
