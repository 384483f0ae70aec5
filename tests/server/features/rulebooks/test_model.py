"""Rulebooks as pages: contents to jump by, figures that show what they say, signs, and what they weigh."""

import json
import re
from types import SimpleNamespace

import pytest

from tablee.games import find_game, game_ids
from tablee.games.language import languages
from tablee.games.morpyam.rules import FIGURES
from tablee.games.morpyam.words import figure_name
from tablee.kit.check_books import figure_lines
from tablee.server.features.rulebooks.figure_marks import Extent, shape_extent
from tablee.server.features.rulebooks.model import rulebook
from tablee.server.features.rulebooks.rulebook_figures import figure
from tablee.server.views.sentences import language
from tests.cases import each

POSITION = {
    "game": "isis", "players": 2, "options": {"reserve": "own", "memory": "open"}, "board": {"b4": "P0", "b5": "-1"},
    "pawns": [7, 8], "tiles": [10, 11], "turn": 0, "drawn": None, "left": [False, False],
}  # fmt: skip
SHAPES = find_game("isis").shapes
EVERY = each(("game_id", "code"), [(game, code) for game in game_ids() for code in languages()])


def drawn(*lines: str) -> str:
    return figure("\n".join([json.dumps(POSITION), *lines]), 1, language("en"))


# ---- contents ----------------------------------------------------------------------------------------------


@EVERY
def test_the_contents_lead_to_every_heading(game_id, code):
    book = rulebook(game_id, code)
    entries = [entry for section in book.contents for entry in (section, *section.parts)]
    headings = re.findall(r'<h[23] id="([\w-]+)">(.*?)</h[23]>', book.body)
    assert [(entry.anchor, entry.title) for entry in entries] == headings
    assert len({anchor for anchor, _ in headings}) == len(headings) > 4
    assert "{#" not in book.body


def test_a_heading_that_names_no_anchor_is_called_by_its_words(tmp_path, monkeypatch):
    (tmp_path / "rulebook.en.md").write_text("# Isis\n\n## Your *own* turn\n", "utf8")
    monkeypatch.setattr(
        "tablee.server.features.rulebooks.model.find_game", lambda _: SimpleNamespace(path=tmp_path, shapes=SHAPES)
    )
    assert rulebook.__wrapped__("isis", "en").contents == [("your-own-turn", "Your own turn", [])]


# ---- figures -----------------------------------------------------------------------------------------------


@each("game_id", game_ids())
def test_every_figure_is_cut_to_what_it_shows(game_id):
    assert all(any(line.startswith("show ") for line in lines) for lines in figure_lines(find_game(game_id), "en"))


def test_a_figure_is_cut_to_the_nodes_that_it_names():
    html = drawn("show square b4; square d5")
    left, top, width, height = map(float, re.search(r'viewBox="([\d. ]+)"', html)[1].split())
    assert (left, top, width, height) == (172 - 44 - 12, 264 - 44 - 12, 2 * 92 + 88 + 24, 92 + 88 + 24)
    assert "pawn-0" in html
    assert "#panel-600" not in html, "what lies elsewhere is not drawn"


def test_a_cut_near_to_the_edge_of_the_board_keeps_its_letters():
    assert 'viewBox="0 ' in drawn("show square a4; square b5")


def test_several_cuts_are_several_pictures_and_a_mark_is_where_its_nodes_are():
    html = drawn("show square a4; square b5", "show panel 0", "ring pawn b4")
    assert html.count("<svg") == 2
    assert html.count("point-ring") == 1


@each(
    ("line", "sign"),
    [
        ("ring pawn b4", 'point-ring"><circle class="point-case" cx="172" cy="356"'),
        ("tick square c4", "point-tick"),
        ("cross square c4", 'point-cross" transform="translate(264.0 356.0)"'),
        ("number square a5; square b5; square c5", "<text>3</text>"),
        ("note ×2: square c4", "<text>×2</text>"),
        ("name square b5", "<text>b5</text>"),
        ("arrow square b5 > square b4", "point-arrow"),
        ("arc square b5 > square d5", "point-arrow"),
    ],
)
def test_marks_point_things_out(line, sign):
    assert sign in drawn(line)


