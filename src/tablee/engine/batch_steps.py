"""Step, list, observe and restart many games in compiled code.

Each function works on the games from `first` to `last`, so that several threads can share a batch: games are
independent, and each has a seed and a generator of its own. A single game is a batch of one.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numba.extending import overload

from tablee.engine import contract, defaults
from tablee.engine.action_ids import NO_ID, code_among, has_codes_for_ids, listed, sort
from tablee.engine.batch_buffers import Handle, open_batch
from tablee.engine.chance import below, following_seed, fraction, weighted
from tablee.engine.compile_cache import compiled, compiled_for_threads, compiled_within
from tablee.engine.contract import CHANCE, OVER, function_of, rules_of, rules_of_type
from tablee.engine.playouts import play_out

_to_act, _outcomes, _apply = contract.to_act, contract.outcomes, contract.apply
_winners, _observe, _set_up = contract.winners, contract.observe, contract.set_up

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a game that is over restarts: at the next step, whose action is ignored; at once; or only by a reset."""
STEP, BEGIN, ANEW, LOOK = range(4)
"""What to do in a game: play an id; begin with its seed; begin with the next seed; look at a state set from outside."""
NO_CODE = -1
REFUSED = -3
"""`step_one` returns this for an id that is not legal."""
STRIDE = np.uint64(0xD1342543DE82EF95)
"""How far the generators of neighbouring games are apart when ids are sampled."""
NARROW = 1024
"""A mask of at most so many actions is cleared as a whole; in a wider one only the actions that were legal."""


@compiled_within
def go_on(batch: Any, settings: Any, game: int, how: int) -> None:
    """Begin a game or play the code that `_is_legal` has found, let chance draw, and list what is legal then.

    Each rule is called in one place only, because it is compiled into every caller, and some are long.
    """
    while True:
        code = NO_CODE
        if how == STEP:
            code = batch.code[game]
            batch.played[game] = code
            batch.calls[game] += 1
        else:
            batch.looked[game] = OVER  # the last observation is of another game
            batch.calls[game] = 0
            if how != LOOK:
                _deal(batch, settings, game, how)
        _carry_out(batch, settings, game, code)
        if not _ends(batch, settings, game, how):
            break
        how = ANEW
    _list(batch, settings, game)


@compiled_within
def _deal(batch: Any, settings: Any, game: int, how: int) -> None:
    """Set a game up with its seed, or with the next one."""
    random = batch.random[game : game + 1]
    if how == ANEW:
        batch.seeds[game] = following_seed(random)
    random[0] = batch.seeds[game]
    batch.states[game] = batch.fresh[game % settings.fresh if settings.placed else below(random, settings.fresh)]
    random[0] = batch.seeds[game]  # the same outcomes, wherever it begins
    if settings.sets_up:
        _set_up(batch.states[game], batch.seeds[game])
    batch.steps[game] = 0


@compiled_within
def _carry_out(batch: Any, settings: Any, game: int, code: int) -> None:
    """Play a code, if there is one, and then draw outcomes until it is a seat's turn, if chance is resolved inside."""
    state, codes, weights = batch.states[game], batch.codes[game], batch.weights[game]
    while True:
        if code != NO_CODE:
            _apply(state, code)
            batch.steps[game] += 1
        if not settings.draws or _to_act(state) != CHANCE:
            return
        code = codes[weighted(batch.random[game : game + 1], weights, _outcomes(state, codes, weights))]


@compiled_within
def _ends(batch: Any, settings: Any, game: int, how: int) -> bool:
    """Record the end of a game; return whether it restarts at once, after which the record stays readable."""
    if how == ANEW and settings.autoreset == SAME_STEP:
        return False
    state = batch.states[game]
    if batch.terminated[game]:
        _fill(batch.rewards, game, 0)
    over = _to_act(state) == OVER
    late = not over and batch.steps[game] >= settings.most_steps
    batch.terminated[game], batch.truncated[game] = over, late
    batch.waits[game] = settings.autoreset != SAME_STEP and (over or late)
    if over:
        tell_returns(state, batch.rewards[game])
    if how != STEP or settings.autoreset != SAME_STEP or not (over or late):
        return False
    for seat in range(settings.players):
        batch.finals[game, seat] = 0
        _observe(state, seat, batch.finals[game, seat])
    return True


