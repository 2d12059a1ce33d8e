"""A server as bench/server.py needs it: `nokosu serve` without the limits that one person has.

A script of its own, so that what is loaded here is what `nokosu serve` loads, and a restart takes as long.
"""

from __future__ import annotations

import argparse

from nokosu.server.config import Config, Limits
from nokosu.server.run import listening, serve_here, serve_workers


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store")
    parser.add_argument("port", type=int)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--bots", type=int, default=1, help="processes for bots")
    options = parser.parse_args()
    config = Config(
        store=options.store,
        port=options.port,
        limits=Limits(
            rate=1e9,
            burst=10**9,
            guests_an_hour=10**9,
            sockets=10**6,
            connections=10**6,
            tables_an_hour=10**9,
            thinking_s_a_minute=1e9,
        ),
        bots={"thinker": "search:200ms"},
        bot_processes=options.bots,
        bot_delay_ms=1,
    )
    listener = listening(config)
    if options.workers > 1:
        serve_workers(config, listener, options.workers)
    else:
        serve_here(config, listener)


if __name__ == "__main__":
    main()
