"""docs/research-spaces.md: its tables are the code's, its examples run."""

import re

from tools.pages.spaces import PAGE, page

TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_tables_are_the_codes() -> None:
    assert page(TEXT) == TEXT, "run: python -m tools.pages spaces"


def test_the_examples_run_one_after_the_other() -> None:
    names: dict[str, object] = {}
    assert len(EXAMPLES) == 3
    for example in EXAMPLES:
        exec(example, names)  # noqa: S102  (that is what an example is for)
