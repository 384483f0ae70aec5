"""What a game says while it is played, and before: every action is explained, and no raw text is left."""

import re
from collections.abc import Iterator, Sequence

from tablee.games import GameFolder
from tablee.games.sheets import is_named, totals_of
from tablee.kit.bench import Bench
from tablee.kit.tables import finished
from tablee.language import ENGLISH, Language, languages
from tablee.show.about import facts, option_of
from tablee.show.in_words import in_words
from tablee.show.sentences import language
from tablee.table.table import Table

RAW = re.compile(r"\{\w*\}|^[a-z_]+$")
"""A field that was not filled in, or a bare name."""


def explained(bench: Bench) -> Iterator[str]:
    """Actions, outcomes and prompts about which nothing is said, in some language."""
    seen: set[str] = set()
    for table in bench.tables(3 if bench.quick else 6, leaving=0.005):
        for code in languages():
            yield from (f"{fault} ({code})" for fault in _unexplained(bench.folder, table, language(code), seen))
    bench.note = f"{len(seen)} actions and outcomes"


def _unexplained(folder: GameFolder, table: Table, say: Language, seen: set[str]) -> Iterator[str]:
    state, names = table.state, tuple(table.names)
    assert state is not None
    if folder.to_act(state) is None:
        return
    seat = table.to_act
    for text in folder.codes(state):
        seen.add(text)
        sentence = folder.words.sentence(text, int(state["turn"][0] if seat is None else seat), names, say)
        if not sentence or sentence == text or RAW.search(sentence):
            yield f"words.sentence says {sentence!r} of {text!r}"
    for looking in (None, *range(folder.seats(state))):
        prompt = folder.words.prompt(table.view(looking), looking, names, say)
        if not prompt or RAW.search(prompt):
            yield f"words.prompt says {prompt!r} to seat {looking}"
    yield from _unsaid_to_listeners(table, seat, say)


def _unsaid_to_listeners(table: Table, seat: int | None, say: Language) -> Iterator[str]:
    words = in_words(table, seat, say)
    yield from (f"whoever listens is told {said!r} of {action!r}" for action, said in words["actions"] if not said)
    if [action for action, _ in words["actions"]] != table.actions(seat):
        yield "whoever listens is not told all actions"
    if len(words["seats"]) != len(table.seats):
        yield "the keys of the plates are 'plate 0', 'plate 1' …, and their labels say how a seat stands"
    if not words["places"]:
        yield "nothing in the picture has a label for those who listen"


def introduced(bench: Bench) -> Iterator[str]:
    """What is missing in what is said before anyone plays: on the shelf, and of house rules."""
    folder = bench.folder
    for code in languages():
        say = language(code)
        if not folder.words.about(say).invitation or not all(facts(folder, say)):
            yield f"words.about says nothing ({code})"
        yield from (f"{fault} ({code})" for name in folder.options for fault in _option_faults(folder, name, say))
    if not folder.words.goal(ENGLISH):
        yield "words.goal is missing: what one plays for, in one line, to somebody who comes for the first time"


def _option_faults(folder: GameFolder, name: str, say: Language) -> Iterator[str]:
    option, values = option_of(folder, name, say), folder.options[name]
    if set(option.answers) != set(values) or len(set(option.answers.values())) != len(values):
        yield f"the option {name!r} needs an answer of its own for each value"
    if not option.question or not option.sentence.endswith("."):
        yield f"the option {name!r} needs a question, and a sentence that says what it changes"


def counted(bench: Bench) -> Iterator[str]:
    """Sheets of points that do not add up, or count what is not in the picture."""
    if not bench.folder.words.has("score_sheet"):
        bench.note = "the game has no score_sheet"
        return
    for players in bench.folder.players:
        for seed in range(1 if bench.quick else 3):
            bench.tick()
            yield from (
                f"{players} players: {fault}" for fault in sheet_faults(finished(players, seed, game=bench.folder.id))
            )


def sheet_faults(table: Table) -> Iterator[str]:
    """What is wrong with the sheet of a finished game."""
    folder, result = table.folder, table.result
    assert folder is not None
    assert result is not None
    view = table.view(None)
    sheet = folder.words.score_sheet(view, table.names, ENGLISH)
    if sheet and totals_of(sheet, len(result.scores)) != result.scores:
        yield f"the sheet adds up to {totals_of(sheet, len(result.scores))}, and the rules say {result.scores}"
    keys = [node.key for node in folder.paint(view, None, [], table.names, ENGLISH).nodes]
    yield from (f"{name!r} is counted, and not in the picture" for name in _named(sheet) if not _lies_there(name, keys))


def _named(sheet: Sequence[object]) -> list[str]:
    return [name for line in sheet for cell in line.cells if cell is not None for name in cell.keys]  # type: ignore[attr-defined]


def _lies_there(name: str, keys: Sequence[str]) -> bool:
    return any(is_named(key, [name]) for key in keys)
