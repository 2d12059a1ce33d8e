"""`nokosu puzzles`: the puzzles that ship, and the program that finds them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from nokosu import kernel
from nokosu.api.text import describe
from nokosu.api.view import dress
from nokosu.arena.table_style import table as new_table
from nokosu.cli import CommandError
from nokosu.cli.ending import EnvironmentLacks
from nokosu.cli.groups import Group
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.output import lines_to
from nokosu.cli.record_files import opened, place
from nokosu.locale import language, t
from nokosu.puzzles import book
from nokosu.puzzles.pick import pick as picked
from nokosu.puzzles.puzzle import BadPuzzle, Puzzle
from nokosu.puzzles.themes import targets
from nokosu.record.data import records_in
from nokosu.record.fault import RecordError
from nokosu.record.model import Record
from nokosu.record.position_parts import PositionError
from nokosu.tui.tables import show as show_table

_DAY_S: Final = 86_400
_FILE = click.Path(dir_okay=False, path_type=Path)
_OLD_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(cls=Group, help=t("cli.puzzles"), invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Look at puzzles, or make them; alone it lists the commands."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("list", help=t("cli.puzzles.list"))
@json_option
def list_(*, as_json: bool) -> None:
    """List all puzzles of the book."""
    if as_json:
        write_json("puzzles", {"puzzles": [_summary(each) for each in book.shipped()]})
        return
    headings = [t("puzzles.heading.id"), t("puzzles.heading.kind"), t("puzzles.heading.theme")]
    rows = new_table("", headings, [t("puzzles.heading.rating")])
    for each in book.shipped():
        rows.add_row(each.id, each.kind, each.theme, str(each.rating))
    show_table(rows)


@command.command(help=t("cli.puzzles.show"))
@click.argument("puzzle", default="today")
@click.option("--answer", is_flag=True, help=t("puzzles.option.answer"))
@json_option
def show(*, puzzle: str, answer: bool, as_json: bool) -> None:
    """Show one puzzle, without its answer unless it is asked for."""
    today = puzzle == "today"
    found = book.of_day(int(time.time()) // _DAY_S) if today else book.find(puzzle)
    if found is None:
        raise CommandError(t("puzzles.none", puzzle=puzzle))
    if as_json:
        write_json("puzzle", _summary(found) | {"position": found.text} | (_answer(found) if answer else {}))
        return
    click.echo(describe(dress(found.view), language=language()))
    click.echo(found.text)
    open_ = t("show.comma").join(map(str, targets(found.view, found.goal.seat)))
    own = found.goal.seat == found.seat
    click.echo(
        t("puzzles.goal.make", targets=open_) if own else t("puzzles.goal.break", seat=found.goal.seat, targets=open_)
    )
    if answer:
        rows = new_table("", [t("advise.action")], [t("puzzles.heading.works")])
        most = found.worlds if found.kind == "certain" else 100
        for option in found.options:
            rows.add_row(f"{option.action}{' ←' if option is found.answer else ''}", f"{option.count} / {most}")
        show_table(rows)


@command.command(help=t("cli.puzzles.make"))
@click.argument("file", type=_FILE)
@click.argument("records", nargs=-1, type=_OLD_FILE)
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True, help=t("puzzles.option.matches"))
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help=t("puzzles.option.seed"))
@click.option("--odds", is_flag=True, help=t("puzzles.option.odds"))
def make(*, file: Path, records: tuple[Path, ...], matches: int, seed: int, odds: bool) -> None:
    """Look for puzzles, match by match, and write down how far it has come."""
    if not kernel.available:
        raise EnvironmentLacks(t("solve.needs-kernel"))
    from nokosu.puzzles.make import puzzles_in  # noqa: PLC0415  (these need the extension)
    from nokosu.puzzles.sources import bot_match, moments  # noqa: PLC0415  (the same)

    named = [named for path in records for named in _records(path)]
    done = _done(file)
    with file.open("a", encoding="utf-8") as out:
        if not done:
            out.write(f"{book.HEADER}\n")
        for name, record in named or ((f"{seed} {number}", None) for number in range(matches)):
            if name in done:
                continue
            played = bot_match(seed, int(name.split()[1])) if record is None else record
            out.writelines(f"{puzzle}\n" for puzzle in puzzles_in(moments(played), odds=odds))
            out.write(f"# {name}\n")
            out.flush()
    click.echo(t("puzzles.found", number=len(_read(file)), file=str(file)), err=True)


@command.command(help=t("cli.puzzles.pick"))
@click.argument("pools", nargs=-1, required=True, type=_OLD_FILE)
@click.option("--number", type=click.IntRange(1), default=420, show_default=True, help=t("puzzles.option.number"))
@click.option("--out", default="-", show_default=True, metavar="FILE|-", help=t("option.out"))
def pick(*, pools: tuple[Path, ...], number: int, out: str) -> None:
    """Write a book."""
    found = picked([puzzle for path in pools for puzzle in _read(path)], number)
    with lines_to(out) as write:
        write(book.HEADER)
        for puzzle in found:
            write(str(puzzle))


@command.command(help=t("cli.puzzles.check"))
@click.argument("file", type=_OLD_FILE, required=False)
@json_option
def check(*, file: Path | None, as_json: bool) -> None:
    """Check every puzzle; the bad ones are listed with what is wrong."""
    if not kernel.available:
        raise EnvironmentLacks(t("solve.needs-kernel"))
    from nokosu.puzzles.check import fault  # noqa: PLC0415  (needs the extension)

    puzzles = book.shipped() if file is None else _read(file)
    bad = []
    for puzzle in puzzles:
        wrong = fault(puzzle)
        if wrong is not None:
            bad.append({"id": puzzle.id, "fault": str(wrong)})
            if not as_json:
                click.echo(f"{puzzle.id}\t{wrong}")
    if as_json:
        write_json("puzzles-check", {"checked": len(puzzles), "faults": bad})
    elif not bad:
        click.echo(t("puzzles.all-good", number=len(puzzles)))
    sys.exit(1 if bad else 0)


def _records(file: Path) -> Iterator[tuple[str, Record]]:
    """Yield the records of a file, each with a name for it."""
    with opened(str(file)) as stream:
        number = 1
        try:
            for each in records_in(stream):
                number = each.number
                yield f"{file} {number}", each.whole()
        except RecordError as error:
            raise CommandError(f"{place(str(file), error.line or number)}: {error.fault}") from None


def _done(file: Path) -> set[str]:
    """Return the matches that were looked at before; CommandError for a file of something else."""
    if not file.exists() or not (lines := _lines(file)):
        return set()
    _puzzles(file, lines)
    return {line[2:] for line in lines if line.startswith("# ")} | {book.HEADER}


def _lines(file: Path) -> list[str]:
    with opened(str(file)) as stream:
        try:
            return stream.read().decode("utf-8").splitlines()
        except UnicodeDecodeError:
            raise CommandError(t("input.binary", file=str(file))) from None


def _read(file: Path) -> tuple[Puzzle, ...]:
    return _puzzles(file, _lines(file))


def _puzzles(file: Path, lines: list[str]) -> tuple[Puzzle, ...]:
    try:
        return book.read(lines)
    except (BadPuzzle, PositionError, ValueError) as error:
        raise CommandError(t("puzzles.bad-file", file=str(file), error=str(error))) from None


def _summary(puzzle: Puzzle) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "theme": puzzle.theme,
        "rating": puzzle.rating,
        "seat": puzzle.seat,
        "goal": {"seat": puzzle.goal.seat, "made": puzzle.goal.made},
    }


def _answer(puzzle: Puzzle) -> dict[str, object]:
    return {
        "answer": str(puzzle.answer.action),
        "worlds": puzzle.worlds,
        "options": [
            {"action": str(each.action), "works": each.count, "line": " ".join(map(str, each.line))}
            for each in puzzle.options
        ],
    }
