"""A passkey in software: what a browser and its authenticator answer, made with plain cryptography."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

Json = dict[str, Any]


class Authenticator:
    """One key pair, and a counter of its uses."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin = origin
        self.host = host
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = os.urandom(32)
        self._uses = 0

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _head(self, flags: int) -> bytes:
        self._uses += 1
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + struct.pack(">I", self._uses)

    def create(self, options: Json) -> Json:
        """navigator.credentials.create(…).toJSON()"""
        numbers = self._key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        data = self._head(0x45) + bytes(16) + struct.pack(">H", len(self._id)) + self._id + public
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client_data("webauthn.create", options["challenge"])
        return self._credential(
            {
                "clientDataJSON": bytes_to_base64url(client),
                "attestationObject": bytes_to_base64url(attestation),
                "transports": ["internal"],
            }
        )

    def get(self, options: Json, person: str) -> Json:
        """navigator.credentials.get(…).toJSON()"""
        client = self._client_data("webauthn.get", options["challenge"])
        data = self._head(0x05)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            {
                "clientDataJSON": bytes_to_base64url(client),
                "authenticatorData": bytes_to_base64url(data),
                "signature": bytes_to_base64url(signature),
                "userHandle": bytes_to_base64url(person.encode()),
            }
        )

    def _credential(self, response: Json) -> Json:
        name = bytes_to_base64url(self._id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