def test_a_mark_leaves_what_lies_on_its_node_in_sight():
    middles = [(172, 356), (172 + 26, 356 + 26)]  # the pawn, and what it is worth
    spot = re.search(r'point-tick" transform="translate\(([\d.]+) ([\d.]+)\)', drawn("tick square b4"))
    x, y = map(float, spot.groups())
    assert all((x - right) ** 2 + (y - down) ** 2 > 40**2 for right, down in middles)


@each(
    ("line", "complaint"),
    [
        ("ring pawn b5", "names 'pawn b5'"),
        ("show square a1; square g7", "names 'square g7'"),
        ("arrow square a1 > nowhere", "names 'nowhere'"),
        ("circle square a1", "knows no 'circle'"),
        ("show square a1; square b2\nring pawn b4", "marks 'pawn b4', which is cut off"),
    ],
)
def test_a_figure_that_speaks_of_what_is_not_there_is_refused(line, complaint):
    with pytest.raises(ValueError, match=complaint):
        drawn(line)


def test_shapes_are_measured_with_the_shapes_they_use():
    shapes = find_game("morpyam").shapes
    assert shape_extent("square-carre", shapes) == shape_extent("square", shapes) == Extent(-44, -44, 44, 44)


# ---- signs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", languages())
def test_every_figure_of_the_dice_stands_beside_its_sign(code):
    body = rulebook("morpyam", code).body
    found = re.findall(
        r'<li><svg class="scene shape-sign".*?href="#square-(\w+)"/></g></svg> <strong>(.*?)</strong>', body
    )
    named = [(shape, figure_name(shape, language(code)).capitalize()) for shape, _ in found[1:]]
    assert found[1:] == named
    assert [shape for shape, _ in found] == ["5", *FIGURES[7:]]


@EVERY
def test_signs_of_the_board_are_beside_what_is_said_of_them(game_id, code):
    assert rulebook(game_id, code).body.count("shape-sign") >= 5


@pytest.mark.parametrize("text", ["sign unheard-of", "pawn b4"])
def test_a_sign_that_the_game_has_not_is_refused(text, tmp_path, monkeypatch):
    (tmp_path / "rulebook.en.md").write_text(f"# Isis\n\nThis: `{text}`\n", "utf8")
    monkeypatch.setattr(
        "tablee.server.features.rulebooks.model.find_game", lambda _: SimpleNamespace(path=tmp_path, shapes=SHAPES)
    )
    with pytest.raises(ValueError, match=text):
        rulebook.__wrapped__("isis", "en")


# ---- sources -----------------------------------------------------------------------------------------------


@EVERY
def test_every_game_of_the_house_says_where_its_rules_come_from(house, game_id, code):
    asked = {"accept-language": code}
    status, _, page = house.request("GET", f"/games/{game_id}/sources", headers=asked)
    assert status == 200
    assert ("https://escaleajeux.fr/" in page) == (game_id != "morpyam")
    assert re.findall(r'<h2 id="([\w-]+)"', page)[:3] == ["game", "text", "missing"]
    for path in ("/", f"/games/{game_id}/rules"):
        assert f'href="/games/{game_id}/sources"' in house.request("GET", path, headers=asked)[2]


# ---- the page ----------------------------------------------------------------------------------------------


@each("game_id", game_ids())
@each("code", ["en", "fr"])
def test_a_rulebook_weighs_less_than_100_kb_with_all_it_needs(house, game_id, code):
    def fetch(path):
        asked = {"accept-language": code, "accept-encoding": "gzip"}
        status, found, body = house.raw_request("GET", path, headers=asked)
        assert status == 200, path
        return len(body) + sum(len(name) + len(value) + 4 for name, value in found.items())

    path = f"/games/{game_id}/rules"
    _, _, body = house.request("GET", path, headers={"accept-language": code})
    needed = set(re.findall(r'<(?:link|script|img|use)\b[^>]*?\b(?:src|href)="(/[^"#]+)', body))
    assert fetch(path) + sum(map(fetch, needed)) < 100_000
