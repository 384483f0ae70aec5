"""The texts for players of both route games: places and cubes, the log, prompts, and the end."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tablee.games.about import Option
from tablee.games.definition import Result
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.shared.hexes import Hex, read_hex
from tablee.games.shared.routes.rules.record import COLOURS
from tablee.games.shared.routes.words.writing import HIDDEN, LandLooks, looks_of

Cubes = Mapping[str, int]  # numbers of cubes by colour
MANY_HOUSES = 4  # the fewest houses in one action that make a fine stroke

# ---- the shelf ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def seat_name(seat: int, say: Language) -> str:
    """The colour of a seat."""
    return (say("black"), say("white"), say("grey"), say("brown"))[say.colour(seat)]


def hands_text(say: Language) -> Option:
    """The question, the answers and the explanation of the option `hands`."""
    return Option(
        say("Cubes in hand"),
        {"open": say("lie open"), "hidden": say("are hidden behind screens")},
        say("Behind a screen the others see how many cubes you hold, but not which."),
    )


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Has the action brought many houses?"""
    then, now = (sum(view["houses"][seat].values()) for view in (before, after))
    return bool(now - then >= MANY_HOUSES)


# ---- names ----------------------------------------------------------------------------------------------------


def land_name(site: Document, say: Language) -> str:
    """The name of a hex without a city."""
    return {
        "yellow": say("the field"),
        "orange": say("the pasture"),
        "red": say("the vineyard"),
        "green": say("the forest"),
        "blue": say("the fishery"),
    }.get(site.get("color", ""), say("the desert"))


def place_name(view: Document, place: str, say: Language) -> str:
    """The name of a hex: a city by its name, another hex by its kind and the nearest cities.

    >>> from tablee.games.language import ENGLISH
    >>> vines = {"kind": "land", "color": "red"}
    >>> view = {"hexes": {"0,0": {"kind": "city", "name": "KAA"}, "1,0": vines, "2,0": vines}}
    >>> [place_name(view, place, ENGLISH) for place in view["hexes"]]
    ['KAA', 'the vineyard beside KAA', 'the vineyard near KAA']
    """
    return name_on(looks_of(view["hexes"]), place, say)


def name_on(looks: LandLooks, place: str, say: Language) -> str:
    """The name of a hex of a land."""
    name = looks.names.get((place, say))
    if name is None:
        name = looks.names[place, say] = _name_on(looks, place, say)
    return name


def _name_on(looks: LandLooks, place: str, say: Language) -> str:
    kind, name = next((kind, name) for text, kind, name, *_ in looks.hexes if text == place)
    if kind == "city":
        return name
    land = land_name({"color": kind}, say)
    distance, cities = _nearest_cities(looks, place)
    if not cities:
        return land
    if distance > 1:
        return say("{land} near {city}", land=land, city=cities[0])
    if len(cities) > 1:
        return say("{land} between {city} and {other}", land=land, city=cities[0], other=cities[1])
    return say("{land} beside {city}", land=land, city=cities[0])


def _nearest_cities(looks: LandLooks, place: str) -> tuple[int, list[str]]:
    """The distance to the nearest cities, and their names."""
    here = read_hex(place)
    cities = [(name, _distance(here, read_hex(there))) for there, kind, name, *_ in looks.hexes if kind == "city"]
    nearest = min((distance for _, distance in cities), default=0)
    return nearest, [name for name, distance in cities if distance == nearest]


def city_places(view: Document) -> dict[str, str]:
    """The hex of each city."""
    return {site["name"]: place for place, site in view["hexes"].items() if site["kind"] == "city"}


def _distance(here: Hex, there: Hex) -> int:
    """The distance between two hexes in steps.

    >>> _distance((0, 0), (1, 1)), _distance((0, 0), (-2, 1))
    (2, 2)
    """
    q, r = here[0] - there[0], here[1] - there[1]
    return max(abs(q), abs(r), abs(q + r))


def are_neighbours(here: str, there: str) -> bool:
    """Do two hexes lie side by side?"""
    return steps_between(here, there) == 1


@lru_cache(maxsize=32768)
def steps_between(here: str, there: str) -> int:
    """The distance between the hexes of two texts."""
    return _distance(read_hex(here), read_hex(there))


@lru_cache(maxsize=32768)
def edge_text(here: str, there: str) -> str:
    """The text of the edge between two hexes."""
    first, second = sorted((here, there), key=read_hex)
    return f"{first}|{second}"


@lru_cache(maxsize=2048)
def cubes_of(colour: str, count: int, say: Language) -> str:
    """A number of cubes of one colour, in words."""
    return {
        "yellow": say.plural("a yellow cube", "{count} yellow cubes", count),
        "orange": say.plural("an orange cube", "{count} orange cubes", count),
        "red": say.plural("a red cube", "{count} red cubes", count),
        "green": say.plural("a green cube", "{count} green cubes", count),
        "blue": say.plural("a blue cube", "{count} blue cubes", count),
    }[colour]


