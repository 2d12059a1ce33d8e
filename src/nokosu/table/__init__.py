"""The authority over a match: it takes (seat, action), refuses with a reason, hands out views and events."""

from nokosu.core.events import Event
from nokosu.core.help import Help, help_for
from nokosu.table.table import Table

__all__ = ["Event", "Help", "Table", "help_for"]
