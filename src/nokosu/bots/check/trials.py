"""All trials, in the order in which they are done."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from nokosu.bots.bot_seat import LOG
from nokosu.bots.check import manners, matches
from nokosu.bots.check.candidate import Candidate
from nokosu.bots.check.finding import Finding
from nokosu.locale import mark

Check = Callable[[Candidate, int], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial: its message id, its function, and whether a failure ends the check."""

    title: str
    check: Check
    needed: bool = False
    programs: bool = False
    """Only for programs: it is about the protocol."""
    packages: bool = False
    """Only for bots of packages: a program has its own chance."""


TRIALS: Final = (
    Trial(mark("check.trial.greeting"), manners.greeting, needed=True, programs=True),
    Trial(mark("check.trial.tables"), matches.every_table),
    Trial(mark("check.trial.long"), matches.long_match),
    Trial(mark("check.trial.full"), matches.full_table),
    Trial(mark("check.trial.repeated"), matches.repeated, packages=True),
    Trial(mark("check.trial.additions"), manners.additions, programs=True),
    Trial(mark("check.trial.no-limit"), manners.no_limit, programs=True),
    Trial(mark("check.trial.end"), manners.the_end, programs=True),
    Trial(mark("check.trial.no-record"), manners.no_record, programs=True),
    Trial(mark("check.trial.lost-host"), manners.lost_host, programs=True),
    Trial(mark("check.trial.strange"), manners.strange_lines, programs=True),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A trial and what it found, each mistake once."""

    trial: Trial
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        return not any(finding.fault for finding in self.findings)


def check(candidate: Candidate, move_ms: int) -> Iterator[Outcome]:
    """Run every trial on a bot. If a program never gets ready, the rest are skipped."""
    with _quiet():
        for trial in TRIALS:
            if trial.packages if candidate.command else trial.programs:
                continue
            found: dict[str, Finding] = {}
            for finding in trial.check(candidate, move_ms):
                found.setdefault(finding.kind, finding)
            outcome = Outcome(trial, tuple(found.values()))
            yield outcome
            if trial.needed and not outcome.passed:
                return


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the log of substitutions: the findings report the same more clearly."""
    level = LOG.level
    LOG.setLevel(logging.ERROR)
    try:
        yield
    finally:
        LOG.setLevel(level)
