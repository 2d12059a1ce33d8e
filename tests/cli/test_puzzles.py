"""`nokosu puzzles`: shown, listed, made, picked, checked."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner, Result

from nokosu.cli import main
from nokosu.puzzles import book

EASY = min((each for each in book.shipped() if each.kind == "certain"), key=lambda each: (each.worlds, each.id))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["puzzles", *words])


def test_a_puzzle_is_shown_without_its_answer_unless_asked() -> None:
    shown = run("show", EASY.id)
    assert EASY.text in shown.output
    assert "←" not in shown.output
    assert f"{EASY.answer.action} ←" in run("show", EASY.id, "--answer").output
    asked = json.loads(run("show", EASY.id, "--answer", "--json").output)
    assert (asked["format"], asked["answer"], asked["worlds"]) == (
        "nokosu-puzzle/1",
        str(EASY.answer.action),
        EASY.worlds,
    )
    assert json.loads(run("show", "--json").output)["id"] in {each.id for each in book.daily()}
    assert run("show", "zzzzzz").exit_code == 2


def test_all_puzzles_are_listed() -> None:
    assert len(json.loads(run("list", "--json").output)["puzzles"]) == len(book.shipped())
    assert EASY.id in run("list").output


def test_puzzles_are_found_in_records_once(tmp_path: Path) -> None:
    records, pool = tmp_path / "one.jsonl", tmp_path / "pool.txt"
    lines = Path("examples/matches.jsonl").read_text("utf-8").splitlines()
    records.write_text(lines[0] + "\n", "utf-8")
    assert run("make", str(pool), str(records)).exit_code == 0
    first = pool.read_text("utf-8")
    assert run("make", str(pool), str(records)).exit_code == 0
    assert pool.read_text("utf-8") == first


def test_a_book_is_picked_and_checked(tmp_path: Path) -> None:
    pool, made = tmp_path / "pool.txt", tmp_path / "book.txt"
    pool.write_text("\n".join([book.HEADER, str(EASY), "# 1 1"]), "utf-8")
    assert run("pick", str(pool), "--out", str(made)).exit_code == 0
    assert made.read_text("utf-8") == f"{book.HEADER}\n{EASY}\n"
    assert run("check", str(made)).output == "All 1 puzzles are good.\n"
    answer, wrong, *rest = EASY.options
    planted = replace(EASY, options=(wrong, answer, *rest))
    made.write_text(f"{book.HEADER}\n{planted}\n", "utf-8")
    found = run("check", str(made))
    assert (found.exit_code, found.output.split("\t")[0]) == (1, planted.id)
    told = json.loads(run("check", str(made), "--json").output)
    assert (told["format"], told["checked"], told["faults"][0]["id"]) == ("nokosu-puzzles-check/1", 1, planted.id)
    made.write_text("nothing\n", "utf-8")
    assert run("check", str(made)).exit_code == 2


def test_what_is_no_file_of_puzzles_is_one_line_and_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content, said in (
        (b"", "is not a file of puzzles: expected nokosu-puzzles/1, found nothing"),
        (b"\x00\x80", "is not a text file"),
        (b"\x80", "is not a text file"),
        (Path("examples/matches.jsonl").read_bytes(), "is not a file of puzzles: expected nokosu-puzzles/1, found {"),
    ):
        file.write_bytes(content)
        for command in ("check", "pick", *(["make"] if content else [])):
            done = run(command, str(file))
            assert done.exit_code == 2, (command, content)
            (line,) = done.stderr.splitlines()
            assert line.startswith(f"Error: {file} {said}")
        assert file.read_bytes() == content
    file.write_text("{}\n", "utf-8")
    done = run("make", str(tmp_path / "pool"), str(file))
    assert (done.exit_code, done.stderr) == (2, f"Error: {file}:1: format: missing; every record has this key\n")


def test_a_compressed_book_is_read(tmp_path: Path) -> None:
    made = tmp_path / "book.txt.gz"
    made.write_bytes(gzip.compress(f"{book.HEADER}\n{EASY}\n".encode()))
    assert run("check", str(made)).output == "All 1 puzzles are good.\n"
