"""What the tests of the route games share; it tells as much when it fails as a test does."""

import pytest

pytest.register_assert_rewrite("tests.games.shared.routes.agreement", "tests.games.shared.routes.finished")
