"""`python -m tests.abuse.against_nginx --minutes 2`: the same odd requests to our server and to nginx.

Whatever our server takes for a request, nginx must take for one too: a parser that accepts more than the one in front
of it is where smuggled requests come from, and where limits end. Requests that only nginx takes are counted. A planted
parser that refuses nothing must be caught. `make nightly` runs it; it needs nginx (Debian's package will do).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.server.serving import GENEROUS, serving
from tests.server.store.postgres_server import free_port

_STATUS: Final = re.compile(rb"^HTTP/1\.[01] (\d{3})")
_REFUSED: Final = frozenset({400, 408, 411, 413, 414, 417, 431, 494, 501, 505})
"""What a parser says of what is not a request, or too large for one."""
_SILENCE_S: Final = 1.5
"""An answer that takes longer is none: the request is not complete."""
_KNOWN: Final = {
    "a method that is not in capitals": re.compile(rb"(?![A-Z_-]+ )"),
    "a version that nobody speaks": re.compile(rb"\S+ \S+ HTTP/(?!1\.[01]\s)"),
    "a target that is not a path": re.compile(rb"\S+ (?!/|https?://[a-z])"),
    "a length that is given twice, the same": re.compile(rb"(?s).*\ncontent-length: *(\d+)[ \r,].*?\1", re.IGNORECASE),
    "a length that no body has": re.compile(rb"(?s).*\ncontent-length: *\d{19}", re.IGNORECASE),
    "a tab before a value": re.compile(rb"(?s).*\n[\w-]+:\t"),
    "a broken body that nobody reads": re.compile(rb"(?is)(?!.*\ncontent-length).*\ntransfer-encoding: *chunked\r?\n"),
    "Expect twice": re.compile(rb"(?is).*\nexpect:.*\nexpect:"),
    "a folded line": re.compile(rb"(?s).*\n[ \t]+\S"),
}
"""Where h11 takes what nginx refuses, and RFC 9112 allows either, or nothing follows from it: there is no second parser
behind our server that could read it in another way."""
_CONFIGURATION: Final = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off; server_tokens off; keepalive_timeout 5s;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  large_client_header_buffers 4 {header_bytes};
  server {{ listen 127.0.0.1:{port}; location / {{ return 200 "x"; }} }}
}}
"""

_LINE: Final = (b"GET", b"/health", b"HTTP/1.1")
_ODD_LINE: Final = (
    (b"HEAD", b"POST", b"OPTIONS", b"get", b"G=T", b"", b"\0"),
    (b"/health?a=b", b"/", b"*", b"http://localhost/health", b"health", b"", b"/\xff", b"/ a"),
    (b"HTTP/1.0", b"HTTP/1.2", b"HTTP/2.0", b"http/1.1", b"HTTP/11", b""),
)
_ENDS: Final = (*[b"\r\n"] * 8, b"\n", b"\n", b"\r", b"\r\r\n")
_FIELDS: Final = (
    *(b"Accept: */*", b"Cookie: a=b", b"X-Y_z: 1", b"Connection: close", b"Connection: keep-alive", b"Upgrade: h2c"),
    *(b"Host: localhost", b"Host:localhost", b"Host : localhost", b" Host: localhost", b"Host: a b"),
    *(
        b"Content-Length: 0",
        b"Content-Length: 3",
        b"Content-Length: +3",
        b"Content-Length: 3, 3",
        b"Content-Length: 0x3",
    ),
    *(b"Content-Length: -1", b"Content-Length: 99999999999999999999", b"Content-Length: 3 3", b"Content-Length:"),
    *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: xchunked", b"Transfer-Encoding: chunked, chunked"),
    *(b"Transfer-Encoding : chunked", b"Transfer-Encoding:\tchunked", b"Transfer-Encoding: identity"),
    *(b"X: a\0b", b"X: a\rb", b"X: \x7f", b"X y: z", b": empty", b"X", b" folded", b"\tfolded", b"X: " + b"\xff" * 9),
    *(b"Expect: 100-continue", b"Expect: nonsense"),
)
_BODIES: Final = (b"", b"abc", b"0\r\n\r\n", b"3\r\nabc\r\n0\r\n\r\n", b"3;x=y\r\nabc\r\n0\r\n\r\n")


