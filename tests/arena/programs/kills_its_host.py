"""Plays the first legal action; but the process that asks first, of all that ever ask, is killed for it.

The file named as argument is there once that has happened.
"""

import json
import os
import signal
import sys
from pathlib import Path

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "assassin"}), flush=True)
    elif message["type"] == "act":
        try:
            Path(sys.argv[1]).touch(exist_ok=False)
        except FileExistsError:
            print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
        else:
            os.kill(os.getppid(), signal.SIGKILL)
    else:
        break
