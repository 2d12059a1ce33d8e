"""The README's promises: its example runs, its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

from tools.docs_site import NESTED

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def example() -> str:
    [code] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    return str(code)


def test_the_example_plays_a_match() -> None:
    answer = subprocess.run([sys.executable, "-c", example()], capture_output=True, text=True, check=True)
    first, won, *table = answer.stdout.splitlines()
    assert first == "Edition second, 4 players, 5 rounds"
    assert re.fullmatch(r"The match is over: (Seat \d(, )?)+ (wins|share the win) with \d+ points\.", won)
    assert len(table) == 5


def test_the_example_is_short() -> None:
    assert len([line for line in example().splitlines() if line and "import" not in line]) <= 5


def test_the_two_commands_are_targets() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    [commands] = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for target in re.findall(r"^make (\S+)", commands, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_make_variable_is_defined() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    used = set(re.findall(r"\$\((\w+)\)", makefile))
    defined = set(re.findall(r"^(\w+) [:?+]?=", makefile, re.MULTILINE))
    assert used - defined == {"1", "JOBS", "LEFT_OUT", "MAKE", "MAKEFILE_LIST"}


def test_the_contents_lead_to_every_page() -> None:
    contents = (ROOT / "docs" / "index.md").read_text("utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    missing = pages - set(re.findall(r"\]\(([^)#]+)", contents))
    # A page off the main path is reached from the one above it.
    parents = {f"{child}.md": parent for parent, children in NESTED.items() for child in children}
    for page in missing:
        assert f"]({page})" in (ROOT / "docs" / f"{parents[page]}.md").read_text("utf-8"), page
    assert "docs/index.md" in README


def test_there_are_as_many_questions_as_the_contents_promise() -> None:
    questions = re.findall(r"^\*\*.+?\?\*\* ", (ROOT / "docs/faq.md").read_text("utf-8"), re.MULTILINE)
    assert len(questions) == 37
    assert "[questions people ask](faq.md), 37 of them" in (ROOT / "docs/index.md").read_text("utf-8")
