"""A story in words: what was played, and what would have been better."""

import msgspec

from tablee.kit import tables
from tablee.language import ENGLISH
from tablee.site.study.told import story_page
from tablee.study.story import Account, Step, Story


def test_what_would_have_been_better_is_told_as_fully_as_what_was_played() -> None:
    """In Netzwerk everybody sets out: what matters is where."""
    table = tables.finished(game="netzwerk", players=2)
    folder, first = table.folder, table.steps[0]
    assert folder is not None
    places = [text for text in folder.actions(first.before) if text != first.event.text]
    step = Step(1, 0, first.event.text, (0.6, 0.4), (0.6, 0.4), (0.3, 0.7), places[0], 0.01)
    account = Account(0.6, 0.3, 0.0, 0.3, 0.0, 0.0)
    told = []
    for place in places[:2]:
        steps = (msgspec.structs.replace(step, best=place),)
        (moment,) = story_page(table, Story("netzwerk", 2, (account, account), steps), ENGLISH, whole=True)["moments"]
        told.append(moment["better"])
        assert moment["played"].split(" sets out.")[1] != ""
    assert all(" sets out. " in words for words in told)
    assert told[0] != told[1]