@compiled_within
def _list(batch: Any, settings: Any, game: int) -> None:
    """List what is legal now, in the order of the rules."""
    _unmark(batch, settings, game)
    state = batch.states[game]
    if batch.truncated[game] and settings.autoreset != SAME_STEP:
        batch.to_act[game], batch.count[game] = OVER, 0
    else:
        batch.to_act[game] = _to_act(state)
        codes = _codes(batch, game)
        batch.count[game] = listed(state, codes, batch.ids[game], batch.weights[game], settings.first_outcome)
    if batch.to_act[game] >= 0:
        _mark(batch, game, True)
    else:
        _fill(batch.mask, game, True)  # a masked softmax of nothing would be no number
        batch.full[game] = True


@compiled_within
def _codes(batch: Any, game: int) -> Any:
    """The row for codes: where ids are codes, it is the row of ids."""
    return batch.ids[game] if has_codes_for_ids(batch.states[game]) else batch.codes[game]


@compiled_within
def _unmark(batch: Any, settings: Any, game: int) -> None:
    """Clear the mask; in a wide one only what is listed."""
    if settings.actions <= NARROW or batch.full[game]:
        _fill(batch.mask, game, False)
        batch.full[game] = False
    else:
        _mark(batch, game, False)


@compiled_within
def _mark(batch: Any, game: int, legal: bool) -> None:
    """Set the mask of what is listed; an action without an id has no place there."""
    all_known = has_codes_for_ids(batch.states[game])
    for place in range(batch.count[game]):
        if all_known or batch.ids[game, place] != NO_ID:
            batch.mask[game, np.uint32(batch.ids[game, place])] = legal


@compiled_within
def _fill(rows: Any, row: int, value: Any) -> None:
    for place in range(rows.shape[1]):
        rows[row, place] = value


@compiled_within
def _is_legal(batch: Any, settings: Any, game: int, action: int) -> bool:
    """Look an id up among the listed ones, and note its code.

    Where ids are codes, the loop has no way out and is compiled into a few wide comparisons.
    """
    if has_codes_for_ids(batch.states[game]):
        found = False
        for place in range(batch.count[game]):
            found |= batch.ids[game, place] == action
        if found:
            batch.code[game] = action + settings.first_outcome * (_to_act(batch.states[game]) == CHANCE)
        return found
    batch.code[game] = code_among(batch.ids[game], batch.codes[game], batch.count[game], action)
    return bool(batch.code[game] != NO_ID)


# ---- observations ----------------------------------------------------------------------------------------------


def show(states: Any, rows: Any, to_act: Any, looked: Any, played: Any, first: int, last: int) -> None:
    """Write what the seat to act observes in each game, if there is one, and in `looked` who it was.

    Where the game has `observe_again`, it updates the row of what `looked` observed before it `played`. The loop over
    the games is compiled around the game's functions: a call for each game would cost as much as what they write.
    """
    _shower(rules_of(states[0]))(states, rows, to_act, looked, played, first, last)


def _shower(rules: ModuleType) -> Callable[..., None]:
    observe, observe_again = function_of(rules, "observe"), function_of(rules, "observe_again")
    updates = observe_again is not defaults.observe_again

    def work(states: Any, rows: Any, to_act: Any, looked: Any, played: Any, first: int, last: int) -> None:
        for game in range(first, last):
            seat = to_act[game]
            if updates and seat >= 0 and looked[game] >= 0:
                observe_again(states[game], seat, rows[game], looked[game], played[game])
            else:
                rows[game] = 0
                if seat >= 0:
                    observe(states[game], seat, rows[game])
            looked[game] = seat

    return work


@overload(show, strict=False)  # type: ignore[untyped-decorator]
def _show(states: Any, rows: Any, to_act: Any, looked: Any, played: Any, first: Any, last: Any) -> Any:  # noqa: ARG001
    return _shower(rules_of_type(states.dtype))


# ---- many games ------------------------------------------------------------------------------------------------


@compiled_for_threads
def first_illegal(states: Any, handle: Handle, actions: Any) -> int:
    """The first game whose id is not legal, or `NO_ID`; notes the codes of the others.

    In a game that is over, any id will do if the game restarts by itself, and only `NO_ID` otherwise.
    """
    batch, settings = open_batch(states, handle)
    for game in range(len(actions)):
        idle = batch.waits[game] and (settings.autoreset != DISABLED or actions[game] == NO_ID)
        if not idle and not _is_legal(batch, settings, game, actions[game]):
            return game
    return NO_ID


