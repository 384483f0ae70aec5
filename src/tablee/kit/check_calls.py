"""Every function of the contract is called: in many positions, in every language, for every seat and for spectators.

The list of functions comes from the contract, and their arguments by the names of their parameters: a function that is
added there is called here, or the check says that it does not know how.

Rules, observation and what else is compiled are first called as plain Python, in a process that compiles nothing: it
names the line of an error and checks bounds, and nobody waits for a compiler to learn of a slip.
"""

import ast
import inspect
import random
import re
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, NamedTuple, get_args, get_origin

import numpy as np

from tablee.engine import calls, contract
from tablee.engine.chance import new_random
from tablee.engine.contract import CHANCE, OVER, States, functions_of, names_of_contract, parameters_of, unknown_names
from tablee.engine.faults import line_of, meant, told
from tablee.engine.observations import size_of
from tablee.games import GameDefinition, find_game
from tablee.games.brains.levels import LEVELS
from tablee.games.brains.thoughts import Limit
from tablee.games.document import RecordValues, reads_of
from tablee.games.game_contract import CALL_THE_GAME, Brain, Module, Package, SceneModule, Words, names_of_module
from tablee.games.language import ENGLISH, languages
from tablee.games.scenery import UPRIGHT, Happened, Lately
from tablee.games.secrets import told as told_to
from tablee.games.sights import differing, split
from tablee.kit.trial_tables import NAMES, Bench
from tablee.kit.without_compiling import ask_interpreted
from tablee.server.table.table import THROW
from tablee.server.views.sentences import language

MOST_ACTIONS, MOST_KEYS = 6, 40  # the most actions and nodes that are tried in one position
LOOKS = 24  # positions of one game; all of a short one
GAMES, GAMES_QUICK = 8, 3
CALLING, CALLING_QUICK = 20.0, 4.0  # seconds of a processor for all calls of words, picture and brain
MOST_CALLS = 12  # of a function in one position
LEAST = 3  # the fewest positions of a game
SECONDS, SECONDS_QUICK = 8.0, 3.0  # of a processor, for interpreted rules, which are slow
LEAVING = 0.01
LONGEST_GAME = 4000  # steps
UNFILLED = re.compile(r"\{\w*\}")
LIMIT = Limit(seconds=0.02)

Situation = Mapping[str, Any]  # the values of parameters by name

SAID_WHEN = {
    "thrower": "chance", "outcomes": "chance", "advice": "play", "mistake": "play", "prompt": "play",
    "why_not": "play", "headline": "over",
    "decision": "over", "uncounted": "over", "score_sheet": "over", "legal": "play", "traits": "play", "think": "play",
    "pick": "play", "promise": "play", "judge": "play", "gist": "play", "insight": "play", "judged": "play",
    "forget": "play", "apply": "running", "leave": "running", "sample": "running", "pass_on": "running",
    "observe": "play", "observe_again": "play", "action_id": "play",
}  # fmt: skip
"""When a function is called that is not always called: while a seat is to act (`play`), and so on."""
TO_THE_ACTOR = ("advice", "mistake", "is_final")  # get the true text of an action, and the view of who acts
RECALLED = "recalled"  # in a situation: its views hold all that the seat has been shown
SHEET = "sheet"  # in a situation: its key is that of something to print, and of no node
WITHIN = ("settle",)  # `read` calls it
SEARCH = ("pick", "promise", "gist", "judge")  # the functions of a brain that are compiled


class Function(NamedTuple):
    """A function that a game has."""

    place: str  # like words.prompt
    call: Callable[..., Any]
    parameters: dict[str, Any]
    """The parameters of the contract, with their annotations."""
    kind: Any  # what it returns


# ---- which functions -----------------------------------------------------------------------------------------


def told_functions(definition: GameDefinition) -> list[Function]:
    """The functions of words, picture and brain that the game has itself, but those that are compiled."""
    modules: tuple[tuple[str, Module, type], ...] = (
        ("words", definition.words, Words),
        ("scene", definition.pictures, SceneModule),
        ("brain", definition.brain, Brain),
    )
    return [
        _function(f"{file}.{name}", getattr(module, name), default)
        for file, module, kind in modules
        for name, default in vars(kind).items()
        if inspect.isfunction(default) and name[0] != "_" and name not in (*SEARCH, *WITHIN)
        if module.has(name) or name in CALL_THE_GAME
    ]


