"""What is told of a tournament: a table, JSON, and a page that needs nothing else."""

import json
import re
from xml.etree import ElementTree

import pytest

from tablee.arena.charts import axis_over
from tablee.arena.report_rendering import as_html, as_json, as_text, rating_span, short
from tablee.arena.standings import Standings, standings
from tablee.arena.tournament_report import running, tournament_report
from tests.arena.tournaments import outsider, played, tournament
from tests.cases import each

GIVEN = tournament("level:1", "random", outsider("Cheats"), games=4)
NAMES = ["level:1", "random", "Cheats"]


@pytest.fixture(scope="module")
def result() -> Standings:
    found = standings(GIVEN, played(GIVEN))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def html(result: Standings) -> str:
    return as_html(tournament_report(result))


def test_the_table_has_a_line_for_every_bot_and_says_what_went_wrong(result: Standings) -> None:
    text = as_text(tournament_report(result))
    lines = text.splitlines()
    assert lines[0].startswith("morfals, 2 players")
    assert all(sum(f" {name} " in line for line in lines) >= 1 for name in NAMES)
    assert "cheated 8" in text
    assert "'win at once' is not legal" in text
    assert "Won by seat: seat 0 " in text
    assert len({len(line.split("  ")[0]) for line in lines[3:6]}) == 1


def test_json_can_be_read_and_holds_everything(result: Standings) -> None:
    told = json.loads(as_json(result))
    assert {bot["name"] for bot in told["bots"]} == set(NAMES)
    assert told["games"] == 12
    assert set(told["bots"][0]["win_rate"]) == {"value", "low", "high"}
    assert sum(told["lengths"].values()) == 12
    assert told["faults"][0]["kind"] == "cheated"
    assert len(told["meetings"]) == 6


def test_the_page_has_all_its_parts(html: str) -> None:
    titles = ["Standings", "Faults", "Win rate", "Rating", "The first seat’s advantage", "Length of games", "Scores"]
    assert re.findall("<h2>(.*?)</h2>", html) == [*titles, "Head to head", "How to read this"]
    assert html.count("<svg") == 5
    assert all(name in html for name in NAMES)
    assert "prefers-color-scheme: dark" in html


def test_the_page_asks_for_nothing_from_elsewhere(html: str) -> None:
    assert not re.search(r"https?:|//|<script|<link|url\(|@import|src=", html)


def test_the_pictures_are_well_formed_and_stay_in_their_frames(html: str) -> None:
    for picture in re.findall("<svg.*?</svg>", html, re.S):
        root = ElementTree.fromstring(picture)
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        assert root.attrib["aria-label"]
        for line in root.iter("line"):
            assert 0 <= float(line.attrib["x1"]) <= float(line.attrib["x2"]) <= width
            assert 0 <= float(line.attrib["y1"]) <= float(line.attrib["y2"]) <= height
        for column in root.iter("rect"):
            assert 0 <= float(column.attrib["x"]) <= width - float(column.attrib["width"])


def test_names_cannot_break_the_page() -> None:
    given = tournament("<b>&=level:1", "random", games=2)
    result = standings(given, played(given))
    assert result is not None
    assert "<b>&=" not in as_html(tournament_report(result))
    assert "&lt;b&gt;&amp;" in as_html(tournament_report(result))


def test_the_running_line_names_the_best_first() -> None:
    line = running(GIVEN, played(GIVEN))
    assert re.fullmatch(r"(\S+ \d+ % ±\d+( · )?){3}", line)
    assert "Cheats 0 %" in line.split(" · ")[-1]


def test_before_the_first_deal_the_running_line_is_empty() -> None:
    assert running(GIVEN, []) == ""


def test_of_a_long_name_the_end_is_kept() -> None:
    assert short("python:/a/long/path/to/a/file.py:Class", 20) == "…/to/a/file.py:Class"


def test_the_anchor_has_no_interval(result: Standings) -> None:
    (anchor,) = [bot for bot in result.bots if bot.name == "random"]
    assert (anchor.rating.value, rating_span(anchor.rating)) == (0, "")


@each(("low", "high"), [(0, 0), (5, 5), (-1000, 3), (0.2, 0.3), (17, 1400)])
def test_an_axis_covers_what_it_is_made_for_with_a_few_round_numbers(low: float, high: float) -> None:
    axis = axis_over(low, high)
    assert axis.low <= low <= high <= axis.high
    assert 2 <= len(axis.ticks) <= 8
