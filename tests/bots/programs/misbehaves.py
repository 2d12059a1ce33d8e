"""Plays like good.py until its third question, which it answers with what its argument names."""

import json
import os
import signal
import sys

QUESTION = 3
KIND = sys.argv[1]

# What is said instead of an answer; {id} is the question's.
LINES = {
    "illegal": '{"id": {id}, "action": "play dP9"}',
    "garbage": "take the red one, please",
    "list": "[1, 2]",
    "no-action": '{"id": {id}}',
    "true-id": '{"id": true, "action": "pass"}',
    "wrong-id": '{"id": 99, "action": "pass"}',
    "deep": "[" * 60_000,
    "huge-number": '{"id": ' + "9" * 20_000 + "}",
}


def not_utf8() -> None:
    os.write(1, b'{"id": \xff\xfe}\n')


def dies() -> None:
    sys.exit(3)


def closes() -> None:
    os.close(1)
    signal.pause()


def slow() -> None:
    signal.pause()


def half() -> None:
    os.write(1, b'{"id": ')
    signal.pause()


def floods() -> None:
    while True:
        os.write(1, b"x" * 4096)


def logs() -> None:
    while True:
        os.write(2, b"x" * 4095 + b"\n")


def child() -> None:
    """A child that holds the pipes open must not keep anybody waiting, nor live on."""
    pid = os.fork()
    if pid == 0:
        signal.pause()
    print(pid, file=sys.stderr, flush=True)
    print("garbage", flush=True)
    signal.pause()


DEEDS = {
    "not-utf8": not_utf8,
    "dies": dies,
    "closes": closes,
    "slow": slow,
    "half": half,
    "floods": floods,
    "logs": logs,
    "child": child,
}

asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": KIND}), flush=True)
    elif message["type"] == "act":
        asked += 1
        if asked != QUESTION:
            print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
        elif KIND in LINES:
            print(LINES[KIND].replace("{id}", str(message["id"])), flush=True)
        else:
            DEEDS[KIND]()
    else:
        break
