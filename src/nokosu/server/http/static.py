"""The web client, as it was built into the package; where it was not, a page that says so."""

from __future__ import annotations

import gzip
import html
import mimetypes
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from nokosu.locale import Texts, choose
from nokosu.server.door import in_thread
from nokosu.server.http import built_files as built_client
from nokosu.server.http import preview
from nokosu.server.http.built_files import (
    GZIP_LEVEL,
    accepted_codings,
    body_of,
    built_files,
    compressible,
)
from nokosu.server.http.context import AnyRequest

FOLDER: Final = built_client.FOLDER
CHECKOUT: Final = Path(__file__).parents[4]
FOR_EVER: Final = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")
HAS_DOCS: Final = b'<meta name="nokosu-docs" />'
"""Tells the client that the documentation is at /docs."""


def built() -> bool:
    """Return whether this installation has the web client."""
    return (FOLDER / "index.html").is_file()


def how_to_build(in_place: str = "make web") -> str:
    """Return the command that builds it: in place, or as part of a wheel that is installed again."""
    return in_place if (CHECKOUT / "tools/web.py").is_file() else "make dist && pip install dist/*.whl"


def kind_of(name: str) -> str:
    """Return the media type of a file."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


class Files:
    """The built files, read once, with compressed copies: Brotli's as built, those for gzip when first asked for."""

    def __init__(self, folder: Path) -> None:
        self._places = built_files(folder)
        copies = {name: folder / f"{name}.br" for name in self._places if compressible(name)}
        brotli = {name: copy.read_bytes() for name, copy in copies.items() if copy.is_file()}
        self._compressed: dict[str, dict[str, bytes]] = {"br": brotli, "gzip": {}}
        self._plain = {name: path.read_bytes() for name, path in self._places.items() if path.suffix != ".br"}

    def body(self, name: str) -> bytes:
        """Return a file as it is."""
        if name not in self._plain:
            self._plain[name] = body_of(self._places[name])
        return self._plain[name]

    def coding(self, name: str, accepted: str) -> str | None:
        """Return how a file is compressed for a browser that accepts this: br, gzip or not at all."""
        codings = accepted_codings(accepted) if compressible(name) else []
        return next((each for each in codings if each == "gzip" or name in self._compressed[each]), None)

    def at_once(self, name: str, coding: str | None) -> bool:
        """Return whether the answer is there without computing."""
        return name in (self._plain if coding is None else self._compressed[coding])

    def encoded(self, name: str, coding: str | None) -> bytes:
        """Return a file, compressed in this way."""
        if coding is None:
            return self.body(name)
        if name not in self._compressed[coding]:
            self._compressed[coding][name] = gzip.compress(self.body(name), GZIP_LEVEL, mtime=0)
        return self._compressed[coding][name]

    def find(self, path: str) -> str | None:
        """Return a file's name; the page's for every address that is not one, as the client has its own."""
        name = path.strip("/")
        if name in self._places:
            return name
        return "index.html" if "index.html" in self._places and "." not in name.rsplit("/", 1)[-1] else None


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """Return a file of the web client."""
    files: Files = request.app.state.files
    name = files.find(path)
    if name is None:
        return _no_client(request) if path.strip("/") == "" else _missing()
    # Built files have their contents' fingerprint in their names; the page has not.
    cache = FOR_EVER if name.startswith("assets/") else "no-cache"
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if name == "index.html" and preview.PLACE in files.body(name):
        tags = await preview.tags(request, path)
        if request.app.state.docs.has("index.html"):
            tags += b"\n    " + HAS_DOCS
        body = files.body(name).replace(preview.PLACE, tags)
        headers["vary"] += ", accept-language"
    else:
        coding = files.coding(name, request.headers.get("accept-encoding", ""))
        if coding is not None:
            headers["content-encoding"] = coding
        at_once = files.at_once(name, coding)
        body = files.encoded(name, coding) if at_once else await in_thread(files.encoded, name, coding)
    return Response(body, media_type=kind_of(name), headers=headers)


def _no_client(request: AnyRequest) -> Response[bytes]:
    wanted = [part.split(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    text = Texts(choose(*wanted)).t("serve.no-client", command=how_to_build())
    page = f"<!doctype html><title>Nokosu Dice</title><h1>Nokosu Dice</h1><p>{html.escape(text)}</p>"
    return Response(page.encode(), media_type="text/html")


def _missing() -> Response[bytes]:
    body = b'{"reason":{"message":"server.not-found","params":{},"clause":null}}'
    return Response(body, status_code=404, media_type="application/json")


HANDLERS = (client,)
