"""The page “How to play well”."""

import dataclasses
import re

import msgspec
import pytest

from tablee.games import find_game, game_ids
from tablee.games.language import languages
from tablee.games.lessons.strategy_text import Curve, HeatMap, MapPosition
from tablee.server.features.lessons import strategy_page as strategy_pages
from tablee.server.features.lessons.strategy_page import has_strategy, seat_lines, strategy_page
from tablee.server.features.lessons.strategy_pictures import curve, heat_map
from tablee.server.views.sentences import language
from tests.cases import each

TOLD = [game_id for game_id in game_ids() if has_strategy(game_id)]
SAY = language("en")


def text_of(house, path, code):
    status, _, body = house.request("GET", path, headers={"accept-language": code})
    assert status == 200
    return body


@each("code", languages())
@each("game_id", TOLD)
def test_a_page_has_all_claims_with_their_figures(house, game_id, code):
    body, page = text_of(house, f"/games/{game_id}/strategy", code), strategy_page(game_id, code)
    assert page is not None
    assert body.count('class="sheet"') == len(page.claims) >= 5
    for claim in page.claims:
        for row in claim.rows:
            assert row.value.replace("&", "&amp;") in body
            assert row.interval or not re.search(r"\d", row.source)
    assert body.count("<figure>") == sum(len(claim.pictures) for claim in page.claims) >= 2
    assert page.made_by in body


@each("game_id", TOLD)
def test_the_other_pages_about_a_game_lead_there(house, game_id):
    link = f'href="/games/{game_id}/strategy"'
    for path in ("/learn", f"/games/{game_id}/rules", f"/games/{game_id}/lesson", f"/games/{game_id}/lesson/text"):
        assert link in text_of(house, path, "en"), path


@each("code", languages())
@each("game_id", TOLD)
def test_rulebook_and_page_say_what_each_seat_wins(house, game_id, code):
    lines = seat_lines(game_id, code)
    assert len(lines) == len(find_game(game_id).players)
    for path in ("strategy", "rules"):
        body = text_of(house, f"/games/{game_id}/{path}", code)
        assert all(line in body for line in lines)


def test_who_begins_is_told_to_change_seats_only_where_it_certainly_matters():
    assert "change seats" in seat_lines("netzwerk", "en")[-1]
    assert "change seats" not in seat_lines("morfals", "en")[0]


@each("written", [False, True])
def test_a_game_that_says_nothing_of_it_or_nothing_right_has_no_page(monkeypatch, tmp_path, written):
    isis = dataclasses.replace(find_game("isis"), path=tmp_path)
    monkeypatch.setattr(strategy_pages, "find_game", lambda _: isis)
    if written:
        (tmp_path / "strategy").mkdir(exist_ok=True)
        (tmp_path / "strategy" / "claims.md").write_text("A lead.\n\n# One\n\nMuch: {much}.\n\n- much: Much\n", "utf8")
        (tmp_path / "strategy" / "figures.json").write_text('{"made_by": "", "figures": {}}', "utf8")
    assert not has_strategy.__wrapped__("isis")
    assert strategy_page.__wrapped__("isis", "en") is None


def test_a_map_has_a_number_on_each_of_its_nodes_and_is_cut_to_what_it_shows():
    heat = HeatMap({"square a1": 0.25, "square f6": 0.75}, MapPosition(2), ["board"])
    svg = heat_map(find_game("isis"), heat, "Where", SAY)
    assert re.findall(r"<text[^>]*>(\d+%)</text></g>", svg) == ["25%", "75%"]
    assert [float(found) for found in re.findall(r'fill-opacity="([\d.]+)"', svg)] == [0.1, 0.8]
    assert 'aria-label="Where"' in svg
    assert "panel" not in svg


def test_a_map_of_what_is_not_there_is_refused():
    heat = HeatMap({"square z9": 1.0}, MapPosition(2))
    with pytest.raises(ValueError, match="square z9"):
        heat_map(find_game("isis"), heat, "", SAY)


def test_a_curve_reads_out_what_it_draws():
    told = msgspec.convert({"lines": [{"x": [1, 2], "y": [0.1, 0.25], "low": [0, 0.2], "high": [0.2, 0.3]}]}, Curve)
    svg = curve(told, "Chances.", "turn", (), SAY)
    assert 'aria-label="Chances. 1: 10%, 2: 25%"' in svg
    assert svg.count("<circle") == 2
    assert 'class="band"' in svg
