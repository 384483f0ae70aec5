"""What is Morisi's own among the route games."""

from math import inf

from tests.games.shared.routes import reference as routes
from tests.games.shared.routes.position import Stick


class Reference(routes.Reference):
    """A game of Morisi."""

    def stock(self) -> int:
        medium = 6 if self.players == 2 else 5
        return 4 * 3 + medium * 2 + 9 * 1

    def cost(self, others: int) -> int | None:
        return 1 if self.players == 2 else 1 + others

    def is_wanted(self, route: list[Stick]) -> bool:
        return self.players == 2 or self.brings_a_house(route)

    def routes_a_turn(self) -> float:
        return inf if self.players == 2 else 1

    def points(self, seat: int) -> int:
        houses = self.houses(seat)
        in_the_largest = sum(houses.get(name, 0) for name in self.largest())
        return in_the_largest if self.players == 2 else in_the_largest + 4 * len(houses)

    def largest(self) -> list[str]:
        """The cities that count: the largest of two players, the three largest of more, and those as large."""
        sizes = self.sizes()
        enough = 1 if self.players == 2 else 3
        return [name for name in sizes if self.first_rank(name) <= enough]

    def first_rank(self, name: str) -> int:
        """The best rank that a city holds, which is 1 more than the number of larger ones."""
        sizes = self.sizes()
        return 1 + sum(size > sizes[name] for size in sizes.values())

    def last_rank(self, name: str) -> int:
        """The last rank that a city holds: its tie spans all from the first."""
        sizes = self.sizes()
        return sum(size >= sizes[name] for size in sizes.values())

    def predicted_points(self, seat: int) -> int:
        named = self.predictions[seat] if self.predictions is not None else []
        return sum(self._points_for(name, rank) for rank, name in enumerate(named, 1))

    def _points_for(self, name: str, rank: int) -> int:
        if self.sizes()[name] == 0:
            return 0
        if self.first_rank(name) <= rank <= self.last_rank(name):
            return 5
        return 2 if self.first_rank(name) <= 3 else 0

    def tie_breaks(self, seat: int) -> tuple[int, ...]:
        """More cities with a house, more sticks, more houses."""
        return len(self.houses(seat)), len(self.sticks[seat]), self.houses_in_all(seat)
