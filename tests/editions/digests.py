"""The fingerprints of all released rulesets; `python -m tests.editions.digests` writes them again.

A digest that changes means that old records can no longer be judged: then the edition needs a new revision instead.
"""

import json
from pathlib import Path

from nokosu import editions

FILE = Path(__file__).with_name("digests.json")


def current() -> dict[str, str]:
    return {f"{name} {players}": editions.ruleset(name, players).digest for name, players in editions.pairs()}


def released() -> dict[str, str]:
    digests: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return digests


if __name__ == "__main__":
    FILE.write_text(json.dumps(current(), indent=2) + "\n", encoding="utf-8")
