"""A passkey made of software, which can also be told to lie."""

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, KNOWN = 0x05, 0x40
"""Flags: somebody is there and was verified; a new key comes along."""


def text(raw: bytes) -> str:
    """Bytes as they travel."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(encoded: str) -> bytes:
    """And back."""
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


class Authenticator:
    """Makes one passkey, and shows it."""

    def __init__(self, host: str, origin: str) -> None:
        self.host, self.origin = host, origin
        self.counter = 0
        self.id = os.urandom(16)
        self.user = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer of a browser that was asked to make a passkey."""
        self.user = options["user"]["id"]
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(PRESENT | KNOWN) + attested})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer({"clientDataJSON": text(client), "attestationObject": text(told)})

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer of a browser that was asked to show a passkey."""
        self.counter += 1
        client, data = self._client("webauthn.get", options["challenge"]), self._data(PRESENT)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        told = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._answer({**{name: text(value) for name, value in told.items()}, "userHandle": self.user})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _client(self, what: str, challenge: str) -> bytes:
        told = {"type": what, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        name = text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
