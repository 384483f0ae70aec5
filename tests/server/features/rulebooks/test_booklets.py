"""Rulebooks without a program: what a folder must hold, what is said of bad ones, and that none can do harm."""

import shutil

import pytest

from tablee.server.features.rulebooks.booklets import BadBooklet, booklet_rules, open_booklet, open_booklets
from tests.cases import each
from tests.server.features.rulebooks.made_up import write_booklet
from tests.server.house import House


@pytest.fixture
def goose(tmp_path):
    return write_booklet(tmp_path, 0)


def test_a_folder_says_what_the_box_says_in_each_language(goose):
    booklet = open_booklet(goose)
    assert (booklet.name("en"), booklet.name("fr")) == ("Goose 0", "Goose 0, en français")
    assert list(booklet.players) == [1, 2, 3]
    assert booklet.about("fr").invitation == "Take the shortest way, number 0."
    assert (booklet.language("fr"), booklet.sourced_in) == ("fr", {"en", "fr"})


def test_one_language_is_enough_and_is_shown_to_everybody(tmp_path):
    booklet = open_booklet(write_booklet(tmp_path, 0, languages=("fr",)))
    assert booklet.language("en") == "fr"


def change(path, **files):
    """Write files of a folder anew; None deletes one."""
    for name, text in files.items():
        file = path / {"toml": "game.toml", "rules": "rulebook.en.md", "cover": "cover.svg"}[name]
        if text is None:
            file.unlink()
        else:
            file.write_bytes(text)


@each(
    ("files", "told"),
    [
        ({"toml": None}, "game.toml is missing"),
        ({"toml": b"name = "}, "game.toml: "),
        ({"toml": b"players = 2"}, "the name is missing"),
        ({"toml": b'name = "X"'}, "the number of players is missing"),
        ({"toml": b'name = "X"\nplayers = [4, 2]'}, "first the least, then the most"),
        ({"toml": b'name = "X"\nplayers = 2\nauthour = "Y"'}, "unknown field `authour`"),
        ({"toml": b'name = "X"\nplayers = 2\nkinds = ["dicee"]'}, "there is no kind 'dicee'; there are alignment"),
        ({"toml": b'name = "X"\nplayers = 2\n[fr]\nnom = "Y"'}, "unknown field `nom`"),
        ({"cover": None}, "it needs one cover"),
        ({"cover": b"x" * 400_000}, "is larger than 300 kB"),
        ({"rules": b"Goose"}, "begins with its title"),
        ({"rules": b"# Oie\xff"}, "not written in UTF-8"),
    ],
)
def test_a_bad_folder_is_left_out_and_the_log_says_why(files, told, tmp_path, caplog):
    folder = tmp_path / str(abs(hash(told)))
    change(write_booklet(folder, 0), **files)
    write_booklet(folder, 1)
    caplog.clear()
    assert list(open_booklets([str(folder)])) == ["made-up-1"]
    (line,) = caplog.messages
    assert "made-up-0" in line
    assert told in line


def test_a_name_is_given_once_and_not_to_what_can_be_played(goose, caplog):
    shutil.copytree(goose, goose.parent / "isis")
    other = goose.parent / "other"
    shutil.copytree(goose, other / goose.name)
    assert list(open_booklets([str(goose.parent), str(other)], ["isis"])) == [goose.name]
    assert ["there is a game isis" in caplog.messages[0], "another booklet of this name" in caplog.text] == [True, True]


def test_a_folder_with_a_name_for_no_address_is_refused(goose):
    with pytest.raises(BadBooklet, match="part of an address"):
        open_booklet(goose.rename(goose.parent / "L’oie"))


EVIL = b"""# Goose

<script>alert(1)</script> <b onclick="alert(1)">x</b> [click](javascript:alert(1)) ![x](https://evil.example/x.png)
![up](../secret.svg) ![data](data:image/png;base64,AAAA) ![link](outside.svg)

## <img src=x onerror=alert(1)> {#turn}

## Turn {#turn}

##
"""


def test_no_html_no_script_and_no_foreign_picture_comes_out_of_a_text(goose):
    (goose.parent / "secret.svg").write_text("<svg/>")
    (goose / "outside.svg").symlink_to(goose.parent / "secret.svg")
    change(goose, rules=EVIL)
    book = booklet_rules(open_booklet(goose), "en")
    for evil in ("<script", "<b ", "<img", 'href="javascript', "evil.example", "secret"):
        assert evil not in book.body, evil
    assert "&lt;script&gt;" in book.body
    assert [section.anchor for section in book.contents] == ["turn", "turn-1"]


def test_its_pages_and_pictures_are_served_and_a_picture_can_run_nothing(tmp_path):
    (tmp_path / "books").mkdir()
    write_booklet(tmp_path / "books", 3, languages=("fr",))
    (tmp_path / "books" / "broken").mkdir()
    house = House(tmp_path, rulebooks=[str(tmp_path / "books")])
    try:
        status, _, page = house.request("GET", "/rulebooks/made-up-3?find=GOOSE")
        assert status == 200
        assert "Here they are in French." in page
        assert page.count('<mark id="found-') == 2
        assert 'href="/rulebooks/made-up-3/sources"' in page
        assert "in the attic" in house.request("GET", "/rulebooks/made-up-3/sources")[2]
        for path in ("cover", "pictures/board.svg"):
            status, headers, _ = house.request("GET", f"/rulebooks/made-up-3/{path}")
            assert (status, headers["content-type"]) == (200, "image/svg+xml")
            assert headers["content-security-policy"].startswith("sandbox; default-src 'none'")
        for path in ("made-up-3/pictures/game.toml", "made-up-3/pictures/..%2Fcover.svg", "made-up-4", "broken"):
            assert house.request("GET", f"/rulebooks/{path}")[0] == 404, path
        shelf = house.request("GET", "/")[2]
        assert 'href="/rulebooks/made-up-3"' in shelf
        assert "<select" not in shelf.partition('id="boxes"')[0]
    finally:
        house.kill()
