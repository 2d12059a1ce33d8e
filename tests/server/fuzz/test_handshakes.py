"""Handshakes of every kind: each is answered, and never with 5xx."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.server.fuzz.hall import OFTEN, Hall, drawn, hall
from tests.server.fuzz.raw import connected, request


def handshakes(chance: Random) -> Iterator[tuple[str | None, dict[str, str | None], bytes]]:
    """Path (None: the table's), headers, more headers as bytes."""
    strange = ("", "x", "\xff\xfe", ",,;;==", '"', "13, 13", "a" * 9_000, "-1", "websocket, h2c", "é")
    names = ("Host", "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Cookie", "Origin")
    more = ("Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol", "X-Forwarded-For", "Content-Length", "Accept")
    for name in (*names, *more):
        for value in (None, *strange):
            yield None, {name: value}, b""
        yield None, {}, f"{name}: x\r\n".encode()
    for origin in ("http://[", "http://[x]", "null", "//", "http://\xff", "https://a:b:c", "http://[::1]:x"):
        yield None, {"Origin": origin}, b""
    yield None, {}, b"".join(b"X-%d: 1\r\n" % number for number in range(200))
    yield None, {"Transfer-Encoding": "chunked"}, b""
    for query in ("-1", "1.5", "%ff", "%C2%B2", "9" * 15, "9" * 16, "9" * 9_000, "", "1&after=2", "%00"):
        yield f"?after={query}", {}, b""
    for path in ("/", "*", "/api/me", "/api/tables/%00/socket", "/api/tables/%ff/socket", "/api/tables//socket", "//["):
        yield path, {}, b""
    for _ in range(20 * OFTEN):
        yield None, {chance.choice(names): "".join(map(chr, chance.choices(range(32, 256), k=20)))}, b""


async def shake_hands(here: Hall) -> list[int]:
    """The answers to all of them."""
    answers = []
    for path, headers, more in handshakes(drawn("hands")):
        whole = here.path if path is None else here.path + path if path.startswith("?") else path
        async with connected(here.running) as raw:
            await raw.send(request(here.running, whole, {"Cookie": here.cookie} | headers, more))
            answers.append(await raw.status())
    return answers


@pytest.mark.usefixtures("no_faults")
async def test_a_strange_handshake_is_answered_and_never_with_5xx(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        answers = await shake_hands(here)
        assert {answer // 100 for answer in answers} == {1, 4}
        await here.unharmed()
