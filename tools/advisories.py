"""Looks packages up in advisory databases that were downloaded: osv.dev's exports, one zip file per ecosystem.

Each file in the zip is an advisory in the OSV format (https://ossf.github.io/osv-schema/). A version is affected if it
is listed, or lies in one of the ranges.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from packaging.version import InvalidVersion, Version

_SEMVER: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?")
_START: Final = "0"
"""OSV's version before all others."""

Less = Callable[[str, str], bool]


def problems(file: Path, ecosystem: str, packages: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a line for each known problem of these packages' versions. `packages`: the versions by name."""
    less = _LESS[ecosystem]
    found = [
        f"{name} {version}: {advisory['id']}, fixed in {_fixes(affected)}"
        for advisory in _advisories(file)
        for affected in advisory.get("affected", [])
        if affected.get("package", {}).get("ecosystem") == ecosystem
        for name in [_name(affected["package"]["name"], ecosystem)]
        for version in packages.get(name, ())
        if is_affected(version, affected, less)
    ]
    return sorted(set(found))


def is_affected(version: str, affected: Mapping[str, Any], less: Less) -> bool:
    """Return whether one entry of an advisory is about this version."""
    ranges = [each for each in affected.get("ranges", []) if each["type"] in {"ECOSYSTEM", "SEMVER"}]
    return version in affected.get("versions", []) or any(_within(version, each["events"], less) for each in ranges)


def _within(version: str, events: Iterable[Mapping[str, str]], less: Less) -> bool:
    """Follow the events in their order, which OSV's exports have sorted."""
    inside = False
    for event in events:
        if (start := event.get("introduced")) is not None:
            inside = inside or start == _START or not less(version, start)
        elif (fixed := event.get("fixed")) is not None:
            inside = inside and less(version, fixed)
        elif (last := event.get("last_affected")) is not None:
            inside = inside and not less(last, version)
    return inside


def _fixes(affected: Mapping[str, Any]) -> str:
    fixed = [
        event["fixed"]
        for each in affected.get("ranges", [])
        if each["type"] != "GIT"
        for event in each["events"]
        if "fixed" in event
    ]
    return ", ".join(fixed) or "no version"


def _advisories(file: Path) -> Iterator[dict[str, Any]]:
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            advisory: dict[str, Any] = json.loads(archive.read(name))
            if "withdrawn" not in advisory:
                yield advisory


def _name(name: str, ecosystem: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower() if ecosystem == "PyPI" else name


def python_less(one: str, other: str) -> bool:
    """Compare as pip does; what is not a version is before all others."""
    return _python(one) < _python(other)


def _python(version: str) -> Version:
    try:
        return Version(version)
    except InvalidVersion:
        return Version("0.dev0")


def npm_less(one: str, other: str) -> bool:
    """Compare as https://semver.org has it."""
    (numbers, stage), (others, other_stage) = _npm(one), _npm(other)
    if numbers != others or not (stage and other_stage):
        # 1.0.0-rc.1 comes before 1.0.0.
        return (numbers, not stage) < (others, not other_stage)
    for left, right in zip_longest(stage.split("."), other_stage.split(".")):
        if left != right:
            return left is None or (right is not None and _part(left) < _part(right))
    return False


def _npm(version: str) -> tuple[tuple[int, ...], str]:
    found = _SEMVER.fullmatch(version)
    return (tuple(map(int, found.groups()[:3])), found[4] or "") if found else ((), "")


def _part(text: str) -> tuple[bool, int, str]:
    """Numbers come before words."""
    return (False, int(text), "") if text.isdigit() else (True, 0, text)


_LESS: Final[Mapping[str, Less]] = {"PyPI": python_less, "npm": npm_less}
