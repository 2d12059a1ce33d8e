"""The name of a device in the list of sessions: its browser and its system, enough to recognise it."""

from __future__ import annotations

from typing import Final

_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
"""In this order: most browsers also name the ones that they resemble."""
_SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str | None:
    """Return a name such as "Firefox, Linux"; None if nothing in the header is known."""
    found = [
        next((name for mark, name in known.items() if mark in user_agent), None) for known in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in found if name) or None
