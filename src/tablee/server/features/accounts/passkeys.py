"""Passkeys (WebAuthn): what a browser is asked to sign, and whether it has. The browser's side is `house/keys.js`."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

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

from tablee.people.keys import Key

HOUSE = "Tablée"
PATIENCE = 5 * 60_000
"""Milliseconds in which a browser must have answered."""
LONGEST_ID = 1400
"""Of a key, as text: more than any has."""


class NotAuthentic(Exception):
    """What a browser has answered proves nothing."""


class Place(NamedTuple):
    """Where a browser must be when it signs: the name of the house, and the origin of the page."""

    host: str
    origin: str


class Fresh(NamedTuple):
    """A new passkey."""

    id: str
    public: bytes
    counter: int


class _Part(msgspec.Struct):
    client_data: str = msgspec.field(name="clientDataJSON")
    user: str | None = msgspec.field(name="userHandle", default=None)


class Answer(msgspec.Struct):
    """What a browser answers, as far as it must be known before anything is verified."""

    id: str
    response: _Part


def is_plain(name: str) -> bool:
    """Could that be the id of a key, or an address of ours? A database need not be asked for anything else."""
    return name.replace("-", "").replace("_", "").isalnum() and name.isascii()


def read_answer(body: bytes) -> Answer:
    """An answer; raises `NotAuthentic` for what is none."""
    try:
        answer = msgspec.json.decode(body, type=Answer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise NotAuthentic from None
    if len(answer.id) > LONGEST_ID or not is_plain(answer.id):
        raise NotAuthentic
    return answer


class _Signed(msgspec.Struct):
    challenge: str


def challenge_of(answer: Answer) -> bytes:
    """What the browser says it was asked to sign: whether it was, is another question."""
    try:
        signed = msgspec.json.decode(base64url_to_bytes(answer.response.client_data), type=_Signed)
        return base64url_to_bytes(signed.challenge)
    except (ValueError, RecursionError):
        raise NotAuthentic from None


def digest_of(challenge: bytes) -> str:
    """What is kept of a challenge."""
    return hashlib.sha256(challenge).hexdigest()


def registration(host: str, person: str, name: str, known: Sequence[Key], challenge: bytes) -> str:
    """What a browser is asked for that is to make a passkey which says by itself whose it is."""
    options = generate_registration_options(
        rp_id=host,
        rp_name=HOUSE,
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


def registered(body: bytes, challenge: bytes, place: Place) -> Fresh:
    """The passkey that a browser has made; raises `NotAuthentic`."""
    try:
        found = verify_registration_response(
            credential=body.decode(),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception as error:  # whatever a parser of whatever somebody sends may raise
        raise NotAuthentic(str(error)) from None
    return Fresh(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)


def authentication(host: str, challenge: bytes) -> str:
    """What a browser is asked for that is to show any passkey for this house."""
    return options_to_json(
        generate_authentication_options(
            rp_id=host,
            challenge=challenge,
            timeout=PATIENCE,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
    )


def authentic(body: bytes, challenge: bytes, place: Place, key: Key) -> int:
    """How often the passkey has been used by now; raises `NotAuthentic`, also if that is less than it was."""
    try:
        found = verify_authentication_response(
            credential=body.decode(),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=key.secret,
            credential_current_sign_count=key.counter,
        )
    except Exception as error:  # whatever a parser of whatever somebody sends may raise
        raise NotAuthentic(str(error)) from None
    return found.new_sign_count


def is_of(answer: Answer, key: Key) -> bool:
    """Does the authenticator say that the key belongs to whom we know it to belong to? Some say nothing."""
    return not answer.response.user or answer.response.user == bytes_to_base64url(key.person.encode())
