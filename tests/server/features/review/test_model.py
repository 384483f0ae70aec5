"""Luck, mistakes and gifts add up to what became of each seat."""

import json
import re
from pathlib import Path

import msgspec
import pytest

import tablee
from tablee.bots.evaluation import PositionValues, StateEvaluator, StateValue
from tablee.cli import main
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.brains.thoughts import Limit
from tablee.games.language import ENGLISH
from tablee.kit import trial_tables
from tablee.server.features.review.hindsight import EvaluatedStep, Hindsight, look_back
from tablee.server.features.review.model import (
    LONGEST,
    Account,
    Budget,
    Story,
    StoryStep,
    expected_searches,
    full_budget,
    make_story,
    moves_of,
    requested_budget,
)
from tablee.server.features.review.pages import what_decided
from tablee.server.features.review.story_command import story_of
from tablee.server.table.events import Refused
from tablee.server.table.export import export
from tablee.server.table.table import Table
from tests.cases import each

ISIS = find_game("isis")


def by_points(state: States) -> StateValue:
    """A judge who looks at nothing but the lead, one step ahead."""
    seat = ISIS.to_act(state)
    assert isinstance(seat, int)
    options = {text: shares(ISIS.apply(state, text)) for text in ISIS.actions(state)}
    best = max(options, key=lambda text: options[text][seat])
    return StateValue(options[best], 0.01, best, is_exact=True)


def story_by(judge: StateEvaluator, table: Table) -> Story:
    assert table.state is not None
    worths, moves = PositionValues(ISIS, judge), moves_of(table)
    return make_story(ISIS, moves, table.state, [worths.evaluate(move.before, move.text) for move in moves])


def shares(state: States) -> tuple[float, ...]:
    points = [point + 40 for point in ISIS.result(state).scores]
    return tuple(point / sum(points) for point in points)


def adds_up(story: Story) -> None:
    for seat in story.seats:
        explained = seat.luck - seat.mistakes + seat.gifts + seat.unexplained
        assert seat.final - seat.initial == pytest.approx(explained, abs=1e-6)
        assert seat.mistakes >= 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_became_of_each_seat_is_accounted_for(players: int) -> None:
    table = trial_tables.finished(game="isis", players=players)
    story = story_by(by_points, table)
    adds_up(story)
    assert sum(seat.final for seat in story.seats) == pytest.approx(1)
    assert sum(seat.luck for seat in story.seats) == pytest.approx(0, abs=1e-6)
    assert [step.number for step in story.steps] == list(range(1, len(table.steps) + 1))
    assert any(step.cost > 0.01 for step in story.steps)
    assert any(abs(step.luck(0)) > 0.01 for step in story.steps)
    for step, following in zip(story.steps, story.steps[1:], strict=False):
        assert step.after == following.before


def test_luck_is_what_an_outcome_is_worth_less_the_mean_over_all() -> None:
    game = tablee.new("isis", 2, seed=1)
    for action in ("pawn c4", "draw", "reveal -4", "place c3", "draw"):
        game.play(action)
    before = game._state
    worths = PositionValues(ISIS, by_points)
    after = [(weight, worths.of(ISIS.apply(before, text)).values) for text, weight in ISIS.outcomes(before)]
    total = sum(weight for weight, _ in after)
    mean = worths.of(before).values
    for seat in range(2):
        assert mean[seat] == pytest.approx(sum(weight * values[seat] for weight, values in after) / total)
    assert len({values for _, values in after}) > 2


def test_an_action_costs_what_the_best_one_is_worth_less_itself() -> None:
    game = tablee.new("isis", 2, seed=1)
    for action in ("pawn c4", "draw", "reveal +4"):
        game.play(action)
    before, worths = game._state, PositionValues(ISIS, by_points)
    best = by_points(before).best
    assert best not in (None, "place c3")
    weighed = worths.evaluate(before, "place c3")
    after = [worths.of(ISIS.apply(before, text)).values for text in (str(best), "place c3")]
    assert weighed.best == best
    assert weighed.gain == pytest.approx([after[0][seat] - after[1][seat] for seat in (0, 1)])
    as_judged = look_back([EvaluatedStep(weighed, 1, 0.0)], after[1], shared=0.5)
    assert as_judged == [Hindsight(pytest.approx(after[0]), best)]
    assert worths.evaluate(before, str(best)).gain == ()


