"""`nokosu arena`: which bot is better, and how sure that is."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from nokosu import editions
from nokosu.api.reading import DEFAULT_PLAYERS, LARGEST_SEED
from nokosu.arena import tables
from nokosu.arena.on_ray import LOCAL, on_ray
from nokosu.arena.plot import plot as draw
from nokosu.arena.plot import plot_formats
from nokosu.arena.processes import ArenaError, cores, in_processes
from nokosu.arena.provenance import code_digest
from nokosu.arena.report import to_json
from nokosu.arena.result import UnitResult
from nokosu.arena.run import Progress, run
from nokosu.arena.sprt import Rule, UntilSure
from nokosu.arena.store import FIRST_BYTES, Finished, Results
from nokosu.arena.tally import Tally
from nokosu.arena.unit import Plan, Unit
from nokosu.arena.version import Watch, versions
from nokosu.bots.registry import make
from nokosu.cli import CommandError
from nokosu.cli.ending import interrupted
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import move_ms_option
from nokosu.cli.output import lines_to
from nokosu.cli.values import BOT, EDITION
from nokosu.core.quoting import quoted
from nokosu.locale import plural, t
from nokosu.tui.tables import console, show

LEAST_BOTS = 2
MOST_ROUNDS = 1_000_000
ROUNDS = 1000
ROUNDS_UNTIL_SURE = 20_000
ERROR_RATE = 0.05
WIDE = 120
"""From so many columns on, names are not shortened."""
DIFFERENCE = 1.0
"""Points per round: a difference that a player at the table would not notice."""
_NAME = re.compile(rf"[\w.+-]{{1,{tables.LONGEST_NAME}}}")
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(help=t("cli.arena"))
@click.option("--bot", "bots", type=BOT, multiple=True, required=True, metavar="BOT", help=t("arena.option.bot"))
@click.option(
    "--edition", type=EDITION, default=editions.DEFAULT, show_default=True, metavar="E", help=t("arena.option.edition")
)
@click.option("--players", type=int, default=DEFAULT_PLAYERS, show_default=True, help=t("option.players"))
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    help=t("arena.option.rounds", rounds=ROUNDS, most=ROUNDS_UNTIL_SURE),
)
@click.option(
    "--until-sure",
    "points",
    type=click.FloatRange(0, min_open=True),
    is_flag=False,
    flag_value=DIFFERENCE,
    metavar="[POINTS]",
    help=t("arena.option.until-sure", points=f"{DIFFERENCE:g}"),
)
@click.option(
    "--error-rate",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    default=ERROR_RATE,
    show_default=True,
    help=t("arena.option.error-rate"),
)
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), default=1, show_default=True, help=t("arena.option.seed"))
@move_ms_option()
@click.option("--jobs", type=click.IntRange(1), default=cores, help=t("arena.option.jobs"))
@click.option("--ray", "address", metavar=f"ADDRESS|{LOCAL}", help=t("arena.option.ray"))
@click.option("--records", type=FILE, metavar="FILE", help=t("arena.option.records"))
@click.option("--bot-version", default="", metavar="TEXT", help=t("arena.option.bot-version"))
@click.option("--resume", type=FILE, metavar="FILE", help=t("arena.option.resume"))
@click.option("--plot", type=FILE, metavar="FILE", help=t("arena.option.plot"))
@json_option
def command(
    *,
    bots: tuple[str, ...],
    edition: str,
    players: int,
    rounds: int | None,
    points: float | None,
    error_rate: float,
    seed: int,
    move_ms: int,
    jobs: int,
    address: str | None,
    records: Path | None,
    bot_version: str,
    resume: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play every bot against a field of every other."""
    rounds = rounds or (ROUNDS if points is None else ROUNDS_UNTIL_SURE)
    names, specs = zip(*map(named, bots), strict=True)
    plan = _plan(Plan(specs, edition, players, rounds, seed, move_ms, names=names), bot_version)
    until = None if points is None else UntilSure(plan, Rule(points, error_rate))
    check_files(records, resume, plot)
    keep, programs = records is not None, Watch(plan.bots)

    def runner(units: Iterable[Unit]) -> Iterator[UnitResult]:
        if address is None:
            played = in_processes(units, jobs, keep_records=keep)
        else:
            played = on_ray(units, address, jobs, keep_records=keep)
        return _unchanged(played, programs)

    def tell(kept: Finished) -> None:
        if kept.without_records:
            click.echo(plural("arena.without-records", kept.without_records, file=str(resume)), err=True)
        if kept.outdated:
            click.echo(plural("arena.outdated", kept.outdated, file=str(resume)), err=True)

    results = None if resume is None else Results(resume, code_digest(), plan.ruleset.digest)
    with ExitStack() as stack:
        write = None if records is None else stack.enter_context(lines_to(str(records.absolute())))
        watch = stack.enter_context(progress_bar(plan.called))
        try:
            tally = run(plan, runner, until=until, results=results, write_record=write, watch=watch, tell=tell)
        except KeyboardInterrupt as interrupt:
            kept = t("arena.interrupted") if resume is None else t("arena.resume", file=str(resume))
            raise interrupted(kept, interrupt) from None
    for line in tables.failures(plan, tally):
        click.echo(line, err=True)
    if as_json:
        write_json("arena", to_json(plan, tally, until))
    else:
        _show(plan, tally, until)
    # Last, so that a plot that fails costs nothing but itself.
    if plot is not None:
        draw(plan, tally.pairs, plot)


