"""The control: `nokosu serve` that says a move is stored before it is, and does not notice that it never was.

python -m tests.server.outage.hasty serve --port … --data …
"""

from __future__ import annotations

from nokosu.server.store import store
from tests.chaos.hasty import open_hasty
from tests.server.outage.moves_alone import serve_moves_alone

if __name__ == "__main__":
    vars(store)["open_sqlite"] = open_hasty  # the planted fault
    serve_moves_alone()
