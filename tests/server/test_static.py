"""The built client: files by name, the page for every address of its own, compressed where that helps."""

import gzip
from pathlib import Path

import httpx
import pytest

from nokosu.server.http import static
from nokosu.server.http.static import Files
from tests.server.serving import serving


def built(folder: Path) -> Files:
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<p>page</p>", "utf-8")
    (folder / "assets/a-1.js").write_text("let a = 1;" * 50, "utf-8")
    (folder / "assets/b-1.png").write_bytes(b"png")
    return Files(folder)


def test_an_address_of_the_client_gets_the_page_and_a_missing_file_nothing(tmp_path: Path) -> None:
    files = built(tmp_path)
    for address in ("", "/", "/rules", "/t/abcdefgh"):
        assert files.find(address) == ("index.html", b"<p>page</p>")
    assert files.find("/assets/b-1.png") == ("assets/b-1.png", b"png")
    assert files.find("/assets/gone-1.js") is None
    assert files.find("/../secret.txt") is None


def test_texts_are_kept_compressed_and_pictures_are_not(tmp_path: Path) -> None:
    files = built(tmp_path)
    assert files.compressed("assets/b-1.png", "br, gzip") is None
    shrunk = files.compressed("assets/a-1.js", "gzip, deflate, br")
    assert shrunk is not None
    assert shrunk[0] == "gzip"
    assert gzip.decompress(shrunk[1]) == b"let a = 1;" * 50


def test_a_browser_gets_the_smallest_copy_that_it_accepts(tmp_path: Path) -> None:
    built(tmp_path)
    (tmp_path / "assets/a-1.js.br").write_bytes(b"smaller")
    files = Files(tmp_path)
    assert files.compressed("assets/a-1.js", "gzip, deflate, br") == ("br", b"smaller")
    assert (files.compressed("assets/a-1.js", "gzip, br;q=0") or ("",))[0] == "gzip"
    assert files.compressed("assets/a-1.js", "identity") is None
    assert files.find("/assets/a-1.js.br") is None


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
