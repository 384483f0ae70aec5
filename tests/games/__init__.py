"""Every game has its tests here, and what they share tells as much when it fails as a test does."""

import pytest

pytest.register_assert_rewrite("tests.games.agreement", "tests.games.finished", "tests.games.pictures")
