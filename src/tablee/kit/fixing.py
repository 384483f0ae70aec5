"""`tablee check --fix`: writes what follows by rule, so that a maker need only write what does not."""

import re
from collections.abc import Iterator
from pathlib import Path

from tablee.games import GameDefinition
from tablee.games.language import languages
from tablee.kit.check_words import catalogue, said_in, texts_of, well_set

HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"
"""
STRING = re.compile(r'^((?:msgstr(?:\[\d\])? )?)"(.*)"$')


def fixed(definition: GameDefinition) -> Iterator[str]:
    """Write missing texts into the catalogues of a game, and set its texts; says what was done, a line each."""
    for code in languages():
        if code != "en":
            yield from _with_all_texts(definition.path, code)
            yield from _well_set_catalogue(definition.path / f"{code}.po", code)
        yield from _well_set_rulebook(definition.path / f"rulebook.{code}.md", code)


def _with_all_texts(folder: Path, code: str) -> Iterator[str]:
    """Append the texts that a catalogue lacks, to be translated."""
    path = folder / f"{code}.po"
    lacking = sorted(said_in(folder) - set(catalogue(folder, code)), key=str)
    if not lacking:
        return
    blocks = [_block(texts_of(message)) for message in lacking]
    before = path.read_text("utf8").rstrip("\n") + "\n" if path.exists() else HEAD
    path.write_text(before + "".join(f"\n{block}" for block in blocks), "utf8")
    yield f"{path.name}: {len(lacking)} texts wait for their translation, at its end"


def _block(texts: tuple[str, ...]) -> str:
    quoted = ['"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"' for text in texts]
    if len(quoted) == 1:
        return f'msgid {quoted[0]}\nmsgstr ""\n'
    return f'msgid {quoted[0]}\nmsgid_plural {quoted[1]}\nmsgstr[0] ""\nmsgstr[1] ""\n'


def _well_set_catalogue(path: Path, code: str) -> Iterator[str]:
    """Set the translations of a catalogue; its English is set in the code."""
    if not path.exists():
        return
    lines, translates, count = path.read_text("utf8").splitlines(), False, 0
    for number, line in enumerate(lines):
        if line.startswith("msg"):
            translates = line.startswith("msgstr")
        found = STRING.match(line)
        if found and translates:
            better = well_set(code, found[2])
            if better != found[2] and not _is_header(found[2]):
                lines[number], count = f'{found[1]}"{better}"', count + 1
    if count:
        path.write_text("\n".join(lines) + "\n", "utf8")
        yield f"{path.name}: {count} lines set"


def _is_header(text: str) -> bool:
    """Is it a line of the catalogue's head?"""
    return bool(re.match(r"[A-Z][\w-]+: .*\\n$", text))


def _well_set_rulebook(path: Path, code: str) -> Iterator[str]:
    """Set the prose and captions of a rulebook, but no code and no addresses."""
    if not path.exists():
        return
    lines, in_code, count = path.read_text("utf8").splitlines(), False, 0
    for number, line in enumerate(lines):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code or line.startswith("caption "):
            better = "".join(
                part if place % 2 else well_set(code, part)
                for place, part in enumerate(
                    re.split(r"(`[^`]*`|\]\([^)]*\)|\{#[\w-]+\}|^\|[-| :]*\|$|^:?-+.*$)", line)
                )
            )
            if better != line:
                lines[number], count = better, count + 1
    if count:
        path.write_text("\n".join(lines) + "\n", "utf8")
        yield f"{path.name}: {count} lines set"
