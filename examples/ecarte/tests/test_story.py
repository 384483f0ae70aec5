"""The story of a game in which cards are dealt: many outcomes of chance follow each other."""

import pytest

from tablee.games.brains.thoughts import Limit
from tablee.kit.trial_tables import finished
from tablee.server.features.review.model import Budget
from tablee.server.features.review.story_command import story_of


def test_the_story_of_a_finished_game_is_told():
    table = finished(game="ecarte", seed=3)
    story = story_of(table, Budget(level=1, limit=Limit(simulations=4), outcomes=2))
    assert len(story.steps) == len(table.steps)
    for step in story.steps:
        assert sum(step.before) == pytest.approx(1)
