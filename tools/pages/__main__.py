"""Write the generated pages: `python -m tools.pages` all of them, `python -m tools.pages engine champion` some."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tools.pages import BENCHMARKS, numbers

RENEWED: Final = (
    "baselines",
    "champion",
    "characters",
    "figures",
    "glossary",
    "leaderboard",
    "lessons",
    "research",
    "spaces",
)
"""Pages with generated parts."""
MEASURED: Final = {
    "arena": "bench.ladder",
    "browser": "tools.pages.browser",
    "calibration": "tools.pages.calibration",
    "endgame": "tools.pages.endgame",
    "engine": "tools.pages.engine",
    "search": "bench.search",
    "server": "tools.pages.server",
    "until-sure": "bench.until_sure",
}
"""Pages of docs/benchmarks that are written from the data beside them, and the modules that word them."""
NAMES: Final = (*RENEWED, *MEASURED)


def files(name: str) -> dict[Path, str]:
    """Return the files of a page as they should be now."""
    if name in MEASURED:
        made: Callable[[Any], str] = import_module(MEASURED[name]).page
        return {BENCHMARKS / f"{name}.md": made(numbers(name))}
    module = import_module(f"tools.pages.{name}")
    found = {module.PAGE: module.page(module.PAGE.read_text("utf-8"))}
    if name == "spaces":
        found[module.FIELDS] = module.fields_module()
    if name == "champion":
        found[module.LOG] = module.log(module.LOG.read_text("utf-8"))
    if name == "lessons":
        found |= module.pictures()
    return found


def main(asked: list[str]) -> int:
    """Write what has changed, and say so."""
    unknown = [name for name in asked if name not in NAMES]
    if unknown:
        sys.stderr.write(f"no page {unknown[0]}; there are: {', '.join(NAMES)}\n")
        return 2
    for name in asked or NAMES:
        for path, text in files(name).items():
            if not path.exists() or path.read_text("utf-8") != text:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
                sys.stdout.write(f"{path.name} written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