def cubes_text(cubes: Cubes, say: Language) -> str:
    """Cubes of several colours, in words."""
    return listed([cubes_of(colour, cubes[colour], say) for colour in COLOURS if cubes.get(colour)], say)


def listed(things: Sequence[str], say: Language) -> str:
    """A list in words: "one, two and three"."""
    if len(things) < 2:
        return "".join(things)
    return say("{things} and {thing}", things=", ".join(things[:-1]), thing=things[-1])


def listed_or(things: Sequence[str], say: Language) -> str:
    """A list in words: "one, two or three"."""
    if len(things) < 2:
        return "".join(things)
    return say("{things} or {thing}", things=", ".join(things[:-1]), thing=things[-1])


# ---- the log --------------------------------------------------------------------------------------------------


def orders(say: Language) -> dict[str, str]:
    """What is told of actions, as orders."""
    return {
        say("{name} sets out."): say("Set out."),
        say("{name} moves on."): say("Move on."),
        say("{name} lays a stick."): say("Lay a stick."),
        say("{name} ends the turn."): say("End your turn."),
    }


def sentence(text: str, seat: int, names: Sequence[str], say: Language) -> str:
    """An action as the log tells it. `aftermath` adds the place."""
    verb = text.partition(" ")[0]
    name = names[seat]
    if verb == "place":
        return say("{name} sets out.", name=name)
    if verb == "move":
        return say("{name} moves on.", name=name)
    if verb == "stick":
        return say("{name} lays a stick.", name=name)
    return say("{name} ends the turn.", name=name)


def aftermath(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """The place of an action, and its consequences."""
    verb, _, what = text.partition(" ")
    told: list[str] = []
    if verb == "stick":
        told += _stick_told(before, after, seat, what, say)
    elif what and what != HIDDEN:
        told.append(_pawn_told(verb, what, before, _has_taken(before, after, seat), say))
    if after["ending"] and not before["ending"]:
        told += [] if what == HIDDEN else [_last_cube(after["hexes"][what]["color"], say)]
        told += [] if after["facts"]["over"] else [say("This turn is the last.")]
    if after["facts"]["over"]:
        told.append(_end_told(after, say))
    else:
        told += _passing_told(_passed_over(verb, seat, before, after), after, names, say)
    return " ".join(told)


def _has_taken(before: Document, after: Document, seat: int) -> bool:
    """Does the seat hold more cubes than before?"""
    return bool(sum(after["cubes"][seat].values()) > sum(before["cubes"][seat].values()))


def _pawn_told(verb: str, where: str, before: Document, taken: bool, say: Language) -> str:
    """Where a pawn has gone, and what it has taken there."""
    place, site = place_name(before, where, say), before["hexes"][where]
    cube = cubes_of(site["color"], 1, say) if taken else ""
    if taken and verb == "place":
        return say("From {place}, with {cube}.", place=place, cube=cube)
    if taken:
        return say("To {place}: {cube}.", place=place, cube=cube)
    if verb == "place":
        return say("From {place}.", place=place)
    if site["kind"] == "city":
        return say("To {place}.", place=place)
    return say("To {place}: no cube is left there.", place=place)


def _last_cube(colour: str, say: Language) -> str:
    return {
        "yellow": say("That was the last yellow cube on the land."),
        "orange": say("That was the last orange cube on the land."),
        "red": say("That was the last red cube on the land."),
        "green": say("That was the last green cube on the land."),
        "blue": say("That was the last blue cube on the land."),
    }[colour]


def _stick_told(before: Document, after: Document, seat: int, what: str, say: Language) -> list[str]:
    """Where a stick leads, its price, and what it brings if it completes a route."""
    edge, _, colour = what.partition(" ")
    here, _, there = edge.partition(">")
    places = {"place": place_name(before, here, say), "other": place_name(before, there, say)}
    paid = {} if colour == HIDDEN else {colour: before["facts"]["price"][edge]}
    if paid:
        told = [say("From {place} to {other}, for {cubes}.", cubes=cubes_text(paid, say), **places)]
    else:
        told = [say("From {place} to {other}.", **places)]
    if after["route"] is None:
        had, has = before["houses"][seat], after["houses"][seat]
        new = [f"{city} +{count - had.get(city, 0)}" for city, count in has.items() if count > had.get(city, 0)]
        told.append(_route_told(before["route"], paid, say))
        told.append(say("New houses: {cities}.", cities=", ".join(new)) if new else say("It brings no new house."))
    return told


def _route_told(route: Document | None, latest: Cubes, say: Language) -> str:
    """That the route is complete, with its full price if it has several sticks."""
    if route is None or not latest:
        return say("The route is complete.")
    paid = {colour: route["paid"].get(colour, 0) + latest.get(colour, 0) for colour in COLOURS}
    return say("The route is complete, for {cubes} in all.", cubes=cubes_text(paid, say))


def _end_told(after: Document, say: Language) -> str:
    if after["facts"]["reason"] == "houses":
        return say("That was the last house!")
    if after["ending"]:
        return say("The last turn is over: the points are counted.")
    return say("Nobody has taken a cube or laid a stick for a long time: the points are counted.")


def _passed_over(verb: str, seat: int, before: Document, after: Document) -> list[int] | None:
    """The seats whose turns were skipped because they could neither move nor build; None if the turn goes on.

    They follow from `idle`, which counts the turns that have ended since the last cube or stick.
    """
    anew = verb == "stick" or (verb == "move" and _has_taken(before, after, seat))
    ended = after["idle"] - (0 if anew else before["idle"])
    staying = [other for other in range(before["players"]) if not before["left"][other]]
    if verb == "place":
        return staying[:ended] if after["phase"] != "place" else None
    following = [other for other in staying if other > seat] + [other for other in staying if other <= seat]
    return following[: ended - 1] if ended else None


def _passing_told(passed: list[int] | None, after: Document, names: Sequence[str], say: Language) -> list[str]:
    if passed is None:
        return []
    told = [say("{name} can neither move nor build, and misses this turn.", name=names[seat]) for seat in passed]
    if after["phase"] == "build":
        told.append(say("{name} cannot move, but may build.", name=names[after["turn"]]))
    return told


# ---- prompts --------------------------------------------------------------------------------------------------


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language, build: str) -> str:
    """What the viewer may do now, or whom the table waits for. `build` is the game's own prompt for building."""
    phase = view["phase"]
    if view["facts"]["over"]:
        return ""
    if seat != view["turn"]:
        return _prompt_for_others(view, names[view["turn"]], say)
    if phase == "place":
        return say("Place your pawn on a free hex. If cubes lie there, you take one.")
    if phase == "move":
        return say("Your turn: move to a highlighted hex. If cubes lie there, you take one.")
    if view["route"] is not None:  # the picture and the log tell where it has come to
        cubes = cubes_text(view["route"]["paid"], say)
        return say("Your route has cost {cubes} so far. Go on to a city, or to a road of your own.", cubes=cubes)
    return say("Your last turn: then the points are counted.") + f" {build}" if view["ending"] else build


