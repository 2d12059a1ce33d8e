"""Where a browser believes to be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """Where the browser believes to be: the origin of the page and its host name."""

    origin: str
    host: str