def test_gifts_are_what_the_actions_of_others_brought() -> None:
    step = StoryStep(1, 0, "pawn a1", (0.5, 0.3, 0.2), (0.5, 0.3, 0.2), (0.4, 0.5, 0.1), "pawn b1", 0.01)
    assert [step.gift(seat) for seat in range(3)] == pytest.approx([0, 0.2, -0.1])
    assert step.cost == pytest.approx(0.1)


def test_a_rival_of_what_was_played_is_weighed_too() -> None:
    """What seemed a little worse may turn out to have been better."""
    game = tablee.new("isis", 2, seed=1)
    for action in ("pawn c4", "draw", "reveal +4"):
        game.play(action)

    def torn(state: States) -> StateValue:
        return by_points(state)._replace(rival="place c3")

    worths = PositionValues(ISIS, torn)
    best = str(by_points(game._state).best)
    weighed = worths.evaluate(game._state, best)
    assert weighed.best == "place c3"
    assert weighed.gain[1] < 0


def test_a_position_is_judged_by_who_acts_last_in_a_turn_and_by_who_comes_next() -> None:
    """Each thinks well of itself: between them it is even, here and a turn later."""
    game = tablee.new("isis", 2, seed=1)

    def hopeful(state: States) -> StateValue:
        seat = ISIS.to_act(state)
        action = next(text for text in ISIS.actions(state) if text != "draw")
        return StateValue((0.7, 0.3) if seat == 0 else (0.3, 0.7), 0.1, action)

    judged = PositionValues(ISIS, hopeful).of(game._state)
    assert judged.values == pytest.approx((0.5, 0.5))
    assert judged.error == pytest.approx(0.1 / 4**0.5)


def test_a_turn_ends_even_if_only_its_first_part_is_a_choice() -> None:
    """Else a line would be followed to the end of the game, as if nobody could leave it."""
    game, netzwerk = tablee.new("netzwerk", 2, seed=1), find_game("netzwerk")
    while (phase := game.state()["phase"]) != "build":
        before = game._state
        game.play(game.legal()[0 if phase == "place" else -1])

    def hopeful(state: States) -> StateValue:
        *others, action = netzwerk.actions(state)
        return StateValue((0.7, 0.3) if netzwerk.to_act(state) == 0 else (0.3, 0.7), 0.1, action, is_only=not others)

    def who_never_builds(state: States) -> StateValue:
        found = hopeful(state)
        return found._replace(best="end", is_only=True) if "end" in netzwerk.actions(state) else found

    judged = PositionValues(netzwerk, who_never_builds).of(before)
    assert judged.values == pytest.approx((0.5, 0.5))
    assert judged.error == pytest.approx(0.1 / 4**0.5)


def test_who_has_no_choice_need_not_be_thought_for() -> None:
    table = trial_tables.finished(game="isis", players=2)
    forced = next(step.before for step in reversed(table.steps) if len(ISIS.actions(step.before)) == 1)

    def judge(state: States) -> StateValue:
        assert len(ISIS.actions(state)) > 1
        return by_points(state)

    worths = PositionValues(ISIS, judge)
    (action,) = ISIS.actions(forced)
    assert worths.of(forced).values == worths.of(ISIS.apply(forced, action)).values


def test_what_lies_within_the_error_is_no_mistake() -> None:
    table = trial_tables.finished(game="isis", players=2)
    assert story_by(lambda state: by_points(state)._replace(error=1.0), table).worst_mistakes() == []
    costs = [step.cost for step in story_by(by_points, table).worst_mistakes(2)]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 2


def test_a_moment_without_luck_is_no_luckiest_moment() -> None:
    story = story_by(by_points, trial_tables.finished(game="isis", players=2))
    best, worst = story.throws(0)
    assert best
    assert worst
    assert best.luck(0) > 0 > worst.luck(0)
    without = tuple(msgspec.structs.replace(step, after=step.ideal) for step in story.steps)
    assert msgspec.structs.replace(story, steps=without).throws(0) == (None, None)


