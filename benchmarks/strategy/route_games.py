"""What Netzwerk and Morisi share: a house rule, and what is noted of a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.strategy.measures import Part, Sample, course
from benchmarks.strategy.self_play import Played, Series, states
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.document import Document
from tablee.games.shared.hexes import hex_text, neighbours, read_hex


def last_begins(game: str) -> Callable[[States], States]:
    """A house rule: whoever placed the last pawn has the first turn."""

    def prepared(state: States) -> States:
        definition = find_game(game)
        document = definition.truth(state)
        if document["phase"] != "move":
            return state
        plain = {name: value for name, value in document.items() if name != "facts"}
        return definition.read({**plain, "turn": document["players"] - 1})

    return prepared


class Route(NamedTuple):
    """What a seat has built in a turn."""

    turn: int  # the number of the seat's turn
    sticks: int
    houses: int
    points: int
    extends: bool  # does it touch what the seat had?


class Side(NamedTuple):
    """A seat in a game."""

    won: float
    start: int  # cities beside the first hex, or in it
    usual: float  # the mean of that over all hexes where one may begin
    on_city: bool
    usual_city: float  # the share of cities among these hexes
    routes: list[Route]
    moves: int
    cubes: int  # taken by moves
    held: int  # cubes in hand at the end
    cities: list[str]
    houses: int
    sticks: int
    pieces: int  # of its network, not connected with each other
    points: int


class Look(NamedTuple):
    """What is noted of a game."""

    sides: list[Side]
    ender: int
    reason: str
    turns: int
    leaders: list[int | None]  # after each tenth of the turns: who has most points, alone


def look(game: str, played: Played, series: Series) -> Look:
    """Go through a game."""
    definition = find_game(game)
    turns: list[tuple[int, Document, Document]] = []
    starts: dict[int, tuple[str, Document]] = {}
    before: Document | None = None
    ender, cubes, moves = 0, [0] * series.players, [0] * series.players
    for state, text in states(game, series, played):
        verb, _, where = text.partition(" ")
        if verb in ("move", "place") or not text:
            now = definition.truth(state)
            if before is not None:
                turns.append((ender, before, now))
            if verb == "place":
                starts[int(now["turn"])] = where, now
            before = now if verb == "move" else None
            if verb == "move":
                ender = int(now["turn"])
                moves[ender] += 1
                cubes[ender] += bool(now["hexes"][where].get("cubes"))
    last = turns[-1][2]
    sides = [_side(played, seat, turns, starts[seat], last, moves[seat], cubes[seat]) for seat in range(series.players)]
    at = [turns[int(len(turns) * tenth / 10)][2]["facts"]["scores"] for tenth in range(1, 10)]
    leaders = [scores.index(max(scores)) if scores.count(max(scores)) == 1 else None for scores in at]
    return Look(sides, ender, played.reason, len(turns), leaders)


def _side(
    played: Played, seat: int, turns: Sequence[tuple[int, Document, Document]], start: tuple[str, Document],
    last: Document, moves: int, cubes: int,
) -> Side:  # fmt: skip
    own = [(before, after) for who, before, after in turns if who == seat]
    routes = [_route(seat, at, before, after) for at, (before, after) in enumerate(own, start=1)]
    where, land = start
    beginnings = [name for name, site in land["hexes"].items() if site["kind"] != "desert"]
    usual = sum(_cities_at(land, name) for name in beginnings) / len(beginnings)
    return Side(
        played.share(seat), _cities_at(land, where), usual, land["hexes"][where]["kind"] == "city",
        sum(land["hexes"][name]["kind"] == "city" for name in beginnings) / len(beginnings),
        [route for route in routes if route.sticks], moves, cubes, sum(last["cubes"][seat].values()),
        list(last["houses"][seat]), sum(last["houses"][seat].values()), len(last["sticks"][seat]),
        _pieces(last["sticks"][seat]), int(last["facts"]["scores"][seat]),
    )  # fmt: skip


def _route(seat: int, turn: int, before: Document, after: Document) -> Route:
    old, new = set(before["sticks"][seat]), set(after["sticks"][seat])
    mine = {name for edge in old for name in edge.split("|")}
    added = {name for edge in new - old for name in edge.split("|")}
    houses = sum(after["houses"][seat].values()) - sum(before["houses"][seat].values())
    points = int(after["facts"]["scores"][seat]) - int(before["facts"]["scores"][seat])
    return Route(turn, len(new - old), houses, points, bool(mine & added))


def _cities_at(land: Document, name: str) -> int:
    around = [name, *map(hex_text, neighbours(read_hex(name)))]
    return sum(land["hexes"].get(other, {}).get("kind") == "city" for other in around)


def _pieces(sticks: Iterable[str]) -> int:
    group: dict[str, str] = {}

    def root(name: str) -> str:
        while group.setdefault(name, name) != name:
            name = group[name]
        return name

    for edge in sticks:
        one, other = edge.split("|")
        group[root(one)] = root(other)
    return len({root(name) for name in list(group)})


class Sides:
    """Figures over the seats of a sample."""

    def __init__(self, game: str, sample: Sample) -> None:
        self.sample = sample
        self.looks = [look(game, one, sample.series) for one in sample.games]

    def mean(self, value: Callable[[Side], float], which: Callable[[Side], bool] = lambda _: True) -> dict[str, Any]:
        """A mean over seats."""
        return self.sample.mean(self._parts(value, which))

    def share(self, value: Callable[[Side], float], which: Callable[[Side], bool] = lambda _: True) -> dict[str, Any]:
        """A share of seats."""
        return self.sample.share(self._parts(value, which))

    def routes(
        self, value: Callable[[Route], float], which: Callable[[Route], bool] = lambda _: True
    ) -> dict[str, Any]:
        """A mean over routes."""
        return self.sample.mean(
            (sum(value(route) for side in one.sides for route in side.routes if which(route)),
             sum(which(route) for side in one.sides for route in side.routes)) for one in self.looks
        )  # fmt: skip

    def share_of_points(self, value: Callable[[Side], float]) -> dict[str, Any]:
        """How much of all points comes from something."""
        return self.sample.share(
            (sum(map(value, one.sides)), sum(side.points for side in one.sides)) for one in self.looks
        )

    def _parts(self, value: Callable[[Side], float], which: Callable[[Side], bool]) -> Iterable[Part]:
        return [
            (sum(value(side) for side in one.sides if which(side)), sum(map(which, one.sides))) for one in self.looks
        ]


def won(side: Side) -> bool:
    """Has it won alone?"""
    return side.won == 1


def lost(side: Side) -> bool:
    """Has it lost?"""
    return side.won == 0


def common_figures(game: str, samples: Mapping[str, Sample]) -> tuple[Sides, dict[str, Any]]:
    """The figures of both games, of two players."""
    two = Sides(game, samples["two"])
    games = two.looks
    faster = [(one.sides[0], one.sides[1]) for one in games]
    return two, {
        "houses_end": two.sample.share((one.reason == "houses", 1) for one in games),
        "turns": two.sample.mean((one.turns / len(one.sides), 1) for one in games),
        "ender_points": two.sample.share(
            (one.sides[one.ender].won, 1) for one in games if one.reason == "points"),
        "points_games": two.sample.share((one.reason == "points", 1) for one in games),
        "start": two.mean(lambda side: side.start),
        "usual_start": two.mean(lambda side: side.usual),
        "start_on_city": two.share(lambda side: side.on_city),
        "usual_city": two.mean(lambda side: side.usual_city) | {"kind": "share"},
        "takes": two.sample.share(
            (sum(side.cubes for side in one.sides), sum(side.moves for side in one.sides)) for one in games
        ),
        "route_sticks": two.routes(lambda route: route.sticks),
        "first_turn": two.mean(lambda side: side.routes[0].turn, lambda side: bool(side.routes)),
        "first_sticks": two.mean(lambda side: side.routes[0].sticks, lambda side: bool(side.routes)),
        "half_leader": two.sample.share(_leader(one, 5) for one in games),
        "late_leader": two.sample.share(_leader(one, 9) for one in games),
        "first_earlier": two.sample.share(_earlier(*pair) for pair in faster),
        "routes_won": two.mean(lambda side: len(side.routes), won),
        "routes_lost": two.mean(lambda side: len(side.routes), lost),
        "sticks_won": two.mean(lambda side: side.sticks, won),
        "sticks_lost": two.mean(lambda side: side.sticks, lost),
        "houses_won": two.mean(lambda side: side.houses, won),
        "houses_lost": two.mean(lambda side: side.houses, lost),
        "cities_won": two.mean(lambda side: len(side.cities), won),
        "cities_lost": two.mean(lambda side: len(side.cities), lost),
        "held_won": two.mean(lambda side: side.held, won),
        "held_lost": two.mean(lambda side: side.held, lost),
        "one_piece_won": two.share(lambda side: side.pieces == 1, won),
        "one_piece_lost": two.share(lambda side: side.pieces == 1, lost),
        "houses_new": two.routes(lambda route: route.houses, lambda route: not route.extends),
        "houses_extends": two.routes(lambda route: route.houses, lambda route: route.extends),
        "per_stick_new": _per_stick(two, lambda route: not route.extends),
        "per_stick_extends": _per_stick(two, lambda route: route.extends),
    }  # fmt: skip


def _per_stick(two: Sides, which: Callable[[Route], bool]) -> dict[str, Any]:
    """Houses for each stick."""
    return two.sample.mean(
        (sum(route.houses for side in one.sides for route in side.routes if which(route)),
         sum(route.sticks for side in one.sides for route in side.routes if which(route))) for one in two.looks
    )  # fmt: skip


def _earlier(one: Side, other: Side) -> Part:
    if not one.routes or not other.routes or one.routes[0].turn == other.routes[0].turn:
        return 0, 0
    return (one if one.routes[0].turn < other.routes[0].turn else other).won, 1


def network(game: str, two: Sides) -> dict[str, Any]:
    """The end of a game that was won by houses: of those, one of usual length."""
    by_houses = [
        (look.turns, played)
        for look, played in zip(two.looks, two.sample.games, strict=True)
        if look.reason == "houses"
    ]
    _, played = sorted(by_houses)[len(by_houses) // 2]
    *_, (state, _) = states(game, two.sample.series, played)
    hexes = [f"hex {name}" for name in find_game(game).truth(state)["hexes"]]
    return {"position": {"players": 2, "seed": played.set_up, "log": list(played.log)}, "cut": hexes, "values": {}}


def leaders(two: Sides) -> dict[str, Any]:
    """How often the side wins that has more points, after each tenth of the turns."""
    return course(two.sample, range(1, 10), lambda tenth: [
        _leader(one, tenth) for one in two.looks
    ])  # fmt: skip


def _leader(one: Look, tenth: int) -> Part:
    leader = one.leaders[tenth - 1]
    return (0, 0) if leader is None else (one.sides[leader].won, 1)
