"""Why an action is not legal now in a route game, for the seat that tried it."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from tablee.engine import calls
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.shared.routes.rules.record import COLOURS, STICKS
from tablee.games.shared.routes.rules.route_turn import MOST_ACTIONS
from tablee.games.shared.routes.words import route_speech
from tablee.games.shared.routes.words.writing import action_text

LONGEST_KEY = 80
MOST_MISSING = 3  # the most additional cubes to try when looking for what a route lacks


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:
    """Why the node that the seat to act points at offers no action, or why its action is illegal."""
    kind = key.partition(" ")[0]
    if kind == "gap":
        return say("A gap is not part of the land: nothing can stand there, and no pawn can jump over it.")
    places = _places(view, key[:LONGEST_KEY])
    if view["phase"] == "build":
        return _why_not_build(view, seat, kind, places, say)
    if kind in ("edge", "stick", "sticks", "end") or len(places) > 1:
        if view["phase"] == "predict":
            return say("Predict the three largest cities first.")
        if view["phase"] == "place":
            return say("Place your pawn first.")
        return say("Move your pawn first; then you may build.")
    if not places:
        return _what_for(kind, say)
    if view["phase"] == "predict":
        site = view["hexes"][places[0]]
        if site["kind"] == "city" and site["name"] in view["predictions"][seat]:
            return say("You have named {city} already.", city=site["name"])
        return say("Choose a city.")
    return _why_not_there(view, seat, places[0], names, say)


def _places(view: Document, key: str) -> list[str]:
    """The hexes of a node or an action: those it names, the hex of a pawn, or the hex of a city."""
    kind, _, rest = key.partition(" ")
    if kind == "pawn" and rest.isdecimal() and int(rest) < view["players"]:
        place = view["pawns"][int(rest)]
        return [place] if place else []
    named = [place for place in re.findall(r"-?\d+,-?\d+", rest) if place in view["hexes"]]
    cities = route_speech.city_places(view)
    return named or [cities[word] for word in [rest, *rest.split(" ")] if word in cities][:1]


def _what_for(kind: str, say: Language) -> str:
    """The purpose of the things beside the land."""
    if kind in ("cube", "own", "well", "number"):
        return say("Cubes are paid when you lay a stick.")
    return say("Houses are built by themselves when your routes link cities.") if kind == "houses" else ""


def _why_not_there(view: Document, seat: int, place: str, names: Sequence[str], say: Language) -> str:
    """Why the pawn of a seat cannot be placed on a hex, or move there."""
    own = view["pawns"][seat]
    if place == own:
        return say("You may not stay where you are: move to a highlighted hex.")
    if view["hexes"][place]["kind"] == "desert":
        return say("A pawn cannot stop in a desert.")
    if place in view["pawns"]:
        name = names[view["pawns"].index(place)]
        if view["phase"] == "place":
            return say("{name} stands there: choose a free hex.", name=name)
        return say("{name} stands there: you can only jump over, in a straight line to the next free hex.", name=name)
    if own is None or route_speech.are_neighbours(own, place):
        return ""
    return say("That is too far: move to a hex beside you, or jump over pawns in a straight line.")


def _why_not_build(view: Document, seat: int, kind: str, places: list[str], say: Language) -> str:
    building = view["route"] is not None
    if kind == "end" and building:
        return say("Complete your route first: it must not end in the middle of nowhere.")
    if kind in ("move", "place", "pawn"):
        return _go_on(view, say) if building else say("Moving is over: now build, or end your turn.")
    if not places:
        return _what_for(kind, say)
    if len(places) == 1 and not building:
        states = state_known_to(view, seat)
        if _is_legal(states, {places[0]}):
            return say("Choose a highlighted path beside it.")
        if places[0] not in view["facts"]["anchors"]:
            return say("A route begins at a city or at a road of your own.")
        return _tried(states, seat, {places[0]}, say)
    here, there = places[:2] if len(places) > 1 else (view["route"]["path"][-1], places[0])
    if route_speech.are_neighbours(here, there):
        return (
            _why_never(view, seat, here, there, say)
            or _why_not_on(view, seat, here, there, say)
            or _tried(state_known_to(view, seat), seat, {here, there}, say)
        )
    return _go_on(view, say) if building else ""


def _go_on(view: Document, say: Language) -> str:
    place = route_speech.place_name(view, view["route"]["path"][-1], say)
    return say("Your route has reached {place}: go on from there, hex by hex.", place=place)


def _why_never(view: Document, seat: int, here: str, there: str, say: Language) -> str:
    """Why no stick can ever be laid on an edge."""
    kinds = [view["hexes"][place]["kind"] for place in (here, there)]
    edge = route_speech.edge_text(here, there)
    if "desert" in kinds:
        return say("No road leads through a desert.")
    if kinds == ["city", "city"]:
        return say("Two cities side by side cannot be linked directly.")
    if edge in view["sticks"][seat]:
        return say("A stick of yours lies there already.")
    if not view["facts"]["price"][f"{here}>{there}"]:
        return say("With two players there is room for one stick only.")
    return ""


def _why_not_on(view: Document, seat: int, here: str, there: str, say: Language) -> str:
    """Why the stick does not fit the route being built, or cannot begin one."""
    path = view["route"]["path"] if view["route"] else []
    if path and path[-1] not in (here, there):
        return _go_on(view, say)
    if here in path and there in path:
        return say("A route never comes back to a hex that it has passed.")
    if not path and not {here, there}.intersection(view["facts"]["anchors"]):
        return say("A route begins at a city or at a road of your own.")
    price = view["facts"]["price"][f"{here}>{there}"]
    ends = {view["hexes"][place].get("color") for place in (here, there)}
    colours = [colour for colour in COLOURS if colour in ends]
    if price == 1 or any(view["cubes"][seat].get(colour, 0) >= price for colour in colours):
        return ""
    cubes = route_speech.listed_or([route_speech.cubes_of(colour, price, say) for colour in colours], say)
    return say("Others have sticks there, so one more costs {cubes}: you have too few.", cubes=cubes)


def _tried(states: States, seat: int, places: set[str], say: Language) -> str:
    """What prevents a stick that touches some hexes, found by trying states with fewer restrictions."""
    if _is_legal(_with(states, "needs_house", 0), places):
        return say("A route must bring a new house, and none would come that way.")
    if _is_legal(_with(states, "sticks_left", STICKS), places):
        return say("You have too few sticks left for a route that way.")
    missing = next(_lacking(states, seat, places), [])
    if missing:
        cubes = route_speech.listed_or([route_speech.cubes_of(colour, count, say) for colour, count in missing], say)
        return say("To complete a route that way, you still need {cubes}.", cubes=cubes)
    return say("No route that you could complete leads that way.")


def state_known_to(view: Document, seat: int) -> States:
    """The state of a view without what is hidden from the seat, which does not matter for building."""
    cubes = [view["cubes"][other] if other == seat else {} for other in range(view["players"])]
    options = {name: "off" if name == "predictions" else value for name, value in view["options"].items()}
    return find_game(view["game"]).words.read({**view, "cubes": cubes, "options": options})


def _is_legal(states: States, places: set[str]) -> bool:
    """Could a stick be laid that touches these hexes?"""
    codes = np.empty(MOST_ACTIONS, np.int32)
    count = calls.legal(states, codes)
    texts = (action_text(states, code) for code in codes[:count].tolist())
    return any(places <= set(re.split("[ >]", text)) for text in texts)


def _with(states: States, field: str, value: int) -> States:
    """A copy of the state with one field changed."""
    other = calls.copy(states)
    other[field] = value
    return other


def _lacking(states: States, seat: int, places: set[str]) -> Iterator[list[tuple[str, int]]]:
    """Colours with the number of additional cubes that would suffice, the smallest number first."""
    for count in range(1, MOST_MISSING + 1):
        enough = []
        for index, colour in enumerate(COLOURS):
            other = calls.copy(states)
            other["cubes"][0, seat, index] += count
            if _is_legal(other, places):
                enough.append((colour, count))
        if enough:
            yield enough
