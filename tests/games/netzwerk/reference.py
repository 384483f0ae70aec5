"""What is Netzwerk's own among the route games."""

from tests.games.shared.routes import reference as routes
from tests.games.shared.routes.position import Stick


class Reference(routes.Reference):
    """A game of Netzwerk."""

    def stock(self) -> int:
        return 3 * 3 + 3 * 2 + 8 * 1

    def cost(self, others: int) -> int | None:
        if self.players == 2 and others > 0:
            return None
        return 1 + others

    def is_wanted(self, _route: list[Stick]) -> bool:
        return True

    def routes_a_turn(self) -> float:
        return 1

    def points(self, seat: int) -> int:
        values = {about["name"]: about["value"] for about in self.hexes.values() if about["kind"] == "city"}
        houses = self.houses(seat)
        return sum(houses.values()) + sum(int(values[name]) for name in houses)

    def tie_breaks(self, _seat: int) -> tuple[int, ...]:
        return ()
