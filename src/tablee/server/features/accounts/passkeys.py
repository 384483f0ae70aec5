"""Passkeys (WebAuthn): options for browsers, and the verification of their responses (`passkeys.js`)."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tablee.games.document import read_json
from tablee.server.features.accounts.model import SignInKey
from tablee.server.web.visit import is_plain

Answer = TypeVar("Answer")

NAME = "Tablée"
PATIENCE = 5 * 60_000
"""Milliseconds that a browser has to respond."""
LONGEST_ID = 1400
"""Letters of a key's id: more than any has."""


class NotAuthentic(Exception):
    """A browser's response does not prove anything."""


class RelyingParty(NamedTuple):
    """The WebAuthn relying party: the host name, and the origin of the page."""

    host: str
    origin: str


class NewPasskey(NamedTuple):
    """A new passkey."""

    id: str
    public: bytes
    counter: int


class _Part(msgspec.Struct):
    client_data: str = msgspec.field(name="clientDataJSON")
    user: str | None = msgspec.field(name="userHandle", default=None)


class PasskeyResponse(msgspec.Struct):
    """A browser's response, as far as it is read before it is verified."""

    id: str
    response: _Part


def read_response(body: bytes) -> PasskeyResponse:
    """Parse a response; raises `NotAuthentic`."""
    try:
        response = read_json(body, PasskeyResponse)
    except ValueError:
        raise NotAuthentic from None
    if len(response.id) > LONGEST_ID or not is_plain(response.id):
        raise NotAuthentic
    return response


class _Signed(msgspec.Struct):
    challenge: str


def challenge_of(response: PasskeyResponse) -> bytes:
    """The challenge that a response claims to answer; not verified yet."""
    try:
        signed = read_json(base64url_to_bytes(response.response.client_data), _Signed)
        return base64url_to_bytes(signed.challenge)
    except ValueError:
        raise NotAuthentic from None


def digest_of(challenge: bytes) -> str:
    """The digest of a challenge, which is stored in its place."""
    return hashlib.sha256(challenge).hexdigest()


def registration_options(host: str, person: str, name: str, known: Sequence[SignInKey], challenge: bytes) -> str:
    """Options for creating a discoverable passkey."""
    options = generate_registration_options(
        rp_id=host,
        rp_name=NAME,
        user_id=person.encode(),
        user_name=name,
        challenge=challenge,
        timeout=PATIENCE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in known],
    )
    return options_to_json(options)


def verify_registration(body: bytes, challenge: bytes, party: RelyingParty) -> NewPasskey:
    """Verify a new passkey; raises `NotAuthentic`."""
    found = _verified(verify_registration_response, body, challenge, party)
    return NewPasskey(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)


def _verified(
    verify: Callable[..., Answer], body: bytes, challenge: bytes, party: RelyingParty, **known: Any
) -> Answer:
    expected = {"expected_challenge": challenge, "expected_rp_id": party.host, "expected_origin": party.origin}
    try:
        return verify(credential=body.decode(), **expected, **known)
    except Exception as error:  # the parser may raise anything for hostile input
        raise NotAuthentic(str(error)) from None


def authentication_options(host: str, challenge: bytes) -> str:
    """Options for signing in with any passkey of this server."""
    verification = UserVerificationRequirement.PREFERRED
    options = generate_authentication_options(
        rp_id=host, challenge=challenge, timeout=PATIENCE, user_verification=verification
    )
    return options_to_json(options)


def verify_authentication(body: bytes, challenge: bytes, party: RelyingParty, key: SignInKey) -> int:
    """Verify a signature, and return the new counter; raises `NotAuthentic`, also if the counter went back."""
    known = {"credential_public_key": key.secret, "credential_current_sign_count": key.counter}
    return _verified(verify_authentication_response, body, challenge, party, **known).new_sign_count


def is_of(response: PasskeyResponse, key: SignInKey) -> bool:
    """Whether the authenticator names the key's owner; some name nobody."""
    return not response.response.user or response.response.user == bytes_to_base64url(key.person.encode())
