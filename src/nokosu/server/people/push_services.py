"""The push services of browser makers."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

_SERVICES: Final = (
    *("fcm.googleapis.com", "updates.push.services.mozilla.com", "push.apple.com", "notify.windows.com"),
    "push.services.mozilla.com",
)


def known_service(endpoint: str) -> bool:
    """Whether an address is a browser maker's push service: nobody makes this server call anything else."""
    host = urlsplit(endpoint).hostname or ""
    return any(host == each or host.endswith(f".{each}") for each in _SERVICES)
