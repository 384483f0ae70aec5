"""Reasons for a bot's action in a route game, from what its seat knows, and the kinds of mistakes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tablee.engine import calls
from tablee.engine.contract import States
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.shared.routes.brain.plans import payable_routes, taste_of
from tablee.games.shared.routes.rules.record import COLOURS
from tablee.games.shared.routes.words import route_speech
from tablee.games.shared.routes.words.reasons import state_known_to
from tablee.games.shared.routes.words.writing import city_names

SOON = 2  # the most cubes that a planned route may lack
NEAR = 3  # the most steps between cities that count as near


class PlannedRoute(NamedTuple):
    """The price of a route, and the houses that it brings."""

    price: Mapping[str, int]
    houses: tuple[tuple[str, int], ...]  # new houses by city

    def lacks(self, hand: Mapping[str, int]) -> dict[str, int]:
        """The cubes of the price that are not in hand."""
        return dict(Counter(self.price) - Counter(hand))


def advice(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """The purpose of an action. `before` and `after` are views of the seat."""
    verb, _, what = text.partition(" ")
    if verb == "predict":
        places = route_speech.city_places(before)
        near = sum(0 < route_speech.steps_between(places[what], other) <= NEAR for other in places.values())
        if not near:
            return ""
        return say.plural(
            "{count} city lies within three steps of it: it is easily linked.",
            "{count} cities lie within three steps of it: it is easily linked.",
            near,
        )
    if after["facts"]["over"]:
        return say("That ends the game, and you win it.") if after["facts"]["winners"] == [seat] else ""
    if verb == "stick":
        if after["route"] is None:
            gained = after["facts"]["scores"][seat] - before["facts"]["scores"][seat]
            if gained <= 0:
                return ""
            return say.plural("That is worth {count} point to you.", "That is worth {count} points to you.", gained)
        planned = next(_planned_routes(after, seat, 0), None)
        return _brings(planned, say) if planned else ""
    if verb == "end":
        if any(_planned_routes(before, seat, 0)):
            return say("Your cubes will pay for a better route later.")
        return say("No route that you can pay for brings a new house.")
    return _why_there(before, after, seat, what, names, say)


def _brings(planned: PlannedRoute, say: Language) -> str:
    cities, count = (
        route_speech.listed([city for city, _ in planned.houses], say),
        sum(count for _, count in planned.houses),
    )
    return say.plural(
        "The route can link {cities}, for {count} new house.", "The route can link {cities}, for {count} new houses.",
        count, cities=cities,
    )  # fmt: skip


def _why_there(before: Document, after: Document, seat: int, place: str, names: Sequence[str], say: Language) -> str:
    """The purpose of the cube on a hex; without a cube, what can be taken next."""
    if not before["hexes"][place].get("cubes"):
        return _why_on_the_way(after, place, say)
    if after["ending"] and not before["ending"]:
        points = after["facts"]["scores"]
        if all(points[seat] > others for other, others in enumerate(points) if other != seat):
            return say("It is the last cube of its colour: you end the game while you are ahead.")
        return say("It is the last cube of its colour: the game ends with this turn.")
    colour = before["hexes"][place]["color"]
    return (
        _why_colour(before, after, seat, colour, say)
        or _why_before_others(before, seat, place, names, say)
        or _why_on_the_way(after, place, say)
    )


def _why_colour(before: Document, after: Document, seat: int, colour: str, say: Language) -> str:
    """A route that needs the cube, now or soon."""
    held, cube = before["cubes"][seat], route_speech.cubes_of(colour, 1, say)
    for planned in _planned_routes(after, seat, SOON):
        if planned.price.get(colour, 0) <= held.get(colour, 0):
            continue
        cities, lacking = (
            route_speech.listed([city for city, _ in planned.houses], say),
            planned.lacks(after["cubes"][seat]),
        )
        if not lacking:
            return say("With {cube} you can pay for a route that links {cities}.", cube=cube, cities=cities)
        more = route_speech.cubes_text(lacking, say)
        return say(
            "A route that links {cities} needs {cube}; then it lacks only {more}.", cities=cities, cube=cube, more=more
        )
    return ""


def _why_before_others(view: Document, seat: int, place: str, names: Sequence[str], say: Language) -> str:
    """Another pawn stands beside the last cube of the hex."""
    if view["hexes"][place]["cubes"] > 1:
        return ""
    rivals = [
        names[other]
        for other, pawn in enumerate(view["pawns"])
        if other != seat and pawn and route_speech.are_neighbours(pawn, place)
    ]
    return say("It is the last cube there, and {name} stands beside it.", name=rivals[0]) if rivals else ""


def _why_on_the_way(view: Document, place: str, say: Language) -> str:
    """The cubes around a hex, or else the nearest hex with cubes."""
    sites = {other: site for other, site in view["hexes"].items() if site.get("cubes") and other != place}
    cubes = {site["color"]: 1 for other, site in sites.items() if route_speech.are_neighbours(place, other)}
    if cubes:
        return say("From there you reach {cubes} next.", cubes=route_speech.cubes_text(cubes, say))
    nearest = min(sites, key=lambda other: route_speech.steps_between(place, other), default="")
    return say("It is a step towards {place}.", place=route_speech.place_name(view, nearest, say)) if nearest else ""


def _planned_routes(view: Document, seat: int, lacking: int) -> Iterator[PlannedRoute]:
    """Routes that bring houses and lack at most `lacking` cubes: fewest lacking first, then best first."""
    states = state_known_to(view, seat)
    states["turn"] = seat
    hand = view["cubes"][seat]
    for missing in range(lacking + 1):
        richer = calls.copy(states)
        richer["cubes"][0, seat] += missing
        routes = payable_routes(richer, sum(hand.values()) + missing, taste_of(richer))
        planned_routes = (_planned(richer, seat, route.codes) for route in routes)
        yield from (
            planned for planned in planned_routes if planned.houses and sum(planned.lacks(hand).values()) == missing
        )


def _planned(states: States, seat: int, codes: Sequence[int]) -> PlannedRoute:
    """Build a route, given as actions, to find its price and its houses."""
    built = calls.copy(states)
    for code in codes:
        calls.apply(built, code)
    paid = (states["cubes"] - built["cubes"])[0, seat].tolist()
    before, after = ([links.bit_count() for links in each["links"][0, seat].tolist()] for each in (states, built))
    new = {name: after[city] - before[city] for city, name in enumerate(city_names(states))}
    houses = tuple((name, count) for name, count in sorted(new.items()) if count)
    return PlannedRoute(dict(zip(COLOURS, paid, strict=True)), houses)


KINDS = {
    ("place", "place"): "began_elsewhere",
    ("predict", "predict"): "predicted_another_city",
    ("stick", "stick"): "built_another_way",
    ("move", "move"): "walked_elsewhere",
    ("stick", "move"): "built_too_early",
    ("stick", "end"): "built_too_early",
    ("move", "stick"): "did_not_build",
    ("end", "stick"): "did_not_build",
    ("end", "move"): "stayed",
}
"""By the verbs of the action played and of the best action."""


def mistakes(say: Language) -> Mapping[str, str]:
    """The kinds of mistakes, in a few words each."""
    return {
        "walked_without_taking": say("moved without taking a cube"),
        "walked_elsewhere": say("moved the wrong way"),
        "built_too_early": say("built too early"),
        "did_not_build": say("did not build"),
        "built_another_way": say("built another route"),
        "stayed": say("ended the turn too early"),
        "began_elsewhere": say("began in the wrong place"),
        "predicted_another_city": say("predicted the wrong city"),
    }


def mistake(played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:
    """The kind of mistake that was made; empty if it is none of these."""
    verbs = played.partition(" ")[0], best.partition(" ")[0]
    had, got, ideally = (_cubes(view, seat) for view in (before, after, ideal))
    if verbs == ("move", "move") and got <= had < ideally:
        return "walked_without_taking"
    return KINDS.get(verbs, "")


def _cubes(view: Document, seat: int) -> int:
    cubes = view["cubes"][seat]
    return sum(cubes.values()) if isinstance(cubes, Mapping) else int(cubes)
