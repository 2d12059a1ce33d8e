"""`nokosu site`: what it writes, and the one line with which it refuses."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread

import pytest

from nokosu.server.http import static
from nokosu.server.site import PAGES
from nokosu.server.site_host import site_host
from tests.cli.commands import nokosu, refused


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A built client of a few files."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    page = '<!-- preview --><link href="/icon.svg"><script src="/assets/a-1.js"></script>'
    files = {"index.html": page, "icon.svg": "<svg/>", "assets/a-1.js": "1", "assets/a-1.js.br": "x", "sw.js": "2\n"}
    files["files.json"] = json.dumps({"files": ["icon.svg", "assets/a-1.js"], "python": []})
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    monkeypatch.setattr(static, "FOLDER", folder)


@pytest.mark.usefixtures("client")
def test_every_page_names_its_files_relative_to_its_own_folder(tmp_path: Path) -> None:
    site = tmp_path / "new/site"
    done = nokosu("site", "build", str(site), "--server", 'https://play.example.org/"x')
    assert done.exit_code == 0, done.output
    assert 'src="./assets/a-1.js"' in (site / "index.html").read_text("utf-8")
    assert "https://play.example.org/&quot;x" in (site / "index.html").read_text("utf-8")
    for page in PAGES:
        assert 'src="../assets/a-1.js"' in (site / page / "index.html").read_text("utf-8")
    assert json.loads((site / "files.json").read_text("utf-8"))["pages"] == [f"{page}/" for page in PAGES]


@pytest.mark.usefixtures("client")
def test_what_cannot_be_built_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    assert "is not empty" in refused("site", "build", str(tmp_path / "full"))
    assert "Cannot write" in refused("site", "build", str(tmp_path / "full/file/site"))
    assert "not the address of a server" in refused("site", "build", str(tmp_path / "a"), "--server", "play")
    assert "has no site" in refused("site", "serve", str(tmp_path / "full"))
    monkeypatch.setattr(static, "FOLDER", tmp_path / "none")
    assert "not built" in refused("site", "build", str(tmp_path / "a"))


@pytest.mark.usefixtures("client")
def test_the_host_sends_compressed_copies_and_nothing_outside_of_the_site(tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert nokosu("site", "build", str(site)).exit_code == 0
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    with site_host(site, base="/games/") as host:
        Thread(target=host.serve_forever, daemon=True).start()

        def answer_to(path: str, accepted: str) -> HTTPResponse:
            connection = HTTPConnection("127.0.0.1", host.server_port, timeout=30)
            connection.request("GET", path, headers={"accept-encoding": accepted})
            answer = connection.getresponse()
            answer.read()
            connection.close()
            return answer

        def asked(path: str, accepted: str = "") -> tuple[int, str | None, str | None]:
            answer = answer_to(path, accepted)
            return answer.status, answer.getheader("content-encoding"), answer.getheader("cache-control")

        for path, there in (("/games", "/games/"), ("/games/replay?id=1", "/games/replay/?id=1")):
            assert answer_to(path, "").getheader("location") == there

        assert asked("/games/") == (200, None, "no-cache")
        assert asked("/games/rules/?id=1", "gzip") == (200, "gzip", "no-cache")
        assert asked("/games/assets/a-1.js", "gzip, br") == (200, "br", static.FOR_EVER)
        assert asked("/games/../secret.txt")[0] == 404
        assert asked("/games/%2e%2e/secret.txt")[0] == 404
        assert asked("/games/nothing")[0] == 404
        assert asked("/other/")[0] == 404
        host.shutdown()
