"""Morisi in words: the texts of actions and states, who may know what, and the texts for players."""

from collections.abc import Mapping, Sequence

from tablee.engine.contract import States
from tablee.games.about import About, Option
from tablee.games.definition import Result
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.morisi import rules
from tablee.games.morisi.land import CITIES
from tablee.games.morisi.rules import FOR_BEING_LARGE, FOR_RANK, LARGEST
from tablee.games.score_sheets import Cell, Line, ScorePad, signed
from tablee.games.secrets import Secret
from tablee.games.shared.routes.rules.record import CITY, COLOURS
from tablee.games.shared.routes.words import reading, route_speech, writing
from tablee.games.shared.routes.words.reasons import why_not
from tablee.games.shared.routes.words.route_advice import advice, mistake, mistakes
from tablee.games.shared.routes.words.route_speech import board_text, fine_stroke, seat_name
from tablee.games.shared.routes.words.writing import BEHIND_SCREENS, HIDDEN, action_text, facts_of, rewrite, write

__all__ = [
    "SECRETS", "about", "action_text", "advice", "aftermath", "board_text", "decision", "facts_of",
    "fine_stroke", "goal", "headline", "id_texts", "mistake", "mistakes", "option_text", "prompt", "read", "rewrite",
    "score_pad", "score_sheet", "seat_name", "sentence", "tip", "why_not", "write",
]  # fmt: skip

SECRETS = {
    **BEHIND_SCREENS,
    "predictions": Secret(
        lambda cities: [HIDDEN] * len(cities),
        own=True,
        shown=False,
        when=lambda options: options["predictions"] == "on",
        told={"predict": lambda _: f"predict {HIDDEN}"},
    ),
}

MOST = dict.fromkeys(range(len(COLOURS)), 6) | {CITY: 9}  # the number of hexes of each kind in the box


def read(document: Document) -> States:
    """The state of a document, after carrying out what is forced."""
    states = rules.empty(document["players"], document["options"])
    return reading.read(document, states, MOST, rules.CUBES)


SMALL = reading.small_lands("morisi", [{"name": name} for name in CITIES[:3]])
SMALL["line with predictions"] = {**SMALL["line"], "options": {"predictions": "on"}, "phase": "predict"}

OPENING = 700  # milliseconds for which a sealed prediction is shown as it is opened

# ---- the shelf ------------------------------------------------------------------------------------------------


def id_texts() -> Sequence[str]:
    """The texts of all action ids."""
    return writing.id_texts(CITIES)


def about(say: Language) -> About:
    """What the shelf says about the game."""
    return About(
        say("Roam an unknown land, link its cities – and guess early which of them will be great."),
        minutes=45,
        age=10,
        author="Corné van Moorsel",
        publisher="Cwali",
        year=2000,
        translator="Marc Laumonier",
        thanks="l’Escale à jeux (escaleajeux.fr)",
        kinds=("routes",),
    )


def score_pad(say: Language) -> ScorePad:
    """The score pad: houses in the largest cities, cities with a house, and predictions."""
    rows = (
        say("Houses in the largest city"),
        say("Houses in the second"),
        say("Houses in the third"),
        say("Cities with a house, 4 points each"),
        say("Predictions (variant)"),
    )
    return ScorePad(rows, note=say("With two players only the houses in the largest city count."))


def goal(say: Language) -> str:
    """The goal of the game, for a new player."""
    return say("Link cities with roads: in the end, your houses in the largest cities score.")


def tip(say: Language) -> str:
    """The author's advice."""
    return say("The easiest way to learn Morisi is with two players, the author says.")