def test_what_decided_a_game_is_said_in_shares_and_names_nothing_that_did_not() -> None:
    winner = Account(initial=0.5, final=1.0, luck=0.004, mistakes=1.2, gifts=1.7, unexplained=0.0)
    loser = Account(initial=0.5, final=0.0, luck=0.0, mistakes=1.7, gifts=1.2, unexplained=0.0)
    told = what_decided(Story("isis", 2, (winner, loser), ()), ("Zoé", "Ada"), ENGLISH)
    assert told == "What won it for Zoé: Ada’s mistakes +170%, own mistakes −120%."


@each("game_id", tablee.game_ids())
def test_every_game_has_a_story(game_id: str) -> None:
    table = trial_tables.finished(game=game_id, players=2, leaving=0.02)
    story = story_of(table, Budget(4, Limit(simulations=8), outcomes=2))
    adds_up(story)
    assert len(story.steps) == len(table.steps)
    assert (story.game, story.players) == (game_id, 2)


def test_the_opening_is_thought_about_for_longer_by_itself() -> None:
    """It is what a seat had at first; no cost hangs on it."""
    table = trial_tables.finished(game="isis", players=2, seed=1, leaving=0.05)
    plain, longer = (story_of(table, Budget(4, Limit(simulations=20), opening=times)) for times in (1, 50))
    assert Budget(4, Limit(simulations=20), opening=50).of_opening() == Budget(4, Limit(simulations=1000))
    adds_up(longer)
    assert longer.seats[0].initial != plain.seats[0].initial
    assert longer.steps[0].before[0] == longer.seats[0].initial
    assert longer.steps[1:] == plain.steps[1:]
    assert longer.seats[0].mistakes == plain.seats[0].mistakes


def test_a_story_is_told_once_a_game_is_over() -> None:
    with pytest.raises(Refused, match="not_now"):
        story_of(trial_tables.started(game="isis", players=2), Budget(1, Limit(simulations=1)))


def test_all_positions_together_take_about_the_time_they_are_given() -> None:
    table = trial_tables.finished(game="isis", players=2)
    moves = moves_of(table)
    asked = expected_searches(ISIS, moves)
    assert asked > len(moves)
    assert requested_budget(ISIS, moves, 5, None, 0.01 * asked).limit.seconds == pytest.approx(0.01)
    assert requested_budget(ISIS, moves, 5, None, 10_000).limit.seconds == LONGEST
    assert requested_budget(ISIS, moves, 4, 20, None) == Budget(4, Limit(20))
    assert requested_budget(ISIS, moves, 5, None, None) == full_budget(ISIS)


def test_the_command_tells_the_story_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = trial_tables.finished(game="isis", players=2)
    file = tmp_path / "game.json"
    file.write_bytes(msgspec.json.encode(export(table)))
    assert main(["story", str(file), "--level", "1", "--simulations", "20", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document == json.loads(json.dumps(story_of(table, Budget(1, Limit(simulations=20))).plain))
    assert set(document["seats"][0]) == {"initial", "final", "luck", "mistakes", "gifts", "unexplained"}
    assert set(document["steps"][0]) >= {"number", "who", "text", "before", "after", "best", "worth", "error"}
    assert main(["story", str(file), "--level", "1", "--simulations", "20"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in table.names)
    assert "The moments that mattered:" in out
    assert "best 'reveal" in out


def test_the_story_is_drawn_into_one_file(tmp_path: Path) -> None:
    table = trial_tables.finished(game="isis", players=3)
    file, page = tmp_path / "game.json", tmp_path / "story.html"
    file.write_bytes(msgspec.json.encode(export(table)))
    assert main(["story", str(file), "--level", "1", "--simulations", "20", "--html", str(page)]) == 0
    drawn = page.read_text("utf8")
    lines = re.findall(r'<polyline[^>]* points="([^"]*)"', drawn)
    assert [len(line.split()) for line in lines] == [len(table.steps) + 1] * 3
    assert len(set(re.findall(r'stroke-dasharray="([^"]*)"', drawn))) == 3
    assert all(name in drawn for name in table.names)
    assert "http" not in drawn


@pytest.mark.parametrize("text", ["", "{}", "nonsense"])
def test_a_file_that_is_no_game_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    assert main(["story", str(file)]) == 2
    assert "not an exported game" in capsys.readouterr().err
