"""Train the rollout policy, the quick player inside the search: `python -m tools.trainers.rollout_policy --write`.

First it is counted how often pieces take tricks in its own play, then the weights of its terms climb by policy gradient
on the margin in self-play, from weights written down by hand, over all numbers of players and both ways to zero
(tools/trainers/rollout_policy.cpp). Twice, for the counts follow from the play. The seed is fixed: on one machine the
same commit gives the same file. The old weights stay unless the new ones do as well against random players, by more
than chance would explain. Needs g++.
"""

from __future__ import annotations

import argparse
import json
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from nokosu.arena.provenance import commit
from nokosu.editions import ruleset
from nokosu.kernel.convert import rules_bytes

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
KERNEL: Final = ROOT / "src/nokosu/kernel"
TARGET: Final = KERNEL / "rollout_policy/weights.cpp"
SOURCES: Final = ("base", "rules", "rollout_policy")
"""The folders that the trainer is compiled from."""
FLAGS: Final = ("-std=c++20", "-O3", "-pthread", f"-I{KERNEL}")
SEED: Final = 20_263
RATE: Final = 0.3
DEALS: Final = 4000
ROWS: Final = ("early", "middle", "late", "zero alive", "lost", "picks", "declarations")
TABLES: Final = (("second", 4), ("second", 4), ("second", 3), ("second", 5), ("first", 4), ("first", 3))
"""The tables to train on, drawn evenly; four-player tables are listed most often."""

Row = tuple[float, ...]


def _found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise SystemExit(f"{program} is needed to train")
    return path


def source(weights: list[Row], takes: list[Row], provenance: dict[str, object]) -> str:
    """Return the C++ file with the learnt weights."""

    def rows(numbers: list[Row], digits: int) -> str:
        lines = ("    {" + ", ".join(f"{number:.{digits}f}f" for number in row) + "}," for row in numbers)
        return "\n".join(lines)

    return (
        f"// Written by tools/trainers/rollout_policy.py: {json.dumps(provenance)}\n"
        '#include "rollout_policy/chances.hpp"\n#include "rollout_policy/rollout_policy.hpp"\n\nnamespace nokosu {\n\n'
        f"const Takes kTakes = {{{{\n{rows(takes, 4)}\n}}}};\n\n"
        f"// {', '.join(ROWS)}\n"
        f"const RolloutPolicyWeights kRolloutPolicy = {{{{\n{rows(weights, 3)}\n}}}};\n\n}}  // namespace nokosu\n"
    )


class Trainer:
    """Return the compiled trainer. The trick counts are compiled in, so new ones need a new build."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "rollout_policy_trainer"
        sources = {path for name in SOURCES for path in (KERNEL / name).glob("*.cpp")} - {TARGET}
        for path in (*sorted(sources), HERE / "rollout_policy.cpp"):
            self._compile(path)
        self.table(TARGET)

    def _compile(self, path: Path) -> None:
        out = self.folder / f"{path.stem}.o"
        subprocess.run([_found("g++"), *FLAGS, "-c", str(path), "-o", str(out)], check=True)

    def table(self, path: Path) -> None:
        """Takes the file with the counts."""
        self._compile(path)
        objects = sorted(str(path) for path in self.folder.glob("*.o"))
        subprocess.run([_found("g++"), "-pthread", *objects, "-o", str(self.program)], check=True)

    def call(self, *arguments: object) -> Row:
        command = [str(self.program), *map(str, arguments)]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return tuple(float(word) for word in text.split())

    def load(self, name: str) -> list[Row]:
        data = (self.folder / name).read_bytes()
        numbers = struct.unpack(f"{len(data) // 4}f", data)
        length = len(numbers) // len(ROWS)
        return [numbers[at : at + length] for at in range(0, len(numbers), length)]

    def takes(self, name: str, deals: int) -> list[Row]:
        return [self.call("takes", _rules("second", n), self.folder / name, deals, SEED + n) for n in (3, 4, 5)]

    def over_random(self, name: str, deals: int) -> dict[str, Row]:
        """Margin, its 95 % half-width, contracts made, zero contracts, for every table."""
        return {
            f"{edition}, {players}": self.call(
                "duel", _rules(edition, players), self.folder / name, "random", deals, SEED + 9
            )
            for edition, players in dict.fromkeys(TABLES)
        }


def _rules(edition: str, players: int) -> str:
    return rules_bytes(ruleset(edition, players)).hex()


def _print(stage: str, figures: dict[str, Row]) -> None:
    said = "; ".join(f"{table} players {row[0]:+.2f} ± {row[1]:.2f}" for table, row in figures.items())
    print(f"{stage}: over random {said}", flush=True)


def train(trainer: Trainer, batches: int) -> list[Row]:
    """Return all stages; leaves the weights in the folder's file `new`, and returns the counts they belong to."""
    folder, every = trainer.folder, ",".join(_rules(edition, players) for edition, players in TABLES)
    trainer.call("start", folder / "new")
    takes: list[Row] = []
    for stage, share in ((1, 0.25), (2, 0.75)):
        trainer.call("learn", every, folder / "new", round(batches * share), DEALS, RATE, SEED + stage, folder / "new")
        _print(f"stage {stage}", trainer.over_random("new", 4000))
        if stage == 1:
            takes = trainer.takes("new", 20_000)
            counted = folder / TARGET.name
            counted.write_text(source(trainer.load("new"), takes, {}), "utf-8")
            trainer.table(counted)
    return takes


def main() -> None:
    """Train, compare with what is there, and write if asked and not worse."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batches", type=int, default=400, help=f"batches of {DEALS} rounds (400)")
    parser.add_argument("--write", action="store_true", help="replace the weights that the search uses")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(Path(folder))
        trainer.call("present", trainer.folder / "old")
        before = trainer.over_random("old", 20_000)
        _print("before", before)
        takes = train(trainer, options.batches)
        after = trainer.over_random("new", 20_000)
        _print("after", after)
        worse = [name for name, row in after.items() if row[0] < before[name][0] - row[1]]
        if worse:
            print(f"worse than before with {', '.join(worse)}; nothing was written")
        elif options.write:
            provenance: dict[str, object] = {
                "seed": SEED,
                "rounds": options.batches * DEALS,
                "over_random": {name: row[:2] for name, row in after.items()},
                "commit": commit(),
            }
            TARGET.write_text(source(trainer.load("new"), takes, provenance), "utf-8")


if __name__ == "__main__":
    main()
