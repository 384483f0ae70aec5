"""Who waits for a bot: one question of each asker in turn, however many one of them has."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A line in which askers take turns, and the questions of each stand in their order.

    >>> queue = FairQueue[str]()
    >>> for asker, item in [("Zoé", "1"), ("Zoé", "2"), ("Zoé", "3"), ("Luc", "a"), ("Luc", "b")]:
    ...     queue.put(asker, item)
    >>> [queue.pop() for _ in range(len(queue))]
    ['1', 'a', '2', 'b', '3']
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def put(self, asker: str, item: Item) -> None:
        """Somebody asks: who does not wait yet stands behind all others."""
        self._lines.setdefault(asker, deque()).append(item)

    def pop(self) -> Item:
        """The next one; whose it was stands last now."""
        asker, line = self._lines.popitem(last=False)
        item = line.popleft()
        if line:
            self._lines[asker] = line
        return item

    def discard(self, asker: str, item: Item) -> None:
        """Somebody waits no more, if they still did."""
        line = self._lines.get(asker, deque())
        if item in line:
            line.remove(item)
            if not line:
                del self._lines[asker]
