"""Each trial of bot-check has a planted mistake that it finds, and finds nothing in a program without one."""

import random
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from nokosu.bots.check import manners, matches, talk
from nokosu.bots.check.candidate import Candidate
from nokosu.bots.check.trials import TRIALS, Check
from nokosu.bots.check.trials import check as all_trials
from nokosu.core.actions import Action, Pass
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View

PROGRAMS = Path(__file__).parent / "programs"
MOVE_MS = 20_000


def program(words: str) -> list[str]:
    return [sys.executable, *f"{PROGRAMS}/{words}".split()]


def found(check: Check, words: str, move_ms: int = MOVE_MS) -> list[str]:
    """What a trial says against a program; advice is marked."""
    findings = list(check(Candidate.program(program(words)), move_ms))
    return [finding.text if finding.fault else f"advice: {finding.text}" for finding in findings]


PLANTED: list[tuple[Check, str, str]] = [
    (manners.greeting, "breaks_rules.py banner", "It did not get ready"),
    (manners.greeting, "breaks_rules.py talks", "It wrote a line without being asked: b'thinking...'"),
    (manners.greeting, "never_ready.py other", "it answered hello with"),
    (matches.every_table, "breaks_rules.py declares", "during the declarations; legal actions: pass"),
    (matches.long_match, "breaks_rules.py twentieth", "round 20, during the draft"),
    (matches.full_table, "breaks_rules.py shares {file}", "It did not get ready"),
    (manners.additions, "breaks_rules.py counts", "Wrong id: it answered 1 when asked 1000003"),
    (manners.additions, "breaks_rules.py twice", "Wrong id"),
    (manners.additions, "breaks_rules.py fields", "It exited: it ended with exit code 2"),
    (manners.additions, "misbehaves.py garbage", "is not JSON"),
    (manners.additions, "misbehaves.py list", "is not an object"),
    (manners.additions, "misbehaves.py no-action", "Illegal action: None"),
    (manners.no_limit, "breaks_rules.py null-limit", "It exited: it ended with exit code 1"),
    (manners.the_end, "ignores_end.py", "It does not exit after end"),
    (manners.the_end, "breaks_rules.py answers-end", "It answered end, which needs no answer"),
    (manners.no_record, "ignores_end.py", "It does not exit after an end whose record is null"),
    (manners.no_record, "breaks_rules.py null-record", "It exited with code 1 when the record in end was null"),
    (manners.lost_host, "breaks_rules.py lives-on", "advice: It keeps running when its input is closed"),
    (manners.strange_lines, "good.py", "advice: It failed on the line ''"),
]


@pytest.mark.parametrize(("check", "words", "said"), PLANTED, ids=[words for _, words, _ in PLANTED])
def test_a_planted_mistake_is_found_and_named(check: Check, words: str, said: str, tmp_path: Path) -> None:
    said_of_it = found(check, words.format(file=tmp_path / "lock"))
    assert any(said in text for text in said_of_it), said_of_it


def test_every_trial_has_a_planted_mistake() -> None:
    planted = {check for check, _, _ in PLANTED} | {check for check, _, _ in PLANTED_IN_PACKAGES}
    assert {trial.check for trial in TRIALS} == planted


def test_a_late_answer_is_found() -> None:
    (said,) = found(matches.long_match, "misbehaves.py slow", move_ms=100)[:1]
    assert "It is too slow: no answer within 0.1 seconds. Does it flush standard output after every line?" in said


def test_an_answer_in_the_last_moment_is_worth_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_HURRIED", 0.0)
    (said,) = found(matches.long_match, "good.py")
    assert "advice: Its slowest answer took" in said


def test_a_program_that_never_flushes_is_found_whatever_our_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setattr(talk, "READY_SECONDS", 2.0)
    (said,) = found(manners.greeting, "never_flushes.py")
    assert "It did not get ready: timeout: no answer within 2 seconds" in said


class First:
    """A bot as a package brings it; `odd` is what its class does wrong."""

    name = "first"

    def choose(self, view: View, stream: Stream) -> Action:  # noqa: ARG002  (the protocol's)
        assert view.legal
        return self.odd(view.legal)

    def odd(self, legal: tuple[Action, ...]) -> Action:
        return legal[0]


class Raises(First):
    def odd(self, legal: tuple[Action, ...]) -> Action:
        raise KeyError(legal)


class Illegal(First):
    def odd(self, legal: tuple[Action, ...]) -> Action:  # noqa: ARG002  (the base's)
        return Pass()


class Chancy(First):
    def odd(self, legal: tuple[Action, ...]) -> Action:
        return random.choice(legal)


class FailsToClose(First):
    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:  # noqa: ARG002  (the protocol's)
        return self.name

    def close(self, record: Mapping[str, object] | None) -> None:  # noqa: ARG002  (the same)
        raise OSError("full")


class FailsToStart(FailsToClose):
    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:  # noqa: ARG002  (the same)
        raise RuntimeError("no weights")

    def close(self, record: Mapping[str, object] | None) -> None:
        pass


PLANTED_IN_PACKAGES: list[tuple[Check, type[First], str]] = [
    (matches.every_table, Raises, "It raised KeyError: "),
    (matches.long_match, Illegal, "Illegal action: Pass() is not legal here"),
    (matches.full_table, FailsToStart, "It raised RuntimeError: no weights"),
    (matches.full_table, FailsToClose, "It raised OSError: full"),
    (matches.repeated, Chancy, "The same round went differently"),
]


@pytest.mark.parametrize(
    ("check", "kind", "said"), PLANTED_IN_PACKAGES, ids=[k.__name__ for _, k, _ in PLANTED_IN_PACKAGES]
)
def test_a_planted_mistake_of_a_package_is_found_and_named(check: Check, kind: type[First], said: str) -> None:
    findings = list(check(Candidate(kind), MOVE_MS))
    assert any(said in finding.text for finding in findings), findings


def test_a_package_without_a_mistake_passes_and_is_asked_nothing_about_pipes() -> None:
    outcomes = list(all_trials(Candidate(First), MOVE_MS))
    assert [outcome.findings for outcome in outcomes] == [()] * 4
