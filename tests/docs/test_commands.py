"""docs/commands.md explains every command and the JSON that it writes; other pages name what there is."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from nokosu.arena.sprt import Verdict
from nokosu.bots.levels import LEVELS
from nokosu.cli import COMMANDS
from tests.cli.commands import nokosu, saved_match

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PAGE = (ROOT / "docs/commands.md").read_text("utf-8")


def named(text: str) -> set[str]:
    """Commands that a text names in code, and the options that it gives them there."""
    return set(re.findall(r"(?:`|^|bin/)nokosu ([a-z][a-z-]*)", text, re.MULTILINE))


def first_cells(section: str, page: str = PAGE) -> list[list[str]]:
    """The keys in the first column of each table of a section."""
    text = re.split(rf"^#+ {section}$", page, flags=re.MULTILINE)[1].split("\n#")[0]
    tables = re.findall(r"^\|---.*\n((?:\|.*\n?)+)", text, re.MULTILINE)
    return [
        [key for row in table.splitlines() for key in re.findall(r"`(\w+)`", row.split("|")[1])] for table in tables
    ]


def test_the_page_explains_every_command() -> None:
    table = PAGE.split("\n\n")[2]
    assert named(table) == set(COMMANDS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_name_commands_that_there_are(document: Path) -> None:
    assert named(document.read_text("utf-8")) <= set(COMMANDS)


def test_a_command_that_there_is_not_is_found() -> None:
    assert named("`nokosu fly`, nokosu is a game\nnokosu play --fast") == {"fly", "play"}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(saved_match(tmp_path_factory.mktemp("commands"), rounds=1))


@pytest.mark.parametrize(
    ("section", "arguments"),
    [("advise", ("--decision", "40", "--simulations", "50")), ("solve", ("--decision", "40"))],
)
def test_the_json_has_the_keys_that_are_described(section: str, arguments: tuple[str, ...], record: str) -> None:
    found = json.loads(nokosu(section, record, "--json", *arguments).stdout)
    keys, *options = first_cells(section)
    assert sorted(keys) == sorted(found)
    if options:
        assert options == [list(found["options"][0])]
    else:
        row = next(line for line in PAGE.splitlines() if line.startswith("| `options` |") and "`points`" in line)
        assert re.findall(r"`(\w+)`", row)[1:] == ["action", "margin", "score", "chance", "maxn", "points"]
        assert list(found["options"][0]) == ["action", "margin", "score", "chance", "points"]


def test_the_json_of_editions_has_the_keys_that_are_described() -> None:
    found = json.loads(nokosu("editions", "--json").stdout)
    outer, inner = first_cells("editions")
    assert outer == list(found)
    assert inner == list(found["editions"][0])
    row = next(line for line in PAGE.splitlines() if line.startswith("| `tables` |"))
    assert re.findall(r"`(\w+)`", row)[1:] == list(found["editions"][0]["tables"][0])


def test_the_json_of_replay_has_the_keys_that_are_described(record: str) -> None:
    found = json.loads(nokosu("replay", record, "--json").stdout)
    (keys,) = first_cells("replay")
    assert sorted(keys) == sorted(found)
    row = next(line for line in PAGE.splitlines() if line.startswith("| `rounds` | each round"))
    assert re.findall(r"`(\w+)`", row)[1:] == list(found["rounds"][0])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_page_names_a_completion_for_every_shell(shell: str) -> None:
    assert f"_NOKOSU_COMPLETE={shell}_source nokosu" in PAGE


def test_the_arena_writes_the_keys_that_are_described() -> None:
    bots = ("--bot", "random", "--bot", "greedy")
    command = ("arena", *bots, "--players", "3", "--rounds", "3", "--jobs", "1", "--json")
    found = json.loads(nokosu(*command).stdout)
    page = (ROOT / "docs/arena.md").read_text("utf-8")
    text = page.split("## `--json`")[1].split("\n## ")[0]
    first, second = text.split("Each pair")[0].split("The `ranking` lists")
    assert set(re.findall(r"`(\w+)`", first)) == {*found, "seed", "deals"}
    sure = json.loads(nokosu(*command, "--until-sure").stdout)["until_sure"]
    words = {*found["ranking"][0], *sure, *sure["tests"][0], *(verdict.value for verdict in Verdict), "until_sure"}
    assert set(re.findall(r"`(\w+)`", second)) == words
    (keys,) = first_cells("`--json`", page)
    both = {key.removesuffix("_a") + side for key in keys if key.endswith("_a") for side in ("_a", "_b")}
    assert {*keys, *both} == set(found["pairs"][0])


def test_every_bot_that_comes_along_is_in_the_table() -> None:
    page = (ROOT / "docs/writing-a-bot.md").read_text("utf-8")
    (bots,) = first_cells("Built-in bots", page)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert sorted(bots) == sorted({*project["entry-points"]["nokosu.bots"], *LEVELS})
