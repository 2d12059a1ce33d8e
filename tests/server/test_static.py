"""The built client: files by name, the page for every address of its own, compressed where that helps."""

import gzip
from pathlib import Path

from nokosu.server.http.static import Files


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
    assert set(files.compressed) == {"index.html", "assets/a-1.js"}
    assert gzip.decompress(files.compressed["assets/a-1.js"]) == b"let a = 1;" * 50


def test_without_a_built_client_there_are_no_files(tmp_path: Path) -> None:
    assert Files(tmp_path / "none").find("/") is None
