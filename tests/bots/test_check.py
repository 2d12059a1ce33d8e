"""Each trial of bot-check has a planted mistake that it finds, and finds nothing in a program without one."""

import sys
from pathlib import Path

import pytest

from nokosu.bots.check import manners, matches
from nokosu.bots.check.trials import TRIALS, Check

PROGRAMS = Path(__file__).parent / "programs"
MOVE_MS = 20_000


def program(words: str) -> list[str]:
    return [sys.executable, *f"{PROGRAMS}/{words}".split()]


def found(check: Check, words: str, move_ms: int = MOVE_MS) -> list[str]:
    """What a trial says against a program; advice is marked."""
    findings = list(check(program(words), move_ms))
    return [finding.text if finding.fault else f"advice: {finding.text}" for finding in findings]


PLANTED: list[tuple[Check, str, str]] = [
    (manners.greeting, "breaks_rules.py banner", "It does not get ready"),
    (manners.greeting, "breaks_rules.py talks", "It talks without being asked: b'thinking...'"),
    (manners.greeting, "never_ready.py other", "it answered hello with"),
    (matches.every_table, "breaks_rules.py declares", "in the declarations, with the choice of pass"),
    (matches.long_match, "breaks_rules.py twentieth", "round 20, in the draft"),
    (matches.full_table, "breaks_rules.py shares {file}", "It does not get ready"),
    (manners.additions, "breaks_rules.py counts", "The id is wrong: it answered 1 when asked 1000003"),
    (manners.additions, "breaks_rules.py twice", "The id is wrong"),
    (manners.additions, "breaks_rules.py fields", "It is gone: it ended with exit code 2"),
    (manners.additions, "misbehaves.py garbage", "is no JSON"),
    (manners.additions, "misbehaves.py list", "is no object"),
    (manners.additions, "misbehaves.py no-action", "The action is not allowed: None"),
    (manners.no_limit, "breaks_rules.py null-limit", "It is gone: it ended with exit code 1"),
    (manners.the_end, "ignores_end.py", "It does not exit after end"),
    (manners.the_end, "breaks_rules.py answers-end", "It answers end, which has no answer"),
    (manners.no_record, "ignores_end.py", "It does not exit after an end whose record is null"),
    (manners.no_record, "breaks_rules.py null-record", "It ends with exit code 1 where the record in end is null"),
    (manners.lost_host, "breaks_rules.py lives-on", "advice: It lives on when its input is closed"),
    (manners.strange_lines, "good.py", "advice: It does not get over the line ''"),
]


@pytest.mark.parametrize(("check", "words", "said"), PLANTED, ids=[words for _, words, _ in PLANTED])
def test_a_planted_mistake_is_found_and_named(check: Check, words: str, said: str, tmp_path: Path) -> None:
    said_of_it = found(check, words.format(file=tmp_path / "lock"))
    assert any(said in text for text in said_of_it), said_of_it


def test_every_trial_has_a_planted_mistake() -> None:
    assert {trial.check for trial in TRIALS} == {check for check, _, _ in PLANTED}


def test_a_late_answer_is_found() -> None:
    (said,) = found(matches.long_match, "misbehaves.py slow", move_ms=100)[:1]
    assert "It is late: no answer within 0.1 seconds. Does it flush standard output after every line?" in said


def test_an_answer_in_the_last_moment_is_worth_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_HURRIED", 0.0)
    (said,) = found(matches.long_match, "good.py")
    assert "advice: Its slowest answer took" in said
