"""All trials, in the order in which they are done."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from nokosu.bots.chair import LOG
from nokosu.bots.check import manners, matches
from nokosu.bots.check.finding import Finding
from nokosu.locale import mark

Check = Callable[[list[str], int], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried (a message id), how, and whether there is no point in going on when it fails."""

    title: str
    check: Check
    needed: bool = False


TRIALS: Final = (
    Trial(mark("check.trial.greeting"), manners.greeting, needed=True),
    Trial(mark("check.trial.tables"), matches.every_table),
    Trial(mark("check.trial.long"), matches.long_match),
    Trial(mark("check.trial.full"), matches.full_table),
    Trial(mark("check.trial.additions"), manners.additions),
    Trial(mark("check.trial.no-limit"), manners.no_limit),
    Trial(mark("check.trial.end"), manners.the_end),
    Trial(mark("check.trial.no-record"), manners.no_record),
    Trial(mark("check.trial.lost-host"), manners.lost_host),
    Trial(mark("check.trial.strange"), manners.strange_lines),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A trial and what it found, each mistake once."""

    trial: Trial
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        return not any(finding.fault for finding in self.findings)


def check(command: list[str], move_ms: int) -> Iterator[Outcome]:
    """Put a program to every trial. One that is not even ready is not asked for more."""
    with _quiet():
        for trial in TRIALS:
            found: dict[str, Finding] = {}
            for finding in trial.check(command, move_ms):
                found.setdefault(finding.kind, finding)
            outcome = Outcome(trial, tuple(found.values()))
            yield outcome
            if trial.needed and not outcome.passed:
                return


@contextmanager
def _quiet() -> Iterator[None]:
    """The substitutions that a match logs are what the findings say better."""
    level = LOG.level
    LOG.setLevel(logging.ERROR)
    try:
        yield
    finally:
        LOG.setLevel(level)