def option_text(name: str, say: Language) -> Option:
    """The question, the answers and the explanation of an option."""
    if name == "cities":
        return Option(
            say("Cities"),
            {"apart": say("never side by side"), "any": say("may lie side by side")},
            say("Cities side by side cannot be linked directly: the route has to go around."),
        )
    if name == "gaps":
        return Option(
            say("Gaps in the land"),
            {"none": say("none"), "some": say("two or three")},
            say("Nobody enters a gap, builds there or jumps over it. The author recommends two or three."),
        )
    if name == "predictions":
        return Option(
            say("Predictions"),
            {"off": say("none"), "on": say("of the three largest cities, in secret")},
            say("Before the first pawn everybody names them; in the end 5 points for a right rank, 2 for a wrong one."),
        )
    return route_speech.hands_text(say)


# ---- the log --------------------------------------------------------------------------------------------------


def orders(say: Language) -> dict[str, str]:
    """What is told of actions, as orders."""
    return {**route_speech.orders(say), say("{name} predicts {city}."): say("Predict {city}.")}


def sentence(text: str, seat: int, names: Sequence[str], say: Language) -> str:
    """An action as the log tells it."""
    verb, _, city = text.partition(" ")
    if verb != "predict":
        return route_speech.sentence(text, seat, names, say)
    if city == HIDDEN:
        return say("{name} makes a prediction in secret.", name=names[seat])
    return say("{name} predicts {city}.", name=names[seat], city=city)


