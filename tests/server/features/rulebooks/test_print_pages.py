"""What can be printed for those who own the box."""

import re
from collections import Counter

import pytest

from tablee.games import find_game, game_ids
from tablee.games.netzwerk.land import TILES
from tablee.games.netzwerk.scene import print_pages as netzwerk_on_paper
from tablee.games.netzwerk.scene import tiles_of
from tablee.games.shared.hexes import neighbours, read_hex
from tablee.server.features.rulebooks.print_pages import sheet_view, sheets_of
from tablee.server.views.sentences import language
from tests.cases import each

SHEETS = {
    "isis": ["score-pad", "board", "tiles"],
    "morfals": ["score-pad"],
    "morisi": ["score-pad", "land", "tiles"],
    "morpyam": ["score-pad", "grid"],
    "netzwerk": ["score-pad", "land", "tiles"],
}


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_game_has_a_pad_and_some_have_more_and_all_are_linked_from_the_rules(house, code):
    asked = {"accept-language": code}
    for game in game_ids():
        assert [sheet.key for sheet in sheets_of(find_game(game), language(code))] == SHEETS[game]
        assert f'href="/games/{game}/print"' in house.request("GET", f"/games/{game}/rules", headers=asked)[2]
        listed = house.request("GET", f"/games/{game}/print", headers=asked)[2]
        assert re.findall(rf'href="/games/{game}/print/([\w-]+)"', listed) == SHEETS[game]
        for key in SHEETS[game]:
            status, _, page = house.request("GET", f"/games/{game}/print/{key}", headers=asked)
            assert (status, 'class="paper"' in page) == (200, True), (game, key)
    assert house.request("GET", "/games/isis/print/land")[0] == 404


def test_a_land_has_a_number_by_which_it_is_printed_again(house):
    def land(query):
        page = house.request("GET", f"/games/morisi/print/land{query}")[2]
        return re.search(r"<svg xmlns.*?</svg>", page, re.DOTALL)[0]

    assert land("?deal=12&players=3") == land("?deal=12&players=3") != land("?deal=13&players=3")
    assert land("?deal=12&players=2") != land("?deal=12&players=3")
    assert land("?deal=x&players=99").count("<use") == land("?deal=5").count("<use")


@each("players", [2, 4])
@each("deal", [1, 2, 3])
def test_a_land_of_netzwerk_is_cut_into_the_tiles_of_the_box(players, deal):
    view = sheet_view(find_game("netzwerk"), players, deal)
    tiles = tiles_of(view)
    assert Counter(text for tile in tiles for text in tile) == dict.fromkeys(view["hexes"], 1)
    for tile in tiles:
        one, *others = map(read_hex, tile)
        assert set(others) <= set(neighbours(one))
    kinds = [sorted(str(_kind(view["hexes"][text])) for text in tile) for tile in tiles]
    assert sorted(kinds) == sorted(sorted(map(str, tile)) for tile in TILES[2 if players == 2 else 0 :])


@pytest.mark.parametrize("game", ["morisi", "netzwerk"])
@each("players", [2, 4])
@each("deal", [1, 2, 3])
def test_a_printed_land_is_that_of_the_board_and_names_its_cities(game, players, deal):
    """It may be turned to fill the page, but not mirrored."""
    definition, say = find_game(game), language("en")
    view = sheet_view(definition, players, deal)
    board = {node.key: node for node in definition.paint(view, None, (), ("A", "B", "C", "D")[:players], say).nodes}
    (page,) = definition.pictures.print_pages("land", view, say)
    paper = {node.key: node for layer in page.parts for node in layer}
    hexes = [key for key in board if key.startswith("hex ")]
    assert [key for key in paper if key.startswith("hex ")] != []
    for key in hexes:
        assert (paper[key].shape, paper[key].text) == (board[key].shape, board[key].text)
    cities = {site["name"] for site in view["hexes"].values() if site["kind"] == "city"}
    assert {node.text for key, node in paper.items() if key.startswith("name ")} == cities
    first, *others = (complex(board[key].x, board[key].y) for key in hexes)
    printed, *rest = (complex(paper[key].x, paper[key].y) for key in hexes)
    turned = (rest[0] - printed) / (others[0] - first)
    for one, other in zip(others, rest, strict=True):
        assert abs(printed + turned * (one - first) - other) < 2


def test_the_tiles_of_netzwerk_have_a_back_that_turns_the_other_way_round():
    front, back = netzwerk_on_paper("tiles", None, language("en"))

    def places(page, side):
        middle = page.width / 2
        return {node.key: (round(side * (node.x - middle), 6), node.y) for layer in page.parts for node in layer}

    assert places(front, 1) == places(back, -1)
    assert places(front, 1) != places(back, 1)


def _kind(site):
    return site.get("color") or site.get("value") or site["kind"]