def _show(plan: Plan, tally: Tally, until: UntilSure | None) -> None:
    """Tables and verdicts. Names have as much room as the terminal."""
    to = console()
    for table in tables.tables(plan, tally, None if to.width >= WIDE else tables.LONGEST_NAME):
        show(table, to)
        to.print()
    for line in (*tables.verdicts(plan, until), *tables.more_rounds(until)) if until else ():
        click.echo(line)


def named(text: str) -> tuple[str, str]:
    """`mine=cmd:…` as name and bot; a bot without a name is called what it is."""
    name, equals, spec = text.partition("=")
    if not equals or ":" in name:
        return text, text
    if not _NAME.fullmatch(name) or not spec:
        raise click.UsageError(t("arena.bad-name", bot=quoted(text), most=tables.LONGEST_NAME))
    return name, spec


def _plan(plan: Plan, bot_version: str) -> Plan:
    """Return the plan with its bots' versions, or say what is wrong before anything starts."""
    if min(len(set(plan.bots)), len(set(plan.names))) != len(plan.bots):
        raise click.UsageError(t("arena.twice"))
    if len(plan.bots) < LEAST_BOTS:
        raise click.UsageError(t("arena.two-bots"))
    for spec in plan.bots:
        make(spec)
    editions.find(plan.edition).ruleset(plan.players)
    return replace(plan, versions=versions(plan.bots, bot_version))


def _unchanged(results: Iterable[UnitResult], watch: Watch) -> Iterator[UnitResult]:
    """Yield the results, as long as the bots are still what they were when the run began."""
    for result in results:
        if (bot := watch.changed()) is not None:
            raise ArenaError(t("arena.changed", bot=bot))
        yield result


def check_files(records: Path | None, resume: Path | None, plot: Path | None) -> None:
    """Say at the beginning what would spoil the end of a long run."""
    paths = [path.resolve() for path in (records, resume, plot) if path is not None]
    if len(set(paths)) != len(paths):
        raise click.UsageError(t("arena.same-file"))
    for file in (resume, plot):
        if file is not None and (error := _why_not_writable(file)):
            raise CommandError(t("output.cannot-write", file=str(file), error=os.strerror(error)))
    if resume is not None and resume.exists() and not _holds_results(resume):
        raise CommandError(t("arena.no-results", file=str(resume)))
    if plot is not None:
        formats = plot_formats()
        if plot.suffix.removeprefix(".").lower() not in formats:
            raise CommandError(t("arena.plot-format", file=str(plot), formats=", ".join(formats)))


def _holds_results(file: Path) -> bool:
    """Return whether results can be added: a device or a pipe cannot be read back, another file would be spoilt."""
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return FIRST_BYTES.startswith(opened.read(len(FIRST_BYTES)))


def _why_not_writable(file: Path) -> int:
    """Return the error that writing to this file would give, 0 if none is in sight."""
    if not file.absolute().parent.is_dir():
        return errno.ENOENT
    there = file if file.exists() else file.absolute().parent
    return 0 if os.access(there, os.W_OK) else errno.EACCES


@contextmanager
def progress_bar(called: Mapping[str, str]) -> Iterator[Callable[[Progress], None]]:
    """Provide a bar with the running margin on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich import progress  # noqa: PLC0415  (a tenth of a second, spent where there is a bar)

    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.description}", markup=False),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def watch(seen: Progress) -> None:
            pair = seen.pair
            running = t("arena.running", a=called[pair.a], b=called[pair.b], margin=tables.margin_text(pair))
            bar.update(task, completed=seen.done, total=seen.total, description=running)

        yield watch