def compiled_functions(definition: GameDefinition) -> list[Function]:
    """The compiled functions that the game has itself: rules, observation, and what the search asks the brain."""
    rules, brain = definition.rules, definition.brain.module
    observation = contract.observation_of(rules)
    wanted: list[tuple[str, Any, Mapping[str, Any]]] = [
        ("rules", rules, {**functions_of(contract.Rules), **functions_of(contract.OptionalRules)}),
        ("observation", observation, functions_of(contract.Observation)),
        ("brain", brain, {name: getattr(Brain, name) for name in SEARCH}),
    ]
    return [
        _function(f"{file}.{name}", getattr(module, name), default)
        for file, module, functions in wanted
        for name, default in functions.items()
        if name != "new" and hasattr(module, name)
    ]


def _function(place: str, own: Callable[..., Any], default: Callable[..., Any]) -> Function:
    notes = default.__annotations__
    wanted = {name: notes.get(name) for name in parameters_of(default)}
    optional = inspect.signature(own).parameters if place == "scene.scene" else ()
    wanted |= {name: notes.get(name) for name in ("lately", "shape") if name in optional}
    return Function(place, own, wanted, notes.get("return"))


# ---- with which arguments ------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A position in a game that is played at random."""

    definition: GameDefinition
    state: States
    before: States | None  # the position before the latest step
    latest: tuple[int, str]  # who did it, and its text
    steps: int

    @property
    def phase(self) -> str:
        """See `phase_of`."""
        return phase_of(self.state)


def phase_of(state: States) -> str:
    """Whose move it is: `play` of a seat, `chance`, or none: `over`."""
    seat = contract.to_act(state[0])
    return "over" if seat == OVER else "chance" if seat == CHANCE else "play"


def is_called_in(name: str, phase: str) -> bool:
    """Is a function of that name called in a phase?"""
    wanted = SAID_WHEN.get(name, phase)
    return wanted == phase or (wanted == "running" and phase != "over")


def moments(
    definition: GameDefinition, players: int, options: Mapping[str, Any], seed: int, leaving: float = LEAVING
) -> Iterator[Moment]:
    """Positions of one game: all of a short game, and the end."""
    rng, state = random.Random(seed), definition.new(players, options, seed)
    before: States | None = None
    latest, every = (0, ""), 1
    for steps in range(LONGEST_GAME):
        codes = definition.codes(state)
        if steps % every == 0 or not codes:
            yield Moment(definition, state, before, latest, steps)
        if not codes:
            return
        if steps > LOOKS:
            every = 5 if steps < 5 * LOOKS else 25
        staying = [seat for seat in range(players) if not state["left"][0][seat]]
        if rng.random() < leaving:
            before, state = state, definition.leave(state, rng.choice(staying))
            continue
        text = rng.choice(list(codes))
        before, latest = state, (int(state["turn"][0]), text)
        state = definition.step(state, codes[text])


def situations(moment: Moment) -> Iterator[Situation]:
    """Values for the parameters of words, pictures and brains."""
    yield from _of_state(moment)
    for code in languages():
        yield from _of_looks(moment, language(code))
        yield from _of_actions(moment, language(code))


def _of_state(moment: Moment) -> Iterator[Situation]:
    definition, state = moment.definition, moment.state
    codes = list(definition.codes(state).values())
    document = definition.words.write(state)
    raw: Any = {}
    if hasattr(definition.rules, "FACTS"):
        found = np.zeros(1, definition.rules.FACTS)
        contract.facts(state[0], found[0])
        raw = RecordValues(found) if reads_of(definition.words.facts_of) is not None else calls.values(found)
    given = {"state": state, "document": document, "states": state.copy(), "facts": raw, "codes": codes}
    for level in LEVELS:
        yield {**given, "level": level, "seed": moment.steps, "limit": LIMIT, "action": codes[0] if codes else 0}
    for action in codes[1:MOST_ACTIONS]:
        yield {"state": state, "action": action}
    if moment.before is not None:
        pairs = (split(state.dtype, one.tobytes()) for one in (moment.before, state))
        changed = differing(state.dtype, *pairs)
        yield {"state": state, "before": definition.words.write(moment.before), "changed": changed}


