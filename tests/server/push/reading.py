"""The other side of Web Push: what a browser and a push service do with a message."""

from __future__ import annotations

import json
import struct
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from nokosu.server.people.web_push import point, to_bytes


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """RFC 8291, read from the standard: the message that a browser with this key and secret sees."""
    salt, (size, length) = body[:16], struct.unpack(">IB", body[16:21])
    sender, cipher = body[21 : 21 + length], body[21 + length :]
    assert len(cipher) <= size
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    shared = key.exchange(ec.ECDH(), theirs)
    ikm = _derived(shared, auth, b"WebPush: info\0" + point(key.public_key()) + sender, 32)
    content, nonce = (
        _derived(ikm, salt, b"Content-Encoding: " + name + b"\0", length)
        for name, length in ((b"aes128gcm", 16), (b"nonce", 12))
    )
    padded = AESGCM(content).decrypt(nonce, cipher, None)
    plain, delimiter = padded.rstrip(b"\0")[:-1], padded.rstrip(b"\0")[-1:]
    assert delimiter == b"\2"
    return plain


def claims(authorization: str) -> dict[str, Any]:
    """RFC 8292: what the sender claims; its signature must be right."""
    kind, _, rest = authorization.partition(" ")
    assert kind == "vapid"
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = fields["t"].rpartition(".")
    raw = to_bytes(signature)
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(fields["k"]))
    key.verify(numbers, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, body = (json.loads(to_bytes(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = body
    return found
