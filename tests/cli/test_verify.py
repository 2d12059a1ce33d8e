"""`nokosu verify`: exit codes, the place of the first fault, what it says at the end."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nokosu.cli import main
from nokosu.record import encode
from tests.record import samples
from tests.record.samples import changed, match_of, record

GOOD = encode(record(match_of()))
WRONG = json.dumps(changed(record(match_of()), ("rounds", 0, "tricks", 4, "winner"), 0))
WRONG_SAID = "round 1, trick 5: rounds[0].tricks[4].winner: expected 2, found 0"


def nokosu(*arguments: str, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def file(folder: Path, *lines: str, name: str = "games.jsonl") -> str:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(path)


def test_true_records(tmp_path: Path) -> None:
    result = nokosu("verify", file(tmp_path, GOOD, encode(samples.served_record())))
    assert (result.exit_code, result.output) == (0, "2 records verified: all correct.\n")


def test_the_first_fault_of_each_bad_record(tmp_path: Path) -> None:
    games = file(tmp_path, GOOD, WRONG, "{}", GOOD, "", WRONG)
    result = nokosu("verify", games)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"{games}:2: {WRONG_SAID}",
        f"{games}:3: format: missing; every record has this key",
        f"{games}:5: empty line; expected one record per line",
        f"{games}:6: {WRONG_SAID}",
        "6 records verified: 4 wrong.",
    ]


def test_several_files_and_standard_input(tmp_path: Path) -> None:
    one, other = file(tmp_path, GOOD, name="one"), file(tmp_path, WRONG, name="other")
    result = nokosu("verify", one, "-", other, stdin=GOOD + "\n" + WRONG)
    assert result.output.splitlines() == [
        f"-:2: {WRONG_SAID}",
        f"{other}:1: {WRONG_SAID}",
        "4 records verified: 2 wrong.",
    ]


def test_a_file_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    result = nokosu("verify", str(tmp_path / "none"), str(tmp_path), file(tmp_path, WRONG))
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"Error: Cannot read {tmp_path / 'none'}: No such file or directory",
        f"Error: Cannot read {tmp_path}: Is a directory",
    ]
    assert WRONG_SAID in result.stdout


def test_where_nothing_could_be_read_nothing_is_called_true(tmp_path: Path) -> None:
    result = nokosu("verify", str(tmp_path / "none"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: Cannot read {tmp_path / 'none'}: No such file or directory\n"


@pytest.mark.parametrize("garbage", [b"\xff\xfe\n", b"[" * 100_000, b'"' + b"\xc3" * 50, b"NaN\n1\n"])
def test_garbage_is_named_and_nothing_breaks(garbage: bytes) -> None:
    result = nokosu("verify", "-", stdin=garbage)
    assert result.exit_code == 1
    assert all(line.startswith("-:") for line in result.output.splitlines()[:-1])


def test_without_a_file_the_command_says_how_it_is_used() -> None:
    assert nokosu("verify").exit_code == 2
    assert "FILE" in nokosu("verify").output


def test_nothing_to_verify_is_not_a_success(tmp_path: Path) -> None:
    for result in (nokosu("verify", file(tmp_path)), nokosu("verify", "-", stdin="")):
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("Error: Nothing to verify: no records in ")
