"""The version and the changelog: one place each, and what a release changes in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_VERSION: Final = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_CITED: Final = re.compile(r"^(?P<indent>\s*)version: .+\n(?:\s*date-released: .+\n)?", re.MULTILINE)
_WANTED: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?")
UNRELEASED: Final = "## [Unreleased]"


class CannotRelease(Exception):
    """Why a release cannot be made: one line."""


def order(version: str) -> tuple[int, ...]:
    """Return what versions are compared by. Raises CannotRelease for a text such as v1.0."""
    found = _WANTED.fullmatch(version)
    if found is None:
        raise CannotRelease(f"{version!r} is not a version: write 1.2.3, or 1.2.3rc1 for a candidate")
    major, minor, patch, stage, number = found.groups()
    return (int(major), int(minor), int(patch), {"a": 0, "b": 1, "rc": 2, None: 3}[stage], int(number or 0))


def current(root: Path = ROOT) -> str:
    """Return the version that this checkout has."""
    found = _VERSION.search((root / "src/nokosu/__init__.py").read_text("utf-8"))
    assert found is not None
    return found[1]


def set_version(version: str, day: str, root: Path = ROOT) -> None:
    """Write the version where everything else takes it from, and with its day into the citation."""
    package, citation = root / "src/nokosu/__init__.py", root / "CITATION.cff"
    package.write_text(_VERSION.sub(f'__version__ = "{version}"', package.read_text("utf-8")), "utf-8")
    cited = _CITED.sub(rf"\g<indent>version: {version}\n\g<indent>date-released: {day}\n", citation.read_text("utf-8"))
    citation.write_text(cited, "utf-8")


def date_changelog(version: str, day: str, root: Path = ROOT) -> str:
    """Turn *Unreleased* into this version, with a new empty section above it; return what is new."""
    file = root / "CHANGELOG.md"
    before, _, rest = file.read_text("utf-8").partition(UNRELEASED)
    news, mark, older = rest.partition("\n## [")
    if not news.strip():
        raise CannotRelease("nothing is listed under Unreleased in CHANGELOG.md")
    file.write_text(f"{before}{UNRELEASED}\n\n## [{version}] - {day}{news}{mark}{older}", "utf-8")
    return news.strip()
