"""One tool for the pages that are written from code and from measurements: `python -m tools.pages [NAME…]`.

Each module here is one page. It takes numbers from docs/benchmarks or from the code, and words from its own templates.
A page is generated as a whole (`page(data)`), or has parts between two comments that name them (`page(old)`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
BENCHMARKS: Final = DOCS / "benchmarks"


def table(head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a Markdown table."""
    lines = [" | ".join(head), *(" | ".join(map(str, row)) for row in rows)]
    first, *rest = (f"| {line} |\n" for line in lines)
    return "".join([first, "|" + "---|" * len(head) + "\n", *rest])


def numbers(name: str) -> dict[str, Any]:
    """Return what a measurement found: docs/benchmarks/NAME.json."""
    found: dict[str, Any] = json.loads((BENCHMARKS / f"{name}.json").read_text("utf-8"))
    return found


def write(name: str, data: object, page: str) -> None:
    """Write a measurement and its page in docs/benchmarks."""
    (BENCHMARKS / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    (BENCHMARKS / f"{name}.md").write_text(page, "utf-8")


def goal(text: str, *, reached: bool) -> str:
    """Return a goal, and whether it was reached."""
    return f"{text}: {'reached' if reached else 'not reached'}"


def renewed(page: str, tool: str, parts: Mapping[str, str]) -> str:
    """Return the page with these parts written again; ValueError if it has no place for one of them."""
    for name, written in parts.items():
        start, end = f"<!-- {name}: written by tools/pages/{tool}.py -->\n", f"<!-- end of {name} -->\n"
        if start not in page or end not in page:
            raise ValueError(f"the page has no part {name}: it needs {start.strip()} and {end.strip()}")
        before, _, rest = page.partition(start)
        page = before + start + written + end + rest.partition(end)[2]
    return page
