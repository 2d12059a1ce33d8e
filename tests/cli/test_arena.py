"""`nokosu arena`: what it prints, what it refuses, and that it goes on after being killed."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from nokosu.locale import in_language, languages
from tests.cli import commands
from tests.cli.commands import in_json, nokosu, refused

BOTS = ("--bot", "club", "--bot", "random")
QUICK = ("arena", *BOTS, "--players", "3", "--jobs", "1")


def results(*arguments: str) -> dict[str, object]:
    return in_json(*QUICK, *arguments)


def test_json_has_a_pair_for_each_order_with_its_interval() -> None:
    found = results("--rounds", "30", "--seed", "4")
    assert (found["edition"], found["players"], found["seeds"]) == ("second", 3, {"seed": 4, "deals": [0, 10]})
    assert len(str(found["digest"])) == 64
    pairs = found["pairs"]
    assert isinstance(pairs, list)
    assert [(pair["a"], pair["b"]) for pair in pairs] == [("club", "random"), ("random", "club")]
    for pair in pairs:
        assert pair["low"] < pair["margin"] < pair["high"]
        assert pair["rounds"] == 30
        assert pair["ms_a"] > 0
        assert pair["ms_b"] > 0
    assert pairs[0]["low"] > 0, "club is better than random"
    assert pairs[1]["high"] < 0, "and random is worse than club"


def test_the_same_seed_gives_the_same_numbers_and_records(tmp_path: Path) -> None:
    def timeless(run: str, *more: str) -> tuple[object, str]:
        file = tmp_path / run
        pairs = results("--rounds", "12", "--records", str(file), *more)["pairs"]
        assert isinstance(pairs, list)
        return [{k: v for k, v in pair.items() if not k.startswith("ms_")} for pair in pairs], file.read_text("utf-8")

    assert timeless("one") == timeless("two")
    assert timeless("one")[1] != timeless("three", "--seed", "2")[1]
    checked = nokosu("verify", str(tmp_path / "one"))
    assert checked.exit_code == 0
    assert "24 records" in checked.stdout


def test_a_table_for_people() -> None:
    done = nokosu(*QUICK, "--rounds", "3")
    assert done.exit_code == 0
    assert "Arena: second, 3 players, seed 1" in done.stdout
    assert "club" in done.stdout


def test_a_plot(tmp_path: Path) -> None:
    file = tmp_path / "margins.svg"
    assert nokosu(*QUICK, "--rounds", "6", "--plot", str(file)).exit_code == 0
    assert "<svg" in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bot", "random"), "two bots"),
        (("--bot", "random", "--bot", "my bot=club"), "write NAME=BOT with a name of 1 to 16 letters"),
        (("--bot", "random", "--bot", "mine="), "write NAME=BOT"),
        (("--bot", "x=random", "--bot", "x=club"), "listed twice"),
        (("--bot", "x=club", "--bot", "y=club"), "listed twice"),
        ((*BOTS, "--until-sure", "0"), "--until-sure"),
        ((*BOTS, "--until-sure", "--error-rate", "0.5"), "--error-rate"),
        (("--bot", "random", "--bot", "random"), "listed twice"),
        (("--bot", "random", "--bot", "nobody"), "Unknown bot 'nobody'"),
        (("--bot", "random", "--bot", "greedy", "--players", "9"), "9"),
        (("--bot", "random", "--bot", "greedy", "--edition", "none"), "none"),
        (("--bot", "random", "--bot", "greedy", "--rounds", "0"), "--rounds"),
        (("--bot", "random", "--bot", "greedy", "--rounds", "9" * 30), "--rounds"),
        ((*BOTS, "--rounds", "3", "--jobs", "1", "--resume", "/dev/full"), "/dev/full does not contain arena results"),
        ((*BOTS, "--rounds", "3", "--jobs", "1", "--resume", "/dev/null"), "/dev/null does not contain arena results"),
        ((*BOTS, "--rounds", "3", "--jobs", "1", "--records", "/dev/full"), "Cannot write /dev/full: No space"),
        (
            ("--bot", "random", "--bot", "greedy", "--rounds", "3", "--jobs", "1", "--plot", "/no/where.svg"),
            "where.svg",
        ),
        (("--bot", "random", "--bot", "greedy", "--rounds", "3", "--jobs", "1", "--resume", "/no/where"), "/no/where"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("arena", *arguments)


@pytest.mark.parametrize("text", ["notes\n", '{"format":"nokosu-record/1"}\n', '{"format":"nokosu-arena-results/2",'])
def test_a_file_of_something_else_is_not_added_to(text: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text, "utf-8")
    assert "does not contain arena results" in refused(*QUICK, "--resume", str(file))
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize("text", ["", '{"format":"nokosu-are'])
def test_a_file_without_a_whole_line_is_added_to(text: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text, "utf-8")
    results("--rounds", "3", "--resume", str(file))
    assert file.read_text("utf-8").splitlines()[-1].endswith("}")


@pytest.mark.parametrize("name", ["margins.xyz", "margins", "margins.", ".svg"])
def test_a_plot_that_cannot_be_drawn_is_refused_before_a_round_is_played(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    said = refused(*QUICK, "--rounds", "3", "--plot", str(file))
    assert f"Cannot plot to {file}: the name must end in one of " in said
    assert " svg" in said


@pytest.mark.parametrize("options", [("--records", "--resume"), ("--resume", "--plot"), ("--records", "--plot")])
def test_one_file_for_two_things_is_refused(options: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "one.svg"
    again = tmp_path / "there" / ".." / "one.svg"
    (tmp_path / "there").mkdir()
    assert "must name different files" in refused(*QUICK, options[0], str(file), options[1], str(again))
    assert not file.exists()


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "[::1]:{port}", "127.0.0.1:70000"])
def test_a_cluster_that_does_not_answer_is_told_of_at_once(address: str) -> None:
    with socket.socket() as unheard:
        # Bound, and nobody listens.
        unheard.bind(("127.0.0.1", 0))
        named = address.format(port=unheard.getsockname()[1])
        assert f"Found no Ray cluster at {named}: " in refused(*QUICK, "--ray", named)


FAILING = ("arena", "--bot", "random", "--bot", "cmd:false", "--players", "3", "--rounds", "1", "--jobs", "1")


def test_a_bot_that_fails_is_named_and_its_margin_is_no_result() -> None:
    """It was +15.1 once: the margin of the bot that played on."""
    done = nokosu(*FAILING)
    assert done.exit_code == 0
    assert "cmd:false failed in 9 of 9 seats (not-ready 9); another bot finished those rounds." in done.stderr
    assert "has no margin" in done.stderr
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith(("random", "cmd:"))]
    assert [(row[0], row[1:3], row[-2]) for row in rows[:2]] == [
        ("random", ["no", "result"], "0"),
        ("cmd:false", ["no", "result"], "100"),
    ]
    assert [(row[2:4], row[-2]) for row in rows[2:]] == [(["no", "result"], "100")] * 2
    for pair in json.loads(nokosu(*FAILING, "--json").stdout)["pairs"]:
        assert (pair["margin"], pair["low"], pair["high"]) == (None, None, None)
        assert pair["failures_a"] + pair["failures_b"] == pair["rounds"] * (1 if pair["a"] == "cmd:false" else 2)
        assert {"not-ready": 3} in (pair["why_a"], pair["why_b"]) or {"not-ready": 6} in (pair["why_a"], pair["why_b"])


def test_a_plot_of_failures_alone_is_empty(tmp_path: Path) -> None:
    file = tmp_path / "margins.svg"
    assert nokosu(*FAILING, "--plot", str(file)).exit_code == 0
    assert "cmd:false" not in file.read_text("utf-8")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("bots", [BOTS, ("--bot", "random", "--bot", "cmd:false")])
def test_the_table_fits_the_terminal(columns: int, bots: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "WIDE", str(columns))
    shown = nokosu("arena", *bots, "--players", "3", "--rounds", "3", "--jobs", "1").stdout
    assert max(map(len, shown.splitlines())) <= columns
    assert "…" not in shown
    for heading in ("Strength", "Margin", "Made", "Zero made", "Rounds", "p95"):
        assert heading in shown


LONG = ("--bot=random", *(f"--bot=search:{number},uniform,endgame=0" for number in (1, 2)))


@pytest.mark.parametrize("language", languages())
def test_tables_with_long_names_have_80_columns(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "WIDE", "80")
    with in_language(language):
        shown = nokosu("arena", *LONG, "--players=3", "--rounds=3", "--jobs=1").stdout.splitlines()
    assert max(map(cell_len, shown)) <= 80
    assert not any(" · " in line for line in shown), "tables, not paragraphs"
    assert {line[:16].strip() for line in shown if line.startswith("s")} == {"search:1,uni… 2", "search:2,uni… 3"}


def test_a_bot_can_have_a_short_name() -> None:
    table = ("--players", "3", "--rounds", "3", "--jobs", "1")
    named = ("--bot", "club", "--bot", "mine=cmd:false")
    shown = nokosu("arena", *named, *table)
    assert re.search(r"^mine +no result", shown.stdout, re.MULTILINE)
    assert "mine failed in 9 of 9 seats" in shown.stderr
    found = in_json("arena", *named, *table)
    assert (found["bots"], found["names"]) == (["club", "cmd:false"], ["club", "mine"])
    assert isinstance(found["pairs"], list)
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [("club", "mine"), ("mine", "club")]


def test_a_name_changes_nothing_that_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    results("--rounds", "3", "--resume", str(file))
    before = file.read_bytes()
    renamed = ("arena", "--bot", "c=club", "--bot", "r=random", "--players", "3", "--jobs", "1", "--rounds", "3")
    assert nokosu(*renamed, "--resume", str(file)).exit_code == 0
    assert file.read_bytes() == before


def test_an_equals_sign_in_an_argument_is_not_a_name() -> None:
    table = ("--bot", "search:1,endgame=0", "--bot", "random", "--players", "3", "--rounds", "3", "--jobs", "1")
    assert in_json("arena", *table)["names"] == ["search:1,endgame=0", "random"]


def test_the_ranking_puts_the_better_bot_first() -> None:
    found = in_json("arena", "--bot", "random", "--bot", "club", "--players", "3", "--rounds", "30", "--jobs", "1")
    assert isinstance(found["ranking"], list)
    first, second = found["ranking"]
    assert (first["bot"], second["bot"]) == ("club", "random")
    assert first["low"] < first["strength"] < first["high"]
    assert first["strength"] == -second["strength"]


def test_until_it_is_sure() -> None:
    done = nokosu(*QUICK, "--until-sure")
    assert "Smallest difference that matters: 1 per round." in done.stdout
    assert "club is better than random (sure after 180 rounds)." in done.stdout
    found = results("--until-sure", "2.5", "--rounds", "3", "--error-rate", "0.1")["until_sure"]
    assert isinstance(found, dict)
    assert (found["points"], found["alpha"], found["beta"]) == (2.5, 0.1, 0.1)
    assert [(test["verdict"], test["deals"]) for test in found["tests"]] == [("open", 1)]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_answer_does_not_depend_on_the_number_of_processes(jobs: str) -> None:
    done = nokosu("arena", "--bot=greedy", "--bot=random", "--players=3", "--until-sure", "--jobs", jobs, "--json")
    (test,) = json.loads(done.stdout)["until_sure"]["tests"]
    assert (test["verdict"], test["deals"], test["difference"]) == ("better", 30, 3.9667)


def program(file: Path, index: int) -> str:
    """A program that always takes the legal action with this index."""
    good = (Path(__file__).parents[1] / "bots/programs/good.py").read_text("utf-8")
    file.write_text(good.replace('["legal"][0]', f'["legal"][{index}]'), "utf-8")
    return f"cmd:{sys.executable} {file}"


def test_a_changed_program_is_played_again(tmp_path: Path) -> None:
    resume = ("--resume", str(tmp_path / "results.jsonl"))
    table = ("--players", "3", "--rounds", "3", "--jobs", "1", "--json")

    def margins(index: int, *more: str) -> tuple[list[object], str]:
        spec = program(tmp_path / "bot.py", index)
        done = nokosu("arena", "--bot", "random", "--bot", spec, *table, *more)
        assert done.exit_code == 0, done.stderr
        said = [line for line in done.stderr.splitlines() if not line.startswith("end ")]
        return [pair["margin"] for pair in json.loads(done.stdout)["pairs"]], "\n".join(said)

    first, said = margins(0, *resume)
    assert said == ""
    assert margins(0, *resume) == (first, "")
    other, said = margins(-1, *resume)
    assert other == margins(-1)[0] != first
    assert said.startswith("2 results in ")
    assert "come from other code, rules or programs and are played again." in said
    assert margins(-1, *resume, "--bot-version", "2")[1] == said
    assert margins(-1, *resume, "--bot-version", "2")[1] == ""
    assert margins(0, *resume) == (first, "")


def test_records_added_to_a_finished_run_are_said_to_be_played(tmp_path: Path) -> None:
    file, records = tmp_path / "results.jsonl", tmp_path / "records.jsonl"
    resumed = (*QUICK, "--rounds", "3", "--resume", str(file))
    assert nokosu(*resumed).stderr == ""
    said = nokosu(*resumed, "--records", str(records)).stderr
    assert said == f"2 results in {file} have no records and are played again for --records.\n"
    assert records.read_bytes().count(b"\n") == 6
    assert nokosu(*resumed, "--records", str(records)).stderr == ""


def test_a_program_that_changes_during_a_run_ends_it(tmp_path: Path) -> None:
    spec = program(tmp_path / "bot.py", 0)
    with (tmp_path / "bot.py").open("a") as file:
        file.write(f"\nopen({str(tmp_path / 'bot.py')!r}, 'a').write('#')\n")
    said = nokosu("arena", "--bot", "random", "--bot", spec, "--players", "3", "--rounds", "3", "--jobs", "1")
    assert said.exit_code == 2
    assert "changed during the run" in said.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_leaves_nothing_running(jobs: str, tmp_path: Path) -> None:
    """From a terminal the whole process group is told; a bot that ignores its end has its own group."""
    file = tmp_path / "results.jsonl"
    stubborn = Path(__file__).parents[1] / "bots/programs/outlives_host.py"
    arena = ["arena", "--bot", "random", "--bot", f"cmd:{sys.executable} {stubborn}", "--players", "3"]
    command = [sys.executable, "-m", "nokosu", *arena, "--rounds", "3000", "--jobs", jobs, "--resume", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as run:
        while not file.exists() or not file.read_bytes().count(b"\n"):
            assert run.poll() is None, "it ended before it could be interrupted"
        os.killpg(run.pid, signal.SIGINT)
        out, said = run.communicate()
    lines = [line for line in said.decode().splitlines() if not line.isdecimal()]
    assert lines == [f"Interrupted. Results so far are in {file}; run the same command again to continue."]
    assert (run.returncode, out) == (130, b"")
    assert not [path for path in Path("/proc").glob("[0-9]*") if started_with(path, str(stubborn))]


def started_with(process: Path, word: str) -> bool:
    try:
        return word.encode() in (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """kill -9 in the middle, with two workers: nothing finished is lost, nothing lives on, the result is the same."""
    file = tmp_path / "results.jsonl"
    command = [
        sys.executable,
        "-m",
        "nokosu",
        "arena",
        "--bot",
        "greedy",
        "--bot",
        "random",
        "--players",
        "3",
        "--rounds",
        "150",
        "--json",
        "--jobs",
        "2",
    ]
    with subprocess.Popen([*command, "--resume", str(file)], stdout=subprocess.PIPE, start_new_session=True) as first:
        while not file.exists() or file.read_bytes().count(b"\n") < 2:
            assert first.poll() is None, "it ended before it could be killed"
        os.kill(first.pid, signal.SIGKILL)
        assert first.stdout is not None
        # The workers hold this pipe too: its end means that all of them are gone.
        first.stdout.read()
    before = file.read_bytes()
    finished = before.count(b"\n")
    assert 2 <= finished < 20
    again = subprocess.run([*command, "--resume", str(file)], capture_output=True, check=True)
    assert file.read_bytes().startswith(before)
    assert file.read_bytes().count(b"\n") == 20 + (not before.endswith(b"\n"))
    fresh = subprocess.run(command, capture_output=True, check=True)
    keys = ("a", "b", "margin", "low", "high", "rounds", "made_a", "tricks_b")
    one, other = ([[pair[key] for key in keys] for pair in json.loads(done.stdout)["pairs"]] for done in (again, fresh))
    assert one == other
