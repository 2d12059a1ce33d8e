"""A small web host for a built site: its files, their compressed copies, and the headers that a host should send."""

from __future__ import annotations

import sys
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit, urlunsplit

from nokosu.server.http.built_files import CODINGS, accepted_codings
from nokosu.server.http.origin_guard import POLICY
from nokosu.server.http.static import FOR_EVER, kind_of

HOST: Final = "127.0.0.1"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, folder: Path, base: str, *args: object) -> None:
        self._folder, self._base = folder, base
        super().__init__(*args)  # type: ignore[arg-type]  # what the server passes on

    def do_GET(self) -> None:
        """Answer with a file."""
        asked = urlsplit(self.path)
        address = asked.path
        path = self._find(address)
        if path is None and self._find(f"{address}/") is not None:
            # As web hosts do: the page of a folder is at its address with a slash.
            there = urlunsplit(("", "", f"/{address.strip('/')}/", asked.query, ""))
            self._answer(HTTPStatus.FOUND, {"location": there}, b"")
            return
        if path is None:
            self._answer(HTTPStatus.NOT_FOUND, {"content-type": "text/plain"}, b"not found\n")
            return
        name = path.relative_to(self._folder).as_posix()
        headers = {
            "content-type": kind_of(path.name),
            "cache-control": FOR_EVER if name.startswith("assets/") else "no-cache",
            "vary": "accept-encoding",
            "content-security-policy": POLICY,
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
        }
        for coding in accepted_codings(self.headers.get("accept-encoding", "")):
            copy = path.with_name(path.name + CODINGS[coding])
            if copy.is_file():
                path, headers["content-encoding"] = copy, coding
                break
        self._answer(HTTPStatus.OK, headers, path.read_bytes())

    do_HEAD = do_GET  # noqa: N815  (the name that http.server calls)

    def _find(self, address: str) -> Path | None:
        if not address.startswith(self._base):
            return None
        inside = unquote(address[len(self._base) :])
        path = (self._folder / (inside + "index.html" if inside.endswith("/") or not inside else inside)).resolve()
        return path if path.is_relative_to(self._folder) and path.is_file() else None

    def _answer(self, status: HTTPStatus, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object, **__: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  (as socketserver has it)
        """Say nothing of a browser that went away."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def site_host(folder: Path, port: int = 0, base: str = "/") -> ThreadingHTTPServer:
    """Return a host that listens on this machine's loopback, with the site at `base`.

    Raises OSError for a port in use.
    """
    return _Server((HOST, port), partial(_Handler, folder.resolve(), base))
