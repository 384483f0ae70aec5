"""Tables that are laid before anybody comes: played up to a certain point, the same on every run."""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import tablee
from tablee.bots.requests import Evaluation
from tablee.games import find_game, game_ids
from tablee.games.document import Document
from tablee.server.features.accounts.model import PERSON_COOKIE, session_of
from tablee.server.features.review.model import Budget, table_story
from tablee.server.features.review.store import WHOLE
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage.sqlite.sqlite_store import SqliteStore
from tablee.server.table.dice import commitment
from tablee.server.table.directory import entry_of
from tablee.server.table.events import Opening
from tablee.server.table.seating import Participant
from tablee.server.table.table import Table, fold
from tests.server.house import Guest, House
from tests.server.table.tables import NOW, happen, play_randomly

SEEDS = range(200)
NAMES = ("Zoé", "Maximilienne", "Otto", "Anna-Maria")
OF_EACH_KIND = [game for game in game_ids() if game != "netzwerk"]
"""Games whose pages can fail for reasons of their own: the picture of Netzwerk is Morisi's, which shows more."""


class Stick(NamedTuple):
    """A stick of a route, as the page offers it."""

    key: str
    """The node to be pointed at."""
    ways: Sequence[str]
    """The actions to choose from."""
    action: str
    """The one that is meant."""


class Laid(NamedTuple):
    """A table in the house, at which people sit who have not come yet."""

    table: Table

    @property
    def path(self) -> str:
        return f"/tables/{self.table.id}"

    @property
    def seat(self) -> int:
        """The seat to act."""
        assert self.table.to_act is not None
        return self.table.to_act

    @property
    def view(self) -> Document:
        return self.table.view(None)

    def profile(self, seat: int) -> dict[str, Any]:
        """What the browser of the one in that seat knows."""
        cookie = {"name": PERSON_COOKIE, "value": self.token(seat), "domain": "localhost", "path": "/"}
        return {"storage_state": {"cookies": [cookie], "origins": []}}

    def guest(self, house: House, seat: int) -> Guest:
        """The one in that seat, without a browser."""
        guest = Guest(house)
        guest.cookie = f"{PERSON_COOKIE}={self.token(seat)}"
        return guest

    def token(self, seat: int) -> str:
        return _token(self.table.id, self.table.seats[seat].id)


def _token(table: str, participant: int) -> str:
    return hashlib.sha256(f"{table} {participant}".encode()).hexdigest()


async def lay(
    house: House,
    name: str,
    game: str,
    until: Callable[[Table], object] = lambda _: True,
    *,
    players: int = 2,
    build: bool = False,
    options: Mapping[str, str] | None = None,
    names: Sequence[str] = NAMES,
) -> Laid:
    """Lay a table as it is when something is so; `name` tells it from others, `build` is whether anybody builds."""
    for seed in SEEDS:
        table = _started(hashlib.sha256(f"{name} {seed}".encode()), game, players, options or {}, names)
        if _play(table, random.Random(seed), until, build=build):
            await _store(house, table)
            return Laid(table)
    raise AssertionError("no game comes to that point")


async def lay_over(house: House, name: str, game: str = "isis", players: int = 2) -> Laid:
    """Lay a table whose game is over, played at random."""
    table = _started(hashlib.sha256(name.encode()), game, players, {})
    play_randomly(table, random.Random(name))
    await _store(house, table)
    return Laid(table)


async def lay_told(house: House, name: str, game: str = "isis") -> Laid:
    """Lay a table whose game is over, with a story: by a judge who finds every action to be a mistake."""
    laid = await lay_over(house, name, game)
    gains = {0: (0.2, -0.2), 1: (-0.2, 0.2)}
    weighed = [
        Evaluation((0.6, 0.4), 0.01, step.event.text, gains.get(step.event.seat, ()), 0.01) for step in laid.table.steps
    ]
    store = SqliteStore(house.database)
    await store.review.want(laid.table.id, game, NOW)
    await store.review.claim(laid.table.id, "laid", NOW, NOW)
    await store.review.keep(laid.table.id, "laid", WHOLE, table_story(laid.table, weighed, Budget()), NOW)
    await store.close()
    return laid


async def lay_given_up(house: House, name: str, game: str, steps: int) -> Laid:
    """Lay a table whose game is over after so many events, as somebody gave up: quickly looked through."""
    table = _started(hashlib.sha256(name.encode()), game, 2, {})
    play_randomly(table, random.Random(name), steps=steps)
    happen(table, table.leave(1, NOW))
    await _store(house, table)
    return Laid(table)


