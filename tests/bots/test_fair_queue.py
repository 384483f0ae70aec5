"""Who waits for a bot, and in which order they come."""

from tablee.bots.fair_queue import FairQueue


def all_of(queue):
    return [queue.pop() for _ in range(len(queue))]


def test_many_from_one_house_take_turns_as_one():
    queue = FairQueue()
    for number in range(4):
        queue.put(f"person {number}", f"evil {number}", "192.0.2.66")
    queue.put("zoé", "zoé 1", "192.0.2.1")
    queue.put("person 0", "evil 0 again", "192.0.2.66")
    queue.put("zoé", "zoé 2", "192.0.2.1")
    assert all_of(queue) == ["evil 0", "zoé 1", "evil 1", "zoé 2", "evil 2", "evil 3", "evil 0 again"]


def test_who_goes_away_leaves_no_gap():
    queue = FairQueue()
    for asker, household in (("a", "x"), ("b", "x"), ("c", "")):
        queue.put(asker, asker, household)
    queue.discard("a", "a", "x")
    queue.discard("c", "c")
    queue.discard("c", "c")
    assert (len(queue), all_of(queue), len(queue)) == (1, ["b"], 0)
