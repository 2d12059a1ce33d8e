"""Plays like good.py and logs a megabyte with every answer, and another one when it is told the end."""

import json
import os
import sys

for line in sys.stdin:
    message = json.loads(line)
    for _ in range(256):
        os.write(2, b"x" * 4095 + b"\n")
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "logs"}), flush=True)
    elif message["type"] == "act":
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
    else:
        break
