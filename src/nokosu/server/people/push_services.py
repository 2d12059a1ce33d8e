"""The push services of browser makers."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

_SERVICES: Final = (
    *("fcm.googleapis.com", "updates.push.services.mozilla.com", "push.apple.com", "notify.windows.com"),
    "push.services.mozilla.com",
)
_ADDRESS: Final = re.compile(r"https://([a-z0-9.-]+(?::[0-9]{1,5})?)(?:[/?][!-\[\]-~]*)?", re.IGNORECASE)
"""Plain enough for every parser to find the same host in it: no user, no backslash, no space, nothing but ASCII."""


def known_service(endpoint: str, others: Collection[str] = ()) -> bool:
    """Return whether an address is a browser maker's push service: nobody makes this server call anything else.

    `others` are services that the operator also allows, each as a host or as host:port.
    """
    found = _ADDRESS.fullmatch(endpoint)
    if not found:
        return False
    place = found[1].lower()
    host = place.removesuffix(":443")
    return place in others or any(host == each or host.endswith(f".{each}") for each in _SERVICES)
