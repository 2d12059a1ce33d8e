"""The built client: files by name, the page for each of its addresses, compressed where that helps."""

import gzip
import hashlib
import json
from pathlib import Path

import brotli
import httpx
import pytest

from nokosu.server.http import static
from nokosu.server.http.built_files import WEIGHTS
from nokosu.server.http.static import Files
from tests.server.serving import serving


def built(folder: Path) -> Files:
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<p>page</p>", "utf-8")
    (folder / "assets/a-1.js").write_text("let a = 1;" * 50, "utf-8")
    (folder / "assets/b-1.png").write_bytes(b"png")
    return Files(folder)


def shrunk(files: Files, name: str, accepted: str) -> tuple[str | None, bytes]:
    coding = files.coding(name, accepted)
    return coding, files.encoded(name, coding)


def test_an_address_of_the_client_gets_the_page_and_a_missing_file_nothing(tmp_path: Path) -> None:
    files = built(tmp_path)
    for address in ("", "/", "/rules", "/t/abcdefgh"):
        assert files.find(address) == "index.html"
    assert files.find("/assets/b-1.png") == "assets/b-1.png"
    assert files.body("assets/b-1.png") == b"png"
    assert files.find("/assets/gone-1.js") is None
    assert files.find("/../secret.txt") is None


def test_texts_are_compressed_and_pictures_are_not(tmp_path: Path) -> None:
    files = built(tmp_path)
    assert shrunk(files, "assets/b-1.png", "br, gzip") == (None, b"png")
    coding, body = shrunk(files, "assets/a-1.js", "gzip, deflate, br")
    assert coding == "gzip"
    assert gzip.decompress(body) == b"let a = 1;" * 50
    assert files.at_once("assets/a-1.js", "gzip")


def test_a_browser_gets_the_smallest_copy_that_it_accepts(tmp_path: Path) -> None:
    built(tmp_path)
    (tmp_path / "assets/a-1.js.br").write_bytes(b"smaller")
    files = Files(tmp_path)
    assert shrunk(files, "assets/a-1.js", "gzip, deflate, br") == ("br", b"smaller")
    assert files.coding("assets/a-1.js", "gzip, br;q=0") == "gzip"
    assert files.coding("assets/a-1.js", "identity") is None
    assert files.find("/assets/a-1.js.br") is None


def test_a_file_that_is_there_compressed_alone_is_expanded_for_old_browsers(tmp_path: Path) -> None:
    built(tmp_path)
    (tmp_path / "assets/big.wasm.br").write_bytes(brotli.compress(b"program" * 99))
    files = Files(tmp_path)
    assert files.find("/assets/big.wasm") == "assets/big.wasm"
    assert files.at_once("assets/big.wasm", "br")
    assert not files.at_once("assets/big.wasm", "gzip")
    assert gzip.decompress(shrunk(files, "assets/big.wasm", "gzip")[1]) == b"program" * 99
    assert shrunk(files, "assets/big.wasm", "") == (None, b"program" * 99)


def test_the_weights_of_the_network_come_from_beside_the_bots(tmp_path: Path) -> None:
    """Only under the name that holds their fingerprint: a client that was built for others goes without."""
    built(tmp_path)
    good = f"assets/network-{hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()[:12]}.bin"
    listed = {"files": [], "python": [], "network": [good, "assets/network-000000000000.bin"]}
    (tmp_path / "files.json").write_text(json.dumps(listed), "utf-8")
    files = Files(tmp_path)
    assert files.body(good) == WEIGHTS.read_bytes()
    assert files.find("assets/network-000000000000.bin") is None


def test_without_a_built_client_there_are_no_files(tmp_path: Path) -> None:
    assert Files(tmp_path / "none").find("/") is None


async def asked(folder: Path, path: str, language: str = "en") -> httpx.Response:
    """The answer of a server to a browser."""
    async with serving(str(folder / "nokosu.db")) as here, httpx.AsyncClient() as http:
        return await http.get(here.url + path, headers={"accept-language": language})


@pytest.mark.parametrize("language", ["en", "fr", "hu", "ja"])
async def test_without_a_built_client_the_page_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(static, "FOLDER", tmp_path / "none")
    page = await asked(tmp_path, "/", language)
    assert "make web" in page.text
    assert page.headers["content-type"] == "text/html; charset=utf-8"


def test_an_installation_that_is_no_checkout_is_told_of_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "CHECKOUT", tmp_path)
    assert static.how_to_build() == "make dist && pip install dist/*.whl"


async def test_metrics_name_their_charset_once(tmp_path: Path) -> None:
    assert (await asked(tmp_path, "/metrics")).headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
