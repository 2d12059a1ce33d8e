"""What follows from the kernel's tables: half of docs/research-spaces.md, and the layout for Python."""

from __future__ import annotations

from nokosu.kernel import _kernel
from nokosu.kernel.actions import RUNS, text_of
from nokosu.kernel.env import ARRAYS
from tools.pages import DOCS, ROOT, table

PAGE = DOCS / "research-spaces.md"
FIELDS = ROOT / "src" / "nokosu" / "kernel" / "fields.py"
KernelFields = tuple[tuple[str, int, int, str, int], ...]
MARK = "<!-- Generated from src/nokosu/kernel by tools/pages/spaces.py; do not edit by hand. -->\n"
NEXT = "**Next:** [your first training](tutorials/first-training.md), or [the benchmark](benchmark.md).\n"
TYPES = {"B": "uint8", "b": "int8", "f": "float32"}


def actions() -> str:
    """Return the meaning of each action number."""
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


def layout(fields: KernelFields) -> str:
    """Return the offsets of the fields of an encoding."""
    lines, at = [], 0
    for name, rows, columns, meaning, version in fields:
        end = at + rows * columns
        lines.append((f"{at}–{end - 1}" if end - at > 1 else at, f"`{name}`", f"{rows} × {columns}", meaning, version))
        at = end
    return table(("bytes", "field", "shape", "meaning", "since version"), lines)


def size(fields: KernelFields) -> int:
    """Return the number of bytes of an encoding."""
    return sum(rows * columns for _, rows, columns, _, _ in fields)


def fields_module() -> str:
    """Return src/nokosu/kernel/fields.py: the kernel's table, for machines without the kernel."""
    tables = {"OBSERVATION_FIELDS": _kernel.OBSERVATION_FIELDS, "PRIVILEGED_FIELDS": _kernel.PRIVILEGED_FIELDS}
    text = '"""The fields of an observation and of the rules, generated from the kernel by tools/pages/spaces.py.\n\n'
    text += 'Each has a name, rows, columns, and the version of the layout that it came with.\n"""\n\n'
    text += "from __future__ import annotations\n\nfrom typing import Final\n"
    for name, fields in tables.items():
        lines = "".join(
            f'    ("{field}", {rows}, {columns}, {version}),\n' for field, rows, columns, _, version in fields
        )
        text += f"\n{name}: Final = (\n{lines})\n"
    rules = "".join(f'    "{name}",\n' for name in _kernel.RULE_FIELDS)
    return f'{text}\nRULE_FIELDS: Final = (\n{rules})\n"""Rules as they cross into the kernel, one byte each."""\n'


def arrays() -> str:
    """Return the arrays that a batch writes."""
    rows = (
        (f"`{name}`", TYPES[kind], " × ".join(["N", *map(str, row)]), meaning)
        for name, (kind, row, meaning) in ARRAYS.items()
    )
    return table(("array", "type", "shape", "meaning"), rows)


def generated() -> str:
    """Return all of the page below the mark."""
    return "\n".join(
        (
            "## Actions\n",
            actions(),
            f"## Observation: {size(_kernel.OBSERVATION_FIELDS)} bytes\n",
            layout(_kernel.OBSERVATION_FIELDS),
            f"## Privileged: {size(_kernel.PRIVILEGED_FIELDS)} bytes\n",
            layout(_kernel.PRIVILEGED_FIELDS),
            "## Arrays of a batch of N games\n",
            arrays(),
        )
    )


def page(old: str) -> str:
    """Return the whole page: the upper half as it is, the lower half generated."""
    written, _, _ = old.partition(MARK)
    return f"{written}{MARK}\n{generated()}\n{NEXT}"
