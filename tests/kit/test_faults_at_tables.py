"""A fault in words, picture or brain never stops play: the table says so, and the log names the line."""

import pytest

from tests.kit.makers_house import MakersHouse
from tests.kit.planted import SWITCH, names_of_functions, plant
from tests.kit.workshop import Workshop
from tests.server.house import Guest, play_together

FAULT = {
    "en": "This game has a fault: something may be missing here. You can play on.",
    "fr": "Ce jeu a un défaut\u00a0: il manque peut-être quelque chose ici. Vous pouvez continuer à jouer.",
}
SHOWN = [name for name in names_of_functions() if name.partition(".")[0] in ("words", "scene")]
MOVES = 3
AT_EVERY_TABLE = ("words.prompt", "words.sentence", "words.aftermath", "words.thrower", "words.is_final", "scene.scene")

THINKER = f"""
from os import environ
from pathlib import Path

from tablee.games.brains.thoughts import Opinion


def forget(state, level, seed):
    return state[0].no_such_field if _is_on("forget") else state


def think(state, level, seed, limit):
    return [Opinion(int(state[0].board.argmin()), (0.5, 0.5) if not _is_on("think") else 1 / 0, 1)]


def _is_on(name):
    return Path(environ[{SWITCH!r}]).read_text() == name
"""


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A house with a game in which a file says where the slip is; that file; and what the house complains of."""
    folder = tmp_path_factory.mktemp("planted")
    workshop = Workshop(folder)
    plant(workshop, "planted")
    (workshop.make("thinker") / "brain.py").write_text(THINKER, "utf8")
    switch, errors = folder / "switch", folder / "errors"
    switch.write_text("")
    workshop.more = {SWITCH: str(switch)}
    with errors.open("wb") as log:

        class House(MakersHouse):
            errors = log

        house = House(folder, workshop, "planted", "thinker")
        yield house, switch, errors
        house.stop()


async def play(house, language, moves=MOVES):
    """Some moves of two people, with a spectator; returns the spectator's frames."""
    frames = []
    async with (
        play_together(Guest(house), Guest(house), game="planted") as (one, two),
        Guest(house, language).at(one.table, "scenes") as spectator,
    ):
        frames.append(await spectator.hear("frame"))
        for _ in range(moves):
            acting = next(seat for seat in (one, two) if seat.received[-1].get("actions"))
            number = acting.number
            await acting.act_somewhere()
            for seat in (one, two):
                while seat.number <= number:
                    await seat.hear("events")
            frames.append(await spectator.hear("frame"))
            while frames[-1]["number"] < one.number:
                frames.append(await spectator.hear("frame"))
    return frames


async def test_a_slip_in_any_function_does_not_stop_play(planted):
    house, switch, errors = planted
    assert FAULT["en"] not in (await play(house, "en"))[-1]["prompt"]
    for place, name in enumerate(SHOWN):
        switch.write_text(name)
        language = ("en", "fr")[place % 2]
        frames = await play(house, language)
        assert frames[-1]["number"] > MOVES, name
        if "words.sentence" in SHOWN[: place + 1]:
            assert FAULT[language] in frames[-1]["prompt"], name
    switch.write_text("")
    log = errors.read_text("utf8")
    for name in AT_EVERY_TABLE:
        file = name.partition(".")[0]
        assert f"the game planted has a fault in {name}: {file}.py, line " in log, log[-3000:]


async def test_a_slip_in_a_brain_does_not_stop_its_bot(planted):
    house, switch, errors = planted
    guest = Guest(house)
    async with guest.at(guest.open(game="thinker", mode="bots", level=3)) as seat:
        await seat.sit()
        for name in ("", "forget", "think", ""):
            while not (news := await seat.hear("events"))["actions"]:
                pass
            switch.write_text(name)
            await seat.act(news["actions"][0])
        while not (await seat.hear("events"))["actions"]:
            pass
    log = errors.read_text("utf8")
    assert "the game thinker has a fault in brain or rules: brain.py, line 9: AttributeError" in log, log[-3000:]
    assert "the game thinker has a fault in brain or rules: brain.py, line 13: ZeroDivisionError" in log
