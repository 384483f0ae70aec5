"""Many games of one kind in one array, compiled: stepped, listed, observed and begun anew without the interpreter.

Each function works on the games from `first` to `last`, so that several threads can share a batch: games know nothing
of each other, and each has a seed and a generator of its own. One game by itself is a batch of one.
"""

from typing import Any

import numpy as np

from tablee.kernel import contract
from tablee.kernel.cache import compiled, compiled_for_threads, compiled_within
from tablee.kernel.chance import below, following_seed, weighted
from tablee.kernel.contract import CHANCE, OVER
from tablee.kernel.desk import Desk, reach
from tablee.kernel.ids import NO_ID, code_among, code_of_legal, has_codes_for_ids, listed, sort
from tablee.kernel.playout import play_out
from tablee.kernel.showing import show

_to_act, _outcomes, _apply = contract.to_act, contract.outcomes, contract.apply
_winners, _observe, _set_up = contract.winners, contract.observe, contract.set_up

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a game that is over begins anew: at the step after, whose action means nothing; at once; or not by itself."""
STEP, BEGIN, ANEW, LOOK = range(4)
"""What is done in a game: an id is played; it begins as its seed says, or the seed that follows; or it has been put
where it is from outside."""
NO_CODE = -1
REFUSED = -3
"""What `step_one` says to an id that is not legal."""
NARROW = 1024
"""A mask of so many actions is wiped out in one go; in a wider one only what was legal before."""


@compiled_within
def go_on(games: Any, kind: Any, game: int, how: int, action: int) -> None:
    """Begin a game or play a legal id in it, let chance draw, and list what is legal then.

    Every rule is called in one place: it would be compiled wherever it is called, and some are long.
    """
    state = games.states[game]
    while True:
        code = NO_CODE
        if how == STEP:
            ids, codes, count = games.ids[game], games.codes[game], games.count[game]
            code = code_of_legal(state, ids, codes, count, action, kind.first_outcome)
            games.played[game] = code
        else:
            games.looked[game] = OVER  # what was observed last is of another game
            if how != LOOK:
                _deal(games, kind, game, how)
        _carry_out(games, kind, game, code)
        if not _ends(games, kind, game, how):
            break
        how = ANEW
    _list(games, kind, game)


@compiled_within
def _deal(games: Any, kind: Any, game: int, how: int) -> None:
    """Set a game up as its seed says, or the seed that follows."""
    random = games.random[game : game + 1]
    if how == ANEW:
        games.seeds[game] = following_seed(random)
    random[0] = games.seeds[game]
    games.states[game] = games.fresh[below(random, kind.fresh)]
    if kind.sets_up:
        _set_up(games.states[game], games.seeds[game])
    games.steps[game] = 0


@compiled_within
def _carry_out(games: Any, kind: Any, game: int, code: int) -> None:
    """Play a code, if there is one, and draw outcomes until it is a seat's turn, if that is done inside."""
    state, codes, weights = games.states[game], games.codes[game], games.weights[game]
    while True:
        if code != NO_CODE:
            _apply(state, code)
            games.steps[game] += 1
        if not kind.draws or _to_act(state) != CHANCE:
            return
        code = codes[weighted(games.random[game : game + 1], weights, _outcomes(state, codes, weights))]


@compiled_within
def _ends(games: Any, kind: Any, game: int, how: int) -> bool:
    """Take note of an end; returns whether the game begins anew at once, and then what is noted stays to be read."""
    if how == ANEW and kind.autoreset == SAME_STEP:
        return False
    state = games.states[game]
    if games.terminated[game]:
        _wipe(games.rewards, game)
    over = _to_act(state) == OVER
    late = not over and games.steps[game] >= kind.most_steps
    games.terminated[game], games.truncated[game] = over, late
    if over:
        tell_returns(state, games.rewards[game])
    if how != STEP or kind.autoreset != SAME_STEP or not (over or late):
        return False
    for seat in range(kind.players):
        games.finals[game, seat] = 0
        _observe(state, seat, games.finals[game, seat])
    return True


@compiled_within
def _list(games: Any, kind: Any, game: int) -> None:
    """What is legal now, in the order of the rules."""
    _unmark(games, kind, game)
    state = games.states[game]
    if games.truncated[game] and kind.autoreset != SAME_STEP:
        games.to_act[game], games.count[game] = OVER, 0
        return
    games.to_act[game] = _to_act(state)
    codes = _codes(games, game)
    games.count[game] = listed(state, codes, games.ids[game], games.weights[game], kind.first_outcome)
    _mark(games, game, True)


