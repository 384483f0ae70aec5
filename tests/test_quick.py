"""Which tests a change chooses, on the tree as it is."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import quick
from tests.quick import ROOT, TESTS, touched_tests


def chosen(*changes: str) -> set[str]:
    """The test files that changes choose, without `tests/`."""
    assert all((ROOT / change).exists() for change in changes)
    tests = touched_tests(ROOT / change for change in changes)
    return {test.relative_to(TESTS).as_posix() for test in tests if test.is_relative_to(TESTS)}


def in_folder(folder: str) -> set[str]:
    found = {test.relative_to(TESTS).as_posix() for test in (TESTS / folder).glob("test_*.py")}
    assert found
    return found


def of_a_browser(tests: set[str]) -> set[str]:
    return {test for test in tests if test.startswith("browser/")}


def test_a_model_chooses_the_tests_of_its_feature_and_not_those_of_games_or_browsers() -> None:
    found = chosen("src/tablee/server/features/chat/model.py")
    assert found >= in_folder("server/features/chat") | {"test_structure.py", "test_words.py"}
    assert not any(test.startswith(("games/", "browser/", "server/realtime/", "server/web/")) for test in found)
    assert len(found) < 20


def test_a_service_that_another_feature_imports_chooses_the_tests_of_both() -> None:
    found = chosen("src/tablee/server/features/lobby/service.py")
    assert found >= in_folder("server/features/lobby")
    assert any(test.startswith("server/features/notifications/") for test in found)
    assert len(found) < 20


def test_the_rules_of_a_game_choose_its_tests_and_those_of_bots_that_play_it() -> None:
    found = chosen("src/tablee/games/isis/rules.py")
    assert found >= in_folder("games/isis") | {"bots/test_strength.py"}
    assert not any(test.startswith(("games/morfals/", "server/", "browser/")) for test in found)


def test_words_of_a_game_do_not_concern_bots() -> None:
    found = chosen("src/tablee/games/isis/words.py")
    assert found >= in_folder("games/isis")
    assert "bots/test_strength.py" not in found


def test_what_games_share_chooses_the_tests_of_every_game_that_has_it() -> None:
    found = chosen("src/tablee/games/shared/routes/rules/route_turn.py")
    assert found >= in_folder("games/shared/routes/rules") | in_folder("games/morisi") | in_folder("games/netzwerk")
    assert not any(test.startswith("games/isis/") for test in found)


@pytest.mark.parametrize("document", ["docs/players/lobby.md", "README.md", "docs/bots/live.md"])
def test_a_document_chooses_the_tests_of_texts(document: str) -> None:
    assert chosen(document) == {"test_docs.py", "test_words.py"}


def test_a_script_chooses_the_browser_tests_of_its_feature() -> None:
    found = chosen("src/tablee/server/web/static/chat/chat.js")
    assert of_a_browser(found) == {"browser/table/test_chat.py"}
    assert found >= in_folder("server/features/chat") | {"server/web/test_static_files.py"}


def test_a_template_chooses_browser_tests_and_its_feature_in_python_does_not() -> None:
    assert of_a_browser(chosen("src/tablee/server/features/lobby/lobby.html")) == {"browser/house/test_lobby.py"}
    assert of_a_browser(chosen("src/tablee/server/features/lobby/pages.py")) == set()


def test_a_picture_of_a_game_chooses_the_tests_of_the_game() -> None:
    assert chosen("src/tablee/games/isis/scene.svg") == in_folder("games/isis")


def test_french_chooses_the_tests_of_translations() -> None:
    assert "server/web/test_translations.py" in chosen("src/tablee/games/isis/fr.po")


def test_a_helper_of_tests_chooses_the_tests_that_use_it() -> None:
    found = chosen("tests/bots/expectimax.py")
    assert found
    assert all(test.startswith("bots/") for test in found)


def test_a_test_chooses_itself_even_in_a_browser() -> None:
    assert chosen("tests/browser/house/test_lobby.py") == {"browser/house/test_lobby.py"}


def test_a_stored_game_chooses_the_tests_beside_it() -> None:
    stored = next((TESTS / "games" / "isis" / "finished").iterdir())
    assert chosen(str(stored.relative_to(ROOT))) == in_folder("games/isis")


def test_a_module_with_examples_is_tested_itself() -> None:
    path = ROOT / "src/tablee/server/features/chat/model.py"
    assert ">>>" in path.read_text("utf8")
    assert path in touched_tests([path])


def test_a_file_that_is_gone_still_chooses_the_tests_of_its_folder() -> None:
    gone = ROOT / "src/tablee/server/features/chat/gone.py"
    assert TESTS / "server/features/chat/test_model.py" in touched_tests([gone])


def test_whatever_is_named_is_there() -> None:
    places = [ROOT / "tests" / place for tests in quick.ALSO_OF.values() for place in tests]
    assert [place for place in (*places, *quick.ASSEMBLIES) if not place.exists()] == []


def test_every_script_and_template_has_a_place_in_a_browser() -> None:
    features = {feature for features in quick.AREAS.values() for feature in features}
    web = quick.SOURCE / "server" / "web"
    folders = {path.parent.name for path in quick.FEATURES.glob("*/*.html")}
    folders |= {path.name for kind in ("static", "templates") for path in (web / kind).iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} <= features


def test_nothing_is_tested_where_nothing_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git = ("git", "-c", "user.name=Zoé", "-c", "user.email=zoe@house.example")
    (tmp_path / "known").write_text("old")
    for command in (("init", "-q"), ("add", "known"), ("commit", "-qm", "Begin")):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    assert quick.main() == 0
    assert "Nothing to test" in capsys.readouterr().out
    (tmp_path / "known").write_text("new")
    (tmp_path / "unknown").touch()
    assert quick.changed_files() == [tmp_path / "known", tmp_path / "unknown"]


def test_it_starts_without_the_engine() -> None:
    script = "import sys, tests.quick; assert 'numba' not in sys.modules, 'this would take seconds'"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)
