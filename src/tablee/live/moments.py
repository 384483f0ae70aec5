"""What many ask for in the same moment is done once for all of them."""

import asyncio
from collections.abc import Callable


class OnceAMoment:
    """Does something at once, and then no sooner than a moment later, however often it is asked for meanwhile."""

    def __init__(self, do: Callable[[], None], moment: Callable[[], float]) -> None:
        """`moment` tells how many seconds that is now."""
        self._do = do
        self._moment = moment
        self._timer: asyncio.TimerHandle | None = None
        self._is_due = False

    def ask(self) -> bool:
        """Let it be done; returns whether it was, or else comes in a moment."""
        self._is_due = self._timer is not None
        if self._is_due:
            return False
        self._timer = asyncio.get_running_loop().call_later(self._moment(), self._pass)
        self._do()
        return True

    def settle(self) -> None:
        """It has been done otherwise: nobody waits for it any more."""
        self._is_due = False

    def _pass(self) -> None:
        self._timer = None
        if self._is_due:
            self.ask()
