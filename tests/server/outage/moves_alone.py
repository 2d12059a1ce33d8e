"""`nokosu serve` that writes nothing but what people do, and waits for them when it stops. Never used by the server.

A disk that fails is noticed by the next write. Here that is somebody's move, never the server's own beat; and
there is one line about it, even where the machine is so busy that people hang up late.

python -m tests.server.outage.moves_alone serve --port … --data …
"""

from __future__ import annotations

from nokosu.cli import main
from nokosu.server import run, server

_LONG_S = 3600.0


def serve_moves_alone() -> None:
    vars(server)["BEAT_S"] = _LONG_S
    vars(run)["_STOP_S"] = _LONG_S
    main()


if __name__ == "__main__":
    serve_moves_alone()
