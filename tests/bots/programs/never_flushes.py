"""Would answer as good.py does, but leaves its answers in the buffer."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "never flushes"}))
    elif message["type"] == "act":
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}))
