"""Numbered changes of the schema, applied in order. A released file never changes."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

from nokosu.server.store.database import StoreFailed


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    number: int
    statements: tuple[str, ...]


def migrations() -> tuple[Migration, ...]:
    """All steps, in order."""
    files = [each for each in resources.files(__name__).iterdir() if each.name.endswith(".sql")]
    found = tuple(
        Migration(int(file.name.split("_")[0]), _statements(file.read_text(encoding="utf-8")))
        for file in sorted(files, key=lambda file: file.name)
    )
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    return found


def pending(version: int) -> tuple[Migration, ...]:
    """The steps that a schema of this version lacks. Raises StoreFailed if it is newer than this program."""
    steps = migrations()
    if version > len(steps):
        raise StoreFailed(
            f"a newer version of nokosu has written it (schema {version}; "
            f"this version knows {len(steps)}): update nokosu"
        )
    return steps[version:]


def _statements(script: str) -> tuple[str, ...]:
    lines = (line for line in script.splitlines() if not line.startswith("--"))
    return tuple(part.strip() for part in "\n".join(lines).split(";") if part.strip())
