"""Web Push: messages encrypted for one browser (RFC 8291), and signed by the server (VAPID, RFC 8292)."""

import base64
import hashlib
import json
import secrets
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096
"""Bytes of the single record of a message."""
LONGEST = 3000
"""Bytes of a text that every push service takes."""
STEP = 256
"""Texts are padded to a multiple of this, so that their length reveals little."""
HOLDS = 12 * 3600
"""Seconds for which a signature is valid."""
_CURVE = ec.SECP256R1()


class BadKeys(Exception):
    """A browser's keys are invalid."""


def new_key() -> bytes:
    """A new private key of the server, as it is stored."""
    return ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(32, "big")


def public_half(key: bytes) -> str:
    """The public half of the server's key, for browsers."""
    return written(_point(_private(key)))


def written(data: bytes) -> str:
    """Encode bytes as unpadded base64url.

    >>> written(b"a?>"), read("YT8-")
    ('YT8-', b'a?>')
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Decode unpadded base64url; raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise `BadKeys` unless the keys of a subscription are valid."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, read(p256dh))
        if len(read(auth)) != 16:
            raise ValueError
    except ValueError:
        raise BadKeys from None


def encrypted(
    text: bytes, p256dh: str, auth: str, salt: bytes | None = None, own: bytes | None = None, *, pad: bool = True
) -> bytes:
    """Encrypt a text for the browser with these keys. `salt` and `own` key are random unless given."""
    salt, private = salt or secrets.token_bytes(16), _private(own or new_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, read(p256dh))
    sender = _point(private)
    secret = private.exchange(ec.ECDH(), theirs)
    # Section 3.4 of RFC 8291.
    both = _derived(read(auth), secret, b"WebPush: info\x00" + _point(theirs) + sender, 32)
    key = _derived(salt, both, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(salt, both, b"Content-Encoding: nonce\x00", 12)
    padding = bytes(-(len(text) + 1) % STEP) if pad else b""
    body = AESGCM(key).encrypt(nonce, text + b"\x02" + padding, None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender + body


def signature(key: bytes, endpoint: str, contact: str, now: int) -> str:
    """The `Authorization` header for a push service: who sends, and how to reach them."""
    where = urlsplit(endpoint)
    claims = {"aud": f"{where.scheme}://{where.netloc}", "exp": now // 1000 + HOLDS, "sub": contact}
    head, body = (written(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    signed = _private(key).sign(f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    parts = b"".join(part.to_bytes(32, "big") for part in decode_dss_signature(signed))
    return f"vapid t={head}.{body}.{written(parts)}, k={public_half(key)}"


def topic(text: str) -> str:
    """The `Topic` of a message: a later message of the same topic replaces it. It reveals nothing.

    >>> len(topic("/tables/x")), topic("a") == topic("b")
    (32, False)
    """
    return written(hashlib.sha256(text.encode()).digest()[:24])


def _private(key: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(key, "big"), _CURVE)


def _point(key: ec.EllipticCurvePrivateKey | ec.EllipticCurvePublicKey) -> bytes:
    public = key.public_key() if isinstance(key, ec.EllipticCurvePrivateKey) else key
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
