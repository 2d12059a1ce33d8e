"""Plays like good.py and goes when it is told the end, but not when its host is gone without a word."""

import json
import signal
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "outlives its host"}), flush=True)
    elif message["type"] == "act":
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
    else:
        sys.exit()
signal.pause()
