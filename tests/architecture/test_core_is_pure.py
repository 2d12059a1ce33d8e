"""core imports the standard library alone, and of that only what computes. Only those who may use the kernel do."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src/nokosu"

# What computes and touches nothing outside the program.
ALLOWED = {
    *("__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools", "hashlib", "hmac", "itertools"),
    *("json", "math", "operator", "re", "types", "typing"),
}
# Built-in doors to what may not be imported.
DOORS = {"__import__", "open", "input", "print", "exec", "eval", "compile", "id", "hash", "breakpoint"}

# The referee is core. These may ask its fast twin; the command line only says whether it is there, and the table on a
# device or in the terminal passes on what its bots ask.
KERNEL_USERS = {"kernel", "bots", "judge", "puzzles", "train", "arena", "research", "cli", "local", "tui"}


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def impurities(source: str) -> list[str]:
    """What a module of core does that core may not."""
    found = [
        name for name in imports(source) if name.split(".")[0] not in ALLOWED and not name.startswith("nokosu.core.")
    ]
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return found + [call.id for call in calls if isinstance(call, ast.Name) and call.id in DOORS]


def uses_kernel(source: str) -> bool:
    return any(f"{name}.".startswith("nokosu.kernel.") for name in imports(source))


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


@pytest.mark.parametrize("path", modules(SOURCES / "core"), ids=lambda path: path.stem)
def test_core_is_pure(path: Path) -> None:
    assert impurities(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "import os.path",
        "from random import shuffle",
        "import secrets as s",
        "from nokosu.locale import t",
        "from nokosu import editions",
        "def late():\n    import socket",
        "text = open('deal.txt')",
        "key = hash('R5')",
    ],
)
def test_a_planted_impurity_is_found(source: str) -> None:
    assert impurities(source)


def test_what_computes_is_allowed() -> None:
    assert impurities("import hmac\nfrom collections.abc import Sequence\nfrom nokosu.core.pieces import die") == []


def test_the_referee_never_asks_the_kernel() -> None:
    others = [path for path in modules(SOURCES) if path.relative_to(SOURCES).parts[0].split(".")[0] not in KERNEL_USERS]
    assert others
    assert [str(path) for path in others if uses_kernel(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "source", ["import nokosu.kernel", "from nokosu import kernel", "from nokosu.kernel.state import State"]
)
def test_a_planted_use_of_the_kernel_is_found(source: str) -> None:
    assert uses_kernel(source)
