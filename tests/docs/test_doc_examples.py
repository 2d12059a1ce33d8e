"""Every example in the documents runs: Python as a reader would type it, commands with options that exist."""

import doctest
import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from nokosu.bots.starters import write_starter
from nokosu.cli import main
from tests.cli.commands import nokosu

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NOTEBOOK = ROOT / "examples/first-analysis.ipynb"
FROM_NOTEBOOK = ROOT / "docs/tutorials/first-analysis.md"
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def blocks(page: str, language: str) -> Iterator[str]:
    yield from re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def run_python(page: str, name: str) -> list[str]:
    """Run a page's blocks one after the other in one session; what went wrong."""
    session: dict[str, object] = {"__name__": "__main__"}
    faults: list[str] = []
    for number, block in enumerate(blocks(page, "python")):
        if ">>>" not in block:
            exec(compile(block, f"{name}[{number}]", "exec"), session)  # noqa: S102  (our own documents)
            continue
        test = doctest.DocTestParser().get_doctest(block, session, f"{name}[{number}]", name, 0)
        doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=faults.append, clear_globs=False)
        session = test.globs
    return faults


def with_python() -> list[Path]:
    """The documents with Python in them; without those about the kernel where `make test` found no compiler."""
    code = {path: "".join(blocks(path.read_text("utf-8"), "python")) for path in DOCUMENTS if path != FROM_NOTEBOOK}
    left_out = "kernel" in os.environ.get("NOKOSU_LEFT_OUT", "").split()
    kernel = ("nokosu.kernel", "nokosu.research")
    return [path for path, lines in code.items() if lines and not (left_out and any(name in lines for name in kernel))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples read."""
    made = tmp_path_factory.mktemp("examples")
    matches = ("simulate", "--bot", "random", "--players", "3", "--matches", "2", "--seed", "1")
    (made / "examples").symlink_to(ROOT / "examples")
    write_starter(made / "mybot", "python")
    assert nokosu(*matches, "--out", str(made / "matches.jsonl")).exit_code == 0
    return made


@pytest.mark.parametrize("document", with_python(), ids=lambda path: str(path.relative_to(ROOT)))
def test_python_examples_are_true(
    document: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    faults = run_python(document.read_text("utf-8"), document.name)
    assert faults == [], "\n".join(faults) + capsys.readouterr().out


def test_an_example_that_is_not_true_is_found() -> None:
    assert run_python("```python\n>>> 1 + 1\n2\n\n```\n", "good") == []
    assert run_python("```python\nx = 1\n```\n\n```python\n>>> x + 1\n3\n\n```\n", "bad") != []


def test_examples_do_not_swallow_the_end_of_their_block() -> None:
    """A doctest's output ends at an empty line; without one, the fence would be part of it."""
    for document in DOCUMENTS:
        for block in blocks(document.read_text("utf-8"), "python"):
            assert ">>>" not in block or block.endswith("\n\n"), document


def commands(page: str) -> Iterator[list[str]]:
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words and words[0].rsplit("/", 1)[-1] == "nokosu":
                yield words[1:]


def check(words: list[str]) -> None:
    """Parse a command line as the program would, without running it."""
    context: click.Context = click.Context(main, info_name="nokosu")
    group: click.Command = main
    while isinstance(group, click.Group) and words:
        found = group.get_command(context, words[0])
        assert found is not None, words
        group, words = found, words[1:]
        context = click.Context(group, parent=context, info_name=group.name)
    group.make_parser(context).parse_args(list(words))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_have_options_that_exist(document: Path) -> None:
    for words in commands(document.read_text("utf-8")):
        check(words)


def test_an_option_that_does_not_exist_is_found() -> None:
    (words,) = commands("```sh\nnokosu arena --bot a --until-certain\n```\n")
    with pytest.raises(click.NoSuchOption):
        check(words)


def cells() -> list[str]:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_has_fewer_than_25_lines_and_the_tutorial_has_the_same() -> None:
    assert len([line for cell in cells() for line in cell.splitlines() if line]) < 25
    assert [block.strip() for block in blocks(FROM_NOTEBOOK.read_text("utf-8"), "python")] == cells()


def test_the_notebook_is_kept_without_outputs() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook["cells"])


def test_the_notebook_runs_on_a_few_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make nightly` runs it as it is, in Jupyter."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    code = "\n".join(cells())
    assert "range(100)" in code
    session: dict[str, object] = {}
    exec(compile(code.replace("range(100)", "range(2)"), NOTEBOOK.name, "exec"), session)  # noqa: S102  (ours)
    shares = session["shares"]
    assert isinstance(shares, list)
    assert all(0 <= share <= 100 for share in shares)