def _of_looks(moment: Moment, say: Any) -> Iterator[Situation]:
    """Whoever looks: each seat, and a spectator."""
    definition, state = moment.definition, moment.state
    names = list(NAMES[: definition.seats(state)])
    result, to_act = definition.result(state), contract.to_act(state[0])
    by_hand = definition.words.thrower(state) if to_act == CHANCE else None
    for name in definition.options:
        yield {"say": say, "name": name}
    for sheet in definition.pictures.print_sheets(say):
        yield {
            "say": say,
            "key": sheet.key,
            "view": definition.sight(state, None) if sheet.dealt else None,
            SHEET: True,
        }
    for seat in (None, *range(len(names))):
        view = definition.sight(state, seat)
        actions = [THROW] if by_hand is not None and by_hand == seat else []
        actions = definition.actions(state) if seat is not None and seat == to_act else actions
        look = {
            "say": say, "view": view, "seat": seat, "names": names, "actions": actions, "result": result,
            "shape": UPRIGHT, "lately": _lately(moment, seat),
        }  # fmt: skip
        keys = [node.key for node in definition.paint(view, seat, actions, names, say).nodes]
        yield {**look, "key": keys[0] if keys else "", "keys": frozenset(keys[: len(keys) // 2])}
        for shape in definition.pictures.SHAPES[1:]:
            yield {name: value for name, value in {**look, "shape": shape}.items() if name != "result"}
        if seat == to_act:
            for key in (*keys[1:MOST_KEYS], *actions[:MOST_ACTIONS]):
                yield {"say": say, "view": view, "seat": seat, "names": names, "key": key}


def _lately(moment: Moment, seat: int | None) -> Lately:
    definition = moment.definition
    if not definition.pictures.LOOK_BACK or moment.before is None:
        return Lately()
    who, text = moment.latest
    secret = {} if moment.phase == "over" else definition.secrets(definition.words.write(moment.state)["options"])
    known = told_to(text, who, seat, latest=True, secrets=secret)
    return Lately(definition.sight(moment.before, seat), [Happened(who, known, moment.steps)] if text else [])


def _of_actions(moment: Moment, say: Any) -> Iterator[Situation]:
    """What could be done now, as those see it who may: whoever acts, and the others."""
    definition, state = moment.definition, moment.state
    codes = definition.codes(state)
    texts, names = list(codes)[:MOST_ACTIONS], tuple(NAMES[: definition.seats(state)])
    actor = max(contract.to_act(state[0]), int(state["turn"][0]))
    secret = definition.secrets(definition.words.write(state)["options"])
    for text in texts:
        after, ideal = definition.step(state, codes[text]), definition.step(state, codes[texts[0]])
        for seat in (actor, None, *(other for other in range(len(names)) if other != actor)):
            sights = [definition.sight(one, seat) for one in (state, after, ideal)]
            known = told_to(text, actor, seat, latest=True, secrets=secret)
            step = {"say": say, "seat": actor, "names": names, "before": sights[0], "after": sights[1]}
            yield {**step, "text": known}
            if seat == actor:
                acted = {"text": text, "played": text, "best": texts[0], "ideal": sights[2], "state": state}
                yield {**step, **acted}
                recalled = {name: definition.recall(one, seat) for name, one in (("before", state), ("after", after))}
                yield {**step, **acted, **recalled, RECALLED: True}


# ---- the calls -----------------------------------------------------------------------------------------------


def all_called(bench: Bench) -> Iterator[str]:
    """Functions of words, picture and brain that fail somewhere, answer with something else, or are never called."""
    definition = bench.definition
    functions, called, faults = told_functions(definition), dict[str, int](), set[Any]()
    until = time.process_time() + (CALLING_QUICK if bench.quick else CALLING)
    for number, (players, options) in enumerate(_ways(bench, GAMES_QUICK if bench.quick else GAMES)):
        played: list[Moment] = []
        try:
            played += moments(definition, players, options, number)
        except Exception as error:
            fault = told(error, definition.folders)
            yield from () if fault in faults else [f"{fault} (while a game is played)"]
            faults.add(fault)
        for place, moment in enumerate(_from_both_ends(played)):
            if place > (LEAST if number == 0 else 0) and time.process_time() > until:
                break
            bench.tick()
            try:
                known = list(situations(moment))
            except Exception as error:  # one of them failed on the way to the arguments of another
                fault = told(error, definition.folders)
                yield from () if fault in faults else [f"{fault} ({_when(moment, {})})"]
                faults.add(fault)
                continue
            for function in functions:
                for whose, words, fault in _call_in(function, moment, known, called):
                    if (whose, words) not in faults:
                        faults.add((whose, words))
                        yield fault
    for function in functions:
        if function.place not in called and not faults:
            wanted = ", ".join(function.parameters)
            yield f"{function.place}({wanted}) was never called: no game that was tried came to it"
    bench.note = f"{len(functions)} functions, {sum(called.values())} calls"


def _from_both_ends(found: list[Moment]) -> Iterator[Moment]:
    """The end of a game, its beginning, then the rest at random."""
    middle = found[1:-1]
    random.Random(len(found)).shuffle(middle)
    yield from (*found[-1:], *found[: len(found) > 1], *middle)


def _ways(bench: Bench, most: int) -> list[tuple[int, dict[str, Any]]]:
    ways = bench.ways()
    return (ways * most)[:most] if len(ways) < most else ways


def _call_in(
    function: Function, moment: Moment, known: Collection[Situation], called: dict[str, int]
) -> Iterator[tuple[str, str, str]]:
    """The faults of a function in all situations of a moment."""
    if not is_called_in(function.place.partition(".")[2], moment.phase):
        return
    fitting = [situation for situation in known if _fits(function, situation)]
    if len(fitting) > MOST_CALLS:
        fitting = random.Random(moment.steps).sample(fitting, MOST_CALLS)
    for situation in fitting:
        called[function.place] = called.get(function.place, 0) + 1
        arguments = {one: situation[one] for one in function.parameters}
        try:
            found = function.call(**arguments)
        except Exception as error:
            words = told(error, moment.definition.folders)
        else:
            words = result_fault(found, function.kind) or _key_fault(function, moment.definition, found)
            words = words and f"{words}{_line_in(function)}"
        if words:
            yield function.place, words, f"{function.place}: {words} ({_when(moment, situation)})"
            return


def _key_fault(function: Function, definition: GameDefinition, found: Any) -> str:
    """What is wrong with the kind of a mistake."""
    if function.place != "words.mistake" or not found or found in (known := definition.words.mistakes(ENGLISH)):
        return ""
    return f"{found!r} is no key of words.mistakes{meant(found, known)}"


def _line_in(function: Function) -> str:
    code = getattr(inspect.unwrap(function.call), "__code__", None)
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""


def _fits(function: Function, situation: Situation) -> bool:
    if not function.parameters.keys() <= situation.keys():
        return False
    if function.place.partition(".")[2] in TO_THE_ACTOR and situation.get("text") != situation.get("played"):
        return False
    if (function.place == "words.advice") != (RECALLED in situation) and "before" in function.parameters:
        return False
    if (function.place == "scene.print_pages") != (SHEET in situation):
        return False
    return situation.get("seat") is not None or function.parameters.get("seat", int | None) == (int | None)


def _when(moment: Moment, situation: Situation) -> str:
    who = (
        [f"seat {situation['seat']}" if situation["seat"] is not None else "a spectator"] if "seat" in situation else []
    )
    code = [situation["say"].code] if "say" in situation else []
    text = [repr(situation["text"])] if "text" in situation else []
    return ", ".join([f"after {moment.steps} steps", *code, *who, *text])


def result_fault(found: Any, kind: Any) -> str:
    """What is wrong with the result of a function that must be of a kind.

    >>> result_fault(None, str), result_fault("{name} plays.", str), result_fault("Zoé plays.", str)
    ('it must return str, and returns None', 'it leaves a field unfilled: {name} plays.', '')
    """
    wanted = get_origin(kind) or kind
    if kind is Any or isinstance(kind, str):
        fits = True
    elif isinstance(kind, UnionType):
        fits = isinstance(found, get_args(kind))
    elif isinstance(wanted, type):
        fits = isinstance(found, wanted)
    else:
        fits = (found is None) == (kind is None)
    if not fits:
        return f"it must return {getattr(wanted, '__name__', wanted)}, and returns {found!r:.60}"
    return f"it leaves a field unfilled: {found}" if isinstance(found, str) and UNFILLED.search(found) else ""


# ---- interpreted ---------------------------------------------------------------------------------------------


def first_steps(bench: Bench) -> Iterator[str]:
    """Faults of rules, observation and search functions as plain Python, before anything is compiled."""
    seconds = SECONDS_QUICK if bench.quick else SECONDS
    wanted = {"game": bench.definition.id, "seconds": seconds, "ways": _ways(bench, GAMES)}
    try:
        found = ask_interpreted(play_interpreted, wanted)
    except RuntimeError as error:
        yield str(error)
        return
    bench.note = f"{found['functions']} functions, {found['steps']} steps"
    yield from found["faults"]


def play_interpreted(wanted: dict[str, Any]) -> dict[str, Any]:
    """In a process without compilation: play for a limited time, and say what is wrong."""
    definition, until = find_game(wanted["game"]), time.process_time() + wanted["seconds"]
    faults, steps = dict[str, None](), 0
    for number, (players, options) in enumerate(wanted["ways"]):
        played, found = _play_one(definition, players, options, number, until)
        steps += played
        faults |= dict.fromkeys(found)
        if time.process_time() > until or faults:
            break
    return {"faults": list(faults), "steps": steps, "functions": len(compiled_functions(definition))}


def _play_one(
    definition: GameDefinition, players: int, options: dict[str, Any], seed: int, until: float
) -> tuple[int, list[str]]:
    """The number of steps of a game until it ends, fails, or the time is up; and its faults."""
    how = ", ".join([f"{players} players", *(f"{name} {value}" for name, value in options.items())])
    functions = compiled_functions(definition)
    known: dict[str, None] = {}
    rng, steps, before = random.Random(seed), 0, None
    try:
        state = definition.new(players, options, seed)
        while steps < LONGEST_GAME:
            for function in functions:
                for fault in _interpreted_faults(function, definition, state, before, rng):
                    known[f"{function.place}: {fault} ({how}, after {steps} steps)"] = None
            if known or contract.to_act(state[0]) == OVER or time.process_time() > until:
                break
            code = rng.choice(_codes(definition, state))
            before, state = (state, code), definition.step(state, code)
            steps += 1
    except Exception as error:
        known[f"{told(error, definition.folders)} ({how}, after {steps} steps)"] = None
    return steps, list(known)


def _codes(definition: GameDefinition, state: States) -> list[int]:
    """What is legal now; raises what is wrong with it."""
    most = definition.rules.MOST_ACTIONS
    codes, weights = np.empty(most, np.int32), np.empty(most, np.int32)
    is_chance = contract.to_act(state[0]) == CHANCE
    count = contract.outcomes(state[0], codes, weights) if is_chance else contract.legal(state[0], codes)
    found: list[int] = codes[:count].tolist()
    if not found:
        name = "outcomes" if is_chance else "legal"
        raise contract.ContractError(
            f"rules.{name} finds nothing{line_of(definition.rules, name)}, and the game is not over: "
            "rules.apply must pass the turn on, or set `ended`"
        )
    return found


def _widened(definition: GameDefinition, state: States) -> States:
    wide = np.zeros(1, contract.register_wide(definition.rules))
    for name in state.dtype.names or ():
        wide[name] = state[name]
    return wide


def _interpreted_faults(
    function: Function, definition: GameDefinition, state: States, before: Any, rng: random.Random
) -> Iterator[str]:
    """What is wrong with one call of a compiled function in a state."""
    file, _, name = function.place.partition(".")
    seat, phase = contract.to_act(state[0]), phase_of(state)
    if not is_called_in(name, phase):
        return
    most, players = definition.rules.MOST_ACTIONS, definition.seats(state)
    codes: list[int] = []
    if phase != "over" and name not in ("legal", "outcomes"):
        try:
            codes = _codes(definition, state)
        except Exception:  # it is told of the function itself
            return
    staying = [one for one in range(players) if not state["left"][0][one]]
    actions = np.zeros(most, np.int32)
    actions[: len(codes)] = codes
    facts = np.zeros(1, getattr(definition.rules, "FACTS", np.dtype([("none", np.int8)])))
    leads = np.zeros(players)
    out = np.zeros(max(1, size_of(definition.layout)), np.float32)
    looked, action = (int(before[0]["turn"][0]), before[1]) if before else (0, 0)
    # Interpreted, sums of narrow integers would overflow where compiled code computes with 64 bits.
    mine = state.copy() if file == "rules" else _widened(definition, state)
    given = {
        "state": mine[0], "actions": actions, "weights": np.zeros(most, np.int32),
        "scores": np.zeros(max(definition.players), np.int32), "count": len(codes),
        "random": new_random(rng.randrange(99)),
        "action": rng.choice(codes) if codes else 0, "seat": rng.choice(staying) if staying else 0,
        "seed": rng.randrange(1 << 40), "facts": facts[0], "promises": np.zeros(most), "leads": leads,
        "shares": leads.copy(), "out": out, "looked": looked,
    }  # fmt: skip
    if name == "observe_again":
        if before is None or contract.to_act(before[0][0]) < 0 or seat < 0:
            return
        given |= {"seat": seat, "action": action, "looked": contract.to_act(before[0][0])}
        contract.observe(_widened(definition, before[0])[0], given["looked"], out)
    if file == "brain" and name == "judge":
        given["insight"] = definition.brain.insight(state, max(LEVELS))
    if missing := [one for one in function.parameters if one not in given]:
        yield f"the check has no {', '.join(missing)} for it"
        return
    try:
        function.call(*(given[one] for one in function.parameters))
    except IndexError as error:
        more = f"; MOST_ACTIONS is {most}: is it too small?" if name in ("legal", "outcomes") else ""
        yield told(error, definition.folders) + more
    except Exception as error:
        yield told(error, definition.folders)
    else:
        if name == "observe_again":
            again = np.zeros_like(out)
            contract.observe(_widened(definition, state)[0], seat, again)
            if not np.array_equal(again, out):
                yield "the row is another one than observation.observe fills"
        elif name == "observe" and not np.isfinite(out).all():
            yield "a number in the row is not finite"


def first_fault(definition: GameDefinition, seconds: float) -> str:
    """The first fault that a short interpreted game finds in rules, words and picture, or an empty text.

    `seconds` of a processor are for the rules, and as much for words and picture.
    """
    players = definition.players[0]
    options = definition.full_options(players, {})
    _, faults = _play_one(definition, players, options, 0, time.process_time() + seconds)
    if faults:
        return faults[0]
    until = time.process_time() + seconds
    functions = [one for one in told_functions(definition) if not one.place.startswith("brain.")]
    for moment in moments(definition, players, options, 0, leaving=0):
        known = list(situations(moment))
        for function in functions:
            for _, _, fault in _call_in(function, moment, known, {}):
                return fault
        if time.process_time() > until:
            break
    return ""


# ---- names ---------------------------------------------------------------------------------------------------


def names(bench: Bench) -> Iterator[str]:
    """Public names that are not in the contract and that nothing in the game uses; a missing `observation.py`."""
    definition = bench.definition
    own = list(_modules(definition))
    used = _used_in(definition.path)
    helpers: list[str] = []
    for file, module, known in own:
        for name in unknown_names(module, known):
            if name in used:
                helpers.append(f"{file}.{name}")
            else:
                missing = [one for one in known if not hasattr(module, one)]
                yield (
                    f"{file}.{name}{line_of(module, name)}: the contract has no such name, and nothing in the game "
                    f"uses it{meant(name, missing) or '; is it misspelt?'} A helper of your own may be called _{name}"
                )
    shown = f"of its own: {', '.join(helpers) or 'none'}" if bench.all_faults else f"{len(helpers)} of its own"
    bench.note = shown + ("" if definition.layout else "; without observation.py no network can play it")


def _modules(definition: GameDefinition) -> Iterator[tuple[str, ModuleType | None, set[str]]]:
    """The modules of a game, and what each may have."""
    modules = sys.modules
    package = str(definition.rules.__package__)
    yield "__init__", modules[package], names_of_module(Package)
    yield "rules", definition.rules, names_of_contract(contract.Rules, contract.OptionalRules)
    yield "words", modules.get(f"{package}.words"), names_of_module(Words)
    yield "scene", modules.get(f"{package}.scene"), names_of_module(SceneModule)
    yield "brain", modules.get(f"{package}.brain"), names_of_module(Brain)
    yield "observation", contract.observation_of(definition.rules), names_of_contract(contract.Observation)


def _used_in(folder: Path) -> set[str]:
    """The names that the modules and tests of a game read: variables, attributes, imports and `__all__`."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                found.update(one.name for one in node.names)
            elif isinstance(node, ast.Assign) and any(getattr(one, "id", "") == "__all__" for one in node.targets):
                found.update(str(one.value) for one in ast.walk(node.value) if isinstance(one, ast.Constant))
    return found
