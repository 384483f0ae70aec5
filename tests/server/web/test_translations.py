"""Every text of the house exists in French, and none lies there unused. What games say is checked by the kit."""

import re
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, nodes

import tablee
from tablee.games.language import Language
from tablee.kit.check_words import MessageId, catalogue, catalogue_faults, said_in_python
from tests.cases import each

SOURCE = Path(tablee.__file__).parent
FRENCH = catalogue(SOURCE / "server" / "web")


def said_in_templates(folder: Path) -> Iterator[MessageId]:
    environment = Environment(autoescape=True)
    for path in sorted(folder.rglob("*.html")):
        for call in environment.parse(path.read_text("utf8")).find_all(nodes.Call):
            texts = tuple(argument.value for argument in call.args if isinstance(argument, nodes.Const))
            if isinstance(call.node, nodes.Name) and call.node.name == "say":
                yield from texts[:1]  # a name of a game is no text of the house
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


@each(("game", "of_it"), [("Isis & Osiris", "d’Isis & Osiris"), ("Écarté", "d’Écarté"), ("Morfals", "de Morfals")])
def test_french_elides_before_a_name_with_a_vowel(game: str, of_it: str) -> None:
    title = Language("fr", FRENCH)("The story of a game of {game}", game=game)
    assert title == f"Le récit d’une partie {of_it}"


def test_french_does_not_elide_before_a_square() -> None:
    text = "{name} moves from {square}."
    assert Language("fr", {text: "{name} va de {square}."})(text, name="Otto", square="a3") == "Otto va de a3."


def test_no_line_of_french_begins_with_its_punctuation() -> None:
    loose = re.compile(r"^msgstr.* [:;?!]", re.MULTILINE)
    assert [found[0] for path in SOURCE.rglob("fr.po") for found in loose.finditer(path.read_text("utf8"))] == []


RETIRED = {
    "en": r"whoever comes|\bonlook|\blook(ing)? on\b|called over|\bletters? (go|goes|has|have)\b|no more letters"
    r"|takes? back the|\bgiv(e|es|en) up\b|the house\b(?! rules)|this house|does it count|it counts|key of words"
    r"|page (about yourself|for others)|at one sitting|who is here|what has happened|throw (it )?away|\bprograms?\b"
    r"|asked for from here|in your place:|\bdaily games?\b|\bpoint at\b"
    r"|\} points at\b|\blit (way|hex)|members are called",
    "fr": r"qui viendra\b|\blettres? (vont|iront|part)|plus de lettres|reprend(re|s) (le|son|votre) (dernier )?coup"
    r"|(?<!règles de )(?<!règle de )\bla maison|cette maison|d’une traite|page pour les autres|page qui parle de"
    r"|page à votre sujet|\bprogrammes?\b|^à votre place :|parties? par jours|rediffusion|prédictions?",
}
"""Words that the glossary has replaced (`docs/contributors/glossary.md`)."""


def retired(code: str, text: str) -> list[str]:
    return [found[0] for found in re.finditer(RETIRED[code], text.replace("\u00a0", " "), re.IGNORECASE)]


def test_no_text_uses_a_word_that_was_retired() -> None:
    texts = [
        (code, text)
        for folder in (SOURCE / "server" / "web", *(found.parent for found in (SOURCE / "games").rglob("fr.po")))
        for key, said in catalogue(folder).items()
        for code, some in (("en", key), ("fr", said))
        for text in ((some,) if isinstance(some, str) else some)
    ]
    assert {text: retired(code, text) for code, text in texts if retired(code, text)} == {}


def test_documents_for_players_use_the_words_of_the_page() -> None:
    older = re.compile(r"\bby days\b|at one sitting|key of words|whoever comes", re.IGNORECASE)
    documents = (Path(__file__).parents[3] / "docs" / "players").glob("*.md")
    assert {path.name: found for path in documents if (found := older.findall(path.read_text("utf8")))} == {}


def test_a_retired_word_is_found() -> None:
    assert retired("en", "Play with whoever comes: it counts") == ["whoever comes", "it counts"]
    assert retired("fr", "Reprendre le coup") == ["Reprendre le coup"]
    assert not retired("en", "House rules: nobody takes a seat back.")
