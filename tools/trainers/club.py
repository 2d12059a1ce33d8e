"""Tunes the club player from self-play in the kernel: `python -m tools.trainers.club --players 4 --write`.

How often pieces take tricks and how dangerous they are to zero is fitted to what happened; the weights of plays and
picks climb by policy gradient on the margin (tools/trainers/club.cpp); the two take turns, for the scores change what
happens. Every stage has a fixed seed: on one machine the same commit gives the same file. Needs g++ and numpy.
"""

from __future__ import annotations

import argparse
import json
import shutil
import struct
import subprocess
import tempfile
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from nokosu.bots.club.weights import CLUES, PICK, PLAY, Row, Table, Weights, dumps, from_flat, parse
from nokosu.editions import pairs, ruleset
from nokosu.kernel.convert import rules_bytes

Rows = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
KERNEL: Final = ROOT / "src/nokosu/kernel"
CLUB: Final = ROOT / "src/nokosu/bots/club"
SOURCES: Final = ("base", "rules", "club")
"""The folders that the trainer is compiled from."""
SEED: Final = 20_261


def _found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise SystemExit(f"{program} is needed to tune")
    return path


class Trainer:
    """The compiled trainer and a folder for its files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "club_trainer"
        kernel = sorted(str(path) for name in SOURCES for path in (KERNEL / name).glob("*.cpp"))
        flags = ["-std=c++20", "-O3", "-pthread", f"-I{KERNEL}"]
        subprocess.run([_found("g++"), *flags, str(HERE / "club.cpp"), *kernel, "-o", str(self.program)], check=True)

    def call(self, *arguments: object) -> str:
        command = [str(self.program), *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def file(self, weights: Weights, name: str) -> Path:
        path = self.folder / name
        numbers = weights.flat()
        path.write_bytes(struct.pack(f"{len(numbers)}d", *numbers))
        return path

    def gather(self, rules: str, weights: Weights, deals: int, seed: int, force: float) -> Rows:
        out = self.folder / "rows"
        self.call("gather", rules, self.file(weights, "a"), deals, seed, out, force)
        return np.fromfile(out).reshape(-1, 16)

    def learn(self, rules: str, weights: Weights, *numbers: float) -> Weights:
        out = self.folder / "learnt"
        self.call("learn", rules, self.file(weights, "a"), *numbers, out)
        data = out.read_bytes()
        return from_flat(list(struct.unpack(f"{len(data) // 8}d", data)))

    def duel(self, rules: str, weights: Weights, field: Weights | None, deals: int, seed: int) -> list[float]:
        other = self.file(field, "b") if field else "random"
        return [float(word) for word in self.call("duel", rules, self.file(weights, "a"), other, deals, seed).split()]


def start() -> Weights:
    """Sensible starting weights: the contract counts, tricks count, dead dice go first."""
    play = dict.fromkeys(PLAY, 0.0)
    play |= dict.fromkeys(("own_early", "own_middle", "own_late", "zero_seats", "shown_seats", "open_seats"), 1.0)
    zero = dict(play)
    lost = dict(play) | {"points_early": 1.3, "points_middle": 1.3, "points_late": 1.3}
    play |= {"points_early": 1.0, "points_middle": 1.0, "points_late": 1.0, "dead_die": 0.6, "cheap_win": -0.04}
    pick = dict.fromkeys(PICK, 0.0) | {"target_worth": 1.0, "zero_worth": 1.0, "take_zero": -10.0}
    return Weights(
        plain_win=(-2.2, -0.8, 1.0, 0.35, -0.1, 0.0, 0.1),
        plain_lose=(-2.2, -0.6, 0.4, 0.3, -0.1, -0.2, 0.1),
        trump_win=(0.4, -0.2, 3.0, 0.0, 0.0, 0.2, 0.0),
        trump_lose=(-0.3, -0.3, 2.5, 0.0, 0.0, 0.2, 0.0),
        average_win=0.42,
        average_lose=0.12,
        zero_win=0.3,
        zero_lose=0.05,
        control=0.7,
        want_slope=2.0,
        want_least=0.1,
        want_most=0.95,
        temperature=0.3,
        future_die=0.5,
        cover_one=0.7,
        cover_two=0.4,
        cover_three=0.1,
        play=tuple(play.values()),
        play_zero=tuple(zero.values()),
        play_lost=tuple(lost.values()),
        pick=tuple(pick.values()),
        table=Table(
            plain_win=(0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.8),
            plain_lose=(0.01, 0.02, 0.05, 0.1, 0.12, 0.15, 0.2, 0.5),
            colour_win=(0.4, 0.4, 0.43, 0.45, 0.47, 0.5, 0.5, 0.55),
            colour_lose=(0.1, 0.1, 0.12, 0.13, 0.15, 0.17, 0.18, 0.2),
            plain_danger=(0.01, 0.01, 0.01, 0.02, 0.03, 0.05, 0.1, 0.4),
            colour_danger=(0.02, 0.03, 0.03, 0.04, 0.04, 0.05, 0.06, 0.1),
            number_win=0.65,
            number_lose=0.35,
            number_danger=0.7,
            twin_win=0.9,
            twin_lose=0.8,
            twin_danger=2.2,
        ),
    )


def fit_odds(weights: Weights, rows: Rows) -> Weights:
    """Coefficients of the odds, by logistic regression, and the tables of the draft, by counting."""
    fitted = [
        _logistic(found[:, 1 : 1 + len(CLUES)], found[:, 8]) for found in (rows[rows[:, 0] == k] for k in range(4))
    ]
    plain_win, plain_lose, trump_win, trump_lose = fitted
    first = rows[(rows[:, 0] < 4) & (rows[:, 12] == 0) & (rows[:, 13] == 0)]
    found: dict[str, Row] = {}
    single: dict[str, float] = {}
    for wish, word in enumerate(("win", "lose")):
        wished = first[first[:, 0] % 2 == wish]
        plain, trump = wished[wished[:, 10] == 0], wished[wished[:, 10] == 1]
        found[f"plain_{word}"] = _rising(plain, plain[:, 11])
        found[f"colour_{word}"] = _rising(trump[trump[:, 9] < 8], trump[trump[:, 9] < 8][:, 11])
        single[f"number_{word}"] = _share(trump[trump[:, 9] == 8][:, 8], 0.5)
        single[f"twin_{word}"] = _share(trump[trump[:, 9] == 9][:, 8], 0.8)
    table = replace(weights.table, **found, **single)  # type: ignore[arg-type]  # a row to each row, a number to each number
    return replace(
        weights, plain_win=plain_win, plain_lose=plain_lose, trump_win=trump_win, trump_lose=trump_lose, table=table
    )


def _logistic(values: Rows, happened: Rows) -> Row:
    found = np.zeros(values.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-values @ found))
        curve = values.T @ (values * (chance * (1 - chance))[:, None]) + np.eye(len(found))
        found += np.linalg.solve(curve, values.T @ (happened - chance) - found)
    return tuple(round(float(number), 5) for number in found)


def _share(happened: Rows, guess: float, strength: float = 20.0) -> float:
    return float((happened.sum() + guess * strength) / (len(happened) + strength))


def _rising(rows: Rows, number: Rows) -> Row:
    """Return how often pieces of each number took a trick; a rarely seen number takes the value of the one below."""
    shares: list[float] = []
    for this in range(8):
        shares.append(_share(rows[number == this][:, 8], shares[-1] if shares else 0.02))
    return tuple(shares)


def fit_zero(weights: Weights, rows: Rows) -> Weights:
    """Dangers of pieces to a zero contract and how lower ones cover them, by maximum likelihood."""
    zeros = rows[rows[:, 0] == 10]
    made, trump = zeros[:, 1], zeros[:, 2].astype(int)
    packed = zeros[:, 3:11].astype(int)
    pieces = np.stack([packed[:, face // 5] >> (3 * (face % 5)) & 7 for face in range(40)], axis=1)
    colour, number = np.divmod(np.arange(40), 8)
    same_colour = (trump // 6)[:, None] == colour
    same_number = (trump % 6 + 1)[:, None] == number
    kind = np.where(same_number, np.where(same_colour, 17, 16), np.where(same_colour, 8 + number, number))
    lower = np.zeros(pieces.shape)
    for face in range(40):
        lower[:, face] = 0 if face % 8 == 0 else lower[:, face - 1] + pieces[:, face - 1]
    cover = np.clip(lower, 0, 3).astype(int)
    table = weights.table
    start_at = (*table.plain_danger, *table.colour_danger, table.number_danger, table.twin_danger)
    place = np.log(np.array([*start_at, 1.0, weights.cover_one, weights.cover_two, weights.cover_three]))
    first, second = np.zeros(len(place)), np.zeros(len(place))
    for step in range(1, 400):
        slope = _zero_slope(place, pieces, kind, cover, made)
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        place = place + 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    danger, covers = np.exp(place[:18]).tolist(), np.minimum(np.exp(place[19:]), 1).tolist()
    table = replace(
        table,
        plain_danger=tuple(danger[:8]),
        colour_danger=tuple(danger[8:16]),
        number_danger=danger[16],
        twin_danger=danger[17],
    )
    return replace(weights, cover_one=covers[0], cover_two=covers[1], cover_three=covers[2], table=table)


def _zero_slope(place: Rows, pieces: Whole, kind: Whole, cover: Whole, made: Rows) -> Rows:
    """Slope of the mean log likelihood by the logs of the dangers and of what each cover leaves of a plain one."""
    # A second die of the same face counts as covered like the first: there are few.
    share = np.where(kind < 8, np.exp(place[18:])[cover], 1.0)
    danger = np.exp(place[:18])[kind] * share * pieces
    chance = np.clip(np.exp(-danger.sum(1)), 1e-6, 1 - 1e-6)
    by_sum = -made + (1 - made) * chance / (1 - chance)
    slope = np.zeros(len(place))
    np.add.at(slope, kind.ravel(), (danger * by_sum[:, None]).ravel())
    np.add.at(slope, 18 + cover[kind < 8], (danger * by_sum[:, None])[kind < 8])
    slope /= len(made)
    # A weak pull towards small dangers where a piece was hardly ever held; no cover means no cover.
    slope[:18] -= 0.0005 * (place[:18] + 4)
    slope[18] = 0.0
    return slope


def tune(trainer: Trainer, players: int, scale: float) -> Weights:
    """Return all stages for one number of players."""
    editions = [name for name in ("second", "second", "first") if (name, players) in pairs()]
    rules = [rules_bytes(ruleset(name, players)).hex() for name in editions]
    main, every = rules[0], ",".join(rules)
    deals, batches = int(1000 * scale), int(60 * scale)
    weights = start()

    def shown(stage: str) -> None:
        figures = trainer.duel(main, weights, None, int(1000 * scale), SEED)
        print(
            f"{players} players, {stage}: over random {figures[0]:+.2f} ± {figures[1]:.2f}, made {figures[2]:.2f}",
            flush=True,
        )

    weights = fit_odds(weights, trainer.gather(main, weights, deals, SEED + 1, 0.0))
    shown("first odds")
    weights = trainer.learn(every, weights, batches, 1000, 0.4, 0.2, 0.5, SEED + 2)
    shown("first weights")
    weights = fit_zero(weights, trainer.gather(main, weights, 4 * deals, SEED + 3, 0.3))
    weights = fit_odds(weights, trainer.gather(main, weights, deals, SEED + 4, 0.05))
    # Zero was tried with any hand so far. Now its chance is known, so it is compared with a die's target, whose
    # chance is rated too high before the play.
    pick = dict(zip(PICK, weights.pick, strict=True))
    worth = pick["target_worth"]
    pick |= {"zero_worth": 2.5 * worth, "take_zero": -7.0 * (players - 1) * 0.73 * worth, "late_zero": 0.0}
    weights = replace(weights, pick=tuple(pick.values()))
    weights = trainer.learn(every, weights, batches, 1000, 0.25, 0.1, 0.1, SEED + 5)
    shown("second weights")
    weights = fit_zero(weights, trainer.gather(main, weights, 4 * deals, SEED + 6, 0.2))
    weights = fit_odds(weights, trainer.gather(main, weights, deals, SEED + 7, 0.05))
    weights = trainer.learn(every, weights, batches, 1500, 0.1, 0.05, 0.0, SEED + 8)
    shown("last weights")
    if not all(map(isfinite, weights.flat())):
        raise SystemExit("the weights diverged; nothing was written")
    return parse(dumps(weights))


def main() -> None:
    """Tune, compare with the weights that are there, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=(3, 4, 5), action="append")
    parser.add_argument("--scale", type=float, default=1.0, help="how much to play in every stage")
    parser.add_argument("--write", action="store_true", help="replace the weights that the club player uses")
    options = parser.parse_args()
    commit = subprocess.run(
        [_found("git"), "rev-parse", "HEAD"], check=True, capture_output=True, text=True, cwd=HERE
    ).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(Path(folder))
        for players in options.players or (3, 4, 5):
            path = CLUB / f"weights-{players}.toml"
            weights = tune(trainer, players, options.scale)
            rules = rules_bytes(ruleset("second", players)).hex()
            figures = {
                "players": players,
                "over_random": trainer.duel(rules, weights, None, 2000, SEED + 9)[:2],
                "over_before": trainer.duel(rules, weights, parse(path.read_text()), 2000, SEED + 9)[:2]
                if path.exists()
                else None,
                "scale": options.scale,
                "seed": SEED,
                "commit": commit,
            }
            print(json.dumps(figures), flush=True)
            if options.write:
                head = f"# Written by tools/trainers/club.py --players {players} --scale {options.scale}"
                path.write_text(f"{head}\n# {json.dumps(figures)}\n\n{dumps(weights)}")


if __name__ == "__main__":
    main()
