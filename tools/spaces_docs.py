"""Writes the generated half of docs/research-spaces.md from the kernel's tables: `python -m tools.spaces_docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from nokosu.kernel.actions import RUNS, text_of
from nokosu.kernel.env import ARRAYS
from nokosu.kernel.field import Field
from nokosu.kernel.layout import OBSERVATION, OBSERVATION_SIZE, PRIVILEGED, PRIVILEGED_SIZE

PAGE = Path(__file__).parent.parent / "docs" / "research-spaces.md"
MARK = "<!-- Generated from src/nokosu/kernel by tools/spaces_docs.py; what stands below is not edited by hand. -->\n"
TYPES = {"B": "uint8", "b": "int8", "f": "float32"}


def table(heading: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    lines = [" | ".join(heading)]
    lines.append(" | ".join("---" for _ in lines[0].split(" | ")))
    lines += [" | ".join(str(cell) for cell in row) for row in rows]
    return "".join(f"| {line} |\n" for line in lines)


def actions() -> str:
    """The meaning of each action number."""
    rows = (
        (
            f"{first}–{end - 1}" if end - first > 1 else first,
            phase.value,
            words,
            f"`{text_of(first)}`",
            f"`{text_of(end - 1)}`",
        )
        for words, phase, first, end in RUNS
    )
    return table(("number", "phase", "action", "first", "last"), rows)


def layout(fields: Mapping[str, Field]) -> str:
    """Return the offsets of the fields of an encoding."""
    rows = (
        (f"{field.offset}–{field.end - 1}", f"`{field.name}`", f"{field.rows} × {field.columns}", field.meaning)
        for field in fields.values()
    )
    return table(("bytes", "field", "shape", "meaning"), rows)


def arrays() -> str:
    """The arrays that a batch writes."""
    rows = (
        (f"`{name}`", TYPES[kind], " × ".join(["N", *map(str, row)]), meaning)
        for name, (kind, row, meaning) in ARRAYS.items()
    )
    return table(("array", "type", "shape", "meaning"), rows)


def generated() -> str:
    """All of the page below the mark."""
    return "\n".join(
        (
            "## Actions\n",
            actions(),
            f"## Observation: {OBSERVATION_SIZE} bytes\n",
            layout(OBSERVATION),
            f"## Privileged: {PRIVILEGED_SIZE} bytes\n",
            layout(PRIVILEGED),
            "## Arrays of a batch of N games\n",
            arrays(),
        )
    )


def page() -> str:
    """Return the whole page: the upper half as it is, the lower half generated."""
    written, _, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    return f"{written}{MARK}\n{generated()}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} written\n")
