"""The site as the browser sees it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """The origin of the page and its host name."""

    origin: str
    host: str