@compiled_for_threads
def step(states: Any, handle: Handle, how: int, first: int, last: int) -> None:
    """Play in each game the code that `first_illegal` has noted, or begin all of them; begin games that wait anew."""
    batch, settings = open_batch(states, handle)
    for game in range(first, last):
        each = how
        if how == STEP and batch.waits[game]:
            _fill(batch.rewards, game, 0)
            if settings.autoreset == DISABLED:
                batch.calls[game] += 1
                continue
            each = ANEW
        go_on(batch, settings, game, each)
    if settings.observes:
        show(batch.states, batch.observed, batch.to_act, batch.looked, batch.played, first, last)


@compiled_within
def tell_returns(state: Any, returns: Any) -> None:
    """Fill the return of each seat in a game that is over: 1 for a sole winner, 0 in sum."""
    winners, count = _winners(state), 0
    for seat in range(state.players):
        count += winners >> seat & 1
    for seat in range(state.players):
        share = (winners >> seat & 1) / count
        returns[seat] = (state.players * share - 1) / (state.players - 1)


@compiled_for_threads
def observe(states: Any, handle: Handle, seat: int, out: Any, first: int, last: int) -> None:
    """Fill what a seat has been shown in each game: with `seat` below 0 the seat to act, or zeros if there is none."""
    batch, _ = open_batch(states, handle)
    for game in range(first, last):
        _fill(out, game, 0)
        who = batch.to_act[game] if seat < 0 else seat
        if 0 <= who < batch.states[game].players:
            _observe(batch.states[game], who, out[game])


@compiled_for_threads
def gather(states: Any, handle: Handle, offsets: Any, out: Any, first: int, last: int) -> None:
    """Copy the legal ids of each game to its place in one array."""
    batch, _ = open_batch(states, handle)
    for game in range(first, last):
        for place in range(batch.count[game]):
            out[offsets[game] + place] = batch.ids[game, place]


@compiled_for_threads
def sample(states: Any, handle: Handle, weights: Any, seed: Any, out: Any, first: int, last: int) -> None:
    """Draw one legal id of each game: outcomes by their own weights, actions by those of a row for each game or for
    all; without rows all are alike. `NO_ID` for a game that is over, or if all weights are 0.
    """
    batch, _ = open_batch(states, handle)
    random = np.empty(1, np.uint64)
    for game in range(first, last):
        random[0] = seed + np.uint64(game) * STRIDE
        count = batch.count[game]
        out[game] = NO_ID
        if count == 0:
            continue
        if _to_act(batch.states[game]) == CHANCE:
            out[game] = batch.ids[game, weighted(random, batch.weights[game], count)]
        elif len(weights) == 0:
            out[game] = batch.ids[game, below(random, count)]
        else:
            row = weights[game % len(weights)]
            total = 0.0
            for place in range(count):
                total += row[batch.ids[game, place]]
            rest = total * fraction(random)
            for place in range(count):
                weight = row[batch.ids[game, place]]
                rest -= weight
                if weight > 0:
                    out[game] = batch.ids[game, place]
                    if rest < 0:
                        break


@compiled_for_threads
def play_out_all(states: Any, handle: Handle, scratch: Any, returns: Any, first: int, last: int) -> None:
    """Play a copy of each game at random to its end; what chance draws in the games stays the same."""
    batch, _ = open_batch(states, handle)
    actions, weights = np.empty_like(batch.codes[0]), np.empty_like(batch.weights[0])
    for game in range(first, last):
        scratch[game] = batch.states[game]
        play_out(scratch[game], batch.playouts[game : game + 1], actions, weights)
        tell_returns(scratch[game], returns[game])


# ---- one game by itself ----------------------------------------------------------------------------------------


@compiled
def step_one(states: Any, handle: Handle, how: int, action: int) -> int:
    """Play an id in the only game of a batch, or begin it; return who is to act then, or `REFUSED`."""
    batch, settings = open_batch(states, handle)
    if how == STEP and not _is_legal(batch, settings, 0, action):
        return REFUSED
    go_on(batch, settings, 0, how)
    sort(batch.ids[0], _codes(batch, 0), batch.weights[0], batch.count[0])
    if settings.observes:
        show(batch.states, batch.observed, batch.to_act, batch.looked, batch.played, 0, 1)
    return int(batch.to_act[0])
