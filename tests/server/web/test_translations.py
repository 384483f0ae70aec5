"""Every text of the house exists in French, and none lies there unused. What games say is checked by the kit."""

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, nodes

import tablee
from tablee.kit.check_words import MessageId, catalogue, catalogue_faults, said_in_python

SOURCE = Path(tablee.__file__).parent
FRENCH = catalogue(SOURCE / "server" / "web")


def said_in_templates(folder: Path) -> Iterator[MessageId]:
    environment = Environment(autoescape=True)
    for path in sorted(folder.rglob("*.html")):
        for call in environment.parse(path.read_text("utf8")).find_all(nodes.Call):
            texts = tuple(argument.value for argument in call.args if isinstance(argument, nodes.Const))
            if isinstance(call.node, nodes.Name) and call.node.name == "say":
                yield texts[0]
            elif isinstance(call.node, nodes.Getattr) and call.node.attr in ("plural", "forms"):
                yield texts[:2]


def said_by_the_house() -> set[MessageId]:
    said: set[MessageId] = set(said_in_templates(SOURCE / "server"))
    for name in ("bots", "games/shared/widgets", "server"):
        said |= set(said_in_python(SOURCE / name))
    return said


def test_every_text_is_translated_and_every_translation_is_used() -> None:
    assert sorted(map(str, said_by_the_house())) == sorted(map(str, FRENCH))


def test_translations_are_complete_and_fill_in_the_same_fields() -> None:
    assert list(catalogue_faults(FRENCH)) == []


def test_what_is_not_translated_is_found() -> None:
    half = {"{name} wins": "{nom} gagne", ("{count} stone", "{count} stones"): ("{count} caillou", ""), "Play": ""}
    assert len(list(catalogue_faults(half))) == 3
