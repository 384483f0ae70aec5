"""A game that has every function of the contract, each with a slip that a file turns on."""

import inspect
from pathlib import Path

from tablee.engine import contract
from tablee.engine.contract import functions_of, parameters_of
from tablee.games.game_contract import Brain, SceneModule, Words
from tests.kit.workshop import Workshop, edit

SWITCH = "TABLEE_PLANTED"
"""The environment variable with the path of a file that names the function in which the slip is."""
FILES = {"words": Words, "scene": SceneModule, "brain": Brain}
COMPILED = ("pick", "promise", "gist", "judge")
UNPLANTED = {"rules.new", "words.id_texts"}
"""`new` is called before there is anything to show; `id_texts` is asked only where the rules have an `action_id`."""

SLIP = """
from os import environ as _environ
from pathlib import Path as _Path


def _slip(name):
    if _Path(_environ[{switch!r}]).read_text() == name:
        raise ZeroDivisionError("planted")
"""
BRAIN = '''"""What bots know: nothing, but every function of the contract."""

import numpy as np

from tablee.games.brains.playing_styles import Traits
from tablee.games.brains.thoughts import Opinion

from .rules import legal
{slip}

def pick(state, actions, count, random):
    _slip("brain.pick")
    return 0


def promise(state, actions, count, promises):
    _slip("brain.promise")
    promises[:count] = 0


def gist(state):
    _slip("brain.gist")
    return 0


def judge(state, insight, leads, shares):
    _slip("brain.judge")
    return False


def insight(state, level):
    _slip("brain.insight")
    return ()


def judged(state, level):
    _slip("brain.judged")
    return 0


def think(state, level, seed, limit):
    _slip("brain.think")
    codes = np.zeros(24, np.int32)
    return [Opinion(int(codes[place]), (0.5, 0.5), 1) for place in range(legal(state[0], codes))]


def traits(state, codes):
    _slip("brain.traits")
    return [Traits() for _ in codes]


def forget(state, level, seed):
    _slip("brain.forget")
    return state
'''
OBSERVATION = '''"""Stones on squares."""
{slip}

OBSERVATION = {{"stones": (24,)}}


def observe(state, seat, out):
    _slip("observation.observe")
    out[:24] = state.board


def observe_again(state, seat, out, looked, action):
    _slip("observation.observe_again")
    out[:24] = state.board
'''
DEFAULTS = """
from tablee.engine import contract as _contract, defaults as _defaults
"""


def names_of_functions() -> list[str]:
    """All functions of the contract, like words.prompt."""
    told = [
        f"{file}.{name}"
        for file, kind in FILES.items()
        for name, value in vars(kind).items()
        if inspect.isfunction(value) and name[0] != "_"
    ]
    rules = {**functions_of(contract.Rules), **functions_of(contract.OptionalRules)}
    return [
        *told,
        *(f"rules.{name}" for name in rules),
        *(f"observation.{name}" for name in functions_of(contract.Observation)),
    ]


def plant(workshop: Workshop, game: str) -> Path:
    """A game with all functions; returns the folder of its package."""
    package = workshop.make(game)
    _add_coin_and_option(package)
    slip = SLIP.format(switch=SWITCH)
    (package / "brain.py").write_text(BRAIN.format(slip=slip), "utf8")
    (package / "observation.py").write_text(OBSERVATION.format(slip=slip), "utf8")
    _plant_functions(package / "words.py", "words", Words, slip)
    _plant_functions(package / "scene.py", "scene", SceneModule, slip)
    _plant_rules(package / "rules.py", slip)
    return package


