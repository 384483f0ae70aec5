"""The picture of a route game: the land in a window, the panels of the others above it, the viewer's panel below."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import NOTHING, UPRIGHT, Button, ButtonRow, Lately, Node, Scene
from tablee.games.shared.routes.picture import player_panels
from tablee.games.shared.routes.picture.land_layers import city_label, hex_parts, pawn_part, stick_nodes, village_part
from tablee.games.shared.routes.picture.picture_layout import GROUND, WINDOW, Ground, Layout, ground_of, layout_for
from tablee.games.shared.routes.picture.pointing import pointing_for
from tablee.games.shared.routes.words.writing import HIDDEN
from tablee.games.shared.widgets.panels import Part

STEP, STICK, HOUSES = 450, 350, 900  # how long things are shown, in milliseconds


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    shape: str = UPRIGHT,
) -> Scene:
    """The picture of a view as one seat sees it, with the actions that each node offers."""
    layout = layout_for(view["players"], seat or 0, shape)
    ground = ground_of(view, layout.window)
    pointing = pointing_for(ground, view, seat, actions, say)
    taken = _just_taken(view, lately)
    houses = {name: tuple([built.get(name, 0) for built in view["houses"]]) for name in ground.cities}
    labels = {name: city_label(name, spot.value, houses[name], say) for name, spot in ground.cities.items()}
    supplies = [player_panels.supply_of(view, panel, seat, names[panel.seat]) for panel in layout.panels]
    winners = () if "counted" in view else view["facts"]["winners"]
    parts: list[Part] = [
        _table(layout, ground, say),
        *hex_parts(ground, view, pointing.lights, labels, say),
        *_villages(ground, view, houses, say),
        *(player_panels.panel_part(panel, supply, say) for panel, supply in zip(layout.panels, supplies, strict=True)),
        *player_panels.tray_parts(layout, supplies[layout.own.seat], taken, say),
        *player_panels.strip_parts(layout, view, say),
        stick_nodes(ground, view, say),
        pawn_part(ground, view, names, winners, say),
        player_panels.gain_part(layout, view, taken, seat),
        pointing.nodes,
    ]
    end = Button(say("End the turn"), "end", "main" if len(actions) == 1 else "")
    return Scene(
        layout.width,
        layout.height,
        parts,
        pointing.offers,
        _hold(view, lately),
        (ButtonRow([end]),) if "end" in actions else (),
        spoken=pointing.spoken,
        depicted=pointing.depicted,
        window=WINDOW,
        window_at=layout.window,
        free=layout.free,
    )


@lru_cache(maxsize=512)
def _table(layout: Layout, ground: Ground, say: Language) -> Part:
    """The sea around the land and in its gaps, with a compass where there is room."""
    x, y, _, _ = layout.window
    label = say("A gap in the land")
    gaps = [Node(f"gap {text}", GROUND, "gap", *at, "told", "", label, ground.size) for text, at in ground.gaps.items()]
    return Node("sea", GROUND, f"sea{layout.suffix}", x, y), Node("rose", GROUND, "rose", *ground.corner), *gaps


def _villages(ground: Ground, view: Document, houses: Mapping[str, tuple[int, ...]], say: Language) -> list[Part]:
    flags, pawns, facts = _flags_by_city(view), view["pawns"], view["facts"]
    sizes = {name: (facts["sizes"][name], name in facts["counts"]) for name in facts["ranks"]}
    return [
        village_part(ground, name, houses[name], sizes.get(name), tuple(flags.get(name, ())), spot.text in pawns, say)
        for name, spot in ground.cities.items()
    ]


def _flags_by_city(view: Document) -> dict[str, list[tuple[int, int]]]:
    """The visible predictions: the viewer's own, and all of them at the end."""
    flags: dict[str, list[tuple[int, int]]] = {}
    for seat, predicted in enumerate(view.get("predictions", ())):
        for rank, name in enumerate(predicted):
            if name != HIDDEN:
                flags.setdefault(name, []).append((seat, rank + 1))
    return flags


def _just_taken(view: Document, lately: Lately) -> player_panels.Taken | None:
    """The cube that the latest step has taken."""
    if lately.before is None or not lately.steps:
        return None
    verb, _, text = lately.steps[-1].text.partition(" ")
    if verb not in ("move", "place") or text not in view["hexes"]:
        return None
    lay = lately.before["hexes"][text].get("cubes", 0)
    if not lay:
        return None
    return player_panels.Taken(lately.steps[-1].seat, view["hexes"][text]["color"], f"cube {text} {lay}")


def _hold(view: Document, lately: Lately) -> int:
    """How many milliseconds to show this scene before the next one."""
    if lately.before is None or not lately.steps:
        return 0
    if lately.before["houses"] != view["houses"]:
        return HOUSES
    verb = lately.steps[-1].text.partition(" ")[0]
    return {"move": STEP, "place": STEP, "stick": STICK}.get(verb, 0)
