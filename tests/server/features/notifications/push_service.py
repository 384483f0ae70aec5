"""A push service on this machine: it reads what browsers and webhooks would be sent, and checks who has signed it."""

import asyncio
import base64
import hmac
import json
from typing import Any
from urllib.parse import quote

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tablee.server.features.notifications.push import new_key, public_half, written
from tests.server.features.notifications.listening import Listening

AUTH = written(bytes(range(16)))


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def decrypted(message: bytes, own: bytes, auth: str) -> bytes:
    """What a message says, as a browser reads it (RFC 8188 and 8291), by its own arithmetic."""
    salt, size, length = message[:16], int.from_bytes(message[16:20], "big"), message[20]
    sender, body = message[21 : 21 + length], message[21 + length :]
    assert len(body) <= size
    private = ec.derive_private_key(int.from_bytes(own, "big"), ec.SECP256R1())
    secret = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    shared = _hkdf(_bytes(auth), secret, b"WebPush: info\0" + _bytes(public_half(own)) + sender, 32)
    key, nonce = (
        _hkdf(salt, shared, b"Content-Encoding: " + what + b"\0", many)
        for what, many in ((b"aes128gcm", 16), (b"nonce", 12))
    )
    text, mark, _ = AESGCM(key).decrypt(nonce, body, None).rpartition(b"\x02")
    assert mark
    return text


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    kept = hmac.digest(salt, secret, "sha256")
    return hmac.digest(kept, info + b"\x01", "sha256")[:length]


def claims_in(authorization: str, public: str) -> dict[str, Any]:
    """What was signed with the key whose public half that is; raises if anything is wrong."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == public
    told, _, signed = parts["t"].rpartition(".")
    numbers = [int.from_bytes(part, "big") for part in (_bytes(signed)[:32], _bytes(signed)[32:])]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(public))
    key.verify(encode_dss_signature(*numbers), told.encode(), ec.ECDSA(hashes.SHA256()))
    head, _, claims = told.partition(".")
    assert json.loads(_bytes(head)) == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = json.loads(_bytes(claims))
    return found


class PushService(Listening):
    """Answers as `answers` say, one after the other, then 201."""

    def __init__(self) -> None:
        super().__init__()
        self.own = new_key()
        """The private key of every browser here."""
        self.answers: list[int | bytes] = []
        self.received: list[dict[str, Any]] = []

    def address(self, browser: str) -> str:
        """The endpoint of a browser."""
        return f"http://127.0.0.1:{self.port}/{quote(browser)}"

    def subscription(self, browser: str) -> dict[str, Any]:
        """What the browser would tell the house."""
        return {"endpoint": self.address(browser), "keys": {"p256dh": public_half(self.own), "auth": AUTH}}

    @property
    def texts(self) -> list[dict[str, Any]]:
        """What browsers would have been shown."""
        return [one["text"] for one in self.received]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in lines if one)}
        body = await reader.readexactly(int(headers["content-length"]))
        is_push = headers.get("content-encoding") == "aes128gcm"
        text = json.loads(decrypted(body, self.own, AUTH) if is_push else body or "null")
        self.received.append({"path": line.split(" ")[1], "headers": headers, "text": text})
        answer = self.answers.pop(0) if self.answers else 201
        where = f"http://127.0.0.1:{self.port}/elsewhere"
        told = answer if isinstance(answer, bytes) else f"HTTP/1.1 {answer} So\r\nLocation: {where}\r\n\r\n".encode()
        writer.write(told)
        writer.close()
