"""Editions are data: no edition is called by its name outside editions/ and tests."""

import ast
from pathlib import Path

import pytest

from nokosu import editions

SOURCES = Path(__file__).parents[2] / "src/nokosu"
PATHS = [path for path in sorted(SOURCES.rglob("*.py")) if path.relative_to(SOURCES).parts[0] != "editions"]


def named(source: str) -> list[str]:
    """The literals of a module that are an edition's name."""
    nodes = ast.walk(ast.parse(source))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and node.value in editions.names()]


def test_no_edition_is_named() -> None:
    found = {str(path.relative_to(SOURCES)): named(path.read_text("utf-8")) for path in PATHS}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("source", ['if ruleset.edition == "first": pass', 'load("second", 4)', '{"manual": 20}'])
def test_a_planted_name_is_found(source: str) -> None:
    assert named(source)