def odd_request(chance: random.Random) -> bytes:
    """Return a request, more or less."""
    end = chance.choice(_ENDS)
    pairs = zip(_LINE, _ODD_LINE, strict=True)
    lines = [b" ".join(chance.choice(odd) if chance.random() < 0.1 else plain for plain, odd in pairs)]
    lines += [b"Host: localhost"] * (chance.random() < 0.95)
    lines += [chance.choice(_FIELDS) for _ in range(chance.choice([0, 1, 1, 1, 2]))]
    if chance.random() < 0.1:
        lines += [b"Y: z"] * chance.choice([90, 99, 110, 2_000])
    if chance.random() < 0.1:
        lines.append(b"Y: " + b"z" * chance.choice([8_000, 16_000, 16_384, 40_000]))
    request = bytearray(end.join([*lines, b"", b""]) + chance.choice(_BODIES))
    if chance.random() < 0.2:
        request[chance.randrange(len(request))] = chance.randrange(256)
    return bytes(request)


async def status(port: int, request: bytes) -> int:
    """Return the status of the first answer; 0 for none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(OSError, TimeoutError):
        writer.write(request)
        async with asyncio.timeout(_SILENCE_S):
            found = _STATUS.match(await reader.readline())
            if found and found[1] == b"100":
                await reader.readline()
                found = _STATUS.match(await reader.readline())
            return int(found[1]) if found else 0
    writer.close()
    return 0


def taken(answer: int) -> bool:
    """Return whether this is the answer to something that was taken for a request."""
    return answer >= 200 and answer not in _REFUSED


def known(request: bytes) -> str:
    """Return why nginx refuses what our server takes; "" if that is not known."""
    plain = request.lstrip(b"\r\n")
    return next((why for why, pattern in _KNOWN.items() if pattern.match(plain)), "")


@dataclass
class Compared:
    """What both said of how many requests."""

    counts: Counter[str] = field(default_factory=Counter)
    more_than_nginx: list[tuple[bytes, int, int]] = field(default_factory=list)

    def note(self, request: bytes, ours: int, theirs: int) -> None:
        """Count an answer of each."""
        if taken(ours) and not taken(theirs):
            why = known(request)
            self.counts[f"only ours ({why})" if why else "only ours"] += 1
            if not why:
                self.more_than_nginx.append((request, ours, theirs))
        elif taken(theirs) and not taken(ours):
            self.counts["only nginx"] += 1
        else:
            self.counts["both" if taken(ours) else "neither"] += 1


@asynccontextmanager
async def nginx(folder: Path) -> AsyncIterator[int]:
    """Run nginx, with the same limit for a line as our server has for all of a head."""
    port, file = free_port(), folder / "nginx.conf"
    file.write_text(_CONFIGURATION.format(folder=folder, port=port, header_bytes=GENEROUS.header_bytes), "utf-8")
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:" + (os.environ.get("PATH", "")))
    if program is None:
        raise SystemExit("nginx is missing: PROXIES=1 tools/system-packages.sh")
    process = await asyncio.create_subprocess_exec(program, "-p", str(folder), "-c", str(file))
    try:
        while not await answers(port):
            assert process.returncode is None, "nginx did not start"
        yield port
    finally:
        process.terminate()
        await process.wait()


async def answers(port: int) -> bool:
    with contextlib.suppress(OSError):
        return await status(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") == 200
    await asyncio.sleep(0.05)
    return False


async def compare(minutes: float, seed: int, ours: Callable[[int], int] = int) -> Compared:
    """Send the same to both for some minutes; `ours` may be a planted fault."""
    chance, compared, until = random.Random(seed), Compared(), time.monotonic() + minutes * 60
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with nginx(folder) as theirs, serving(f"{folder}/x.db") as running:
            port = int(running.address.split(":")[1])
            while time.monotonic() < until:
                requests = [odd_request(chance) for _ in range(60)]
                found = await asyncio.gather(*(status(each, it) for it in requests for each in (port, theirs)))
                for number, request in enumerate(requests):
                    compared.note(request, ours(found[2 * number]), found[2 * number + 1])
    return compared


def main() -> None:
    """Compare, then let the control take everything; the exit status is the number of faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    wanted = parser.parse_args()
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    found = asyncio.run(compare(wanted.minutes, wanted.seed))
    said = ", ".join(f"{kind}: {count}" for kind, count in sorted(found.counts.items()))
    print(f"seed {wanted.seed}, {found.counts.total()} requests: {said}")  # noqa: T201  a program's output
    for request, ours, theirs in found.more_than_nginx[:20]:
        print(f"ours {ours}, nginx {theirs}: {request[:200]!r}")  # noqa: T201  as above
    control = asyncio.run(compare(0.05, wanted.seed, lambda _: 200))
    print(f"planted: {'noticed' if control.more_than_nginx else 'MISSED'}")  # noqa: T201  as above
    sys.exit(len(found.more_than_nginx) + (not control.more_than_nginx))


if __name__ == "__main__":
    main()
