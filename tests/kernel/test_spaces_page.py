"""docs/research-spaces.md: its tables are the code's, its examples run."""

import re

import pytest

from tools.spaces_docs import PAGE, page

TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_tables_are_the_codes() -> None:
    assert page() == TEXT, "run: python -m tools.spaces_docs"


@pytest.mark.parametrize("example", EXAMPLES, ids=["one round", "many games"])
def test_the_examples_run(example: str) -> None:
    exec(example, {})  # noqa: S102  (that is what an example is for)
