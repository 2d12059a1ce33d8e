"""Programs that take a seat: every bot is `choose(view, stream) -> action`, found by name through entry points."""