def _add_coin_and_option(package: Path) -> None:
    """Let a coin be thrown first, and a house rule be chosen, so that every function has something to do."""
    edit(package / "__init__.py", "PLAYERS = (2,)", 'PLAYERS = (2,)\nOPTIONS = {"coin": ("gold", "silver")}')
    rules, words = package / "rules.py", package / "words.py"
    edit(rules, '    ("board", np.int8, len(SQUARES)),', '    ("option_coin", np.int8),\n    ("thrown", np.int8),\n'
         '    ("board", np.int8, len(SQUARES)),')  # fmt: skip
    edit(rules, "    return first_state(STATE, players)", "    states = first_state(STATE, players)\n"
         '    states["option_coin"] = ("gold", "silver").index(options["coin"])\n    return states')  # fmt: skip
    edit(rules, "    state.board[action] = 1 + state.turn\n", "    if action >= len(SQUARES):\n"
         "        state.thrown = 1\n        return\n    state.board[action] = 1 + state.turn\n")  # fmt: skip
    edit(rules, "MOST_ACTIONS = len(SQUARES)", "ACTIONS = MOST_ACTIONS = len(SQUARES)")
    rules.write_text(rules.read_text("utf8") + COIN, "utf8")
    edit(words, 'ACTIONS = tuple(f"place {name}" for name in SQUARES)',
         'ACTIONS = (*(f"place {name}" for name in SQUARES), "coin heads", "coin tails")')  # fmt: skip
    edit(words, 'FIELDS = {"board"', 'FIELDS = {"thrown": whole(1).but(default=0), "board"')
    edit(words, "import Document, pieces", "import Document, pieces, whole")
    words.write_text(words.read_text("utf8") + OPTION, "utf8")
    scene = package / "scene.py"
    scene.write_text(scene.read_text("utf8") + SHEETS, "utf8")


COIN = """

@compiled
def to_act(state):
    if state.ended:
        return -2
    return int(state.turn) if state.thrown else -1


@compiled
def outcomes(state, actions, weights):
    actions[0], actions[1] = len(SQUARES), len(SQUARES) + 1
    weights[:2] = 1
    return 2
"""
SHEETS = """

def print_sheets(say):
    from tablee.games.scenery import PrintSheet

    return [PrintSheet("board", "Board", "An empty board.")]


def print_pages(key, view, say):
    return [Scene(600, 700, ())]
"""
OPTION = """

def option_text(name, say):
    from tablee.games.about import Option

    return Option("Coin", {"gold": "gold", "silver": "silver"}, "It changes nothing.")


def thrower(state):
    return int(state["turn"][0])
"""


def _plant_functions(path: Path, file: str, kind: type, slip: str) -> None:
    """Add the slip to what is there, and the defaults of the contract with a slip for what is not."""
    text = path.read_text("utf8")
    added = [slip, "from tablee.games.game_contract import Words as _Words, SceneModule as _SceneModule\n"]
    if file == "words":
        added.append(PLAIN)
    for name, default in vars(kind).items():
        if not inspect.isfunction(default) or name[0] == "_":
            continue
        if f"\ndef {name}(" in text:
            added.append(f"\n_own_{name} = {name}\n")
            call = f"_own_{name}(*told, **how)"
        elif file == "words":
            call = f"getattr(_Words, {name!r})(_plain(), *told, **how)"
        else:
            call = f"getattr(_SceneModule, {name!r})(None, *told, **how)"
        values = ", ".join(parameters_of(default))
        optional = ", shape='upright'" if name == "scene" else ""
        passed = values + (", shape=shape" if name == "scene" else "")
        added.append(
            f"\n\ndef {name}({values}{optional}):\n    _slip('{file}.{name}')\n"
            f"    return {call.replace('*told, **how', passed)}\n"
        )
    path.write_text(text + "\n" + "".join(added), "utf8")


PLAIN = """
from functools import cache as _cache
from types import ModuleType as _ModuleType
from . import OPTIONS as _options
from . import rules as _rules


@_cache
def _plain():
    bare = _ModuleType("bare")
    bare.FIELDS, bare.ACTIONS = FIELDS, ACTIONS
    bare.about, bare.sentence, bare.prompt = _own_about, _own_sentence, _own_prompt
    bare.settle, bare.option_text = settle, option_text
    return _Words("planted", bare, _rules, _options)

"""


def _plant_rules(path: Path, slip: str) -> None:
    text = path.read_text("utf8")
    added = [slip, DEFAULTS]
    for name, expected in {**functions_of(contract.Rules), **functions_of(contract.OptionalRules)}.items():
        if name == "new":
            continue
        values = ", ".join(parameters_of(expected))
        own = f"\ndef {name}(" in text
        added.append(f"\n_own_{name} = {name}\n" if own else "")
        call = f"_own_{name}({values})" if own else f"_defaults.{name}({values})"
        added.append(f"\n\n@compiled\ndef {name}({values}):\n    _slip('rules.{name}')\n    return {call}\n")
    path.write_text(text + "\n" + "".join(added), "utf8")
