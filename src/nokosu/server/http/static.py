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
from nokosu.server.http import preview
from nokosu.server.http.context import AnyRequest

FOLDER: Final = Path(__file__).parent.parent / "static"
CHECKOUT: Final = Path(__file__).parents[4]
_SHRINK: Final = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest", ".zip"})
CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""How files are compressed, and how the names of such copies end; the smallest first."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")


def built() -> bool:
    """Return whether this installation has the web client."""
    return (FOLDER / "index.html").is_file()


def how_to_build(in_place: str = "make web") -> str:
    """The command that builds it: in place, or as part of a wheel that is installed again."""
    return in_place if (CHECKOUT / "tools/web.py").is_file() else "make dist && pip install dist/*.whl"


def compressible(name: str) -> bool:
    """Whether a file is text or a program, which shrink; pictures and the like are small already."""
    return Path(name).suffix in _SHRINK


def accepted_codings(header: str) -> list[str]:
    """Of the ways in which files are compressed here those that Accept-Encoding allows, the smallest first."""
    named = {part.split(";")[0].strip() for part in header.split(",") if not part.replace(" ", "").endswith(";q=0")}
    return [coding for coding in CODINGS if coding in named]


def kind_of(name: str) -> str:
    """The media type of a file."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


class Files:
    """The built files, read once, with compressed copies: name.br, and name.gz, which is made where it is missing."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        self._files = {name: body for name, body in found.items() if not name.endswith((".gz", ".br"))}
        shrink = {name: body for name, body in self._files.items() if compressible(name)}
        self._compressed = {
            "br": {name: found[f"{name}.br"] for name in shrink if f"{name}.br" in found},
            "gzip": {name: found.get(f"{name}.gz") or gzip.compress(body, mtime=0) for name, body in shrink.items()},
        }

    def compressed(self, name: str, accepted: str) -> tuple[str, bytes] | None:
        """A compressed copy of a file, and how it is compressed, in a way that the browser accepts."""
        for coding in accepted_codings(accepted):
            if name in self._compressed[coding]:
                return coding, self._compressed[coding][name]
        return None

    def find(self, path: str) -> tuple[str, bytes] | None:
        """A file; the page itself for every address that is not one, as the client has its own."""
        name = path.strip("/")
        if name in self._files:
            return name, self._files[name]
        if "index.html" in self._files and "." not in name.rsplit("/", 1)[-1]:
            return "index.html", self._files["index.html"]
        return None


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """A file of the web client."""
    files: Files = request.app.state.files
    found = files.find(path)
    if found is None:
        return _no_client(request) if path.strip("/") == "" else _missing()
    name, body = found
    # Built files have their contents' fingerprint in their names; the page has not.
    cache = FOR_EVER if name.startswith("assets/") else "no-cache"
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if preview.PLACE in body and name == "index.html":
        body = body.replace(preview.PLACE, await preview.tags(request, path))
        headers["vary"] += ", accept-language"
    elif shrunk := files.compressed(name, request.headers.get("accept-encoding", "")):
        headers["content-encoding"], body = shrunk
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
