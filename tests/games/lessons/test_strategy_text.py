"""How games are played well: what is read from `strategy/`, and that our claims rest on their figures."""

import re
from pathlib import Path

import msgspec
import pytest

from tablee.engine.contract import ContractError
from tablee.games import find_game, game_ids
from tablee.games.language import ENGLISH
from tablee.games.lessons.strategy_text import Claim, Findings, Strategy, strategy_in, strategy_texts
from tests.cases import each

FIGURES = {
    "made_by": "by hand",
    "made_on": "2026-01-01",
    "rules": 1,
    "figures": {
        "much": {"value": 0.6, "low": 0.55, "high": 0.65, "games": 100},
        "little": {"value": 0.04, "low": 0.03, "high": 0.56, "games": 100},
        "points": {"kind": "number", "value": -1.25, "low": -2.0, "high": -0.5, "games": 9},
        "sure": {"value": 0.5},
    },
    "curves": {"course": {"lines": [{"x": [1, 2], "y": [0.1, 0.2]}]}},
}
CLAIMS = """What bots
do.

# Take much

It wins {much} of the games.

One more paragraph.

- much: Games won
  with much
- points: Points
- holds much > sure
- curve course: How it goes; turn

# Leave little

Only {little}.

- little: Games won with little
- holds much > little
"""
OURS = {game_id: strategy for game_id in game_ids() if (strategy := strategy_in(find_game(game_id).path))}


def told(claims: str = CLAIMS, **changed: float) -> Strategy:
    figures = {name: {**FIGURES["figures"][name], "value": value, "low": value, "high": value}
               for name, value in changed.items()}  # fmt: skip
    return Strategy(claims, msgspec.convert({**FIGURES, "figures": FIGURES["figures"] | figures}, Findings))


def all_texts(strategy: Strategy, claim: Claim) -> list[str]:
    return [strategy.filled(text, ENGLISH) for text in (claim.title, *claim.words)]


def test_a_claim_has_its_words_what_its_figures_are_and_its_pictures():
    strategy = told()
    assert strategy.lead == "What bots do."
    first, _ = strategy.all_claims
    assert all_texts(strategy, first) == ["Take much", "It wins 60% of the games.", "One more paragraph."]
    assert first.rests_on == {"much": "Games won with much", "points": "Points"}
    assert [(one.kind, one.name, one.words, one.axis) for one in first.pictures] == [
        ("curve", "course", "How it goes", "turn")
    ]
    assert "turn" in strategy.texts()


def test_a_claim_is_made_only_if_it_holds_beyond_the_intervals():
    assert [one.title for one in told().claims] == ["Take much"]
    assert [one.title for one in told(little=0.04).claims] == ["Take much", "Leave little"]
    assert [one.title for one in told(much=0.49).claims] == []


@each(
    ("condition", "holds"),
    [
        ("much > 54%", True),
        ("much > 56%", False),
        ("points < 0", True),
        ("little ~ much", True),
        ("much ~ sure", False),
        ("much > sure > 40%", True),
        ("much > sure > 60%", False),
    ],
)
def test_conditions_compare_intervals(condition, holds):
    assert told().holds(condition) == holds


@each(("first", "differ"), [((0.6, 0.51, 0.7), True), ((0.6, 0.49, 0.7), False), ((0.4, 0.3, 0.49), True)])
def test_seats_differ_only_beyond_their_intervals(first, differ):
    value, low, high = first
    seats = {2: [{"value": value, "low": low, "high": high}, {"value": 1 - value, "low": 1 - high, "high": 1 - low}]}
    assert msgspec.convert({**FIGURES, "seats": seats}, Findings).seats_differ(2) == differ


def test_numbers_are_written_with_their_intervals():
    figures = told().findings.figures
    assert [figures[name].words(ENGLISH) for name in ("much", "little", "points")] == ["60%", "4%", "−1.2"]
    assert [figures[name].interval_words(ENGLISH) for name in ("much", "points", "sure")] == ["55–65%", "−2 … −0.5", ""]


@each(
    ("wrong", "fault"),
    [
        (("{much} of", "{more} of"), "has no more"),
        (("- much: Games won\n  with much\n", ""), "does not say what much is"),
        (("holds much > sure", "holds much > sura"), "compares no figures"),
        (("holds much > sure", "holds much"), "compares no figures"),
        (("curve course", "map course"), "has no map course"),
        (("; turn", "; turn; one; two"), "not every line"),
        (("- points: Points", "- points"), "an entry is"),
    ],
)
def test_a_wrong_text_is_refused_with_what_is_wrong(wrong, fault):
    with pytest.raises(ContractError, match=fault):
        told(CLAIMS.replace(*wrong))


def test_a_game_without_the_files_says_nothing(tmp_path):
    assert strategy_in(tmp_path) is None
    assert strategy_texts(tmp_path) == []


# ---- ours ------------------------------------------------------------------------------------------------------


def test_every_game_of_the_box_says_how_it_is_played_well():
    assert set(OURS) >= {"isis", "morfals", "morisi", "morpyam", "netzwerk"}


@each("game_id", OURS)
def test_our_claims_hold(game_id):
    strategy = OURS[game_id]
    failing = {
        one.title: [condition for condition in one.conditions if not strategy.holds(condition)]
        for one in strategy.all_claims
    }
    assert {title: found for title, found in failing.items() if found} == {}
    assert 5 <= len(strategy.claims) <= 9
    assert all(one.conditions for one in strategy.claims)


@each("game_id", OURS)
def test_every_number_of_our_claims_comes_from_the_file(game_id):
    strategy = OURS[game_id]
    for claim in strategy.all_claims:
        assert not [text for text in (claim.title, *claim.words) if re.search(r"\d+ ?%|\d[.,]\d", text)]
    figures = {
        name: msgspec.structs.replace(one, value=one.value + 1.11) for name, one in strategy.findings.figures.items()
    }
    other = Strategy(_claims_of(game_id), msgspec.structs.replace(strategy.findings, figures=figures))
    for before, after in zip(strategy.all_claims, other.all_claims, strict=True):
        gaps = [text for text in before.words if "{" in text]
        assert all(strategy.filled(text, ENGLISH) != other.filled(text, ENGLISH) for text in gaps)
        assert gaps or not before.rests_on
        assert len(after.words) == len(before.words)


@each("game_id", OURS)
def test_our_files_are_small_and_say_what_they_are_made_with(game_id):
    path, found = find_game(game_id).path / "strategy" / "figures.json", OURS[game_id].findings
    assert path.stat().st_size < 12_000
    assert found.made_by.startswith("python -m benchmarks.strategy")
    assert find_game(game_id).plays(found.rules)
    assert sum(one.games for one in found.series.values()) >= 100
    for figure in found.figures.values():
        low, high = figure.interval
        assert low <= figure.value <= high


def _claims_of(game_id: str) -> str:
    return Path(find_game(game_id).path, "strategy", "claims.md").read_text("utf8")
