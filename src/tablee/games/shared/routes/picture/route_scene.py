"""The picture of a route game: the land in a window, the plates of the others above it, one's own below.

A scene is built for every event and every viewer, so whatever does not change is made once and kept: the nodes of a hex
by what lies there, those of a plate by what it holds.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tablee.games.document import Document
from tablee.games.routes.picture.cities import Size, city_label, village_part
from tablee.games.routes.picture.ground import Ground, ground_of
from tablee.games.routes.picture.land import hex_parts, pawn_part
from tablee.games.routes.picture.layout import GROUND, WINDOW, Layout, layout_for
from tablee.games.routes.picture.plates import Supply, Taken, gain_part, plate_part, strip_parts, supply_of, tray_parts
from tablee.games.routes.picture.pointing import Pointing, pointing_for
from tablee.games.routes.picture.sticks import stick_nodes
from tablee.games.routes.words.writing import HIDDEN
from tablee.games.scenery import NOTHING, UPRIGHT, Button, Lately, Node, Row, Scene
from tablee.games.ware.plates import Part
from tablee.language import Language

STEP, STICK, HOUSES = 450, 350, 900
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
    layout = layout_for(view["players"], seat or 0, shape)
    ground = ground_of(view, layout.window)
    pointing = pointing_for(ground, view, seat, actions, say)
    parts = _parts(layout, ground, view, seat, pointing, names, say, lately)
    return Scene(
        layout.width,
        layout.height,
        parts,
        pointing.offers,
        _hold(view, lately),
        _bar(actions, say),
        spoken=pointing.spoken,
        depicted=pointing.depicted,
        window=WINDOW,
        window_at=layout.window,
        free=layout.free,
    )


def _parts(
    layout: Layout,
    ground: Ground,
    view: Document,
    seat: int | None,
    pointing: Pointing,
    names: Sequence[str],
    say: Language,
    lately: Lately,
) -> list[Part]:
    taken = _just_taken(view, lately)
    houses = _houses_by_city(ground, view)
    labels = {name: city_label(name, spot.value, houses[name], say) for name, spot in ground.cities.items()}
    supplies = [supply_of(view, plate, seat, names[plate.seat]) for plate in layout.plates]
    winners = () if "counted" in view else view["facts"]["winners"]
    return [
        _table(layout, ground, say),
        *hex_parts(ground, view, pointing.lights, labels, say),
        *_villages(ground, view, houses, say),
        *(plate_part(plate, supply, say) for plate, supply in zip(layout.plates, supplies, strict=True)),
        *_own_tray(layout, supplies, taken, say),
        *strip_parts(layout, view, say),
        stick_nodes(ground, view, say),
        pawn_part(ground, view, names, winners, say),
        gain_part(layout, view, taken, seat),
        pointing.nodes,
    ]


@lru_cache(maxsize=512)
def _table(layout: Layout, ground: Ground, say: Language) -> Part:
    """The sea around the land and in its gaps, with a compass where there is room."""
    x, y, _, _ = layout.window
    label = say("A gap in the land")
    gaps = [Node(f"gap {text}", GROUND, "gap", *at, "told", "", label, ground.size) for text, at in ground.gaps.items()]
    return Node("sea", GROUND, f"sea{layout.suffix}", x, y), Node("rose", GROUND, "rose", *ground.corner), *gaps


def _own_tray(layout: Layout, supplies: Sequence[Supply], taken: Taken | None, say: Language) -> list[Part]:
    return tray_parts(layout, supplies[layout.own.seat], taken, say)


# ---- cities ------------------------------------------------------------------------------------------------


def _houses_by_city(ground: Ground, view: Document) -> dict[str, tuple[int, ...]]:
    return {name: tuple([houses.get(name, 0) for houses in view["houses"]]) for name in ground.cities}


def _villages(ground: Ground, view: Document, houses: Mapping[str, tuple[int, ...]], say: Language) -> list[Part]:
    flags, pawns = _flags_by_city(view), view["pawns"]
    return [
        village_part(ground, name, houses[name], _size(view, name), tuple(flags.get(name, ())), spot.text in pawns, say)
        for name, spot in ground.cities.items()
    ]


def _size(view: Document, name: str) -> Size | None:
    """How large a city is and whether it counts, in a game in which that matters."""
    facts = view["facts"]
    return (facts["sizes"][name], name in facts["counts"]) if name in facts["ranks"] else None


def _flags_by_city(view: Document) -> dict[str, list[tuple[int, int]]]:
    """The predictions that may be seen: one's own, and all of them at the end."""
    flags: dict[str, list[tuple[int, int]]] = {}
    for seat, predicted in enumerate(view.get("predictions", ())):
        for rank, name in enumerate(predicted):
            if name != HIDDEN:
                flags.setdefault(name, []).append((seat, rank + 1))
    return flags


# ---- what may be done, and what has just happened ----------------------------------------------------------


def _bar(actions: Sequence[str], say: Language) -> Sequence[Row]:
    if "end" not in actions:
        return ()
    return (Row([Button(say("End the turn"), "end", "main" if len(actions) == 1 else "")]),)


def _just_taken(view: Document, lately: Lately) -> Taken | None:
    """The cube that the latest step has brought to a hand."""
    if lately.before is None or not lately.steps:
        return None
    verb, _, text = lately.steps[-1].text.partition(" ")
    if verb not in ("move", "place") or text not in view["hexes"]:
        return None
    lay = lately.before["hexes"][text].get("cubes", 0)
    if not lay:
        return None
    return Taken(lately.steps[-1].seat, view["hexes"][text]["color"], f"cube {text} {lay}")


def _hold(view: Document, lately: Lately) -> int:
    """How long the scene must stay, so that what others do can be followed."""
    if lately.before is None or not lately.steps:
        return 0
    if lately.before["houses"] != view["houses"]:
        return HOUSES
    verb = lately.steps[-1].text.partition(" ")[0]
    return {"move": STEP, "place": STEP, "stick": STICK}.get(verb, 0)
