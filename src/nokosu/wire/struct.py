"""msgspec's structs. Where msgspec is not installed, as in a browser, the same classes only describe what is written.

The writers of views, help and events need none of it; reading messages and JSON Schema do.
"""

from __future__ import annotations

__all__ = ["UNSET", "Meta", "Struct", "UnsetType", "field"]

try:
    from msgspec import UNSET, Meta, Struct, UnsetType, field
except ImportError:

    class _Description:
        """Takes whatever msgspec would be told, and does nothing with it."""

        def __init__(self, **_told: object) -> None: ...

        def __init_subclass__(cls, **_told: object) -> None: ...

    Meta = Struct = UnsetType = field = _Description  # type: ignore[assignment,misc]  # stand-ins
    UNSET = _Description()  # type: ignore[assignment,misc]  # the same
