"""A server's table: the messages of docs/wire-protocol.md over a WebSocket that comes back when it is lost."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
from contextlib import suppress
from http.cookiejar import CookieJar
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from nokosu.core import errors
from nokosu.locale import mark, t
from nokosu.record.codec import decode
from nokosu.record.fault import RecordError
from nokosu.record.model import Record
from nokosu.table.refusal import Refused
from nokosu.tui.connection import Hear
from nokosu.tui.folder import remember, settings
from nokosu.wire.base import Reason, wire_reason
from nokosu.wire.commands import AnyCommand, Rematch
from nokosu.wire.struct import decoder, encode
from nokosu.wire.updates import Ack, AnyFromTable, AskCoach, Closing, Coaching, Hint, Refusal, Update

_FRAME: Final = decoder(AnyFromTable)
_HINT: Final = decoder(Hint)
_COACHING: Final = decoder(Coaching)
_LINK: Final = re.compile(r"/(?:t/(?P<table>[a-z0-9]{16})|j/(?P<code>[A-Za-z0-9]{6,8}))/?")
_LATER: Final = frozenset({408, 425, 429})
"""Statuses of a server that may say yes a little later; other ones from 400 to 499 are final."""
FIRST_WAIT_S: Final = 0.2
LONGEST_WAIT_S: Final = 5.0
TIMEOUT_S: Final = 15


class RemoteConnection:
    """One seat at a server's table. Commands that got no answer are sent again, and are done once."""

    def __init__(self, link: str, name: str) -> None:
        self._link, self._name = link, name
        self._hear: Hear = lambda _: None
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))
        self._base = ""
        self._table = ""
        self._seen: int | None = None
        self._socket: Any = None
        self._waiting: dict[str, tuple[bytes, asyncio.Future[Ack | Refusal]]] = {}
        self._running: asyncio.Task[None] | None = None

    def sit_down(self) -> None:
        """Introduce oneself and sit down, or watch where no seat is free. Raises Refused."""
        parts = urlsplit(self._link if "//" in self._link else f"http://{self._link}")
        found = _LINK.fullmatch(parts.path)
        if not found or parts.scheme not in {"http", "https"}:
            raise Refused(errors.reason(mark("term.bad-link"), link=self._link))
        self._base = f"{parts.scheme}://{parts.netloc}"
        self._introduce()
        self._table = found["table"] or self._call(f"/api/codes/{found['code']}")["table"]
        try:
            self._call(f"/api/tables/{self._table}/join", {})
        except Refused as refused:
            # A table may be watched: then its public facts are there to read.
            try:
                self._call(f"/api/tables/{self._table}")
            except Refused:
                raise refused from None

    async def start(self, hear: Hear) -> None:
        """Sit down, unless that is done, and listen for as long as it takes."""
        self._hear = hear
        try:
            if not self._table:
                await asyncio.to_thread(self.sit_down)
        except Refused as error:
            hear(Closing(reason=wire_reason(error.why), again=False))
            return
        self._running = asyncio.create_task(self._stay())

    async def send(self, command: AnyCommand) -> Ack | Refusal:
        """Send a command, and wait for its answer, however often the connection is lost."""
        answer: asyncio.Future[Ack | Refusal] = asyncio.get_running_loop().create_future()
        text = encode(command)
        self._waiting[command.client_id] = (text, answer)
        if self._socket is not None:
            with suppress(Exception):  # it is sent again when the connection is back
                await self._socket.send(text.decode())
        return await answer

    async def hint(self) -> Hint:
        """Ask the server for advice. Raises Refused."""
        found: Hint = _HINT(json.dumps(await asyncio.to_thread(self._call, f"/api/tables/{self._table}/hint", {})))
        return found

    async def coach(self, asked: AskCoach) -> Coaching:
        """Ask what the server's coach says. Raises Refused."""
        body = json.loads(encode(asked))
        said = await asyncio.to_thread(self._call, f"/api/tables/{self._table}/coach", body)
        found: Coaching = _COACHING(json.dumps(said))
        return found

    async def record(self) -> Record | None:
        """Return the record of the match once it is over; None where the server keeps it."""
        try:
            return decode(await asyncio.to_thread(self._read, f"/api/records/{self._table}/file"))
        except (Refused, RecordError):
            return None

    async def rematch(self) -> RemoteConnection | None:
        """Ask for the same match once more, or join those who did; None where that is refused."""
        answer = await self.send(Rematch(client_id=secrets.token_hex(8)))
        if isinstance(answer, Refusal) or answer.table is None:
            return None
        return RemoteConnection(f"{self._base}/t/{answer.table}", self._name)

    async def stop(self) -> None:
        """Go; the seat stays one's own."""
        if self._running:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    def _introduce(self) -> None:
        """Be the person who came from this machine before, or a new one."""
        known = settings().get("people", {})
        cookie = known.get(self._base) if isinstance(known, dict) else None
        if isinstance(cookie, str):
            self._opener.addheaders.append(("Cookie", cookie))
        me = self._call("/api/me")
        if not me.get("person") or (self._name and me.get("name") != self._name):
            self._call("/api/me", {"name": self._name or t("play.player")})
            fresh = "; ".join(f"{each.name}={each.value}" for each in self._cookies)
            if fresh:
                remember(people=(known if isinstance(known, dict) else {}) | {self._base: fresh})

    def _call(self, path: str, body: object = None) -> dict[str, Any]:
        """Return the answer of the server. Raises Refused."""
        try:
            found = json.loads(self._read(path, body) or b"{}")
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise Refused(errors.reason(mark("term.no-server"), address=self._base))
        return found

    def _read(self, path: str, body: object = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._base + path, data, {"Content-Type": "application/json"})  # noqa: S310  http(s) by sit_down
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as answer:
                read: bytes = answer.read()
                return read
        except HTTPError as error:
            raise _refusal(error, self._base) from None
        except (URLError, OSError, ValueError) as error:
            why = getattr(error, "reason", error)
            said = getattr(why, "strerror", None) or str(why)
            raise Refused(errors.reason(mark("term.not-there"), error=said)) from None

    async def _stay(self) -> None:
        """Hold the connection; after a loss, come back with what was seen last."""
        from websockets.asyncio.client import connect  # noqa: PLC0415  an extra
        from websockets.exceptions import InvalidStatus, WebSocketException  # noqa: PLC0415  the same

        wait = FIRST_WAIT_S
        address = f"{self._base.replace('http', 'ws', 1)}/api/tables/{self._table}/socket"
        header = {"Cookie": self._cookie()}
        while True:
            where = f"{address}?after={self._seen or 0}"
            try:
                async with connect(where, additional_headers=header, max_size=None) as socket:
                    wait, self._socket = FIRST_WAIT_S, socket
                    with suppress(WebSocketException):  # a server that has closed already has said why
                        for text, _ in list(self._waiting.values()):
                            await socket.send(text.decode())
                    async for message in socket:
                        if not self._take(_FRAME(message)):
                            return
            except InvalidStatus as error:
                status = error.response.status_code
                if 400 <= status < 500 and status not in _LATER:
                    self._take(Closing(reason=_reason(bytes(error.response.body), self._base), again=False))
                    return
                self._hear(Closing(reason=Reason(message=mark("term.lost")), again=True))
            except (OSError, WebSocketException):
                reason = Reason(message=mark("term.lost"))
                self._hear(Closing(reason=reason, again=True))
            finally:
                self._socket = None
            await asyncio.sleep(wait * (0.5 + random.random()))  # noqa: S311  so that not all come back at once
            wait = min(wait * 2, LONGEST_WAIT_S)

    def _cookie(self) -> str:
        fresh = "; ".join(f"{each.name}={each.value}" for each in self._cookies)
        given = dict(self._opener.addheaders).get("Cookie", "")
        return fresh or given

    def _take(self, frame: AnyFromTable) -> bool:
        """Pass a message on; return whether to go on listening."""
        if isinstance(frame, Ack | Refusal) and frame.client_id is not None:
            waiting = self._waiting.pop(frame.client_id, None)
            if waiting and not waiting[1].done():
                waiting[1].set_result(frame)
            return True
        if isinstance(frame, Update):
            self._seen = frame.seq
        self._hear(frame)
        if not isinstance(frame, Closing) or frame.again:
            return True
        for client_id, (_, answer) in self._waiting.items():
            if not answer.done():
                answer.set_result(Refusal(client_id=client_id, seq=self._seen or 0, reason=frame.reason))
        self._waiting.clear()
        return False


def _refusal(error: HTTPError, address: str) -> Refused:
    """Return why the server says no."""
    reason = _reason(error.read(), address)
    return Refused(errors.reason(reason.message, **reason.params))


def _reason(body: bytes, address: str) -> Reason:
    """Return the reason in an answer; another server than ours gives none that could be read."""
    with suppress(ValueError, KeyError, TypeError):
        given = json.loads(body)["reason"]
        return Reason(message=given["message"], params=given.get("params", {}))
    return Reason(message=mark("term.no-server"), params={"address": address})
