"""The recipes of CONTRIBUTING.md name the files where their examples are, and no others."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
GENERATED = ("docs/rules", "docs/wire-protocol.md", "docs/benchmarks/", "docs/decisions/", "docs/architecture.md")
"""Written by programs, or about everything."""


@dataclass(frozen=True)
class Example:
    """What a change of this kind was called in the sources, and the word of the recipe's paths that it replaces."""

    named: str
    fills: str = ""
    places: tuple[str, ...] = ("src", "web/src", "tools", "pyproject.toml")


EXAMPLES = {
    "An edition": Example("roger", "EDITION"),
    "A rule": Example("NumberTrumps|BLANKS?|is_blank|unless_pair|trumpRule|later_rules|parse_trump"),
    "A bot level": Example("expert", places=("src", "web/src", "tools", "pyproject.toml", "docs")),
    "A bot with a name and a face": Example("hugo"),
    "A command of `nokosu`": Example('"bot-check"', "COMMAND", places=("src/nokosu/cli", "web/src", "pyproject.toml")),
    "A table setting": Example("take_backs"),
    "A table command": Example('Resume|Resumed|"resumed?"'),
    "A page": Example('"/?pad"', "PAGE"),
    "A reaction": Example('"hurry"|hurry: mark'),
    "A figure on the score sheet": Example(r"line\.zero_bonus"),
    "A language": Example("['\"/]hu['\"/]", "LANGUAGE"),
    "A column of the store": Example("sign_count"),
    "An action": Example("DeclareZero"),
}
FILLED = {"EDITION": "roger", "COMMAND": "bot_check", "LANGUAGE": "hu", "PAGE": "ScorePad"}


def recipes(page: str) -> dict[str, str]:
    """The text of each recipe by its heading."""
    text = page.split("\n## Recipes\n")[1].split("\n## ", maxsplit=1)[0]
    parts = re.split(r"^### (.+)$", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def listed(recipe: str) -> set[str]:
    """The files that a recipe's points begin with."""
    points = re.findall(r"^- ((?:`[^`]+`,? ?)+): ", recipe, flags=re.MULTILINE)
    paths = [path for point in points for path in re.findall(r"`([^`]+)`", point)]
    return {re.sub("EDITION|COMMAND|LANGUAGE|PAGE", lambda word: FILLED[word[0]], path) for path in paths}


def naming(example: Example) -> set[str]:
    """The files that name an example: neither texts nor tests, nor what is written from others."""
    command = ["git", "grep", "-lIwE", example.named, "--", *example.places, ":!*.po", ":!*.test.ts"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return {path for path in found.splitlines() if not path.startswith(GENERATED)}


def unlisted(heading: str, page: str = PAGE) -> set[str]:
    """Files that a change of this kind touched and its recipe does not name."""
    return naming(EXAMPLES[heading]) - listed(recipes(page)[heading])


def test_every_recipe_has_an_example() -> None:
    assert list(recipes(PAGE)) == list(EXAMPLES)


@pytest.mark.parametrize("heading", EXAMPLES)
def test_the_files_of_a_recipe_exist(heading: str) -> None:
    files = listed(recipes(PAGE)[heading])
    assert len(files) > 1
    assert [path for path in files if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("heading", EXAMPLES)
def test_a_recipe_names_every_file_that_its_example_is_in(heading: str) -> None:
    assert unlisted(heading) == set()


def without_one(page: str) -> Iterator[tuple[str, str]]:
    for heading, example in EXAMPLES.items():
        for path in sorted(naming(example))[:1]:
            yield heading, page.replace(f"`{path}`", "`README.md`")


def test_a_file_that_a_recipe_forgets_is_found() -> None:
    spoilt = list(without_one(PAGE))
    assert len(spoilt) > len(EXAMPLES) // 2
    assert all(unlisted(heading, page) for heading, page in spoilt if "EDITION" not in recipes(page)[heading])
