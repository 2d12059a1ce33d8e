"""The chance of a table's bots: a function of the table's secret and of what the bot sees, not of time or count.

A bot that is asked the same again draws the same numbers. The secret cannot be found from the seed.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from nokosu.core.view import View
from nokosu.wire.struct import encode
from nokosu.wire.views import view_to_json

_PURPOSE: Final = b"nokosu/1/bot/"


def bot_seed(secret: str, view: View) -> bytes:
    """Return the seed of the stream that a bot is given with this view."""
    return hmac.digest(bytes.fromhex(secret), _PURPOSE + encode(view_to_json(view)), hashlib.sha256)
