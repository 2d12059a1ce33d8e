"""Web Push: a message to somebody whose move is waited for at a slow table. It says where, never what."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from typing import Final

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pywebpush import WebPushException, webpush

from nokosu.server.store import Store, StoreFailed
from nokosu.server.store.people import Push

LOG: Final = logging.getLogger("nokosu.server.push")
_GONE: Final = frozenset({404, 410})


def new_key() -> str:
    """A private key for VAPID, base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def public_key(private: str) -> str:
    """What a browser needs to subscribe."""
    number = int.from_bytes(base64.urlsafe_b64decode(private + "="), "big")
    key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


class Pusher:
    """Sends push messages in threads; what cannot be delivered is dropped, what is gone is forgotten."""

    def __init__(self, store: Store, private_key: str, contact: str) -> None:
        self._store = store
        self._key = private_key
        self._contact = contact
        self._sending: set[asyncio.Task[None]] = set()

    def turn_came(self, person: str, table: str) -> None:
        """Tell a person that a table waits for them."""
        task = asyncio.create_task(self._tell(person, table))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _tell(self, person: str, table: str) -> None:
        try:
            subscriptions = await self._store.people.subscriptions(person)
            for each in subscriptions:
                if await asyncio.to_thread(self._send, each, table):
                    await self._store.people.unsubscribe(person, each.endpoint)
        except StoreFailed:
            LOG.warning("push message dropped: the store failed")

    def _send(self, to: Push, table: str) -> bool:
        """Whether the subscription is gone."""
        try:
            webpush(
                {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}},
                data=json.dumps({"kind": "turn", "table": table}),
                vapid_private_key=self._key,
                vapid_claims={"sub": self._contact},
                timeout=10,
            )
        except WebPushException as error:
            return error.response is not None and error.response.status_code in _GONE
        except OSError:
            return False
        return False