@compiled_within
def _codes(games: Any, game: int) -> Any:
    """The codes beside the ids: where they are the same, they are in memory once."""
    return games.ids[game] if has_codes_for_ids(games.states[game]) else games.codes[game]


@compiled_within
def _unmark(games: Any, kind: Any, game: int) -> None:
    """Nothing is legal; what is known to be so need not be wiped out."""
    if kind.actions <= NARROW:
        _wipe(games.mask, game)
    else:
        _mark(games, game, False)


@compiled_within
def _mark(games: Any, game: int, legal: bool) -> None:
    """What is listed in the mask; an id that was not foreseen has no place there."""
    if games.to_act[game] >= 0:
        all_known = has_codes_for_ids(games.states[game])
        for place in range(games.count[game]):
            if all_known or games.ids[game, place] != NO_ID:
                games.mask[game, np.uint32(games.ids[game, place])] = legal


@compiled_within
def _wipe(rows: Any, row: int) -> None:
    for place in range(rows.shape[1]):
        rows[row, place] = 0


@compiled_within
def _is_legal(games: Any, game: int, action: int) -> bool:
    if games.to_act[game] >= 0:
        return bool(0 <= action < games.mask.shape[1] and games.mask[game, action])
    return code_among(games.ids[game], games.codes[game], games.count[game], action) != NO_ID


@compiled_within
def _waits(games: Any, kind: Any, game: int) -> bool:
    """Is it over, and has not begun anew? Then no action is played in it."""
    return kind.autoreset != SAME_STEP and bool(games.terminated[game] or games.truncated[game])


# ---- many games ------------------------------------------------------------------------------------------------


@compiled_for_threads
def first_illegal(states: Any, desk: Desk, actions: Any) -> int:
    """The first game for which an id is given that is not legal, or `NO_ID`; where it means nothing it may be any."""
    games, kind = reach(states, desk)
    for game in range(len(actions)):
        if not _waits(games, kind, game) and not _is_legal(games, game, actions[game]):
            return game
    return NO_ID


@compiled_for_threads
def step(states: Any, desk: Desk, how: int, actions: Any, first: int, last: int) -> None:
    """Play one legal action, or name one outcome, in each game, or begin all of them; where it waits it may be any."""
    games, kind = reach(states, desk)
    for game in range(first, last):
        each = how
        if how == STEP and _waits(games, kind, game):
            _wipe(games.rewards, game)
            if kind.autoreset == DISABLED:
                continue
            each = ANEW
        go_on(games, kind, game, each, actions[game])
    if kind.observes:
        show(games.states, games.observed, games.to_act, games.looked, games.played, first, last)


@compiled_within
def tell_returns(state: Any, returns: Any) -> None:
    """What a game that is over was worth to each seat: 1 to who won alone, 0 in sum."""
    winners, count = _winners(state), 0
    for seat in range(state.players):
        count += winners >> seat & 1
    for seat in range(state.players):
        share = (winners >> seat & 1) / count
        returns[seat] = (state.players * share - 1) / (state.players - 1)


@compiled_for_threads
def observe(states: Any, desk: Desk, seat: int, out: Any, first: int, last: int) -> None:
    """What a seat has been shown in each game, or, if `seat` is below 0, who is to act in it; nobody: nothing."""
    games, _ = reach(states, desk)
    for game in range(first, last):
        _wipe(out, game)
        who = games.to_act[game] if seat < 0 else seat
        if who >= 0:
            _observe(games.states[game], who, out[game])


@compiled_for_threads
def play_out_all(states: Any, desk: Desk, scratch: Any, returns: Any, first: int, last: int) -> None:
    """Play a copy of each game on at random to its end; its generator goes on."""
    games, _ = reach(states, desk)
    actions, weights = np.empty_like(games.codes[0]), np.empty_like(games.weights[0])
    for game in range(first, last):
        scratch[game] = games.states[game]
        play_out(scratch[game], games.random[game : game + 1], actions, weights)
        tell_returns(scratch[game], returns[game])


# ---- one game by itself ----------------------------------------------------------------------------------------


@compiled
def step_one(states: Any, desk: Desk, how: int, action: int) -> int:
    """Play an id in the only game of a batch, or begin it; returns who is to act then, or `REFUSED`."""
    games, kind = reach(states, desk)
    if how == STEP and not _is_legal(games, 0, action):
        return REFUSED
    go_on(games, kind, 0, how, action)
    sort(games.ids[0], _codes(games, 0), games.weights[0], games.count[0])
    if kind.observes:
        show(games.states, games.observed, games.to_act, games.looked, games.played, 0, 1)
    return int(games.to_act[0])
