"""Numbered changes of the schema, applied in order. A released file never changes.

A step expands the schema: the version before still works on it, so that servers can be upgraded one after the other
and rolled back. A step that contracts it (drops or renames something) says which schema a program must know to go on:
`-- minimum reader: 12`, in its first line. No step may contract what the version before still uses.

The number of the newest step is in the table `schema_steps`. `minimum_reader` is where programs before 1.0 look for the
number of the schema (SQLite's user_version, PostgreSQL's table schema_version), so that they too stop where they must.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources
from typing import Final

from nokosu.server.store.database import StoreFailed

STEPS_TABLE: Final = "CREATE TABLE IF NOT EXISTS schema_steps (number BIGINT PRIMARY KEY)"
_EACH_ITS_OWN: Final = 7
"""Until this step, every program demanded the newest schema."""
_MINIMUM: Final = re.compile(r"-- minimum reader: (\d+)\n")


@dataclass(frozen=True, slots=True)
class Schema:
    """What a database has: the number of its newest step, and which schema a program must know to use it."""

    number: int
    minimum_reader: int


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    number: int
    minimum_reader: int
    statements: tuple[str, ...]


def migrations() -> tuple[Migration, ...]:
    """Return all steps, in order."""
    found: list[Migration] = []
    files = [each for each in resources.files(__name__).iterdir() if each.name.endswith(".sql")]
    for file in sorted(files, key=lambda file: file.name):
        number, script = int(file.name.split("_")[0]), file.read_text(encoding="utf-8")
        before = found[-1].minimum_reader if found else 0
        found.append(Migration(number, max(before, _minimum_reader(number, script)), _statements(script)))
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    return tuple(found)


def usable(schema: Schema) -> bool:
    """Return whether this program knows enough to read and write such a database."""
    return schema.minimum_reader <= len(migrations())


def pending(schema: Schema) -> tuple[Migration, ...]:
    """Return the steps that a database lacks. Raises StoreFailed if this program is too old for it."""
    steps = migrations()
    if not usable(schema):
        raise StoreFailed(
            f"a newer version of nokosu has written it (it needs a program that knows schema {schema.minimum_reader}; "
            f"this version knows {len(steps)}): update nokosu"
        )
    return steps[schema.number :]


def _minimum_reader(number: int, script: str) -> int:
    said = _MINIMUM.match(script)
    return int(said[1]) if said else min(number, _EACH_ITS_OWN)


def _statements(script: str) -> tuple[str, ...]:
    lines = (line for line in script.splitlines() if not line.startswith("--"))
    return tuple(part.strip() for part in "\n".join(lines).split(";") if part.strip())
