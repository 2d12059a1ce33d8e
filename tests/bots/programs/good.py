"""Answers with the first legal action, and says on standard error that it was told the end."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "good 1.0"}), flush=True)
    elif message["type"] == "act":
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
    else:
        print("end", json.dumps(message), file=sys.stderr, flush=True)
        break
