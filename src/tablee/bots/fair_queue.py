"""Who waits for a bot: one question of each asker in turn, however many one of them has."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A line in which households take turns, in each the askers, and the questions of each stand in their order.

    >>> queue = FairQueue[str]()
    >>> for asker, item in [("Zoé", "1"), ("Zoé", "2"), ("Zoé", "3"), ("Luc", "a"), ("Luc", "b")]:
    ...     queue.put(asker, item)
    >>> [queue.pop() for _ in range(len(queue))]
    ['1', 'a', '2', 'b', '3']
    """

    def __init__(self) -> None:
        self._households: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, asker: str, item: Item, household: str = "") -> None:
        """Somebody asks: who does not wait yet stands behind all others. Who has no household is one alone."""
        askers = self._households.setdefault(household or asker, OrderedDict())
        askers.setdefault(asker, deque()).append(item)
        self._count += 1

    def pop(self) -> Item:
        """The next one; whose it was stands last now."""
        household, askers = self._households.popitem(last=False)
        asker, line = askers.popitem(last=False)
        item = line.popleft()
        if line:
            askers[asker] = line
        if askers:
            self._households[household] = askers
        self._count -= 1
        return item

    def discard(self, asker: str, item: Item, household: str = "") -> None:
        """Somebody waits no more, if they still did."""
        askers = self._households.get(household or asker, OrderedDict())
        line = askers.get(asker, deque())
        if item not in line:
            return
        line.remove(item)
        self._count -= 1
        if not line:
            del askers[asker]
        if not askers:
            del self._households[household or asker]
