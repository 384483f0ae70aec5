"""The picture of a route game: the land in a window, the panels of the others above it, the viewer's panel below."""

from collections.abc import Mapping, Sequence

from tablee.games.canvas import Canvas, painted, part
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import NOTHING, UPRIGHT, Button, ButtonRow, Lately, Node, Scene
from tablee.games.shared.routes.picture import player_panels
from tablee.games.shared.routes.picture.land_layers import city_label, hex_parts, pawn_part, stick_parts, village_part
from tablee.games.shared.routes.picture.picture_layout import (
    GROUND,
    WINDOW,
    Ground,
    Layout,
    ground_of,
    kept_with_the_land,
    layout_for,
)
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
    canvas: Canvas | None = None,
) -> Scene:
    """The picture of a view as one seat sees it, with the actions that each node offers."""
    layout = layout_for(view["players"], seat or 0, shape)
    ground = ground_of(view, layout.window)
    pointing = pointing_for(ground, view, seat, actions, say)
    taken = _just_taken(view, lately)
    own = taken if taken is not None and taken.seat == layout.own.seat else None
    visited = [text for text in view["pawns"] if text in ground.spots and ground.spots[text].kind == "city"]
    known = {
        **view, "names": names, "ground": ground, "lights": pointing.lights, "own_gain": own, "visited": visited,
        "passing": (player_panels.gain_part(layout, view, taken, seat), pointing.nodes),
    }  # fmt: skip
    parts = painted(canvas, PARTS, known, seat, say, shape)
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


# ---- the parts: `ground` is the land in its window ---------------------------------------------------------


@part("ground", "players")
def _table(view: Document, say: Language, shape: str) -> list[Part]:
    return [_table_nodes(view["ground"], layout_for(view["players"], 0, shape), say)]


@kept_with_the_land
def _table_nodes(ground: Ground, layout: Layout, say: Language) -> Part:
    """The sea around the land and in its gaps, with a compass where there is room."""
    x, y, _, _ = layout.window
    label = say("A gap in the land")
    gaps = [Node(f"gap {text}", GROUND, "gap", *at, "told", "", label, ground.size) for text, at in ground.gaps.items()]
    return Node("sea", GROUND, f"sea{layout.suffix}", x, y), Node("rose", GROUND, "rose", *ground.corner), *gaps


@part("ground", "hexes", "houses", "lights")
def _hexes(view: Document, say: Language) -> list[Part]:
    ground, built = view["ground"], tuple([tuple(houses.items()) for houses in view["houses"]])
    return hex_parts(ground, view["hexes"], view["lights"], _city_labels(ground, built, say), say)


@kept_with_the_land
def _city_labels(ground: Ground, built: tuple[tuple[tuple[str, int], ...], ...], say: Language) -> Mapping[str, str]:
    """The labels of the cities by their hexes."""
    houses = [dict(of_seat) for of_seat in built]
    cities = ground.cities.items()
    return {spot.text: city_label(name, spot.value, _built(houses, name), say) for name, spot in cities}


def _built(houses: Sequence[Mapping[str, int]], city: str) -> tuple[int, ...]:
    """The houses of each seat in a city."""
    return tuple([built.get(city, 0) for built in houses])


@part("ground", "houses", "visited", "predictions", "facts.sizes", "facts.ranks", "facts.counts")
def _villages(view: Document, say: Language) -> list[Part]:
    ground, flags, facts = view["ground"], _flags_by_city(view), view["facts"]
    sizes = {name: (facts["sizes"][name], name in facts["counts"]) for name in facts["ranks"]}
    return [
        village_part(
            ground, name, _built(view["houses"], name), sizes.get(name), tuple(flags.get(name, ())),
            spot.text in view["visited"], say,
        )
        for name, spot in ground.cities.items()
    ]  # fmt: skip


@part(
    "players", "names", "turn", "left", "cubes", "sticks", "options", "counted", "revealed",
    "facts.over", "facts.scores", "facts.houses_left",
)  # fmt: skip
def _panels(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    panels, names = layout_for(view["players"], seat or 0, shape).panels, view["names"]
    supplies = [player_panels.supply_of(view, panel, seat, names[panel.seat]) for panel in panels]
    return [player_panels.panel_part(panel, supply, say) for panel, supply in zip(panels, supplies, strict=True)]


@part("players", "cubes", "options", "revealed", "own_gain", "facts.over")
def _tray(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    layout = layout_for(view["players"], seat or 0, shape)
    return player_panels.tray_parts(layout, view, seat, view["own_gain"], say)


@part("players", "hexes", "ending", "facts.over")
def _strip(view: Document, say: Language, shape: str) -> list[Part]:
    return player_panels.strip_parts(layout_for(view["players"], 0, shape), view, say)


@part("ground", "sticks", "route", "turn")
def _sticks(view: Document, say: Language) -> list[Part]:
    return stick_parts(view["ground"], view, say)


@part("ground", "pawns", "names", "counted", "facts.winners")
def _pawns(view: Document, say: Language) -> list[Part]:
    winners = () if "counted" in view else view["facts"]["winners"]
    return [pawn_part(view["ground"], view, view["names"], winners, say)]


@part("passing")
def _passing(view: Document) -> Sequence[Part]:
    """A cube that flies to a panel, and previews."""
    passing: Sequence[Part] = view["passing"]
    return passing


PARTS = _table, _hexes, _villages, _panels, _tray, _strip, _sticks, _pawns, _passing


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
