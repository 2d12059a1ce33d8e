"""Web Push: tell a player that it is their turn at a correspondence table. It names the table, nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import ssl
import time
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

import aiohttp

from nokosu.server.background import Background
from nokosu.server.people.push_services import known_service
from nokosu.server.people.web_push import InvalidSubscription, authorization, encrypted, point, private_key, to_text
from nokosu.server.store import Store, StoreFailed
from nokosu.server.store.people import Push

LOG: Final = logging.getLogger("nokosu.server.push")
_GONE: Final = frozenset({404, 410})
_PATIENCE_S: Final = 10
_LAST_WORDS_S: Final = 2.0
_KEPT_S: Final = 24 * 3600
"""How long a push service keeps a message for a browser that is not running."""
_SIGNED_S: Final = 12 * 3600
"""How long a signature is good for; push services accept up to a day."""
_AT_ONCE: Final = 20
"""Connections to one service: when it hangs, messages to the others still go."""


class Pusher:
    """Sends push messages in the background; drops undeliverable ones and forgets ended subscriptions."""

    def __init__(self, store: Store, key: str, contact: str, services: Collection[str] = ()) -> None:
        self._store = store
        self._key = private_key(key)
        self.public_key = to_text(point(self._key.public_key()))
        """What a browser needs to subscribe."""
        self._contact = contact
        self._deps = services
        self._sending = Background()
        self._client = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, limit_per_host=_AT_ONCE, ssl=ssl.create_default_context()),
            timeout=aiohttp.ClientTimeout(total=_PATIENCE_S),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=True,
        )

    def turn_came(self, person: str, table: str) -> None:
        """Notify a person that it is their turn, without making the caller wait."""
        self._sending.start(self._tell(person, table))

    async def close(self) -> None:
        """Messages that are on their way get a moment; a service that hangs holds up no stop."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_S):
                while self._sending.tasks:
                    await asyncio.wait(self._sending.tasks)
        left = list(self._sending.tasks)
        # Connections first: one whose message is cancelled would wait until the service hangs up too.
        await self._client.close()
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _tell(self, person: str, table: str) -> None:
        try:
            subscriptions = await self._store.people.subscriptions(person)
        except StoreFailed:
            LOG.warning("push message dropped: the store failed")
            return
        for each in subscriptions:
            self._sending.start(self._tell_browser(person, each, table))

    async def _tell_browser(self, person: str, to: Push, table: str) -> None:
        try:
            if not await self._send(to, table):
                await self._store.people.unsubscribe(person, to.endpoint)
        except (aiohttp.ClientError, TimeoutError, OSError, StoreFailed) as error:
            LOG.warning("push message dropped: %s", type(error).__name__)

    async def _send(self, to: Push, table: str) -> bool:
        """Return whether the subscription is worth keeping: it has not ended, and it was one."""
        if not known_service(to.endpoint, self._deps):
            return False
        try:
            body = encrypted(_words(table), to.p256dh, to.auth)
        except (InvalidSubscription, ValueError):
            return False
        # Redirects are not followed: they could lead anywhere.
        async with self._client.post(
            to.endpoint, data=body, headers=self._headers(to.endpoint), allow_redirects=False
        ) as answer:
            return answer.status not in _GONE

    def _headers(self, endpoint: str) -> dict[str, str]:
        parts = urlsplit(endpoint)
        expires = int(time.time()) + _SIGNED_S
        return {
            "Authorization": authorization(self._key, f"{parts.scheme}://{parts.netloc}", self._contact, expires),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT_S),
        }


def _words(table: str) -> bytes:
    """Return the message, always of the same length."""
    return json.dumps({"kind": "turn", "table": table}).encode()
