"""The arrays of many games side by side, and how compiled code reaches all of them by one number.

Numba takes each array of an argument over by itself (a twentieth of a microsecond), and counts who holds it wherever
it is handed on. What is reached by its address costs neither; whoever calls holds the arrays meanwhile.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba import carray, types
from numba.extending import intrinsic

from tablee.kernel.cache import compiled_within
from tablee.kernel.contract import States

ALIGNMENT = 64

Desk = Any
"""Where the arrays lie: the address of what `written` writes; to the interpreter the arrays themselves."""


class Kind(NamedTuple):
    """What holds for all games of a batch."""

    size: int
    players: int
    actions: int
    most: int  # actions or outcomes at once
    numbers: int  # that are observed
    fresh: int  # states to begin with
    first_outcome: int
    most_steps: int
    autoreset: int
    draws: int  # is chance resolved inside?
    sets_up: int  # do rules lay out every game anew?
    observes: int  # is what the seat to act observes written down with every step?


class Games(NamedTuple):
    """The arrays of a batch, a row a game."""

    states: Any
    fresh: Any  # states to begin with
    seeds: Any  # what set-up and chance follow from
    random: Any  # generators
    ids: Any  # what is legal, ascending
    codes: Any
    weights: Any
    count: Any
    mask: Any  # by id of action
    to_act: Any  # a seat, CHANCE or OVER
    steps: Any
    rewards: Any
    terminated: Any
    truncated: Any
    finals: Any  # what each seat observed at the end
    observed: Any  # what the seat to act observes, if that is written down
    looked: Any  # who observed it, or OVER if a row is not to be gone on from
    played: Any  # the code that was played since


def room_for(kind: Kind, fresh: States) -> Games:
    """Zeros for all of it; what is observed needs no room where it is not written down."""
    rows = kind.size if kind.observes else 1
    size, players, most, numbers = kind.size, kind.players, kind.most, kind.numbers
    return Games(
        states=aligned((size,), fresh.dtype),
        fresh=fresh,
        seeds=aligned((size,), np.int64),
        random=aligned((size,), np.uint64),
        ids=aligned((size, most), np.int32),
        codes=aligned((size, most), np.int32),
        weights=aligned((size, most), np.int32),
        count=aligned((size,), np.int32),
        mask=aligned((size, kind.actions), np.bool_),
        to_act=aligned((size,), np.int8),
        steps=aligned((size,), np.int32),
        rewards=aligned((size, players), np.float32),
        terminated=aligned((size,), np.bool_),
        truncated=aligned((size,), np.bool_),
        finals=aligned((size, players, numbers), np.float32),
        observed=aligned((rows, numbers), np.float32),
        looked=aligned((size,), np.int8),
        played=aligned((size,), np.int32),
    )


def aligned(shape: Sequence[int], dtype: Any) -> npt.NDArray[Any]:
    """Zeros that begin at a multiple of 64 bytes, so that other libraries need not copy them."""
    kind = np.dtype(dtype)
    length = int(np.prod(shape)) * kind.itemsize
    room = np.zeros(length + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    found: npt.NDArray[Any] = room[start : start + length].view(kind).reshape(shape)
    return found


def written(games: Games, kind: Kind) -> npt.NDArray[np.int64]:
    """All that compiled code must know to reach the arrays, as numbers."""
    return np.array([*kind, *(array.ctypes.data for array in games)], np.int64)


def desk_at(table: npt.NDArray[np.int64], games: Games, kind: Kind) -> Desk:
    """What is handed to compiled code, and to the interpreter in its place, as long as the table is held."""
    return (games, kind) if numba.config.DISABLE_JIT else table.ctypes.data


@intrinsic  # type: ignore[untyped-decorator]
def _pointer(typing: Any, address: Any) -> Any:  # noqa: ARG001
    """An address as what `numba.carray` takes."""

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), made


_KIND, _ARRAYS = len(Kind._fields), len(Games._fields)


@compiled_within
def reach(states: Any, desk: Desk) -> Any:
    """The arrays, and what holds for all games.

    The states only say of which type they are: an array that came as an argument is counted, one that is reached by its
    address is not, and four times a game that is half of the work.
    """
    told = carray(_pointer(desk), _KIND, np.int64)
    at = carray(_pointer(desk + 8 * _KIND), _ARRAYS, np.int64)
    size, players, actions, most, numbers, fresh = told[0], told[1], told[2], told[3], told[4], told[5]
    kind = Kind(size, players, actions, most, numbers, fresh, told[6], told[7], told[8], told[9], told[10], told[11])
    games = Games(
        carray(_pointer(at[0]), size, states.dtype),
        carray(_pointer(at[1]), fresh, states.dtype),
        carray(_pointer(at[2]), size, np.int64),
        carray(_pointer(at[3]), size, np.uint64),
        carray(_pointer(at[4]), (size, most), np.int32),
        carray(_pointer(at[5]), (size, most), np.int32),
        carray(_pointer(at[6]), (size, most), np.int32),
        carray(_pointer(at[7]), size, np.int32),
        carray(_pointer(at[8]), (size, actions), np.bool_),
        carray(_pointer(at[9]), size, np.int8),
        carray(_pointer(at[10]), size, np.int32),
        carray(_pointer(at[11]), (size, players), np.float32),
        carray(_pointer(at[12]), size, np.bool_),
        carray(_pointer(at[13]), size, np.bool_),
        carray(_pointer(at[14]), (size, players, numbers), np.float32),
        carray(_pointer(at[15]), (size, numbers), np.float32),
        carray(_pointer(at[16]), size, np.int8),
        carray(_pointer(at[17]), size, np.int32),
    )
    return games, kind


def _handed_over(states: Any, desk: Desk) -> Any:  # noqa: ARG001
    """The same for the interpreter."""
    return desk


if numba.config.DISABLE_JIT:
    reach = _handed_over


def entry(function: Any, *arguments: Any) -> Any:
    """The machine code of a compiled function for arguments of these types, to be called without asking for them again.

    Only for arguments of one's own: it is not looked whether they are of these types.
    """
    return function if numba.config.DISABLE_JIT else function.compile(tuple(map(numba.typeof, arguments)))
