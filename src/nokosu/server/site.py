"""The web client as a site without a server: files with relative addresses, for any folder of any web host.

Every page is a folder with an index.html, so that a host needs no rules for addresses. A `<meta>` in the page tells the
client that there is no server to ask, and where friends can play together instead (web/src/app/site.ts).
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import shutil
from pathlib import Path
from typing import Final

from nokosu.server.http import preview, static
from nokosu.server.http.built_files import CODINGS, GZIP_LEVEL, body_of, built_files, compressible
from nokosu.server.http.origin_guard import POLICY

PAGES: Final = (
    *("analysis", "daily", "learn", "licences", "me", "pad", "progress", "puzzles", "replay", "review"),
    *("rules", "settings", "t", "tutorial"),
)
"""The pages that need no server; the first one is the folder itself."""

_HEADERS: Final = f"""\
/*
  Content-Security-Policy: {POLICY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
/assets/*
  Cache-Control: {static.FOR_EVER}
"""
"""What a host should send, in the file that several of them read."""


def write_site(folder: Path, friends_at: str | None = None) -> None:
    """Write the site into a folder that is new or empty; `friends_at` is a server to link to."""
    for name, path in built_files(static.FOLDER).items():
        if not name.startswith((".built", "index.html", "files.json", "sw.js")):
            _copy(path, folder / name)
    page = _page(friends_at)
    _write(folder / "index.html", page.replace('="/', '="./'))
    for name in PAGES:
        (folder / name).mkdir()
        _write(folder / name / "index.html", page.replace('="/', '="../'))
    listed = json.loads((static.FOLDER / "files.json").read_text("utf-8"))
    _write(folder / "files.json", json.dumps(listed | {"pages": [f"{name}/" for name in PAGES]}))
    # Another page makes another service worker, so that browsers fetch it again.
    worker = (static.FOLDER / "sw.js").read_text("utf-8")
    _write(folder / "sw.js", f"{worker}// {hashlib.sha256(page.encode()).hexdigest()[:12]}\n")
    (folder / "_headers").write_text(_HEADERS, "utf-8")


def transfer_bytes(folder: Path) -> int:
    """Return what a browser loads until the site works without a network, compressed."""
    listed = json.loads((folder / "files.json").read_text("utf-8"))
    names = ["index.html", *(f"{page}index.html" for page in listed["pages"]), *listed["files"], *listed["python"]]
    return sum(_smallest(folder / name) for name in names)


def _smallest(path: Path) -> int:
    copies = (path.with_name(path.name + end) for end in ("", *CODINGS.values()))
    return min(copy.stat().st_size for copy in copies if copy.is_file())


def _page(friends_at: str | None) -> str:
    page = (static.FOLDER / "index.html").read_text("utf-8")
    about = f'<meta name="nokosu-site" content="{html.escape(friends_at or "")}" />'
    return page.replace(preview.PLACE.decode(), about)


def _copy(source: Path, target: Path) -> None:
    """Copy a file with its compressed copies: hosts do not make them."""
    body = body_of(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(body)
    if compressible(target.name):
        target.with_name(f"{target.name}.gz").write_bytes(gzip.compress(body, GZIP_LEVEL, mtime=0))
    copy = source if source.suffix == ".br" else source.with_name(f"{source.name}.br")
    if copy.is_file():
        shutil.copyfile(copy, target.with_name(f"{target.name}.br"))


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
