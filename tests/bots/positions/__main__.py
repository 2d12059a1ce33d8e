"""Which of the test positions a bot fails: `python -m tests.bots.positions club`."""

from __future__ import annotations

import sys

from nokosu.bots.registry import make
from tests.bots.positions.position import answer, positions


def main(specs: list[str]) -> int:
    """Print every position that a bot fails, and how many it passes; 1 if any fails."""
    failed = 0
    for spec in specs or ["club"]:
        bot = make(spec)
        tried = positions()
        wrong = [(position, answer(bot, position)) for position in tried]
        wrong = [(position, action) for position, action in wrong if action not in position.good]
        for position, action in wrong:
            good = " or ".join(map(str, position.good))
            print(f"{spec}: {position.name}: {action} instead of {good}. {position.why}")  # noqa: T201  (a report)
        print(f"{spec}: {len(tried) - len(wrong)} of {len(tried)} passed")  # noqa: T201
        failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
