"""The import contracts of pyproject.toml hold, and each of them fails on an import that breaks it."""

import re
import shutil
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
}
LAYERS = [[name.strip(" ()") for name in row.split("|")] for row in CONTRACTS["layers"]["layers"]]
UPWARD = [(lower, upper) for above, below in pairwise(LAYERS) for lower in below for upper in above]
SIDEWAYS = [(one, other) for row in LAYERS for one in row for other in row if one != other]
CORE_TO_TOP = ("core", "cli")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the package and its contracts, in which one can plant things."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(
        ROOT / "src/nokosu", tmp_path / "nokosu", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.mo")
    )
    return tmp_path


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    program = (
        "import sys; sys.argv[0] = 'lint-imports'; from importlinter.cli import lint_imports_command as run; run()"
    )
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"], cwd=tree, capture_output=True, text=True, check=False
    )


def module(tree: Path, layer: str) -> Path:
    """A module of this layer to plant an import in; a layer that is still to be built is begun."""
    single = tree / f"nokosu/{layer}.py"
    if single.exists() or layer == "__main__":
        return single
    folder = tree / f"nokosu/{layer}"
    folder.mkdir(exist_ok=True)
    return folder / "__init__.py"


def plant(path: Path, line: str) -> None:
    before = path.read_text("utf-8") if path.exists() else ""
    path.write_text(f"{before}\n{line}\n", "utf-8")


def test_the_package_keeps_its_contracts(tree: Path) -> None:
    answer = lint(tree)
    assert answer.returncode == 0, answer.stdout
    for contract in CONTRACTS.values():
        assert f"{contract['name']} KEPT" in answer.stdout


def test_every_import_upward_or_sideways_is_found(tree: Path) -> None:
    planted = [*UPWARD, *SIDEWAYS, CORE_TO_TOP]
    for lower, upper in planted:
        plant(module(tree, upper), "")
        plant(module(tree, lower), f"import nokosu.{upper}")
    answer = lint(tree)
    assert answer.returncode == 1, answer.stdout
    assert f"{CONTRACTS['layers']['name']} BROKEN" in answer.stdout
    for lower, upper in planted:
        assert f"nokosu.{lower} is not allowed to import nokosu.{upper}:" in answer.stdout
        assert re.search(rf"nokosu\.{lower} -> nokosu\.{upper} \(l\.\d+\)", answer.stdout), (lower, upper)


def test_a_module_without_a_layer_is_found(tree: Path) -> None:
    plant(tree / "nokosu/utils.py", "")
    answer = lint(tree)
    assert answer.returncode == 1, answer.stdout
    assert f"{CONTRACTS['layers']['name']} BROKEN" in answer.stdout
    assert "utils" in answer.stdout


@pytest.mark.parametrize(
    ("contract", "package", "module"),
    [("pure-core", "core", "core/trump.py"), ("pure-table", "table", "table/decide.py")],
)
def test_every_forbidden_import_is_found(tree: Path, contract: str, package: str, module: str) -> None:
    for name in CONTRACTS[contract]["forbidden_modules"]:
        plant(tree / "nokosu" / module, f"import {name}")
    answer = lint(tree)
    assert answer.returncode == 1, answer.stdout
    assert f"{CONTRACTS[contract]['name']} BROKEN" in answer.stdout
    for name in CONTRACTS[contract]["forbidden_modules"]:
        assert f"nokosu.{package} is not allowed to import {name}:" in answer.stdout


def test_a_table_that_needs_a_compiled_package_by_a_detour_is_found(tree: Path) -> None:
    plant(tree / "nokosu/wire/views.py", "import msgspec")
    answer = lint(tree)
    assert answer.returncode == 1, answer.stdout
    assert f"{CONTRACTS['pure-table']['name']} BROKEN" in answer.stdout
