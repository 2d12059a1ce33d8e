"""The rule book as Markdown, in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from babel import Locale

from nokosu.core.notation import parse_piece
from nokosu.locale import Texts, languages
from nokosu.locale.reasons import NUMBERS
from tools.rulebook.blocks import Block, Cell, Heading, Link, Paragraph, Part, Picture, Pieces, Steps, Table, Text
from tools.rulebook.book import book

NAMES: Final = {code: str(Locale(code).get_display_name(code)).capitalize() for code in languages()}
"""Every language by its own name."""
MADE: Final = "<!-- Written by tools/rulebook from the catalogues and the editions. Change those, not this page. -->"
PICTURES: Final = "images/rules"


def file_of(language: str) -> str:
    """Return the document of a language, beside the others."""
    return "rules.md" if language == "en" else f"rules.{language}.md"


def pieces_of(blocks: Iterable[Block]) -> set[str]:
    """Return the pieces that the documents show in pictures."""
    found: set[str] = set()
    for block in blocks:
        if isinstance(block, Picture):
            found |= set(block.pieces)
        elif isinstance(block, Table):
            parts = (part for row in block.rows for cell in row for part in cell)
            found |= {piece for part in parts if isinstance(part, Pieces) for piece in part.pieces}
    return found


def markdown(language: str) -> str:
    """Return the whole document."""
    return _Writer(language, book()).document()


def anchor(heading: str) -> str:
    """Return the anchor that Markdown viewers give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class _Writer:
    def __init__(self, language: str, blocks: Sequence[Block]) -> None:
        self._language, self._blocks, self._texts = language, blocks, Texts(language)
        self._sections = {block.key: block for block in blocks if isinstance(block, Heading)}

    def document(self) -> str:
        others = " · ".join(
            f"**{name}**" if code == self._language else f"[{name}]({file_of(code)})" for code, name in NAMES.items()
        )
        parts = [f"# {self._texts.t('rules.title')}", MADE, others, *map(self._block, self._blocks)]
        parts.append(self._texts.t("rules.next"))
        return "\n\n".join(parts) + "\n"

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                return f"{'#' * block.level} {self._heading(block)}"
            case Paragraph(clause="", example=False):
                return self._text(block.text)
            case Paragraph(example=True):
                return f"*{self._texts.t('rules.example')}* {self._text(block.text)}"
            case Paragraph():
                return f"**{block.clause}** {self._text(block.text)}"
            case Steps():
                return "\n".join(f"{number}. {self._text(text)}" for number, text in enumerate(block.items, 1))
            case Picture():
                return self._picture(block)
            case Table():
                return _table([[self._cell(cell) for cell in row] for row in (block.head, *block.rows)])

    def _heading(self, block: Heading) -> str:
        title = self._text(block.text)
        return self._texts.t("rules.section", letter=block.letter, title=title) if block.letter else title

    def _text(self, text: Text) -> str:
        params = {name: self._link(value) if isinstance(value, Link) else value for name, value in text.params.items()}
        worded = self._texts.t(text.id, **params)
        return f"**{worded}**" if text.strong else worded

    def _link(self, link: Link) -> str:
        title = self._heading(self._sections[link.key])
        return f"[{title}](#{anchor(title)})"

    def _picture(self, picture: Picture) -> str:
        images = [self._image(piece) for piece in picture.pieces]
        marks = ["✓" if number in picture.marked else "" for number in range(len(images))]
        shown = _table([images, marks]) if picture.marked else " ".join(images)
        return f"{shown}\n\n*{self._text(picture.note)}*" if picture.note else shown

    def _cell(self, cell: Cell) -> str:
        return " ".join(map(self._part, cell))

    def _part(self, part: Part) -> str:
        match part:
            case Text():
                return self._text(part)
            case Pieces():
                return " ".join(map(self._image, part.pieces))
            case str():
                return part

    def _image(self, piece: str) -> str:
        return f"![{self._alt(piece)}]({PICTURES}/{piece}.svg)"

    def _alt(self, piece: str) -> str:
        if piece == "zero":
            return self._texts.t("rules.alt-zero")
        parsed = parse_piece(piece)
        colour = self._texts.t(f"suit.{parsed.colour.name.lower()}")
        number = self._texts.t(NUMBERS[parsed.number])
        return self._texts.t(f"rules.alt-{'die' if parsed.is_die else 'card'}", colour=colour, number=number)


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *rest = ("| " + " | ".join(row) + " |" for row in rows)
    return "\n".join([head, "|" + "---|" * len(rows[0]), *rest])
