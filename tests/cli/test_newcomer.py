"""What newcomers tripped over on the command line, each as they typed it."""

import bz2
import csv
import gzip
import io
import json
import lzma
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

import nokosu as nokosu_library
from nokosu import editions
from nokosu.arena.statistics import Interval
from nokosu.arena.tables import interval_text
from nokosu.cli import COMMANDS
from nokosu.cli.man import page
from nokosu.record.codec import decode
from tests.cli.commands import in_json, nokosu, refused

ROOT = Path(__file__).parents[2]
README = str(ROOT / "README.md")
EXAMPLES = str(ROOT / "examples/matches.jsonl")
PROGRAMS = ROOT / "tests/bots/programs"


def test_compressed_files_are_read_everywhere(tmp_path: Path) -> None:
    packed = tmp_path / "m.jsonl.gz"
    packed.write_bytes(gzip.compress(Path(EXAMPLES).read_bytes()))
    for command in ("verify", "replay", "position", "advise"):
        more = ["--simulations", "50"] if command == "advise" else []
        assert nokosu(command, str(packed), *more).stdout == nokosu(command, EXAMPLES, *more).stdout.replace(
            EXAMPLES, str(packed)
        )
    assert nokosu("verify", str(packed)).exit_code == 0


def test_a_file_to_write_is_compressed_by_its_name(tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl.gz"
    done = nokosu("simulate", "--players", "3", "--rounds", "1", "--matches", "2", "--seed", "1", "--out", str(out))
    assert done.exit_code == 0
    assert len(gzip.decompress(out.read_bytes()).splitlines()) == 2
    assert in_json("verify", str(out))["records"] == 2
    rows = tmp_path / "rows.csv.gz"
    assert nokosu("export", EXAMPLES, "--per", "play", "--out", str(rows)).exit_code == 0
    plain = gzip.decompress(rows.read_bytes()).decode()
    assert plain == nokosu("export", EXAMPLES, "--per", "play").stdout
    assert rows.stat().st_size < len(plain) / 3, "short lines are compressed together"


@pytest.mark.parametrize(("pack", "lost"), [(gzip.compress, 40), (bz2.compress, 60), (lzma.compress, 60)])
def test_a_compressed_file_that_was_cut_off_is_one_line(
    pack: Callable[[bytes], bytes], lost: int, tmp_path: Path
) -> None:
    file = tmp_path / "cut"
    file.write_bytes(pack(Path(EXAMPLES).read_bytes() * 20)[:-lost])
    said = f"Error: {file} is damaged and cannot be unpacked"
    for words in (("verify",), ("export",), ("replay", "--match", "60"), ("review", "--player", "nobody")):
        done = nokosu(*words, str(file))
        assert (done.exit_code, done.stderr) == (2, f"{said}\n"), words
    with pytest.raises(nokosu_library.NokosuError, match="is damaged and cannot be unpacked"):
        nokosu_library.load(file, 60)


def test_a_binary_or_damaged_file_is_one_line(tmp_path: Path) -> None:
    for content, said in ((bytes(range(256)) * 50, "is not a text file"), (b"\x1f\x8bnothing", "is damaged")):
        file = tmp_path / "binary"
        file.write_bytes(content)
        for command in ("verify", "replay", "advise", "position", "export"):
            assert said in refused(command, str(file))
    assert refused("verify", "nofile") == "Error: Cannot read nofile: No such file or directory"


@pytest.mark.parametrize(
    "words",
    [("editions",), ("simulate", "--matches", "30"), ("replay", EXAMPLES), ("bot-debug", "greedy"), ("verify", README)],
)
def test_a_reader_that_has_seen_enough_is_no_fault(words: tuple[str, ...]) -> None:
    program = "import sys; from nokosu.cli import main; main(prog_name='nokosu')"
    with subprocess.Popen(
        [sys.executable, "-c", program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as done:
        assert done.stdout is not None
        done.stdout.close()
        _, said = done.communicate()
    assert done.returncode == 141
    assert "Traceback" not in said
    assert "Error" not in said


def test_versions() -> None:
    assert nokosu("-V").stdout == nokosu("--version").stdout


@pytest.mark.parametrize("name", ["second", "manual"])
def test_editions_shows_every_number(name: str) -> None:
    shown = nokosu("editions", name).stdout
    found: dict[str, Any] = cast("list[dict[str, Any]]", in_json("editions", name)["editions"])[0]
    for key, value in found["tables"][0].items():
        if key not in ("edition", "players"):
            assert re.search(
                rf"^{key} .*{re.escape('-' if value is None else str(value)[:12])}", shown, re.MULTILINE
            ), key
    assert {"trick_points", "bonus", "zero_bonus"} <= set(found)


def test_house_rules_show_every_number_too(tmp_path: Path) -> None:
    second = Path(editions.__file__).with_name("second.toml").read_text("utf-8")
    file = tmp_path / "house.toml"
    file.write_text(second.replace('"second"', '"our-club"', 1).replace("\nbonus = 10", "\nbonus = 12"), "utf-8")
    done = nokosu("editions", str(file))
    assert done.exit_code == 0
    assert re.search(r"^bonus +12", done.stdout, re.MULTILINE)
    (found,) = cast("list[dict[str, Any]]", in_json("editions", str(file))["editions"])
    assert (found["edition"], found["bonus"], found["zero_bonus"]) == ("our-club", 12, 10)


@pytest.mark.parametrize(
    "words",
    [
        ("editions",),
        ("editions", "second"),
        ("deal", "--seed", "1"),
        ("puzzles", "list"),
        ("advise", EXAMPLES, "--simulations", "50"),
        ("solve", EXAMPLES, "--decision", "44"),
        ("simulate", "--help"),
    ],
)
def test_tables_are_plain_in_a_pipe(words: tuple[str, ...]) -> None:
    shown = nokosu(*words).stdout
    assert not re.search(r"[\u2500-\u257f]|\x1b", shown), "no boxes and no colours"
    assert not re.search(r" $", shown, re.MULTILINE), "nothing that only fills a line"
    assert re.search(r"[\u2500-\u257f]", "━"), "a heavy box would be found"


def test_nothing_is_not_negative() -> None:
    assert interval_text(Interval(-0.01, -0.04, 0.02)) == "+0.0 ± 0.0"


def test_characters_keep_their_names(tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    bots = ("--bot", "mochi", "--bot", "otto", "--bot", "lili")
    assert nokosu("simulate", *bots, "--players", "3", "--rounds", "1", "--seed", "1", "--out", str(out)).exit_code == 0
    assert [(seat.name, seat.bot) for seat in decode(out.read_text()).seats] == [
        (n, n) for n in ("mochi", "otto", "lili")
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("verify", EXAMPLES),
        ("position", EXAMPLES),
        ("editions",),
        ("deal", "--seed", "1"),
        ("replay", EXAMPLES),
        ("advise", EXAMPLES, "--simulations", "50"),
        ("solve", EXAMPLES, "--decision", "44"),
        ("bot-debug", "greedy", "--players", "3", "--seed", "1"),
    ],
    ids=lambda words: words[0],
)
def test_json_names_its_shape(words: tuple[str, ...]) -> None:
    assert in_json(*words)["format"] == f"nokosu-{words[0]}/1"


def test_verify_and_bot_check_report_faults_as_json(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    file.write_text("{}\n")
    done = nokosu("verify", str(file), "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["records"], found["faults"][0]["line"]) == (1, 1, 1)
    done = nokosu("bot-check", f"cmd:{sys.executable} {PROGRAMS}/never_ready.py ends", "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["passed"], told["trials"][0]["id"]) == (1, False, "greeting")


def test_a_program_that_is_not_there_is_named() -> None:
    assert "'nope' cannot be started: No such file or directory" in refused("bot-check", "cmd:nope --fast")


def test_a_folder_names_a_bot_with_or_without_a_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert nokosu("bot-new", "bots/mine").exit_code == 0
    for named in ("bots/mine", "./bots/mine", "bots/mine/bot.py"):
        done = nokosu("bot-debug", named, "--players", "3", "--seed", "1")
        assert done.exit_code == 0
        assert re.search(r"Greeted with hello:\nAnswer after .* ms: mine\n", done.stdout), "called like its folder"
    shown = nokosu("bot-debug", "bots/mine", "--players", "3", "--seed", "1", "--raw").stdout.splitlines()
    greeted, asked, *_ = (json.loads(line) for line in shown if line.startswith("{"))
    assert (greeted["seat"], greeted["ruleset"]["players"]) == (asked["seat"], 3) == (0, 3)
    assert refused("bot-debug", "bots/other") == "Error: bots/other: there is no such file or folder"


def test_bot_debug_says_where_a_bot_fails() -> None:
    done = nokosu(
        "bot-debug", f"cmd:{sys.executable} {PROGRAMS}/misbehaves.py illegal", "--players", "3", "--seed", "1"
    )
    assert done.exit_code == 1
    assert "Legal: " in done.stdout
    assert "Answer after " in done.stdout
    assert "The bot failed: illegal: 'play dP9' is not legal here" in done.stdout


def test_export_reads_what_the_others_read(tmp_path: Path) -> None:
    given = nokosu("export", "-", stdin=Path(EXAMPLES).read_text("utf-8"))
    assert given.stdout == nokosu("export", EXAMPLES).stdout
    done = nokosu("export", EXAMPLES, README)
    assert (done.exit_code, done.stderr) == (1, f"{README}:1: not valid JSON from column 1\n")
    empty = tmp_path / "empty"
    empty.touch()
    assert refused("export", str(empty)) == f"Error: {empty} contains no records."
    assert refused("export", str(tmp_path)) == f"Error: Cannot read {tmp_path}: Is a directory"


def test_export_writes_what_rows_has(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(nokosu("export", EXAMPLES).stdout)))
    assert len(rows) == 36
    assert rows[0]["leftover"] == "dG5"
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "rows.parquet"
    assert nokosu("export", EXAMPLES, "--per", "play", "--format", "parquet", "--out", str(out)).exit_code == 0
    table = parquet.read_table(out)
    assert table.num_rows == len(nokosu("export", EXAMPLES, "--per", "play").stdout.splitlines()) - 1
    assert "Parquet goes into a file" in refused("export", EXAMPLES, "--format", "parquet")


def test_parquet_is_written_as_other_files_are(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    asked = ("export", EXAMPLES, "--format", "parquet", "--out")
    packed = tmp_path / "rows.parquet.gz"
    assert nokosu(*asked, str(packed)).exit_code == 0
    assert parquet.read_table(io.BytesIO(gzip.decompress(packed.read_bytes()))).num_rows == 36
    missing = tmp_path / "nowhere/rows.parquet"
    assert refused(*asked, str(missing)) == f"Error: Cannot write {missing}: No such file or directory."
    assert refused(*asked, str(tmp_path)) == f"Error: Cannot write {tmp_path}: Is a directory."
    assert [file.name for file in tmp_path.iterdir()] == ["rows.parquet.gz"]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_a_manual_page(name: str) -> None:
    written = page(name)
    assert written.startswith(f'.TH "NOKOSU-{name.upper()}" "1"')
    for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS"):
        assert f".SH {section}\n" in written
    assert "\n.\n" not in written
    assert "\n\n" not in written, "an argument has nothing to say about itself"
    assert len(written.partition(" \\- ")[2].partition("\n")[0]) < 270, "a name is followed by one sentence"


def test_manual_pages_and_completions_are_written(tmp_path: Path) -> None:
    assert nokosu("man", "--write", str(tmp_path)).exit_code == 0
    assert (tmp_path / "man1/nokosu.1").is_file()
    for shell, file in (("bash", "nokosu"), ("zsh", "_nokosu"), ("fish", "nokosu.fish")):
        assert "_NOKOSU_COMPLETE" in (tmp_path / shell / file).read_text()


def test_serve_explains_itself_without_its_extra() -> None:
    hidden = "import sys\nsys.modules['litestar'] = None\nfrom nokosu.cli import main\nmain(prog_name='nokosu')"
    done = subprocess.run(
        [sys.executable, "-c", hidden, "serve", "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "pip install 'nokosu[server]'" in done.stdout


def test_a_checkout_that_is_not_installed_says_what_to_do(tmp_path: Path) -> None:
    """No entry points: one line instead of a RecursionError."""
    hidden = "from importlib import metadata\nmetadata.entry_points = lambda **_: ()\n"
    command = [sys.executable, "-c", f"{hidden}from nokosu.cli import main\nmain(prog_name='nokosu')"]
    for words in (["simulate", "--bot", "club"], ["simulate", "--bot", "otto"], ["bot-check", "expert"]):
        done = subprocess.run([*command, *words], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert "pip install -e ." in line


@pytest.mark.parametrize("lacks", ["click", "texts"])
def test_a_checkout_that_was_never_installed_says_what_to_do(tmp_path: Path, lacks: str) -> None:
    """Neither dependencies nor compiled texts: one line instead of a traceback."""
    left_out = shutil.ignore_patterns("__pycache__", "static", "*.so", "*.bin", *(["*.mo"] if lacks == "texts" else []))
    shutil.copytree(ROOT / "src/nokosu", tmp_path / "nokosu", ignore=left_out)
    if lacks == "click":
        (tmp_path / "click.py").write_text("raise ModuleNotFoundError('no click', name='click')")
    for words in ([], ["play"], ["--version"]):
        command = [sys.executable, "-m", "nokosu", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 3
        (line,) = done.stderr.splitlines()
        assert "make setup" in line
        assert "pip install -e ." in line
