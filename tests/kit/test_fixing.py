"""`tablee check --fix` writes what follows by rule, and nothing else; `--all` lists every fault."""

import re
from types import SimpleNamespace

import pytest

from tablee.cli import main
from tablee.kit import new_game
from tablee.kit.checking import ASPECTS
from tablee.kit.fixing import fixed
from tests.kit.workshop import edit


@pytest.fixture
def package(tmp_path):
    """The folder of a new game."""
    return new_game("sea_stones", tmp_path) / "src" / "sea_stones"


def fix(package):
    """What was done. The game is not announced: only its folder is looked at, and no texts of its lesson."""
    return list(fixed(SimpleNamespace(path=package)))


def texts_of(package):
    return {path.name: path.read_text("utf8") for path in package.iterdir() if path.is_file()}


def test_nothing_is_written_where_nothing_is_wrong(package):
    before = texts_of(package)
    assert (fix(package), texts_of(package)) == ([], before)


def test_texts_without_a_translation_are_added_at_the_end_and_only_once(package):
    edit(package / "fr.po", 'msgid "Rows"', 'msgid "Ranks"')
    before = (package / "fr.po").read_text("utf8")
    assert fix(package) == ["fr.po: 1 texts wait for their translation, at its end"]
    assert (package / "fr.po").read_text("utf8") == before + '\nmsgid "Rows"\nmsgstr ""\n'
    assert fix(package) == []


def test_a_catalogue_that_is_missing_is_begun_with_its_head(package):
    said = set(re.findall(r'^msgid "(.+)"$', (package / "fr.po").read_text("utf8"), re.MULTILINE))
    (package / "fr.po").unlink()
    assert "texts wait for their translation" in fix(package)[0]
    begun = (package / "fr.po").read_text("utf8")
    assert "Plural-Forms: nplurals=2" in begun
    assert {"Rows", "Columns"} < set(re.findall(r'^msgid "(.+)"$', begun, re.MULTILINE)) < said


def test_french_is_set_as_the_french_set_it(package):
    before = texts_of(package)
    edit(package / "fr.po", "C’est le rocher", "C'est le rocher")
    assert fix(package) == ["fr.po: 1 lines set"]
    assert texts_of(package) == before


def test_all_lists_every_fault(monkeypatch, capsys):
    faults = [f"fault {number}" for number in range(9)]
    monkeypatch.setattr("tablee.kit.checking.ASPECTS", [ASPECTS[0]._replace(find=lambda _: iter(faults))])
    assert main(["check", "isis"]) == 1
    assert "… and 5 more" in capsys.readouterr().out
    assert main(["check", "--all", "isis"]) == 1
    told = capsys.readouterr().out
    assert [fault for fault in faults if f"    {fault}\n" not in told] == []
    assert "more" not in told