def aftermath(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """The place of an action and its consequences, or the prediction that was made."""
    verb, _, city = text.partition(" ")
    if verb != "predict":
        return route_speech.aftermath(text, seat, before, after, names, say)
    if city == HIDDEN:
        return ""
    return (
        say("It should become the largest city."),
        say("It should become the second largest city."),
        say("It should become the third largest city."),
    )[len(before["predictions"][seat])]


# ---- what to do now -------------------------------------------------------------------------------------------


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What the viewer may do now, or whom the table waits for."""
    if view["phase"] != "predict":
        if view["players"] == 2:
            build = say(
                "Build all the routes you can pay for: choose a highlighted path, go on hex by hex – or end your turn."
            )
        else:
            build = say(
                "Choose a highlighted path to build a route with a new house, then go on hex by hex – or end your turn."
            )
        return route_speech.prompt(view, seat, names, say, build)
    if seat != view["turn"]:
        return say("{name} predicts the three largest cities, in secret.", name=names[view["turn"]])
    return (
        say("Which city will be the largest in the end? Choose it: nobody else will know."),
        say("And which one will be the second largest?"),
        say("And the third largest?"),
    )[len(view["predictions"][seat])]


# ---- the end --------------------------------------------------------------------------------------------------


def headline(view: Document, result: Result, names: Sequence[str], say: Language) -> str:
    """The end in one sentence or two; empty for a shared win, which the general headline tells."""
    name = route_speech.listed([names[seat] for seat in result.winners], say)
    decisive, points = view["facts"]["decisive"], result.scores[result.winners[0]]
    if len(result.winners) > 1:
        return _tie(decisive, points, name, say) if decisive else ""
    if result.reason != "houses" and not decisive:
        return say.plural("Sovereign of Morisi: {name}, with {count} point.",
                          "Sovereign of Morisi: {name}, with {count} points.", points, name=name)  # fmt: skip
    why = _tie(decisive, points, name, say) if decisive else route_speech.houses_headline(result, names, say)
    sovereign = say("Sovereign of Morisi: {name}.", name=name)
    return f"{why} {sovereign}"


def decision(view: Document, result: Result, say: Language) -> str:
    """What decided the game, unless points alone did, and the winner's title."""
    why = (
        route_speech.houses_decision(result, say),
        say("A tie in points: houses in more cities decide it."),
        say("A tie in points and in cities: more sticks decide it."),
        say("A tie in points, in cities and in sticks: more houses decide it."),
    )[view["facts"]["decisive"]]
    hail = say("Hail the Sovereign of Morisi!") if len(result.winners) == 1 else ""
    return f"{why} {hail}".strip()


def _tie(decisive: int, points: int, winners: str, say: Language) -> str:
    if decisive == 1:
        return say.plural("A tie at {count} point: houses in more cities decide it for {winners}.",
                          "A tie at {count} points: houses in more cities decide it for {winners}.",
                          points, winners=winners)  # fmt: skip
    if decisive == 2:
        return say.plural("A tie at {count} point, and in cities: more sticks decide it for {winners}.",
                          "A tie at {count} points, and in cities: more sticks decide it for {winners}.",
                          points, winners=winners)  # fmt: skip
    return say.plural("A tie at {count} point, in cities and in sticks: more houses decide it for {winners}.",
                      "A tie at {count} points, in cities and in sticks: more houses decide it for {winners}.",
                      points, winners=winners)  # fmt: skip


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:  # noqa: ARG001
    """The points by source: city by city, the largest last, then the predictions."""
    facts, places = view["facts"], route_speech.city_places(view)
    lines = [
        Line(_ranked(city, rank, city in facts["counts"], say), cells)
        for rank, city in sorted(((rank, city) for city, rank in facts["ranks"].items()), reverse=True)
        if any(cells := [_city_cell(view, city, places[city], seat, say) for seat in range(view["players"])])
    ]
    if facts["over"] and "predictions" in view:
        lines += [_prediction_line(place, view, places, say) for place in range(LARGEST)]
    return lines


def _city_cell(view: Document, city: str, place: str, seat: int, say: Language) -> Cell | None:
    """The points of a seat in a city. With two players only the largest city counts."""
    facts, houses = view["facts"], view["houses"][seat].get(city, 0)
    points = facts["worth"][seat].get(city, 0)
    if not points:
        return None
    counted = houses if city in facts["counts"] else 0
    words = _city_words(city, facts["ranks"][city], counted, points - counted, say)
    return Cell(points, route_speech.counted_keys(place, city, seat), words)


def _ranked(city: str, rank: int, counts: bool, say: Language) -> str:
    """A city with its rank, if its houses count."""
    if not counts:
        return city
    ranks = (say("largest"), say("second"), say("third"))
    return say("{city} ({rank})", city=city, rank=ranks[rank - 1])


def _city_words(city: str, rank: int, count: int, each: int, say: Language) -> str:
    """The points of a seat in a city in words: for being there, and for its houses if the city is large enough."""
    if not count:
        return say("{city}: {points} points for being there", city=city, points=each)
    large = (
        say("{city}, the largest city", city=city),
        say("{city}, second in size", city=city),
        say("{city}, third in size", city=city),
    )[rank - 1]
    if not each:
        return say.plural("{city}: {count} house", "{city}: {count} houses", count, city=large)
    return say.plural(
        "{city}: {points} points for being there, and {count} house",
        "{city}: {points} points for being there, and {count} houses",
        count, city=large, points=each,
    )  # fmt: skip


def _prediction_line(place: int, view: Document, places: Mapping[str, str], say: Language) -> Line:
    """The predictions of all seats for a rank."""
    cells = [
        _prediction_cell(place + 1, predicted[place], seat, view["facts"]["foreseen"][seat][place], places, say)
        if place < len(predicted)
        else None
        for seat, predicted in enumerate(view["predictions"])
    ]
    return Line(say("Prediction {rank}", rank=place + 1), cells, apart=True, moment=OPENING)


def _prediction_cell(rank: int, city: str, seat: int, points: int, places: Mapping[str, str], say: Language) -> Cell:
    words = {
        FOR_RANK: say("Prediction {rank}: {city}, at its right rank", rank=rank, city=city),
        FOR_BEING_LARGE: say("Prediction {rank}: {city}, among the three largest", rank=rank, city=city),
        0: say("Prediction {rank}: {city}, not among the three largest", rank=rank, city=city),
    }[points]
    return Cell(points, (f"hex {places[city]}", f"prediction {seat} {rank}"), words, f"{city} {signed(points)}")
