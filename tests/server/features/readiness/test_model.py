"""What is compiled next, and when it will be ready."""

import pytest

from tablee.server.features.readiness.model import (
    PAUSES,
    Failures,
    Job,
    Underway,
    failed,
    forecast,
    in_order,
    new_pace,
    next_job,
    share_of,
    superseded,
    with_those_before,
)

GAMES = ("isis", "morfals", "netzwerk")
EVERYTHING = {Job(game, stage) for game in GAMES for stage in ("rules", "low", "all")}


def test_small_games_come_before_large_ones_and_high_levels_last():
    assert [tuple(job) for job in in_order(EVERYTHING, ())] == [
        ("morfals", "rules"), ("morfals", "low"), ("isis", "rules"), ("isis", "low"), ("netzwerk", "rules"),
        ("netzwerk", "low"), ("morfals", "all"), ("isis", "all"), ("netzwerk", "all"),
    ]  # fmt: skip


def test_what_somebody_waits_for_comes_first_with_all_that_it_needs():
    wanted = with_those_before([Job("netzwerk", "all")])
    assert [tuple(job) for job in in_order(EVERYTHING, wanted)[:4]] == [
        ("netzwerk", "rules"), ("netzwerk", "low"), ("netzwerk", "all"), ("morfals", "rules"),
    ]  # fmt: skip


def test_a_stage_waits_for_the_one_before_it():
    first = next_job(EVERYTHING, (), (), {}, 0.0)
    assert first == Job("morfals", "rules")
    assert next_job(EVERYTHING, (), [first], {}, 0.0) == Job("isis", "rules")
    assert next_job(EVERYTHING - {first}, (), (), {}, 0.0) == Job("morfals", "low")


def test_a_job_that_has_failed_pauses_and_lets_others_go_first():
    rules = Job("morfals", "rules")
    failures = {rules: failed(None, "killed", 100.0)}
    assert next_job(EVERYTHING, (), (), failures, 100.0) == Job("isis", "rules")
    assert next_job(EVERYTHING, (), (), failures, 100.0 + PAUSES[0]) == rules


def test_pauses_grow_and_the_last_failure_gives_up():
    late: Failures | None = None
    pauses = []
    while late is None or late.again is not None:
        late = failed(late, "killed", 0.0)
        pauses.append(late.again)
    assert pauses == [*PAUSES, None]
    assert list(PAUSES) == sorted(PAUSES)
    assert next_job([Job("isis", "rules")], (), (), {Job("isis", "rules"): late}, 1e9) is None


def test_what_nobody_waits_for_is_broken_off_if_there_is_no_room():
    wanted, running = {Job("isis", "rules")}, [Underway(Job("netzwerk", "rules"), 1.0)]
    assert superseded(Job("isis", "rules"), wanted, running, 1, 1.0) == Job("netzwerk", "rules")
    assert superseded(Job("isis", "rules"), wanted, running, 2, 1.0) is None
    assert superseded(Job("morfals", "rules"), (), running, 1, 1.0) is None


def test_what_somebody_waits_for_is_never_broken_off():
    wanted = {Job("isis", "rules"), Job("netzwerk", "rules")}
    running = [Underway(Job("netzwerk", "rules"), 1.0, hurried=True)]
    assert superseded(Job("isis", "rules"), wanted, running, 1, 1.0) is None


@pytest.mark.parametrize(("share", "begins_again"), [(0.1, True), (0.95, False)])
def test_what_somebody_begins_to_wait_for_begins_again_at_a_higher_priority_if_it_is_worth_it(share, begins_again):
    job = Job("netzwerk", "rules")
    assert superseded(None, {job}, [Underway(job, share * job.weight)], 2, 1.0) == (job if begins_again else None)


def test_more_compilers_are_ready_sooner_and_a_stage_never_before_the_one_it_needs():
    one, three = (forecast(EVERYTHING, (), (), slots, 1.0) for slots in (1, 3))
    assert set(one) == EVERYTHING
    assert max(three.values()) < max(one.values())
    assert max(one.values()) == pytest.approx(sum(job.weight for job in EVERYTHING))
    assert all(three[job] > three[each] for job in EVERYTHING for each in job.before)


def test_whoever_clicks_waits_for_less():
    wanted = with_those_before([Job("netzwerk", "low")])
    before, after = (forecast(EVERYTHING, those, (), 1, 1.0) for those in ((), wanted))
    assert after[Job("netzwerk", "low")] < before[Job("netzwerk", "low")]


def test_the_share_grows_and_is_never_whole_before_the_end():
    job = Job("isis", "low")
    shares = [share_of(job, [job], [Underway(job, part * job.weight)], 1.0) for part in (0.0, 0.3, 0.7, 100.0)]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[1] < shares[2] < shares[3] < 1
    assert share_of(job, [], [], 1.0) == 1


def test_a_slow_machine_is_told_to_be_slow():
    job = Job("isis", "rules")
    assert new_pace(1.0, job, 4 * job.weight) > new_pace(1.0, job, job.weight) == 1.0
