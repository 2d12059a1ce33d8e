"""The version of a bot when it played: results count only for the same program.

The bots that come with nokosu are covered by the code's own digest. A program (`cmd:`) is the files that its command
line names, a bot from another package is that package.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Final

from nokosu.bots import registry
from nokosu.bots.cmd import path_command, split_command

_SOURCES: Final = frozenset({".py", ".pyd", ".so", ".toml", ".json", ".js", ".mjs", ".cjs", ".wasm"})
_SKIPPED: Final = frozenset({"__pycache__", "node_modules"})
_MAINS: Final = ("__main__.py", "package.json")


def versions(bots: Sequence[str], given: str = "") -> tuple[str, ...]:
    """Return a digest for every bot, with the version that the user gave; "" for nokosu's own."""
    return tuple(_digest(files_of(spec), given) for spec in bots)


def files_of(spec: str) -> tuple[Path, ...] | None:
    """Return the files that make up a bot, as they are now; None for nokosu's own."""
    if registry.is_path(spec):
        return tuple(_named(path_command(spec)))
    name, argument = registry.split(spec)
    module = registry.module_of(name)
    if name == "cmd":
        return tuple(_named(split_command(argument)))
    if module.partition(".")[0] not in ("", "nokosu"):  # levels have no module
        return tuple(_package(module))
    return None


class Watch:
    """Notices when a bot's program changes. Other files that its command line names do not count: it may write them."""

    def __init__(self, bots: Sequence[str]) -> None:
        self._files = {spec: tuple(filter(_is_program, files_of(spec) or ())) for spec in bots}
        self._then = {spec: _digest(files, "") for spec, files in self._files.items()}

    def changed(self) -> str | None:
        """Return a bot whose program has changed, if there is one."""
        return next((spec for spec, files in self._files.items() if _digest(files, "") != self._then[spec]), None)


def _is_program(path: Path) -> bool:
    return path.suffix in _SOURCES or os.access(path, os.X_OK)


def _digest(files: Sequence[Path] | None, given: str) -> str:
    if files is None:
        return ""
    digest = hashlib.sha256(given.encode(errors="surrogateescape"))
    for path in files:
        digest.update(f"\0{path.name}\0".encode(errors="surrogateescape"))
        with suppress(OSError), path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _named(words: Sequence[str]) -> Iterator[Path]:
    """Yield the program and every file that its command line names: script, model, `--weights=FILE`, `-m MODULE`."""
    program = shutil.which(words[0])
    if program is not None:
        yield Path(program)
    for before, word in pairwise(words):
        yield from _files(Path(word.partition("=")[2] if word.startswith("-") else word))
        if before == "-m":
            module = Path(*word.split("."))
            yield from _files(module.with_suffix(".py"))
            yield from _files(module)


def _package(module: str) -> Iterator[Path]:
    top = find_spec(module.partition(".")[0])
    if top is None:
        return
    if top.submodule_search_locations is None:
        yield Path(top.origin or "")
        return
    for folder in top.submodule_search_locations:
        yield from _sources(Path(folder))


def _files(path: Path) -> Iterator[Path]:
    """Yield the file, or the sources of a folder that can be run as it is."""
    with suppress(OSError, ValueError):  # most words of a command line are not paths
        if path.is_file():
            yield path
        elif any((path / main).is_file() for main in _MAINS):
            yield from _sources(path)


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).parts
        if path.suffix in _SOURCES and not any(part.startswith(".") or part in _SKIPPED for part in inner):
            yield path
