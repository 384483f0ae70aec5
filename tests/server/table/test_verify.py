"""`tablee verify` on games and days: each by itself, and what a game says about its day and the next."""

import random

import msgspec
import pytest

from tablee.cli import main
from tablee.server.features.daily.model import Day, begin_of
from tablee.server.table.dice import commitment
from tablee.server.table.events import Opening
from tablee.server.table.export import export
from tablee.server.table.table import Table
from tests.server.table.tables import ISIS, NOW, happen, play_randomly

NONCE = "ab" * 16
LATER = begin_of("2030-01-01")
YESTERDAY = Day("2026-11-16", "isis", 2, 3, b"one secret", 5).begun([])
TODAY = Day("2026-11-17", "isis", 2, 3, b"another secret", 5).begun(["cd" * 16, NONCE])


def game_of(day, tomorrow):
    """A finished game of a day's deal."""
    opening = Opening(
        "table", "isis", ISIS.version, 2, ISIS.full_options(2, {}), commitment(day.seed), True,
        deal=day.deal(tomorrow),
    )  # fmt: skip
    table = Table(opening, day.seed, ISIS)
    happen(table, table.sit("Zoé", NOW))
    happen(table, table.sit("", NOW, level=3))
    happen(table, table.add_nonce(1, NONCE, NOW))
    play_randomly(table, random.Random(1))
    return export(table, LATER)


@pytest.fixture
def written(tmp_path):
    def write(name, document):
        path = tmp_path / f"{name}.json"
        path.write_bytes(msgspec.json.encode(document))
        return str(path)

    return write


def test_a_day_is_checked_by_itself_and_beside_games_of_that_day_and_of_the_day_before(written, capsys):
    before = written("before", game_of(YESTERDAY, TODAY))
    on_it = written("on it", game_of(TODAY, Day("2026-11-18", "isis", 2, 3, b"x", 5)))
    proof = written("proof", TODAY.proof)
    assert main(["verify", proof]) == 0
    assert main(["verify", proof, before, on_it]) == 0
    told = capsys.readouterr().out
    assert told.count("agree") == 2
    assert TODAY.house in told


@pytest.mark.parametrize(
    "forged",
    [
        {"secret": b"yet another secret".hex()},
        {"nonces": [NONCE]},
        {"nonces": [NONCE, "cd" * 16]},
        {"seed": YESTERDAY.seed.hex()},
        {"house": YESTERDAY.house},
        {"secret": "no digits"},
    ],
)
def test_a_day_that_was_tampered_with_is_not_honest(written, capsys, forged):
    proof = msgspec.structs.replace(TODAY.proof, **forged)
    assert main(["verify", written("proof", proof)]) == 1
    assert "NOT honest" in capsys.readouterr().out


def test_a_host_who_leaves_somebody_out_or_changes_the_secret_is_found_out_by_who_was_there(written, capsys):
    game = written("game", game_of(YESTERDAY, TODAY))
    left_out = msgspec.structs.replace(TODAY, nonces=(), seed=b"").begun(["cd" * 16])
    assert main(["verify", game, written("left out", left_out.proof)]) == 1
    assert "left out" in capsys.readouterr().out
    changed = msgspec.structs.replace(TODAY, secret=b"chosen later").begun(TODAY.nonces)
    assert main(["verify", game, written("changed", changed.proof)]) == 1
    assert "another fingerprint" in capsys.readouterr().out
    other = written("other", game_of(changed, TODAY))
    assert main(["verify", other, written("proof", TODAY.proof)]) == 1


def test_a_game_that_says_nothing_about_a_day_is_not_taken_for_a_witness(written, capsys):
    game = written("game", game_of(TODAY, YESTERDAY))
    far = Day("2026-12-24", "isis", 2, 3, b"x", 5).begun([])
    assert main(["verify", game, written("far", far.proof)]) != 0
    assert "nothing about 2026-12-24" in capsys.readouterr().err
