"""The rule book as the web client reads it: the same blocks, as JSON."""

from __future__ import annotations

from tools.rulebook.blocks import Block, Cell, Heading, Link, Paragraph, Part, Picture, Pieces, Steps, Table, Text
from tools.rulebook.book import book

Json = dict[str, object]


def web_book() -> list[Json]:
    """Return every block with its kind (types: web/src/rules/book.ts), without notation: the page draws pieces."""
    return [_block(block) for block in book() if block != Paragraph(Text("rules.notation"))]


def _block(block: Block) -> Json:
    match block:
        case Heading(level, text, key, letter):
            return {"kind": "heading", "level": level, "text": _text(text), "key": key, "letter": letter}
        case Paragraph(text, clause, example):
            return {"kind": "paragraph", "text": _text(text), "clause": clause, "example": example}
        case Steps(items):
            return {"kind": "steps", "items": [_text(text) for text in items]}
        case Picture(pieces, marked, note):
            return {"kind": "picture", "pieces": pieces, "marked": marked, "note": _text(note) if note else None}
        case Table(head, rows):
            return {"kind": "table", "head": _cells(head), "rows": [_cells(row) for row in rows]}


def _cells(row: tuple[Cell, ...]) -> list[list[Json]]:
    return [[_part(part) for part in cell] for cell in row]


def _part(part: Part) -> Json:
    match part:
        case Text():
            return _text(part)
        case Pieces(pieces):
            return {"pieces": pieces}
        case str():
            return {"raw": part}


def _text(text: Text) -> Json:
    params = {name: {"link": value.key} if isinstance(value, Link) else value for name, value in text.params.items()}
    return {"id": text.id, "params": params, "strong": text.strong}
