"""The bot protocol's host, with real programs: good ones play, every kind of bad one is replaced, none lives on."""

import json
import logging
import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nokosu.bots import registry
from nokosu.bots.base import Bot, BotError, BotFailure
from nokosu.bots.child_processes import kill_all
from nokosu.bots.cmd import CmdBot, make
from nokosu.bots.log import MOST_LOG
from nokosu.bots.play import play_match
from nokosu.bots.random import RandomBot
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.record.codec import encode
from nokosu.record.model import Record
from nokosu.record.position import position_of
from nokosu.record.position_reader import parse_position
from nokosu.record.verify import verify
from nokosu.wire.views import view_to_json
from tests.builders import random_match, rules

PROGRAMS = Path(__file__).parent / "programs"
SEED = seed_from_number(1)
RULES = rules(3, rounds=1)
PATIENT_MS = 30_000
"""Long enough for a program on a busy machine; no test waits for it to pass."""


def program(name: str, *arguments: str) -> str:
    return shlex.join([sys.executable, str(PROGRAMS / f"{name}.py"), *arguments])


def against_random(bot: Bot, move_ms: int | None = PATIENT_MS) -> Record:
    record = play_match(RULES, SEED, [bot, RandomBot(), RandomBot()], move_ms=move_ms)
    assert verify(record) is None
    return record


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children() -> set[int]:
    """Processes whose parent is this one, zombies too."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = stat.parent.name, stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(rest[1]) == os.getpid():
            found.add(int(pid))
    return found


def open_files() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    processes, descriptors = children(), open_files()
    yield
    assert children() == processes
    assert open_files() == descriptors


def test_a_good_program_plays_a_whole_match_and_is_told_the_record(capfd: pytest.CaptureFixture[str]) -> None:
    record = against_random(make(program("good")))
    assert record.substitutions is None
    assert (record.seats[0].name, record.seats[0].bot) == ("good 1.0", "cmd")
    end = json.loads(capfd.readouterr().err.removeprefix("end "))
    assert end == {"type": "end", "record": json.loads(encode(record))}


def test_where_deals_are_played_again_the_record_is_not_told(capfd: pytest.CaptureFixture[str]) -> None:
    bots = [make(program("good")), RandomBot(), RandomBot()]
    play_match(RULES, SEED, bots, move_ms=PATIENT_MS, reveal=False)
    assert json.loads(capfd.readouterr().err.removeprefix("end ")) == {"type": "end", "record": None}


def test_a_record_never_holds_a_command_line() -> None:
    record = against_random(make(program("good")))
    assert "good.py" not in encode(record)


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("illegal", "illegal"),
        ("garbage", "garbage"),
        ("list", "garbage"),
        ("no-action", "garbage"),
        ("true-id", "garbage"),
        ("not-utf8", "garbage"),
        ("deep", "garbage"),
        ("huge-number", "garbage"),
        ("floods", "garbage"),
        ("wrong-id", "wrong-id"),
        ("dies", "died"),
        ("closes", "died"),
    ],
)
def test_a_bad_program_is_replaced_and_the_match_goes_on(kind: str, why: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "nokosu.bots"):
        record = against_random(make(program("misbehaves", kind)))
    assert record.substitutions is not None
    (substitution,) = record.substitutions
    # Its third question is its third pick: the seat left of the dealer is 0, the others have picked twice.
    dealer = record.rounds[0].dealer
    turn = (0 - dealer - 1) % 3
    assert (substitution.seat, substitution.round, substitution.decision) == (0, 0, 6 + turn)
    assert (substitution.by, substitution.why) == (registry.fallback_name(), why)
    assert f"{kind} is replaced by {registry.fallback_name()}: {why}: " in caplog.text


@pytest.mark.parametrize("kind", ["slow", "half"])
def test_a_late_program_is_replaced(kind: str) -> None:
    record = against_random(make(program("misbehaves", kind)), move_ms=1000)
    assert record.substitutions is not None
    assert [entry.why for entry in record.substitutions] == ["timeout"]


def test_what_a_program_started_ends_with_it(capfd: pytest.CaptureFixture[str]) -> None:
    against_random(make(program("misbehaves", "child")))
    grandchild = int(capfd.readouterr().err.split()[0])
    assert not is_running(grandchild)


def test_a_program_that_ignores_the_end_is_ended(capfd: pytest.CaptureFixture[str]) -> None:
    record = against_random(make(program("ignores_end")))
    assert record.substitutions is None
    # Its name is shown at tables: one line, no control characters, not too long.
    assert record.seats[0].name == ("[31m" + "guest" * 40)[:40]
    assert not is_running(int(capfd.readouterr().err.split()[0]))


def test_a_programs_log_is_passed_on_up_to_a_limit(capfd: pytest.CaptureFixture[str]) -> None:
    record = against_random(make(program("logs")))
    assert record.substitutions is None
    logged = capfd.readouterr().err
    assert logged.startswith("x" * 4095 + "\n")
    assert logged.count("x") < MOST_LOG
    assert logged.endswith(f"(the program wrote more than {MOST_LOG} bytes to standard error; the rest was dropped)\n")


def test_a_program_that_only_logs_is_late_all_the_same() -> None:
    record = against_random(make(program("misbehaves", "logs")), move_ms=1000)
    assert record.substitutions is not None
    assert [entry.why for entry in record.substitutions] == ["timeout"]


def test_a_host_that_must_go_takes_its_programs_along() -> None:
    bot = CmdBot(shlex.split(program("ignores_end")))
    bot.start(0, RULES, PATIENT_MS)
    kill_all()
    match = Match.start(RULES, SEED)
    with pytest.raises(BotFailure, match="it ended with exit code -9"):
        bot.choose(view(match, match.to_act), Stream(SEED))


@pytest.mark.parametrize("kind", ["silent", "other", "garbage", "ends"])
def test_a_program_that_is_not_ready_never_plays(kind: str) -> None:
    bot = CmdBot(shlex.split(program("never_ready", kind)), ready_seconds=0.5 if kind == "silent" else 30)
    record = against_random(bot)
    assert record.substitutions is not None
    (substitution,) = record.substitutions
    assert (substitution.why, record.seats[0].name) == ("not-ready", "cmd")
    assert substitution.decision == (0 - record.rounds[0].dealer - 1) % 3


def test_a_command_that_is_not_there_never_plays() -> None:
    record = against_random(make("/no/such/program --at all"))
    assert record.substitutions is not None
    assert [entry.why for entry in record.substitutions] == ["died"]


def test_a_bot_that_was_not_started_is_no_player() -> None:
    match = Match.start(RULES, SEED)
    with pytest.raises(BotFailure, match="not running"):
        make("true").choose(view(match, match.to_act), Stream(SEED))


@pytest.mark.parametrize(("line", "message"), [("", "command line"), ("'unclosed", "Cannot parse")])
def test_a_command_line_that_is_none_is_refused(line: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        registry.make(f"cmd:{line}")


def test_five_programs_and_a_bad_one_at_a_table_for_five() -> None:
    bots = [make(program("good")) for _ in range(4)] + [make(program("misbehaves", "dies"))]
    record = play_match(rules(5, rounds=1), SEED, bots, move_ms=PATIENT_MS)
    assert verify(record) is None
    assert record.substitutions is not None
    assert [entry.seat for entry in record.substitutions] == [4]


def test_a_program_is_asked_about_a_position_in_one_line() -> None:
    """A bot's author can try a single decision: the view of the text is the view of the match."""
    match = random_match(RULES, 25)
    assert match.to_act is not None
    seen = view(match, match.to_act)
    asked = parse_position(str(position_of(seen))).seen
    assert view_to_json(asked) == view_to_json(seen)
    bot = CmdBot(shlex.split(program("good")))
    bot.start(match.to_act, RULES, PATIENT_MS)
    assert bot.choose(asked, Stream(SEED)) in (seen.legal or ())
    bot.close(None)
