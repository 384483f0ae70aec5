"""A test that ends by itself: its formula, how often it is wrong, and that its end follows from the games alone."""

import json
import math
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.arena.arena_game import GameRecord
from tablee.arena.sprt import Hypotheses, _likely, ratio, share_of, verdict
from tablee.cli import main
from tests.arena.tournaments import tournament

HERE = ["--backend", "sequential", "--jobs", "1"]
TWO = tournament("level:1", "random")
SHARES = [0.0, 0.25, 0.5, 0.75, 1.0]


def games(deal: int, share: float) -> list[GameRecord]:
    """The two games of a deal of which the first bot won a share."""
    won = {0.0: (1, 1), 0.25: (1, -1), 0.5: (0, 1), 0.75: (0, -1), 1.0: (0, 0)}[share]  # -1: both
    records = []
    for seats, winner in zip(((0, 1), (1, 0)), won, strict=True):
        winners = (0, 1) if winner < 0 else (seats.index(winner),)
        records.append(GameRecord(deal, seats, winners, (0, 0), "points", 10, (), (5, 5), (0.0, 0.0)))
    return records


def played_out(shares: list[float]) -> list[GameRecord]:
    return [record for deal, share in enumerate(shares) for record in games(deal, share)]


@given(st.lists(st.floats(0.01, 50), min_size=5, max_size=5), st.floats(0.05, 0.95))
def test_the_most_likely_frequencies_have_the_mean_that_is_asked_for(counts: list[float], mean: float) -> None:
    likely = _likely(SHARES, counts, mean)
    assert sum(likely) == pytest.approx(1, abs=1e-6)
    assert sum(p * share for p, share in zip(likely, SHARES, strict=True)) == pytest.approx(mean, abs=1e-6)


@given(
    st.lists(st.integers(1, 40), min_size=5, max_size=5),
    st.floats(0.2, 0.8),
    st.lists(st.floats(-1, 1), min_size=5, max_size=5),
)
def test_no_other_frequencies_of_that_mean_are_likelier(counts: list[int], mean: float, lean: list[float]) -> None:
    """Moving a little in any direction that keeps sum and mean makes what was seen less likely."""
    likely = _likely(SHARES, counts, mean)
    flat = sum(lean) / 5
    slope = sum(one * (share - 0.5) for one, share in zip(lean, SHARES, strict=True)) / 0.625
    moves = [one - flat - slope * (share - 0.5) for one, share in zip(lean, SHARES, strict=True)]
    length = 1e-3 * min(likely) / max(1e-9, max(map(abs, moves)))
    other = [p + length * move for p, move in zip(likely, moves, strict=True)]

    def likelihood(frequencies: list[float]) -> float:
        return sum(count * math.log(p) for count, p in zip(counts, frequencies, strict=True))

    assert likelihood(other) <= likelihood(likely) + 1e-6


def test_it_is_near_what_the_normal_distribution_gives() -> None:
    """For close hypotheses and many deals: N (s₁ − s₀)(2 m − s₀ − s₁) / (2 v)."""
    seen = {0.0: 60, 0.25: 10, 0.5: 300, 0.75: 12, 1.0: 72}
    count = sum(seen.values())
    mean = sum(share * times for share, times in seen.items()) / count
    spread = sum(times * (share - mean) ** 2 for share, times in seen.items()) / count
    normal = count * 0.02 * (2 * mean - 1.02) / (2 * spread)
    assert ratio(seen, Hypotheses(0.5, 0.52)) == pytest.approx(normal, rel=0.05)


@pytest.mark.parametrize(("truth", "wanted"), [(0.5, "H0"), (0.6, "H1")])
def test_it_is_seldom_wrong_although_twins_share_their_luck(truth: float, wanted: str) -> None:
    random, test = Random(3), Hypotheses(0.5, 0.6)
    ends: Counter[str | None] = Counter()
    for _ in range(50):
        shares = []
        for _ in range(260):
            luck = random.gauss(0, 0.15)
            shares.append(((random.random() < truth + luck) + (random.random() < truth - luck)) / 2)
        ends[verdict(test, TWO, played_out(shares)).accepted] += 1
    assert ends[wanted] >= 43, ends


def test_deals_count_in_their_order_whatever_came_first() -> None:
    shares = [1.0, 0.5] * 40
    records, test = played_out(shares), Hypotheses(0.5, 0.6)
    whole = verdict(test, TWO, records)
    assert whole.accepted == "H1"
    assert whole.deals < 40
    shuffled = records.copy()
    Random(1).shuffle(shuffled)
    assert verdict(test, TWO, shuffled) == whole
    assert verdict(test, TWO, [record for record in records if record.deal != 2]).deals == 2
    assert verdict(test, TWO, []).llr == 0.0


def test_points_of_elo_are_shares_of_games_with_any_number_of_seats() -> None:
    assert share_of(400, 2) == pytest.approx(10 / 11)
    assert share_of(0, 4) == pytest.approx(1 / 4)


def test_a_tournament_stops_when_it_is_decided_and_goes_on_from_its_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "games.jsonl"
    command = [
        "arena",
        "morfals",
        "--bots",
        "mine=random",
        "random",
        "--sprt-rate",
        "0.1",
        "0.5",
        *HERE,
        "--record",
        str(record),
    ]
    assert main([*command, "--games", "4", "--json", "-"]) == 0
    early = json.loads(capsys.readouterr().out)["sprt"]
    assert (early["accepted"], early["deals"]) == (None, 2)
    assert main([*command, "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["sprt"]["accepted"], told["sprt"]["bot"]) == ("H1", "mine")
    assert told["sprt"]["deals"] < 100  # how many games were under way by then depends on the machine's pace
    assert told["games"] < 20_000
    lines = len(record.read_text().splitlines())
    assert main([*command, "--html", str(tmp_path / "report.html")]) == 0
    assert "H1 is accepted" in capsys.readouterr().out
    assert len(record.read_text().splitlines()) == lines
    assert "Sequential test" in (tmp_path / "report.html").read_text("utf8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sprt", "20", "0"], "the first bound must be less than the second"),
        (["--sprt-rate", "0.5", "1.5"], "shares lie between 0 and 1"),
        (["--sprt", "0", "20", "--alpha", "0.7"], "alpha and beta are more than 0"),
        (["random", "--sprt", "0", "20"], "a test is about the first of 2 bots"),
        (["--sprt", "0", "20", "--sprt-rate", "0.5", "0.6"], "not allowed with"),
        (["--seconds", "0"], "must be a number more than 0"),
        (["--simulations", "0"], "must be a number from 1 on"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(["arena", "morfals", "--bots", "random", "random", *arguments])
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert message in capsys.readouterr().err


def test_a_verdict_is_plain_values() -> None:
    found = verdict(Hypotheses(0.5, 0.6), TWO, played_out([1.0, 0.25]))
    assert msgspec.to_builtins(found)["seen"] == {"0.25": 1, "1": 1}