async def lay_near_the_end(house: House, name: str, game: str, left: int) -> tuple[Laid, list[str]]:
    """Lay a table as it was so many decisions before its end; returns those too, which lead there again."""
    table = _started(hashlib.sha256(f"{name} {game}".encode()), game, 2, {})
    choice, decisions = random.Random(1), [(table.number, "")]
    while table.to_act is not None:
        decisions.append((table.number, _chosen(table, choice, build=True)))
        happen(table, table.act(table.to_act, table.step, decisions[-1][1], NOW))
    last = [*decisions[len(decisions) - left :], (table.number, "")]
    laid = Laid(fold(table.opening, table.seed, table.definition, table.events[: last[0][0]]))
    await _store(house, laid.table, seen=True)
    return laid, [action for _, action in last[:-1]]


def _started(
    luck: "hashlib._Hash", game: str, players: int, options: Mapping[str, str], names: Sequence[str] = NAMES
) -> Table:
    definition, seed = find_game(game), luck.digest()
    full = definition.full_options(players, options)
    opening = Opening(luck.hexdigest()[:12], game, definition.version, players, full, commitment(seed))
    table = Table(opening, seed, definition)
    for place in range(players):
        happen(table, table.sit(names[place], NOW, nonce=f"{place:032x}"))
    happen(table, table.start(NOW))
    return table


def _play(table: Table, choice: random.Random, until: Callable[[Table], object], *, build: bool) -> bool:
    """Play like people who gather what they can; returns whether it ever comes to that point."""
    while table.to_act is not None:
        if until(table):
            return True
        happen(table, table.act(table.to_act, table.step, _chosen(table, choice, build), NOW))
    return False


def _chosen(table: Table, choice: random.Random, build: bool) -> str:
    actions = table.actions(table.to_act)
    hexes = table.view(None).get("hexes", {})
    sticks = [action for action in actions if action.startswith("stick")]
    taking = [action for action in actions if hexes.get(action.partition(" ")[2], {}).get("cubes")]
    if sticks and (build or "end" not in actions):
        return choice.choice(sticks)
    return "end" if "end" in actions else choice.choice(taking or _soonest(actions))


def _soonest(actions: Sequence[str]) -> Sequence[str]:
    """What ends a turn with dice: who places and calls at random takes thousands of throws, each a line of the log."""
    placing = [action for action in actions if action.startswith("place")]
    return placing or [action for action in actions if not action.startswith("call")] or actions


async def _store(house: House, table: Table, *, seen: bool = False) -> None:
    """Keep a table in the house; if it has been `seen`, nobody who comes is shown all that happened."""
    store = SqliteStore(house.database)
    people = {participant.id: await _person(store, table, participant) for participant in table.participants}
    await store.open_table(table.opening, table.seed, entry_of(table))
    await store.append(table.id, table.events, entry_of(table), people)
    for participant in people if seen else ():
        await store.saw(table.id, participant, table.number)
    await store.close()


async def _person(store: SqliteStore, table: Table, participant: Participant) -> str:
    """Somebody who was here just now: who has not been for long is forgotten by the house, and would not be let in."""
    session = session_of(_token(table.id, participant.id))
    return (await store.begin_session(session, None, now=milliseconds_now(), device="")).id


# ---- certain points ----------------------------------------------------------------------------------------


def moves(table: Table) -> bool:
    """Is somebody to move?"""
    return bool(table.view(None)["phase"] == "move")


def takes_the_last_cube(table: Table) -> list[str]:
    """The moves that take the last cube of a colour."""
    view = table.view(None)
    if view["phase"] != "move":
        return []
    lands = [site for site in view["hexes"].values() if site["kind"] == "land"]
    left = {site["color"]: sum(one["cubes"] for one in lands if one["color"] == site["color"]) for site in lands}
    hexes = [(action, view["hexes"][action.partition(" ")[2]]) for action in table.actions(table.to_act)]
    return [action for action, site in hexes if site.get("cubes") and left[site["color"]] == 1]


def route_with_a_question(table: Table) -> list[Stick]:
    """A route of at least three sticks, one of which but the first can be paid in two ways; the second is meant."""
    view = table.view(None)
    if view["phase"] != "build" or view["route"] is not None:
        return []
    game = tablee.load(find_game(view["game"]).words.write(table.state))
    return next((route for route in _routes(game, []) if len(route) > 2 and _asks(route[1:])), [])


def _asks(route: Sequence[Stick]) -> bool:
    return any(len(stick.ways) > 1 for stick in route)


def _routes(game: tablee.Game, laid: list[Stick], most: int = 4) -> list[list[Stick]]:
    """Routes that can be completed from here with few sticks, one for each way over the land."""
    ways: dict[str, list[str]] = {}
    for action in game.legal():
        if action.startswith("stick"):
            ways.setdefault(action.split(" ")[1], []).append(action)
    routes = []
    for edge, actions in ways.items():
        after = game.copy()
        after.play(actions[-1])
        key = f"hex {edge.partition('>')[2]}" if laid else f"edge {edge}"
        route = [*laid, Stick(key, actions, actions[-1])]
        if after.view(None)["route"] is None:
            routes.append(route)
        elif len(route) < most:
            routes += _routes(after, route, most)
    return routes
