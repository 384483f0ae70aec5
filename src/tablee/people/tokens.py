"""What a browser shows of itself: an unguessable token in a cookie, of which the server keeps only the digest."""

import hashlib
import secrets

PERSON_COOKIE = "person"
LANGUAGE_COOKIE = "language"
_TOKEN_LENGTHS = range(32, 65)


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def session_of(token: str) -> str:
    """The id of the session that a token stands for, or an empty text if it cannot be one of ours."""
    if len(token) not in _TOKEN_LENGTHS or not token.isascii():
        return ""
    return hashlib.sha256(token.encode()).hexdigest()