def _prompt_for_others(view: Document, name: str, say: Language) -> str:
    phase = view["phase"]
    if phase == "place":
        return say("{name} to place a pawn.", name=name)
    if phase == "move":
        return say("{name} to move.", name=name)
    if view["route"] is not None:
        start, place = (place_name(view, view["route"]["path"][end], say) for end in (0, -1))
        return say("{name} is building a route, from {start} to {place} so far.", name=name, start=start, place=place)
    if view["ending"]:
        return say("{name} may build once more, then the points are counted.", name=name)
    return say("{name} may build a route.", name=name)


# ---- the end --------------------------------------------------------------------------------------------------


def houses_headline(result: Result, names: Sequence[str], say: Language) -> str:
    """The headline of an end by the last house; else empty."""
    if result.reason != "houses":
        return ""
    return say("{name} has built the last house and wins at once.", name=names[result.winners[0]])


def houses_decision(result: Result, say: Language) -> str:
    """The explanation of an end by the last house; else empty."""
    return say("The last house is built: that wins at once.") if result.reason == "houses" else ""


def counted_keys(place: str, city: str, seat: int) -> tuple[str, ...]:
    """The nodes for the points of a seat in a city: the city, and the seat's houses there."""
    return f"hex {place}", f"house {city} {seat} "


# ---- the land in letters --------------------------------------------------------------------------------------

_HALF = 4  # the width of half a hex in letters


def board_text(view: Document) -> str:
    """The land row by row: cities by the start of their names, other hexes by colour and cubes, pawns as @seat.

    >>> sea = {"kind": "land", "color": "blue", "cubes": 2}
    >>> hexes = {"0,0": {"kind": "city", "name": "KAA"}, "1,0": sea, "0,1": sea}
    >>> print(board_text({"hexes": hexes, "pawns": ["1,0", None]}))
    KAA     b2@0
        b2
    """
    cells = {read_hex(place): _cell(view, place) for place in view["hexes"]}
    left = min(2 * q + r for q, r in cells)
    lines = []
    for row in sorted({r for _, r in cells}):
        line = ""
        for q, r in sorted(cells):
            if r == row:
                line = line.ljust(_HALF * (2 * q + r - left)) + cells[q, r]
        lines.append(line)
    return "\n".join(lines)


def _cell(view: Document, place: str) -> str:
    site = view["hexes"][place]
    pawn = f"@{view['pawns'].index(place)}" if place in view["pawns"] else ""
    if site["kind"] == "city":
        return f"{site['name'][:5]}{pawn}"
    return (f"{site['color'][0]}{site['cubes']}" if site["kind"] == "land" else "##") + pawn
