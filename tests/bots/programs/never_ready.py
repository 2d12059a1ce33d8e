"""Does not answer hello: says nothing, something else, or ends, as its argument says."""

import json
import sys
import signal

match sys.argv[1]:
    case "silent":
        signal.pause()
    case "other":
        print(json.dumps({"type": "hello"}), flush=True)
        signal.pause()
    case "garbage":
        print("hi", flush=True)
        signal.pause()
    case "ends":
        sys.exit(0)
