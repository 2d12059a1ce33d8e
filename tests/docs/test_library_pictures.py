"""The library's pictures in the documents are those that it draws."""

import re
from pathlib import Path

from tools.library_pictures import FOLDER, pictures

ROOT = Path(__file__).parents[2]


def test_the_pictures_are_what_the_library_draws() -> None:
    drawn = pictures()
    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == drawn


def test_documents_show_every_picture() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {name for page in pages for name in re.findall(r"images/library/([a-z]+\.svg)", page.read_text("utf-8"))}
    assert shown == set(pictures())
