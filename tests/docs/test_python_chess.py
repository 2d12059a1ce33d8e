"""docs/python-chess.md: ten tasks, both programs run, and each prints what its comment says."""

import contextlib
import io
import os
import re
from pathlib import Path

import pytest

from tests.docs.test_doc_examples import ROOT, blocks

PAGE = (ROOT / "docs/python-chess.md").read_text("utf-8")
PROGRAMS = list(blocks(PAGE, "python"))


def printed(program: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(program, "python-chess.md", "exec"), {"__name__": "__main__"})  # noqa: S102  (our own page)
    return said.getvalue().splitlines()[-1]


def test_there_are_ten_tasks_with_two_programs_each() -> None:
    assert len(re.findall(r"^## \d+\. ", PAGE, re.MULTILINE)) == 10
    assert len(PROGRAMS) == 20
    for chess, nokosu in zip(PROGRAMS[::2], PROGRAMS[1::2], strict=True):
        assert "import chess" in chess
        assert "import nokosu" in nokosu


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_both_programs_say_what_the_comment_says(program: str) -> None:
    if "import chess" in program:
        pytest.importorskip("chess")
    expected = re.findall(r"print\(.*\)  # (.*)$", program, re.MULTILINE)[-1]
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        assert printed(program) == expected
    finally:
        os.chdir(before)
