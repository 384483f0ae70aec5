"""The arrays of a batch of games, and how compiled code reaches all of them by one address.

Numba unpacks every array argument by itself (a twentieth of a microsecond), and counts references wherever an array is
passed on. Arrays that are reached by their addresses cost neither; the caller keeps them alive meanwhile.
"""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, get_type_hints

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic

from tablee.engine.compile_cache import compiled_within
from tablee.engine.contract import States

ALIGNMENT = 64

Handle = Any
"""The address of an `address_table` for compiled code; without compilation the buffers and settings themselves."""


class BatchSettings(NamedTuple):
    """What all games of a batch have in common."""

    size: int
    players: int
    actions: int
    most: int  # actions or outcomes at once
    numbers: int  # of an observation
    fresh: int  # states to begin with
    first_outcome: int
    most_steps: int
    autoreset: int
    draws: int  # is chance resolved inside?
    sets_up: int  # do the rules set up every game anew?
    placed: int  # does each game begin at a state of its own, and not at any of them?
    observes: int  # is the observation of the seat to act written with every step?


STATE = "states.dtype"
"""Stands for the dtype of the game's states below."""


class BatchBuffers(NamedTuple):
    """The arrays of a batch, each with its dtype and its shape in terms of `BatchSettings`."""

    states: Annotated[Any, STATE, "size"]
    fresh: Annotated[Any, STATE, "fresh"]  # states to begin with
    seeds: Annotated[Any, np.int64, "size"]  # of set-up and chance
    random: Annotated[Any, np.uint64, "size"]  # generators of chance
    playouts: Annotated[Any, np.uint64, "size"]  # generators of playouts
    ids: Annotated[Any, np.int32, "size", "most"]  # what is legal
    codes: Annotated[Any, np.int32, "size", "most"]
    weights: Annotated[Any, np.int32, "size", "most"]
    count: Annotated[Any, np.int32, "size"]
    code: Annotated[Any, np.int32, "size"]  # of the id that is to be played
    calls: Annotated[Any, np.int32, "size"]  # of `step` since the game began
    mask: Annotated[Any, np.bool_, "size", "actions"]  # by action id; callers may read it, so no rule does
    full: Annotated[Any, np.bool_, "size"]  # is all of the mask true?
    waits: Annotated[Any, np.bool_, "size"]  # is the game over and not restarted?
    to_act: Annotated[Any, np.int8, "size"]  # a seat, CHANCE or OVER
    steps: Annotated[Any, np.int32, "size"]
    rewards: Annotated[Any, np.float32, "size", "players"]
    terminated: Annotated[Any, np.bool_, "size"]
    truncated: Annotated[Any, np.bool_, "size"]
    finals: Annotated[Any, np.float32, "size", "players", "numbers"]  # what each seat observed at the end
    observed: Annotated[Any, np.float32, "size", "numbers"]  # by the seat to act; one row if nothing is written
    looked: Annotated[Any, np.int8, "size"]  # who observed it, or OVER if the row cannot be updated
    played: Annotated[Any, np.int32, "size"]  # the code that was played since


_ARRAYS: dict[str, tuple[Any, list[str]]] = {
    name: (hint.__metadata__[0], list(hint.__metadata__[1:]))
    for name, hint in get_type_hints(BatchBuffers, include_extras=True).items()
}
"""The dtype and shape of each array, by name."""


def allocate(settings: BatchSettings, fresh: States) -> BatchBuffers:
    """Buffers of zeros, with the states to begin with."""
    arrays: dict[str, Any] = {}
    for name, (dtype, dimensions) in _ARRAYS.items():
        shape = [getattr(settings, dimension) for dimension in dimensions]
        if name == "observed" and not settings.observes:
            shape[0] = 1
        arrays[name] = aligned(shape, fresh.dtype if dtype is STATE else dtype)
    return BatchBuffers(**arrays | {"fresh": fresh})


def aligned(shape: Sequence[int], dtype: Any) -> npt.NDArray[Any]:
    """Zeros that begin at a multiple of 64 bytes, so that other libraries need not copy them."""
    kind = np.dtype(dtype)
    length = int(np.prod(shape)) * kind.itemsize
    room = np.zeros(length + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    found: npt.NDArray[Any] = room[start : start + length].view(kind).reshape(shape)
    return found


def address_table(buffers: BatchBuffers, settings: BatchSettings) -> npt.NDArray[np.int64]:
    """The settings and the addresses of all buffers, as numbers."""
    return np.array([*settings, *(array.ctypes.data for array in buffers)], np.int64)


def handle_of(table: npt.NDArray[np.int64], buffers: BatchBuffers, settings: BatchSettings) -> Handle:
    """What compiled code takes, valid as long as the table and the buffers are kept."""
    return (buffers, settings) if numba.config.DISABLE_JIT else table.ctypes.data


@intrinsic  # type: ignore[untyped-decorator]
def _pointer(typing: Any, address: Any) -> Any:  # noqa: ARG001
    """An address as a pointer for `numba.carray`."""

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), made


def _opener() -> Any:
    """Write `open_batch` from the arrays' dtypes and shapes: numba cannot loop over arrays of different types."""
    settings = BatchSettings._fields
    lines = [f"table = carray(_pointer(handle), {len(settings) + len(_ARRAYS)}, np.int64)"]
    lines += [f"{name} = table[{place}]" for place, name in enumerate(settings)]
    lines += [f"settings = BatchSettings({', '.join(settings)})"]
    names: dict[str, Any] = {
        "np": np, "carray": numba.carray, "_pointer": _pointer,
        "BatchBuffers": BatchBuffers, "BatchSettings": BatchSettings,
    }  # fmt: skip
    for place, (name, (dtype, dimensions)) in enumerate(_ARRAYS.items(), len(settings)):
        names[f"{name}_type"] = dtype
        kind = STATE if dtype is STATE else f"{name}_type"
        lines.append(f"{name}_array = carray(_pointer(table[{place}]), ({', '.join(dimensions)},), {kind})")
    arrays = ", ".join(f"{name}_array" for name in _ARRAYS)
    lines.append(f"return BatchBuffers({arrays}), settings")
    exec("def open_batch(states, handle):\n" + "\n".join(f"    {line}" for line in lines), names)
    return names["open_batch"]


def _opened(states: Any, handle: Handle) -> Any:  # noqa: ARG001
    return handle


open_batch = _opened if numba.config.DISABLE_JIT else compiled_within(_opener())
"""`open_batch(states, handle)`: the buffers and settings behind a handle.

The states only tell their type. An array that comes as an argument is reference-counted, which would be half of the
work of a step; an array that is reached by its address is not.
"""


def entry(function: Any, *arguments: Any) -> Any:
    """The machine code of a compiled function for arguments of these types, called without any check of types."""
    return function if numba.config.DISABLE_JIT else function.compile(tuple(map(numba.typeof, arguments)))
