"""The kernel's C++ is layered as its README says, and only `bindings` knows Python."""

import re
from collections.abc import Mapping

import pytest

from tests.kernel.builds import SOURCES

INCLUDE = re.compile(r'^#include [<"]([^">]+)[">]', re.MULTILINE)
THROWS = re.compile(r"^[^/]*\b(throw|try|catch)\b", re.MULTILINE)

Sources = Mapping[str, str]


def sources() -> dict[str, str]:
    return {path.relative_to(SOURCES).as_posix(): path.read_text("utf-8") for path in SOURCES.glob("*/*.[ch]pp")}


def folders() -> list[str]:
    """In the README's order: each may include itself and those before it."""
    return re.findall(r"^\| `([a-z_]+)` \|", (SOURCES / "README.md").read_text("utf-8"), re.MULTILINE)


def faults(files: Sources) -> list[str]:
    order = folders()
    found = []
    for name, text in files.items():
        folder = name.split("/")[0]
        for included in INCLUDE.findall(text):
            if included == "Python.h" and folder != "bindings":
                found.append(f"{name} includes Python.h")
            if included in files and order.index(included.split("/")[0]) > order.index(folder):
                found.append(f"{name} includes {included}")
            if included == "thread" and name != "base/pool.cpp":
                found.append(f"{name} starts threads")
        if folder != "bindings" and name != "base/refuse.hpp" and THROWS.search(text):
            found.append(f"{name} throws")
    return sorted(found)


def test_the_readme_names_every_folder() -> None:
    assert sorted(folders()) == sorted({name.split("/")[0] for name in sources()})


def test_every_main_header_says_what_goes_in_and_what_comes_out() -> None:
    files = sources()
    for folder in folders():
        if folder != "base":
            text = files["bindings/py.hpp" if folder == "bindings" else f"{folder}/{folder}.hpp"]
            assert re.search(r"^// In: ", text, re.MULTILINE), folder
            assert "Out: " in text, folder


def test_includes_point_to_folders_above() -> None:
    assert faults(sources()) == []


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("rules/state.hpp", '#include "search/search.hpp"', "rules/state.hpp includes search/search.hpp"),
        ("search/search.cpp", "#include <Python.h>", "search/search.cpp includes Python.h"),
        ("search/search.cpp", "#include <thread>", "search/search.cpp starts threads"),
        ("rules/game.cpp", '  throw Refused("no");', "rules/game.cpp throws"),
    ],
)
def test_a_planted_line_is_found(name: str, line: str, said: str) -> None:
    files = sources()
    assert faults(files | {name: f"{files[name]}\n{line}\n"}) == [said]
