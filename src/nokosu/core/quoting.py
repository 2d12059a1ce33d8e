"""Quote a foreign value in our own messages."""

from __future__ import annotations


def quoted(value: object, most: int = 40) -> str:
    """Return a value as Python writes it: ASCII, on one line, and cut after about `most` characters."""
    if isinstance(value, str | bytes):
        # Cut first, so that a huge text costs no more than a small one.
        return ascii(value[:most]) + ("..." if len(value) > most else "")
    try:
        text = ascii(value)
    except (RecursionError, ValueError):  # lists in lists in lists, and numbers longer than Python writes
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else text[:most] + "..."
