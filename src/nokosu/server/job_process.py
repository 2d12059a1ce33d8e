"""A process that computes for the server: a pickled function with its arguments in, a pickled reply out.

Only the server writes to it. It ends when the server does.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import Any, BinaryIO, Final, Literal

from nokosu.table.refusal import Refused

MODULE: Final = "nokosu.server.job_process"
_LENGTH: Final = 8


Reply = tuple[Literal["result", "refused", "failed"], Any]
"""What a job came to: its result, the reason why it was refused, or the text of an error."""


def framed(data: bytes) -> bytes:
    """Return the length, then the data."""
    return len(data).to_bytes(_LENGTH, "big") + data


def length_of(head: bytes) -> int:
    """Return the length that a head tells."""
    return int.from_bytes(head, "big")


def _reply(data: bytes) -> Reply:
    job, args, more = pickle.loads(data)  # noqa: S301  from the server that started this process
    try:
        return "result", job(*args, **more)
    except Refused as refused:
        return "refused", refused.why
    except Exception as error:  # noqa: BLE001  the server logs it and goes on
        return "failed", f"{type(error).__name__}: {error}"[:500]


def converse(jobs: BinaryIO, replies: BinaryIO) -> None:
    """Compute until the server hangs up."""
    while len(head := jobs.read(_LENGTH)) == _LENGTH:
        data = jobs.read(length_of(head))
        if len(data) < length_of(head):
            return  # the server died in the middle of a job
        replies.write(framed(pickle.dumps(_reply(data))))
        replies.flush()


def main() -> None:
    """Compute, and end at once when asked to."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Whatever a job prints must not be taken for a reply.
    replies, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        converse(sys.stdin.buffer, replies)
    except BrokenPipeError:
        # The server is gone; Python's own clean-up would complain about the pipe.
        os._exit(1)


if __name__ == "__main__":
    main()
