"""What is shown of a shared link."""

import random
import re
import struct

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import find_game, game_ids
from tablee.games.language import ENGLISH
from tablee.kit.check_secrets import with_other_secrets
from tablee.server.features.previews.link_pictures import draw, game_scene, table_scene
from tablee.server.features.previews.plain_svg import SVG, plain_svg
from tablee.server.views.frames import encode, patch
from tablee.server.views.sentences import language
from tests.browser.laid import lay_over
from tests.cases import each
from tests.server.house import Guest
from tests.server.table.test_past import games, position_of


def size(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


@each("game", game_ids())
async def test_every_game_has_a_picture_of_the_size_that_is_asked_for(game):
    definition = find_game(game)
    png = await draw(definition, game_scene(definition, min(definition.players), language("fr")))
    assert size(png) == (1200, 630)
    assert len(png) > 30_000, "an empty sheet is smaller"


@settings(max_examples=30)
@given(games, st.integers(0, 10_000), st.integers(4, 40), st.booleans())
def test_a_picture_shows_nothing_that_an_onlooker_may_not_know_now(game, seed, steps, back):
    table = position_of(game, seed, steps, 0.0)
    other = with_other_secrets(table, None, random.Random(seed)) if table.status == "playing" else None
    if other is None:
        return
    number = table.number - 1 if back else None
    first, second = (encode(patch((), table_scene(each, number, ENGLISH))) for each in (table, other))
    assert first == second


def looks(svg, css):
    """What the first child of a picture looks like."""
    return plain_svg(f'<svg xmlns="{SVG[1:-1]}">{svg}</svg>', css)[0]


def test_variables_are_handed_down_through_the_shape_that_a_node_uses():
    css = ":root { --ink: #111; } .seat { --piece: var(--ink); } .body { fill: var(--piece, red); }"
    shapes = '<defs><symbol id="pawn"><path class="body"/></symbol></defs>'
    node = looks(f'<g class="seat"><use href="#pawn" x="3" y="4"/></g>{shapes}', css)
    assert node[0].get("transform") == "translate(3 4)"
    assert node[0][0].get("fill") == "#111"
    assert looks(f'<use href="#pawn"/>{shapes}', css)[0].get("fill") == "red"


@each(
    ("css", "fill"),
    [
        (".b { fill: red; } .a.b { fill: blue; } .a { fill: green; }", "blue"),
        ("rect { fill: red; } .a { fill: blue; } g rect { fill: green; }", "blue"),
        (".a { fill: red; } .a:hover { fill: blue; }", "red"),
        (".a:not(.c) { fill: red; } .a:not(.b) { fill: blue; }", "red"),
        ('[class*="a "] { fill: red; } rect { fill: blue; }', "red"),
        ("svg > rect { fill: red; } g > rect { fill: blue; }", "red"),
        ("rect:nth-child(1) { fill: red; } rect:nth-child(2) { fill: blue; }", "red"),
        (".a { fill: red; } @media (prefers-color-scheme: dark) { .a { fill: blue; } .b { fill: blue; } }", "red"),
        (".a { fill: rgb(1 2 3 / 50%); }", "rgba(1, 2, 3, 0.5)"),
        (".a { fill: var(--nowhere); }", None),
    ],
)
def test_the_strongest_rule_that_holds_decides(css, fill):
    assert looks('<rect class="a b"/>', css).get("fill") == fill


def test_what_is_not_displayed_is_left_out():
    assert len(plain_svg(f'<svg xmlns="{SVG[1:-1]}"><g class="a"/><g/></svg>', ".a { display: none; }")) == 1


def meta(page, name):
    return re.search(rf'<meta property="og:{name}" content="([^"]*)"', page)[1].replace("&amp;", "&")


def test_a_link_to_a_table_shows_its_game_and_that_a_seat_is_free(house):
    table = Guest(house).open()
    _, _, page = house.request("GET", f"/tables/{table}", headers={"accept-language": "fr"})
    assert meta(page, "title") == "Isis & Osiris"
    assert meta(page, "description").startswith("Une place vous attend")
    image = meta(page, "image")
    assert image == f"http://localhost:{house.port}/tables/{table}/picture.png?language=fr"
    status, headers, png = house.raw_request("GET", image.partition(str(house.port))[2])
    assert (status, headers["content-type"], size(png)) == (200, "image/png", (1200, 630))


async def test_a_link_to_a_position_shows_that_position(house):
    laid = await lay_over(house, "a shared position")
    _, _, page = house.request("GET", f"{laid.path}/replay?at=12")
    assert meta(page, "image").endswith(f"{laid.path}/picture.png?language=en&at=12")
    pictures = {house.raw_request("GET", f"{laid.path}/picture.png?at={at}")[2] for at in (12, 30, "now")}
    assert len(pictures) == 3
    assert house.raw_request("GET", f"{laid.path}/picture.png?at=1")[0] == 404


async def test_a_link_to_a_replay_does_not_say_how_it_ended(house):
    laid = await lay_over(house, "a shared replay")
    page, table = (house.request("GET", path)[2] for path in (f"{laid.path}/replay", laid.path))
    names = [one.name for one in laid.table.seats]
    assert all(name in meta(page, "description") for name in names)
    assert meta(page, "description") != meta(table, "description"), "that of the table says who has won"
    end, shown = (
        house.raw_request("GET", address)
        for address in (f"{laid.path}/picture.png", meta(page, "image").partition(str(house.port))[2])
    )
    assert (shown[0], shown[2] != end[2]) == (200, True)


def test_a_picture_that_others_may_be_given_depends_on_its_address_alone(house):
    pictures = [
        house.raw_request("GET", "/games/isis/picture.png", headers={"accept-language": code}) for code in ("fr", "en")
    ]
    assert "public" in pictures[0][1]["cache-control"]
    assert pictures[0][2] == pictures[1][2]


def test_pages_about_a_game_have_its_picture(house):
    _, _, page = house.request("GET", "/games/isis/rules")
    status, headers, _ = house.raw_request("GET", meta(page, "image").partition(str(house.port))[2])
    assert (status, headers["content-type"]) == (200, "image/png")
    assert house.request("GET", "/games/nowhere/picture.png")[0] == 404
