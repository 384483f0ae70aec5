"""Why a bot would do something in a route game, in one sentence, from what its seat knows."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.routes.brain.sight import payable_routes, taste_of
from tablee.games.routes.rules.record import COLOURS
from tablee.games.routes.words.reasons import as_known_to
from tablee.games.routes.words.speech import (
    are_neighbours,
    city_places,
    cubes_of,
    cubes_text,
    listed,
    place_name,
    steps_between,
)
from tablee.games.routes.words.writing import city_names
from tablee.kernel import calls
from tablee.kernel.contract import States
from tablee.language import Language

Read = Callable[[Document], States]

SOON = 2
"""A route is planned for if it lacks no more cubes than that."""
NEAR = 3
"""Cities count as near one another up to so many steps."""


class Plan(NamedTuple):
    """A route, with what it costs and brings."""

    price: Mapping[str, int]
    houses: tuple[tuple[str, int], ...]
    """New ones, by city."""

    def lacks(self, hand: Mapping[str, int]) -> dict[str, int]:
        """The cubes that it needs besides those in hand."""
        return dict(Counter(self.price) - Counter(hand))


def advice(
    text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language, read: Read
) -> str:
    """What an action is good for; `before` and `after` are views of the seat, `read` is the game's own."""
    verb, _, what = text.partition(" ")
    if verb == "predict":
        return _why_predict(before, what, say)
    if after["facts"]["over"]:
        return say("That ends the game, and you win it.") if after["facts"]["winners"] == [seat] else ""
    if verb == "stick":
        return _why_stick(before, after, seat, say, read)
    if verb == "end":
        return _why_end(before, seat, say, read)
    return _why_there(before, after, seat, what, names, say, read)


# ---- predictions and the end ----------------------------------------------------------------------------------


def _why_predict(view: Document, city: str, say: Language) -> str:
    """A city grows where others are near."""
    places = city_places(view)
    near = sum(0 < steps_between(places[city], other) <= NEAR for other in places.values())
    if not near:
        return ""
    return say.plural(
        "{count} city lies within three steps of it: it is easily linked.",
        "{count} cities lie within three steps of it: it is easily linked.",
        near,
    )


def _leads(view: Document, seat: int) -> bool:
    points = view["facts"]["scores"]
    return all(points[seat] > others for other, others in enumerate(points) if other != seat)


# ---- building -------------------------------------------------------------------------------------------------


def _why_stick(before: Document, after: Document, seat: int, say: Language, read: Read) -> str:
    """What the route brings, or is to bring."""
    if after["route"] is None:
        gained = after["facts"]["scores"][seat] - before["facts"]["scores"][seat]
        if gained <= 0:
            return ""
        return say.plural("That is worth {count} point to you.", "That is worth {count} points to you.", gained)
    plan = next(_plans(after, seat, read, 0), None)
    return _brings(plan, say) if plan else ""


def _brings(plan: Plan, say: Language) -> str:
    cities, count = listed([city for city, _ in plan.houses], say), sum(count for _, count in plan.houses)
    return say.plural(
        "The route can link {cities}, for {count} new house.", "The route can link {cities}, for {count} new houses.",
        count, cities=cities,
    )  # fmt: skip


def _why_end(view: Document, seat: int, say: Language, read: Read) -> str:
    if any(_plans(view, seat, read, 0)):
        return say("Your cubes will pay for a better route later.")
    return say("No route that you can pay brings a new house.")


# ---- walking --------------------------------------------------------------------------------------------------


def _why_there(
    before: Document, after: Document, seat: int, place: str, names: Sequence[str], say: Language, read: Read
) -> str:
    """What the cube there is for; without one, what can be taken next."""
    if not before["hexes"][place].get("cubes"):
        return _why_on_the_way(after, place, say)
    if after["ending"] and not before["ending"]:
        return _why_last_turn(after, seat, say)
    colour = before["hexes"][place]["color"]
    return (
        _why_colour(before, after, seat, colour, say, read)
        or _why_before_others(before, seat, place, names, say)
        or _why_on_the_way(after, place, say)
    )


def _why_last_turn(after: Document, seat: int, say: Language) -> str:
    if _leads(after, seat):
        return say("It is the last cube of its colour: you end the game while you are ahead.")
    return say("It is the last cube of its colour: the game ends with this turn.")


def _why_colour(before: Document, after: Document, seat: int, colour: str, say: Language, read: Read) -> str:
    """A route that needs this very cube: one that can be built now, or else soon."""
    held, cube = before["cubes"][seat], cubes_of(colour, 1, say)
    for plan in _plans(after, seat, read, SOON):
        if plan.price.get(colour, 0) <= held.get(colour, 0):
            continue
        cities, lacking = listed([city for city, _ in plan.houses], say), plan.lacks(after["cubes"][seat])
        if not lacking:
            return say("With {cube} you can pay for a route that links {cities}.", cube=cube, cities=cities)
        more = cubes_text(lacking, say)
        return say(
            "A route that links {cities} needs {cube}; then it lacks only {more}.", cities=cities, cube=cube, more=more
        )
    return ""


def _why_before_others(view: Document, seat: int, place: str, names: Sequence[str], say: Language) -> str:
    """Somebody stands beside the last cube of a hex."""
    if view["hexes"][place]["cubes"] > 1:
        return ""
    rivals = [
        names[other]
        for other, pawn in enumerate(view["pawns"])
        if other != seat and pawn and are_neighbours(pawn, place)
    ]
    return say("It is the last cube there, and {name} stands beside it.", name=rivals[0]) if rivals else ""


def _why_on_the_way(view: Document, place: str, say: Language) -> str:
    """What lies around a hex, or where there is something next to it."""
    sites = {other: site for other, site in view["hexes"].items() if site.get("cubes") and other != place}
    cubes = {site["color"]: 1 for other, site in sites.items() if are_neighbours(place, other)}
    if cubes:
        return say("From there you reach {cubes} next.", cubes=cubes_text(cubes, say))
    nearest = min(sites, key=lambda other: steps_between(place, other), default="")
    return say("It is a step towards {place}.", place=place_name(view, nearest, say)) if nearest else ""


# ---- routes ---------------------------------------------------------------------------------------------------


def _plans(view: Document, seat: int, read: Read, lacking: int) -> Iterator[Plan]:
    """Routes that bring houses and lack no more cubes than that, first those that lack none, the best of them first."""
    states = read(as_known_to(view, seat))
    states["turn"] = seat
    hand = view["cubes"][seat]
    for missing in range(lacking + 1):
        richer = calls.copy(states)
        richer["cubes"][0, seat] += missing
        routes = payable_routes(richer, sum(hand.values()) + missing, taste_of(richer))
        plans = (_plan(richer, seat, route.codes) for route in routes)
        yield from (plan for plan in plans if plan.houses and sum(plan.lacks(hand).values()) == missing)


def _plan(states: States, seat: int, codes: Sequence[int]) -> Plan:
    """A route whose sticks are given as actions: it is built, to see what it costs and brings."""
    built = calls.copy(states)
    for code in codes:
        calls.apply(built, code)
    paid = (states["cubes"] - built["cubes"])[0, seat].tolist()
    before, after = ([links.bit_count() for links in each["links"][0, seat].tolist()] for each in (states, built))
    new = {name: after[city] - before[city] for city, name in enumerate(city_names(states))}
    houses = tuple((name, count) for name, count in sorted(new.items()) if count)
    return Plan(dict(zip(COLOURS, paid, strict=True)), houses)
