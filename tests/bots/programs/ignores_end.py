"""Plays well and then does not go away, not even when asked to by a signal."""

import json
import os
import signal
import sys

signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "\x1b[31m" + "guest" * 40}), flush=True)
    elif message["type"] == "act":
        print(json.dumps({"id": message["id"], "action": message["legal"][-1]}), flush=True)
    else:
        print(os.getpid(), file=sys.stderr, flush=True)
        signal.pause()
