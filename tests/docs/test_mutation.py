"""docs/mutation.md tells what the last mutation run found, and explains every survivor."""

import json
import re
from pathlib import Path
from typing import Any

from tools.mutation import read

DOCS = Path(__file__).parents[2] / "docs"
LAW = {"contract.py", "follow.py", "scoring.py", "trick.py", "trump.py"}


def faults(result: dict[str, Any], page: str) -> list[str]:
    rows = re.findall(r"^\| `(\w+\.py)` \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    told = {name: {"killed": int(killed), "survived": int(survived)} for name, killed, survived in rows}
    explained = page.split("## Survivors")[1].split("\n## ", maxsplit=1)[0]
    return [
        *([] if told == result["files"] else ["the table differs from the run"]),
        *(f"{name} is not explained" for name in result["survivors"] if f"`{name}`" not in explained),
    ]


def committed() -> tuple[dict[str, Any], str]:
    result: dict[str, Any] = json.loads((DOCS / "mutation.json").read_text(encoding="utf-8"))
    return result, (DOCS / "mutation.md").read_text(encoding="utf-8")


def test_the_page_tells_what_the_run_found() -> None:
    result, page = committed()
    assert faults(result, page) == []
    assert set(result["files"]) == LAW
    assert re.fullmatch(r"[0-9a-f]{40}", result["commit"])


def test_planted_an_unexplained_survivor_and_a_wrong_number_are_noticed() -> None:
    result, page = committed()
    assert faults(result | {"survivors": ["x_suit__mutmut_1"]}, page) == ["x_suit__mutmut_1 is not explained"]
    assert faults(result, page.replace("| 89 |", "| 90 |")) == ["the table differs from the run"]


def test_a_run_is_read_from_the_tools_folder(tmp_path: Path) -> None:
    outcomes = {"a__mutmut_1": 1, "a__mutmut_2": 0, "b__mutmut_1": None, "b__mutmut_2": 1, "b__mutmut_3": 1}
    (tmp_path / "trick.py.meta").write_text(json.dumps({"exit_code_by_key": outcomes}), encoding="utf-8")
    assert read(tmp_path) == {
        "files": {"trick.py": {"killed": 3, "survived": 2}},
        "survivors": ["a__mutmut_2", "b__mutmut_1"],
    }
