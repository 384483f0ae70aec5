"""Bots by name."""

from pathlib import Path

import pytest

from tablee.arena.entrants import BadEntrant, Entrant, check_outside, read_entrant, read_entrants
from tests.arena.tournaments import ENGINE, OUTSIDERS, outsider
from tests.cases import each


def test_the_bots_of_the_house_have_names() -> None:
    assert [(bot.kind, bot.target) for bot in read_entrants(["level:1", "level:5", "random"])] == [
        ("level", "1"),
        ("level", "5"),
        ("random", ""),
    ]


def test_a_bot_of_the_house_may_have_a_way_of_playing() -> None:
    assert read_entrant("level:4:builder") == Entrant("level:4:builder", "level", "4:builder")
    assert read_entrant("his=level:1:bold").target == "1:bold"


def test_a_bot_can_be_given_another_name() -> None:
    assert read_entrant("my best=level:4").name == "my best"
    assert read_entrant("mine=engine:tablee engine#level=2").level == 2


def test_two_of_one_name_are_told_apart() -> None:
    assert [bot.name for bot in read_entrants(["random", "random", "a=level:1", "a=level:2"])] == [
        "random",
        "random (2)",
        "a",
        "a (2)",
    ]


def test_a_file_may_leave_its_class_to_the_habit_of_calling_it_bot() -> None:
    assert read_entrant("python:some/bot.py").target == f"{Path('some/bot.py').resolve()}:Bot"
    assert read_entrant("python:package.module:Mine").target == "package.module:Mine"


def test_an_engine_without_a_level_is_asked_without_one() -> None:
    assert read_entrant("engine:./bot --fast 'a b'").command == ["./bot", "--fast", "a b"]
    assert read_entrant("engine:./bot").level is None


@each(
    "spec",
    [
        "",
        "level",
        "level:0",
        "level:6",
        "level:x",
        "level:4:lazy",
        "level:4:",
        "random:3",
        "python:",
        "engine:",
        "engine:x#level=9",
        "go",
        "a=b=c",
    ],
)
def test_unknown_bots_are_refused_with_a_list_of_those_there_are(spec: str) -> None:
    with pytest.raises(BadEntrant, match="level:1 to level:5, random"):
        read_entrant(spec)


def test_a_command_line_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(BadEntrant, match="No closing quotation"):
        read_entrant("engine:bot 'x")


def test_outside_bots_that_can_be_started_pass_the_check() -> None:
    check_outside(read_entrants([outsider("First"), ENGINE, "level:1"]))


@each(
    ("spec", "message"),
    [
        ("python:missing.py:Bot", "there is no file"),
        (f"python:{OUTSIDERS}:Nobody", "has no attribute 'Nobody'"),
        (f"python:{OUTSIDERS}:Mute", "Mute of .* has no method 'choose'"),
        ("python:no.such.module:Bot", "No module named 'no'"),
        ("engine:no-such-program --x", "there is no program 'no-such-program'"),
    ],
)
def test_outside_bots_that_cannot_be_started_are_refused(spec: str, message: str) -> None:
    with pytest.raises(BadEntrant, match=message):
        check_outside(read_entrants([spec]))
