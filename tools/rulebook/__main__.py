"""Writes docs/rules*.md, their pictures and those of the library: `python -m tools.rulebook`."""

from __future__ import annotations

from pathlib import Path

from nokosu.locale import languages
from tools.catalogues import LOCALE, compile_catalogues
from tools.rulebook.book import book
from tools.rulebook.library import library_pictures
from tools.rulebook.markdown import PICTURES, file_of, markdown, pieces_of
from tools.rulebook.pictures import drawn
from tools.web_texts import write_if_new

DOCS = Path(__file__).parents[2] / "docs"


def files() -> dict[str, str]:
    """Return every file of the rule book and every picture of the library, by its path below docs/."""
    pages = {file_of(language): markdown(language) for language in languages()} | library_pictures()
    return pages | {f"{PICTURES}/{piece}.svg": drawn(piece) for piece in sorted(pieces_of(book()))}


def main() -> None:
    """Write what is new, and remove pictures that nothing shows any more."""
    compile_catalogues(LOCALE, LOCALE)
    made = files()
    for name, text in made.items():
        write_if_new(DOCS / name, text)
    for path in (DOCS / PICTURES).glob("*.svg"):
        if f"{PICTURES}/{path.name}" not in made:
            path.unlink()


if __name__ == "__main__":
    main()
