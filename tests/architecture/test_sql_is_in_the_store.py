"""SQL is written in nokosu.server.store and nowhere else; everybody else asks a store by name."""

import ast
import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src/nokosu"
STORE = SOURCES / "server/store"
SQL = re.compile(r"^\s*(SELECT\s|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE)")


def statements(source: str) -> list[str]:
    texts = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return [text for text in texts if isinstance(text, str) and SQL.match(text)]


def test_no_sql_outside_the_store() -> None:
    others = [path for path in SOURCES.rglob("*.py") if STORE not in path.parents]
    assert {str(path): found for path in others if (found := statements(path.read_text("utf-8")))} == {}


@pytest.mark.parametrize("planted", ['read("SELECT 1")', 'f"DELETE FROM {table}"', 'X = "INSERT INTO log VALUES (?)"'])
def test_sql_would_be_found(planted: str) -> None:
    assert statements(planted)
