"""docs/benchmarks/README.md: for each figure the commit it was measured at, and whether its code has changed since.

A row's first cell links to its data, and its third says what wrote it. The last two cells are generated: from the
commits in the data, and from the paths that the script names in MEASURES.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.pages import BENCHMARKS, ROOT

PAGE: Final = BENCHMARKS / "README.md"
BY_HAND: Final = {
    "characters": ("src/nokosu/bots", "src/nokosu/kernel"),
    "chaos": ("src/nokosu/server", "src/nokosu/table"),
    "chaos-tournament": ("src/nokosu/events", "src/nokosu/server", "src/nokosu/table"),
    "decisions": ("src/nokosu/research/decisions.py", "src/nokosu/bots", "src/nokosu/kernel"),
    "differential": ("src/nokosu/local", "src/nokosu/server/tables", "src/nokosu/table"),
    "fuzz": ("src/nokosu/server", "src/nokosu/table", "src/nokosu/wire", "src/nokosu/record", "src/nokosu/editions"),
    "kernel-profile": ("src/nokosu/kernel",),
    "ppo": ("src/nokosu/research", "examples/sb3_ppo.py"),
    "search-over-club": ("src/nokosu/kernel/search", "src/nokosu/bots/club"),
    "training": ("src/nokosu/train",),
}
"""What figures measure that no script of bench/ writes."""
_LINK: Final = re.compile(r"^\| \[([\w-]+)\.(?:md|json)\]")
_SCRIPT: Final = re.compile(r"bench/(\w+)\.py")


def measured_paths(script: Path) -> tuple[str, ...]:
    """Return what a script names in MEASURES, without running it."""
    for node in ast.parse(script.read_text("utf-8")).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "MEASURES":
            assert node.value is not None
            return tuple(ast.literal_eval(node.value))
    raise ValueError(f"{script.name} names no MEASURES: the code that its figures are about")


def paths_of(name: str, written_by: str) -> tuple[str, ...]:
    """Return the code that a figure is about."""
    if name in BY_HAND:
        return BY_HAND[name]
    found = _SCRIPT.search(written_by)
    script = found[1] if found else "ladder"  # `make ladder` runs it
    return measured_paths(ROOT / "bench" / f"{script}.py")


def commits_of(data: object) -> Iterator[str]:
    """Yield every commit that a measurement names, however deep."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("commit", "played_at") and isinstance(value, str):
                yield from (each.strip().rstrip("+") for each in value.split(","))
            else:
                yield from commits_of(value)
    elif isinstance(data, list):
        for value in data:
            yield from commits_of(value)


def measured_at(name: str) -> list[str]:
    """Return the commits of a figure, the oldest first; those that the history does not hold come before all others."""
    file = BENCHMARKS / f"{name}.json"
    if not file.exists():
        return []
    found = sorted(set(commits_of(json.loads(file.read_text("utf-8")))))
    return [commit for commit in found if not _in_history(commit)] + sorted(
        filter(_in_history, found), key=lambda commit: int(_git("show", "-s", "--format=%ct", commit).stdout)
    )


def changed(commits: list[str], paths: tuple[str, ...]) -> str:
    """Return whether any of the paths differs from what it was at the oldest commit."""
    if not all(map(_in_history, commits)) or not commits:
        return "not known"
    return {0: "no", 1: "yes"}.get(_git("diff", "--quiet", commits[0], "HEAD", "--", *paths).returncode, "not known")


def page(old: str) -> str:
    """Return the page with the last two cells of every row renewed."""
    lines = []
    for line in old.splitlines():
        found = _LINK.match(line)
        if not found:
            lines.append(line)
            continue
        first, what, by, *_ = line.strip("| ").split(" | ")
        commits = measured_at(found[1])
        at = ", ".join(f"{commit[:7]}" for commit in commits) or "–"
        lines.append(f"| {first} | {what} | {by} | {at} | {changed(commits, paths_of(found[1], by))} |")
    return "\n".join(lines) + "\n"


def _in_history(commit: str) -> bool:
    """Return whether a commit leads to the one checked out; a commit that lies about in this clone alone does not."""
    return _git("merge-base", "--is-ancestor", commit, "HEAD").returncode == 0


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
