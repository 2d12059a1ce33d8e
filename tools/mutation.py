"""Write the results of a mutation run to docs/mutation.json: mutants killed and survived per file, and the commit.

Run by `make mutation` after mutmut, whose working folder it reads.
"""

import json
import subprocess
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "mutants" / "src"
CORE = Path("src/nokosu/core")
RESULT = ROOT / "docs" / "mutation.json"
SURVIVED = 0


def read(folder: Path) -> dict[str, Any]:
    """Counts by file, and the names of the mutants that no test noticed."""
    files, survivors = {}, []
    for path in sorted(folder.rglob("*.meta")):
        outcomes: dict[str, int | None] = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        unnoticed = sorted(name for name, code in outcomes.items() if code in (SURVIVED, None))
        counts = Counter(killed=len(outcomes) - len(unnoticed), survived=len(unnoticed))
        files[path.name.removesuffix(".meta")] = dict(counts)
        survivors += unnoticed
    return {"files": files, "survivors": survivors}


def _commit_of(files: Iterable[str]) -> str:
    """Return the newest commit that touched the mutated files, which is the version tried."""
    paths = [str(CORE / name) for name in files]
    command = ["git", "log", "-1", "--format=%H", "--", *paths]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Write the result of the last run."""
    found = read(FOLDER)
    result = {"commit": _commit_of(found["files"]), "mutmut": version("mutmut"), **found}
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    killed = sum(counts["killed"] for counts in result["files"].values())
    print(f"{killed} mutants killed, {len(result['survivors'])} survived; see {RESULT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
