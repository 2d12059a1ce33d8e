"""Plays like good.py until its third question, which it answers with what its argument names."""

import json
import os
import sys
import signal

QUESTION = 3
KIND = sys.argv[1]


def answer(message: dict[str, object]) -> None:
    number = message["id"]
    match KIND:
        case "illegal":
            print(json.dumps({"id": number, "action": "play dP9"}), flush=True)
        case "garbage":
            print("take the red one, please", flush=True)
        case "list":
            print("[1, 2]", flush=True)
        case "no-action":
            print(json.dumps({"id": number}), flush=True)
        case "true-id":
            print(json.dumps({"id": True, "action": "pass"}), flush=True)
        case "not-utf8":
            os.write(1, b'{"id": \xff\xfe}\n')
        case "deep":
            print("[" * 60_000, flush=True)
        case "huge-number":
            print('{"id": ' + "9" * 20_000 + "}", flush=True)
        case "wrong-id":
            print(json.dumps({"id": 99, "action": "pass"}), flush=True)
        case "dies":
            sys.exit(3)
        case "closes":
            os.close(1)
            signal.pause()
        case "slow":
            signal.pause()
        case "half":
            sys.stdout.write('{"id": ')
            sys.stdout.flush()
            signal.pause()
        case "floods":
            while True:
                sys.stdout.write("x" * 4096)
        case "child":
            # A child that holds the pipes open must not keep anybody waiting, nor live on.
            child = os.fork()
            if child == 0:
                signal.pause()
            print(child, file=sys.stderr, flush=True)
            print("garbage", flush=True)
            signal.pause()


asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": KIND}), flush=True)
    elif message["type"] == "act":
        asked += 1
        if asked == QUESTION:
            answer(message)
        else:
            print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
    else:
        break
