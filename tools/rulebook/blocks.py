"""The blocks of the rule book. Their texts are catalogue messages; `markdown` and the web page render them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Link:
    """A reference to a section, by its key; it is worded like the section's heading."""

    key: str


@dataclass(frozen=True)
class Text:
    """A message with its parameters. Its words may hold `R5`, *emphasis* and `second`."""

    id: str
    params: dict[str, int | str | Link] = field(default_factory=dict)
    strong: bool = False


@dataclass(frozen=True)
class Pieces:
    """Pieces, drawn one beside the other."""

    pieces: tuple[str, ...]


Part = Text | Pieces | str
Cell = tuple[Part, ...]


@dataclass(frozen=True)
class Heading:
    """A heading; sections that others refer to have a key, those of clauses a letter."""

    level: int
    text: Text
    key: str = ""
    letter: str = ""


@dataclass(frozen=True)
class Paragraph:
    """Some sentences; `clause` is the number they are cited by, `example` marks an illustration of what is above."""

    text: Text
    clause: str = ""
    example: bool = False


@dataclass(frozen=True)
class Steps:
    """A numbered list."""

    items: tuple[Text, ...]


@dataclass(frozen=True)
class Picture:
    """Pieces in a row, some of them marked, and what they show."""

    pieces: tuple[str, ...]
    marked: tuple[int, ...] = ()
    note: Text | None = None


@dataclass(frozen=True)
class Table:
    """A table with a row of headings."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


Block = Heading | Paragraph | Steps | Picture | Table


def texts(*ids: str) -> tuple[Cell, ...]:
    """Return a row of cells, each a message."""
    return tuple((Text(name),) for name in ids)


def said(blocks: Sequence[Block]) -> Iterator[Text]:
    """Yield every message of these blocks."""
    for block in blocks:
        match block:
            case Heading(text=text) | Paragraph(text=text) | Picture(note=Text() as text):
                yield text
            case Steps(items=items):
                yield from items
            case Table(head=head, rows=rows):
                yield from (part for row in (head, *rows) for cell in row for part in cell if isinstance(part, Text))
            case Picture():
                pass
