"""A third language is a catalogue and texts: no code."""

import re
import shutil
from pathlib import Path

import pytest

import tablee
from tablee.games import language
from tablee.games.language import read_catalogues
from tests.server.house import Guest, House

RULE = "nplurals=2; plural=(n != 1);"
HEAD = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {RULE}\\n"\n'
HOUSE_IN_ESPERANTO = HEAD + '\nmsgid "What shall we play?"\nmsgstr "Kion ni ludu?"\n'
ISIS_IN_ESPERANTO = HEAD + '\nmsgid "Placed tiles"\nmsgstr "Metitaj platoj"\n'


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house that has been given a few texts in Esperanto, and has lost a French rulebook."""
    folder = tmp_path_factory.mktemp("esperanto")
    source = folder / "tablee"
    shutil.copytree(Path(tablee.__file__).parent, source, ignore=shutil.ignore_patterns("__pycache__"))
    (source / "server" / "web" / "eo.po").write_text(HOUSE_IN_ESPERANTO, "utf8")
    (source / "games" / "isis" / "eo.po").write_text(ISIS_IN_ESPERANTO, "utf8")
    (source / "games" / "isis" / "rulebook.fr.md").unlink()
    (source / "games" / "isis" / "rulebook.eo.md").write_text("# Reguloj de Isis\n", "utf8")
    house = House(folder, environment={"PYTHONPATH": str(folder)})
    yield house
    house.kill()


def look(house, path="/", **headers):
    return house.request("GET", path, headers={"accept-language": "eo,fr;q=0.5", **headers})[2]


def test_the_house_and_a_game_speak_it_and_fall_back_to_english(house):
    page = look(house)
    assert '<html lang="eo">' in page
    assert "Kion ni ludu?" in page
    assert "Find an opponent" in page
    assert "Metitaj platoj" in look(house, "/games/isis/bots")


def test_every_page_offers_all_other_languages(house):
    offered = dict(re.findall(r'name="language" value="(\w+)" lang="\w+">(\w+)', look(house)))
    assert offered == {"en": "English", "fr": "Français"}
    offered = set(re.findall(r'name="language" value="(\w+)"', look(house, cookie="language=fr")))
    assert offered == {"en", "eo"}


def test_it_can_be_chosen_and_is_kept(house):
    _, headers, _ = house.request("POST", "/language", {"language": "eo", "back": "/"})
    page = look(house, **{"accept-language": "fr", "cookie": headers["set-cookie"].partition(";")[0]})
    assert '<html lang="eo">' in page


def test_rulebooks_are_in_it_where_they_are_written_and_else_in_english(house):
    assert "Reguloj de Isis" in look(house, "/games/isis/rules")
    page = look(house, "/games/morfals/rules")
    assert '<article class="rulebook" lang="en">' in page


def test_who_reads_another_language_is_told_so(house):
    assert "not available in your language yet" in look(house, "/games/morfals/rules")
    assert "not available in your language yet" not in look(house, "/games/isis/rules")
    assert "not available in your language yet" not in look(house, "/games/morfals/rules", **{"accept-language": "en"})


def test_a_game_without_a_french_rulebook_is_served_in_english(house):
    french = {"accept-language": "fr"}
    assert "Isis &amp; Osiris" in look(house, **french)
    page = look(house, "/games/isis/rules", **french)
    assert '<html lang="fr">' in page
    assert '<article class="rulebook" lang="en">' in page
    assert "Cette règle n’est pas encore écrite en français" in page
    assert '<article class="rulebook" lang="fr">' in look(house, "/games/morfals/rules", **french)


def test_a_language_whose_catalogue_is_gone_is_gone(tmp_path, monkeypatch):
    (tmp_path / "eo.po").write_text(HOUSE_IN_ESPERANTO, "utf8")
    monkeypatch.setattr(language, "HOUSE", tmp_path)
    assert language.languages.__wrapped__() == {"en": "English", "eo": "Esperanto"}


async def test_tables_work_in_it(house):
    guest = Guest(house, "eo")
    async with guest.at(guest.open(mode="bots"), feed="scenes") as seat:
        await seat.sit()
        assert (await seat.hear("frame"))["prompt"]


def test_a_language_has_its_own_plurals(tmp_path):
    rule = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    forms = 'msgid "{count} point"\nmsgid_plural "{count} points"\n'
    forms += "".join(
        f'msgstr[{index}] "{{count}} {word}"\n' for index, word in enumerate(("punkt", "punkty", "punktów"))
    )
    (tmp_path / "pl.po").write_text(HEAD.replace(RULE, rule) + "\n" + forms, "utf8")
    say = read_catalogues("pl", [tmp_path])
    assert [say.plural("{count} point", "{count} points", count) for count in (1, 2, 5, -22)] == [
        "1 punkt", "2 punkty", "5 punktów", "−22 punkty"
    ]  # fmt: skip
    assert say.plural("one", "many", 5) == "many"
