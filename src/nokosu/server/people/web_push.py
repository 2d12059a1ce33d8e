"""Web Push on the wire: messages that only the browser can read (RFC 8291) and who sends them (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import struct
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_CURVE: Final = ec.SECP256R1()
_RECORD: Final = 4096
_AUTH_BYTES: Final = 16
_LAST: Final = b"\x02"
"""The delimiter of the last record, which is the only one."""


class InvalidSubscription(ValueError):
    """Keys of a browser that are not keys."""


def to_text(data: bytes) -> str:
    """Base64url without padding, as Web Push writes everything."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def to_bytes(text: str) -> bytes:
    """Return the reverse; padding may be there or not."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def new_key() -> str:
    """Return a private key for VAPID, base64url."""
    return to_text(ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(32, "big"))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the key that a text is."""
    return ec.derive_private_key(int.from_bytes(to_bytes(text), "big"), _CURVE)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key, uncompressed."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    plain: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    ours: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return a message for a browser with these keys. `salt` and `ours` are random, but in tests."""
    salt = os.urandom(16) if salt is None else salt
    ours = ours or ec.generate_private_key(_CURVE)
    try:
        secret, theirs = to_bytes(auth), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, to_bytes(p256dh))
    except (ValueError, UnsupportedAlgorithm) as error:
        raise InvalidSubscription("not a key") from error
    if len(secret) != _AUTH_BYTES:
        raise InvalidSubscription("not an authentication secret")
    sender = point(ours.public_key())
    shared = _derived(ours.exchange(ec.ECDH(), theirs), secret, b"WebPush: info\0" + point(theirs) + sender, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack(">IB", _RECORD, len(sender)) + sender
    return head + AESGCM(key).encrypt(nonce, plain + _LAST, None)


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def authorization(key: ec.EllipticCurvePrivateKey, audience: str, contact: str, expires: int) -> str:
    """Return the header by which a push service knows the sender; `expires` in seconds since 1970."""
    claims = {"aud": audience, "exp": expires, "sub": contact}
    parts = [json.dumps(each, separators=(",", ":")).encode() for each in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(map(to_text, parts))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={to_text(point(key.public_key()))}"
