"""The documentation site, where `make docs` built it into the package."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from nokosu.locale import Texts, choose
from nokosu.server.door import in_thread
from nokosu.server.http.built_files import compressible
from nokosu.server.http.context import AnyRequest
from nokosu.server.http.static import how_to_build, kind_of

FOLDER: Final = Path(__file__).parent.parent / "docs"
_CACHE: Final = "public, max-age=600"
_MOST_KEPT: Final = 64
"""Pages in memory; most are read rarely."""


class Pages:
    """The site's files by name, found when the server starts, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
        self._paths = {path.relative_to(folder).as_posix(): path for path in paths}
        self.body = lru_cache(_MOST_KEPT)(self._read)

    def has(self, name: str) -> bool:
        """Return whether there is a file of this name."""
        return name in self._paths

    def _read(self, name: str, *, compressed: bool) -> bytes:
        body = self._paths[name].read_bytes()
        return gzip.compress(body, mtime=0) if compressed else body


@get(["/docs", "/docs/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """Return a file of the site. The address of a folder leads to its index: links in the pages are relative."""
    pages: Pages = request.app.state.docs
    name = path.strip("/")
    index = f"{name}/index.html".lstrip("/")
    if pages.has(index):
        return Response(b"", status_code=302, headers={"location": f"/docs/{index}"})
    if not pages.has(name):
        return _missing(request, pages)
    compressed = compressible(name) and "gzip" in request.headers.get("accept-encoding", "")
    headers = {"cache-control": _CACHE, "vary": "accept-encoding"}
    if compressed:
        headers["content-encoding"] = "gzip"
    body = await in_thread(pages.body, name, compressed=compressed)
    return Response(body, media_type=kind_of(name), headers=headers)


def _missing(request: AnyRequest, pages: Pages) -> Response[bytes]:
    """Return one line of plain text, in the reader's language."""
    wanted = [part.split(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    texts = Texts(choose(*wanted))
    said = (
        texts.t("server.not-found")
        if pages.has("index.html")
        else texts.t("serve.no-docs", command=how_to_build("make docs"))
    )
    return Response(f"{said}\n".encode(), status_code=404, media_type="text/plain")


HANDLERS = (page,)
