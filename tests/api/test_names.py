"""One import: the public names, what they cost, and their examples."""

import ast
import doctest
import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import nokosu
from nokosu import bots

pytestmark = pytest.mark.quick

MODULES = {"nokosu": nokosu, "nokosu.bots": bots}
PUBLIC = [(module, name) for module in MODULES for name in MODULES[module].__all__]
EXPLAINED_BY_THE_PACKAGE = {"Action"}
"""A union has no docstring; the package's own says what it is and has an example."""


def typed_names(module: ModuleType) -> set[str]:
    """What type checkers see: the imports under TYPE_CHECKING."""
    tree = ast.parse(inspect.getsource(module))
    blocks = (node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.asname
        for block in blocks
        for line in block.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
        if alias.asname is not None
    }


@pytest.mark.parametrize("module", MODULES)
def test_type_checkers_see_exactly_the_public_names(module: str) -> None:
    assert typed_names(MODULES[module]) == set(MODULES[module]._HOME) == set(MODULES[module].__all__)


@pytest.mark.parametrize("module", MODULES)
def test_a_listing_shows_nothing_else(module: str) -> None:
    assert [name for name in dir(MODULES[module]) if not name.startswith("_")] == MODULES[module].__all__


@pytest.mark.parametrize("module", MODULES)
def test_a_name_that_is_not_public_is_refused(module: str) -> None:
    with pytest.raises(AttributeError, match="no attribute 'Matches'"):
        getattr(MODULES[module], "Matches")  # noqa: B009  (mypy knows that it is not there)


def examples(thing: object, name: str) -> list[doctest.DocTest]:
    module = import_module(thing.__module__) if hasattr(thing, "__module__") else None
    found = doctest.DocTestFinder(exclude_empty=True).find(thing, name, module)
    return [test for test in found if test.examples]


@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_every_public_name_has_a_docstring_with_an_example(module: str, name: str) -> None:
    thing = getattr(MODULES[module], name)
    if name in EXPLAINED_BY_THE_PACKAGE:
        assert f"`{name}`" in (nokosu.__doc__ or "")
        return
    own = [test for test in examples(thing, name) if test.name == name]
    assert own, f"{name} has no example"


def all_examples() -> Iterator[doctest.DocTest]:
    for module, members in MODULES.items():
        yield from examples(members, module)
        for name in members.__all__:
            if name not in EXPLAINED_BY_THE_PACKAGE and name not in {"bots", "editions"}:
                yield from examples(getattr(members, name), f"{module}.{name}")


@pytest.mark.parametrize("example", list(all_examples()), ids=lambda test: str(test.name))
def test_examples_are_true(example: doctest.DocTest, capsys: pytest.CaptureFixture[str]) -> None:
    failed = doctest.DocTestRunner().run(example).failed
    assert not failed, capsys.readouterr().out


def loaded(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after some code."""
    program = f"{code}\nimport sys\nprint(*sys.modules)"
    answer = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True, env=PATH)
    return set(answer.stdout.split())


PATH = {"PYTHONPATH": str(Path(nokosu.__file__).parents[1])}
SLOW = {"asyncio", "gettext", "importlib.resources", "json", "pathlib", "secrets", "subprocess", "tomllib"}
"""What a match needs only once it is shown, recorded or played by a bot."""


def test_an_import_alone_loads_nothing() -> None:
    assert {name for name in loaded("import nokosu") if name.startswith("nokosu")} == {"nokosu"}


def test_a_match_loads_no_texts_bots_records_or_editions() -> None:
    modules = loaded("import nokosu; nokosu.Match")
    assert {name.split(".")[1] for name in modules if name.startswith("nokosu.")} == {"core", "api"}
    assert modules & SLOW == set()


def test_a_started_match_is_quick_too() -> None:
    modules = loaded("import nokosu; nokosu.Match.start('second', players=4, seed=7).apply('take dR5')")
    assert {name.split(".")[1] for name in modules if name.startswith("nokosu.")} == {"core", "editions", "api"}
    assert modules & SLOW == {"pathlib", "tomllib"}


def test_the_package_is_typed() -> None:
    assert (Path(nokosu.__file__).parent / "py.typed").exists()
