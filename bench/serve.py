"""A server as bench/server.py needs it: `nokosu serve` without the limits that one person has.

A separate script, so that what is loaded here is what `nokosu serve` loads, and a restart takes as long.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import nokosu.server.time
from bench.watch import Watch
from nokosu.server.config import Config, Limits
from nokosu.server.run import listening, serve_here, serve_workers


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store")
    parser.add_argument("port", type=int)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--bots", type=int, default=1, help="processes for bots")
    parser.add_argument("--watch", type=Path, help="write the longest steps of the event loop to this file")
    parser.add_argument("--characters", action="store_true", help="offer the characters, at the pace of `nokosu serve`")
    parser.add_argument(
        "--nights", action="store_true", help="hours pass at once (bench/soak.py); bots that compute little"
    )
    options = parser.parse_args()
    if options.nights:
        # What passes here is time without people, not time in which the process stood still.
        nokosu.server.time.STALL_MS = 10**12  # type: ignore[misc]  # final, but for this
    config = Config(
        store=options.store,
        host=options.host,
        port=options.port,
        limits=Limits(
            rate=1e9,
            burst=10**9,
            guests_an_hour=10**9,
            sockets=10**6,
            connections=10**6,
            loop_ms_a_second=10**6,
            bytes_in_a_second=10**10,
            bytes_out_a_second=10**10,
            connects_a_second=10**6,
            tables_an_hour=10**9,
            thinking_s_a_minute=1e9,
        ),
        bots={} if options.characters else {"club": "club"} if options.nights else {"thinker": "search:200ms"},
        bot_processes=options.bots,
        bot_delay_ms=900 if options.characters else 1,
    )
    listener = listening(config)
    if options.workers > 1:
        serve_workers(config, listener, options.workers)
    else:
        serve_here(config, listener, Watch(options.watch).start if options.watch else lambda: None)


if __name__ == "__main__":
    main()
