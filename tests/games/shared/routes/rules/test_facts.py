"""What the rules say about a state beforehand is what happens when it is played."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tests.games.agreement import step
from tests.games.finished import read
from tests.games.shared.routes.random_positions import position_to_build
from tests.games.shared.routes.rules.test_finished import EACH_FILE


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6))
def test_sticks_cost_and_routes_bring_what_is_said_beforehand(seed: int) -> None:
    state = position_to_build(seed)
    before = tablee.load(state)
    facts, seat = before.sight(None)["facts"], before.to_act
    for action in before.legal():
        if action == "end":
            continue
        after = tablee.load(before.state())
        after.play(action)
        way = action.split(" ")[1]
        paid = [sum(game.state()["cubes"][seat].values()) for game in (before, after)]
        assert paid[0] - paid[1] == facts["price"][way]
        complete = after.state()["route"] is None
        assert complete == (way in facts["brings"])
        if complete:
            then, now = (game.state()["houses"][seat] for game in (before, after))
            new = {city: count - then.get(city, 0) for city, count in now.items() if count > then.get(city, 0)}
            assert facts["brings"][way] == new
        if before.state()["route"] is None:
            assert way.partition(">")[0] in facts["anchors"]


@EACH_FILE
def test_what_cities_are_worth_and_predictions_bring_makes_up_the_points(game: str, path: Path) -> None:
    finished = read(path)
    playing = tablee.load(finished["start"])
    for text in (*finished["log"], ""):
        facts, result = playing.sight(None)["facts"], playing.result()
        points = zip(facts["worth"], facts["foreseen"], strict=True)
        assert [sum(worth.values()) + sum(seen) for worth, seen in points] == facts["scores"] == result.scores
        assert (facts["over"], facts["winners"], facts["reason"]) == (result.over, result.winners, result.reason)
        if text:
            step(playing, text)
    assert playing.id == game
