"""Keeps the protocol but for one mistake, which its argument names; a second argument names a file that it may use."""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

FAULT = sys.argv[1]


def say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


if FAULT == "banner":
    print("Welcome to mybot!", flush=True)
if FAULT == "shares":
    # One at a time: the second one finds the file.
    try:
        os.close(os.open(sys.argv[2], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        sys.exit(1)
asked = 0
for line in sys.stdin:
    message: dict[str, Any] = json.loads(line) if line.strip() else {"type": ""}
    kind = message["type"]
    if kind == "hello":
        say({"type": "ready", "name": FAULT})
        if FAULT == "talks":
            print("thinking...", flush=True)
        if FAULT == "null-limit":
            float(message["move_ms"])
    elif kind == "act":
        asked += 1
        view, legal = message["view"], message["legal"]
        action = legal[0]
        if FAULT == "declares" and view["phase"] == "declare":
            action = "no zero"
        if FAULT == "fields" and set(message) != {"type", "id", "view", "legal"}:
            sys.exit(2)
        if FAULT == "twentieth" and view["round"] == 19:
            action = "take the red one"
        say({"id": asked if FAULT == "counts" else message["id"], "action": action})
        if FAULT == "twice":
            say({"id": message["id"], "action": action})
    elif kind == "end":
        if FAULT == "answers-end":
            say({"type": "bye"})
        if FAULT == "null-record":
            message["record"]["totals"]
        break
if FAULT == "shares":
    Path(sys.argv[2]).unlink()
if FAULT == "lives-on":
    signal.pause()
