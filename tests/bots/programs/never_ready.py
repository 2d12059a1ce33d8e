"""Does not answer hello: says nothing, something else, or ends, as its argument says."""

import json
import signal
import sys

LINES = {"other": json.dumps({"type": "hello"}), "garbage": "hi"}

kind = sys.argv[1]
if kind in LINES:
    print(LINES[kind], flush=True)
if kind != "ends":
    signal.pause()
