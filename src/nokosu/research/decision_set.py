"""A fixed set of a million decisions by the strongest bots (`nokosu decisions`).

Every round follows from its number alone: the deal, the bots in the seats and their choices. So any number of processes
on any number of machines can make parts of the set, in any order, and the same bytes come out.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from nokosu import editions
from nokosu.arena.processes import ArenaError, spread
from nokosu.bots.base import Bot
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import Stream, seed_from_number
from nokosu.locale import t
from nokosu.record.codec import encode
from nokosu.record.data import records
from nokosu.record.model import RecordedRound

SEED: Final = 2026
PLAYERS: Final = 4
BOTS: Final = ("champion:32", "champion:32", "neural", "search:1000")
"""Each seat draws one of these, so the champion plays in half of the seats."""
PARTS: Final = 460
ROUNDS_PER_PART: Final = 32
"""14,720 rounds with 68 decisions each: a little more than a million."""
CHECKED: Final = 8
"""One round of so many parts is played again before the set grows: other code may have made them."""


@cache
def _bot(spec: str) -> Bot:
    return make(spec)


def play_round(number: int, bots: Sequence[str] = BOTS) -> str:
    """Play a round of the set and return its record line."""
    seed = seed_from_number(SEED, "decisions", number)
    draw = Stream(seed, "seats")
    seated = [_bot(draw.choice(bots)) for _ in range(PLAYERS)]
    record = play_match(editions.ruleset(editions.DEFAULT, PLAYERS, rounds=1), seed, seated, reveal=False)
    if record.substitutions:
        raise ArenaError(t("decisions.failed", round=number))
    return encode(record)


@dataclass(frozen=True, slots=True)
class DecisionSet:
    """The set in a folder, one file per part."""

    folder: Path
    parts: int = PARTS
    rounds: int = ROUNDS_PER_PART
    bots: tuple[str, ...] = BOTS

    def file_of(self, part: int) -> Path:
        return self.folder / "parts" / f"{part:04}.jsonl"

    def finished(self) -> list[int]:
        """Return the parts that the folder has. A file that was cut off while it was copied does not count."""
        return [part for part in range(self.parts) if self._is_complete(self.file_of(part))]

    def _is_complete(self, file: Path) -> bool:
        return file.exists() and file.read_bytes().count(b"\n") == self.rounds

    def play(self, part: int) -> int:
        """Play a part; its file appears when it is complete."""
        lines = (play_round(part * self.rounds + index, self.bots) for index in range(self.rounds))
        file = self.file_of(part)
        growing = file.with_name(f"{file.name}.{os.getpid()}.part")
        growing.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
        growing.replace(file)
        return part

    def check(self, finished: Sequence[int]) -> None:
        """Play the first round of some finished parts again, and compare."""
        for part in finished[:: -(-len(finished) // CHECKED) or 1]:
            with self.file_of(part).open(encoding="utf-8") as file:
                if file.readline().rstrip("\n") != play_round(part * self.rounds, self.bots):
                    raise ArenaError(t("decisions.other-code", file=str(self.file_of(part))))

    def grow(self, share: range, jobs: int, seconds: float = float("inf")) -> Iterator[int]:
        """Play the missing parts of a share of the set, and yield how many are left; begin none after some time."""
        for bot in self.bots:
            make(bot)  # what cannot be made is refused before anything is played
        self.file_of(0).parent.mkdir(parents=True, exist_ok=True)
        finished = self.finished()
        self.check(finished)
        missing = [part for part in share if part not in set(finished)]
        end = time.monotonic() + seconds
        in_time = (part for part in missing if time.monotonic() < end)
        for done, _ in enumerate(spread(self.play, in_time, jobs), 1):
            yield len(missing) - done

    def lines(self) -> Iterator[str]:
        """Read the record lines of the whole set in order; every part has to be there."""
        for part in range(self.parts):
            yield from self.file_of(part).read_text("utf-8").splitlines()


def summary(file: Path) -> dict[str, object]:
    """Count the rounds and decisions in a file of records, and each bot's points per round."""
    rounds, decisions, seats, points = 0, Counter[str](), Counter[str](), Counter[str]()
    for record in records(file):
        bots = [seat.bot or "" for seat in record.seats]
        for played in record.rounds:
            rounds += 1
            decisions.update(bots[seat] for seat in _deciding(played, len(bots)))
            seats.update(bots)
            for bot, own in zip(bots, played.scores or (), strict=True):
                points[bot] += own
    per_bot = {
        bot: {"decisions": decisions[bot], "points": round(points[bot] / seats[bot], 2)} for bot in sorted(seats)
    }
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return {"rounds": rounds, "decisions": decisions.total(), "sha256": digest, "bots": per_bot}


def _deciding(played: RecordedRound, players: int) -> Iterator[int]:
    """Yield the seat of every decision in a round."""
    yield from (turn.seat for turn in played.draft or ())
    yield from (saying.seat for saying in played.declarations or ())
    for trick in played.tricks or ():
        yield from ((trick.leader + place) % players for place in range(len(trick.plays)))
