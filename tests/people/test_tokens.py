import pytest

from tablee.people.persons import new_person_id
from tablee.people.tokens import new_token, session_of


def test_a_session_is_the_digest_of_its_token_and_says_nothing_of_it():
    token = new_token()
    session = session_of(token)
    assert (len(session), session_of(token)) == (64, session)
    assert token not in session
    assert session_of(new_token()) != session


@pytest.mark.parametrize("token", ["", "short", "x" * 31, "x" * 65, "é" * 40, "x" * 100_000])
def test_what_cannot_be_a_token_of_ours_is_no_session(token):
    assert session_of(token) == ""


def test_tokens_and_persons_are_never_the_same_twice():
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len({new_person_id() for _ in range(1000)}) == 1000
