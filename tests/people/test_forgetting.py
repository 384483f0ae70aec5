"""When somebody who never came back is forgotten."""

import pytest

from tablee.people.forgetting import A_DAY, forgotten_before


@pytest.mark.parametrize(("days", "before"), [(400, 600 * A_DAY), (1, 999 * A_DAY), (0, None)])
def test_the_host_says_after_how_many_days_and_may_say_never(days, before):
    assert forgotten_before(1000 * A_DAY, days) == before
