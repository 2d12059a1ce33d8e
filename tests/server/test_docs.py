"""The documentation site at /docs: its files, or one line that says how to build it."""

from pathlib import Path

import httpx
import pytest

from nokosu.locale import Texts, languages
from nokosu.server.http import docs
from nokosu.server.http.docs import Pages
from nokosu.server.http.origin_guard import POLICY
from tests.server.serving import serving


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "docs"
    (folder / "api").mkdir(parents=True)
    (folder / "index.html").write_text("<p>front</p>", "utf-8")
    (folder / "api/index.html").write_text("<p>api</p>", "utf-8")
    (folder / "plot.png").write_bytes(b"png")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    monkeypatch.setattr(docs, "FOLDER", folder)
    return folder


async def asked(folder: Path, *paths: str, language: str = "en") -> list[httpx.Response]:
    """The answers of one server to a browser."""
    async with serving(str(folder / "nokosu.db")) as here, httpx.AsyncClient() as http:
        return [await http.get(here.url + path, headers={"accept-language": language}) for path in paths]


@pytest.mark.usefixtures("built")
async def test_pages_and_files(tmp_path: Path) -> None:
    front, api, plot = await asked(tmp_path, "/docs/index.html", "/docs/api/index.html", "/docs/plot.png")
    assert (front.text, api.text, plot.content) == ("<p>front</p>", "<p>api</p>", b"png")
    assert front.headers["content-encoding"] == "gzip"
    assert front.headers["content-security-policy"] == POLICY
    assert (front.headers["content-type"], plot.headers["content-type"]) == ("text/html; charset=utf-8", "image/png")
    assert "content-encoding" not in plot.headers


@pytest.mark.usefixtures("built")
async def test_the_address_of_a_folder_leads_to_its_index(tmp_path: Path) -> None:
    front, slash, api = await asked(tmp_path, "/docs", "/docs/", "/docs/api/")
    assert [answer.status_code for answer in (front, slash, api)] == [302] * 3
    assert front.headers["location"] == slash.headers["location"] == "/docs/index.html"
    assert api.headers["location"] == "/docs/api/index.html"


@pytest.mark.usefixtures("built")
async def test_what_is_not_there_is_a_line_of_text(tmp_path: Path) -> None:
    for answer in await asked(tmp_path, "/docs/gone.html", "/docs/..%2Fsecret.txt", "/docs/%2e%2e/secret.txt"):
        assert (answer.status_code, answer.text) == (404, f"{Texts('en').t('server.not-found')}\n")


@pytest.mark.parametrize("language", languages())
async def test_where_it_is_not_built_one_line_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(docs, "FOLDER", tmp_path / "none")
    for answer in await asked(tmp_path, "/docs", "/docs/", "/docs/index.html", language=language):
        assert answer.status_code == 404
        (line,) = answer.text.splitlines()
        assert line == Texts(language).t("serve.no-docs", command="make docs")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"


def test_a_page_is_read_once(built: Path) -> None:
    pages = Pages(built)
    assert pages.body("index.html", compressed=False) == b"<p>front</p>"
    (built / "index.html").unlink()
    assert pages.body("index.html", compressed=False) == b"<p>front</p>"
