"""`nokosu ladder`: rank all bots of a folder against the characters, as a page for any web host."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from nokosu import editions
from nokosu.api.reading import DEFAULT_PLAYERS, LARGEST_SEED
from nokosu.arena import sandbox
from nokosu.arena.ladder import Collector, entrants
from nokosu.arena.processes import cores, in_processes
from nokosu.arena.provenance import code_digest
from nokosu.arena.ranking import ranking
from nokosu.arena.report import to_json
from nokosu.arena.result import UnitResult
from nokosu.arena.run import run
from nokosu.arena.sprt import Rule, UntilSure
from nokosu.arena.store import Results
from nokosu.arena.tables import failures, more_rounds, tables, verdicts
from nokosu.arena.unit import Plan, Unit
from nokosu.arena.version import versions
from nokosu.bots import registry
from nokosu.cli.arena import DIFFERENCE, ERROR_RATE, FILE, check_files, progress_bar
from nokosu.cli.ending import EnvironmentLacks, interrupted
from nokosu.cli.ladder_page import write_page
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import move_ms_option
from nokosu.cli.values import BOT, EDITION
from nokosu.locale import t
from nokosu.tui.tables import console, show

AGAINST: Final = ("mochi", "lili", "otto")
ROUNDS: Final = 2000
SHOWN: Final = 5
MOVE_MS: Final = 1000


@click.command(help=t("cli.ladder"))
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("ladder"),
    show_default=True,
    metavar="DIR",
    help=t("ladder.option.out"),
)
@click.option(
    "--against",
    type=BOT,
    multiple=True,
    default=AGAINST,
    show_default=True,
    metavar="BOT",
    help=t("ladder.option.against"),
)
@click.option(
    "--edition", type=EDITION, default=editions.DEFAULT, show_default=True, metavar="E", help=t("arena.option.edition")
)
@click.option("--players", type=int, default=DEFAULT_PLAYERS, show_default=True, help=t("option.players"))
@click.option(
    "--rounds", type=click.IntRange(1, 1_000_000), default=ROUNDS, show_default=True, help=t("ladder.option.rounds")
)
@click.option(
    "--points",
    type=click.FloatRange(0, min_open=True),
    default=DIFFERENCE,
    show_default=True,
    help=t("ladder.option.points"),
)
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), default=1, show_default=True, help=t("arena.option.seed"))
@click.option(
    "--sandbox",
    "wanted",
    type=click.Choice(sandbox.KINDS),
    default=sandbox.AUTO,
    show_default=True,
    help=t("ladder.option.sandbox"),
)
@move_ms_option(MOVE_MS)
@click.option("--jobs", type=click.IntRange(1), default=cores, help=t("arena.option.jobs"))
@click.option("--resume", type=FILE, metavar="FILE", help=t("arena.option.resume"))
@json_option
def command(
    *,
    folder: Path,
    out: Path,
    against: tuple[str, ...],
    edition: str,
    players: int,
    rounds: int,
    points: float,
    seed: int,
    wanted: str,
    move_ms: int,
    jobs: int,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Play until the ranking is certain, write the page. Exit code 1: a bot of the folder could not play."""
    check_files(None, resume, None)
    try:
        kind = sandbox.choose(wanted)
    except sandbox.NoSandbox as error:
        raise EnvironmentLacks(str(error)) from None
    if kind == sandbox.NONE:
        click.echo(t("sandbox.unprotected"), err=True)
    playing, faults = entrants(folder, kind, against)
    for each in playing:
        registry.make(each.spec)
    specs, names = tuple(each.spec for each in playing), tuple(each.name for each in playing)
    plan = Plan(specs, edition, players, rounds, seed, move_ms, names=names)
    plan = replace(plan, versions=versions(specs, ""))
    until, collector = UntilSure(plan, Rule(points, ERROR_RATE)), Collector(SHOWN)

    def runner(units: Iterable[Unit]) -> Iterator[UnitResult]:
        return in_processes(units, jobs, keep_records=True)

    out.mkdir(parents=True, exist_ok=True)
    results = None if resume is None else Results(resume, code_digest(), plan.ruleset.digest)
    with progress_bar(plan.called) as watch:
        try:
            tally = run(plan, runner, until=until, results=results, write_record=collector.add, watch=watch)
        except KeyboardInterrupt as interrupt:
            kept = t("arena.interrupted") if resume is None else t("arena.resume", file=str(resume))
            raise interrupted(kept, interrupt) from None
    for line in failures(plan, tally):
        click.echo(line, err=True)
    for name, why in faults.items():
        click.echo(f"{name}: {why}", err=True)
    found = _public(to_json(plan, tally, until)) | {"sandbox": kind, "faults": faults}
    (out / "results.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    index = write_page(out, plan, tally, until, playing, collector.found, faults)
    if as_json:
        write_json("ladder", found)
    else:
        show(tables(plan, tally)[0], console())
        order = [rank.bot for rank in ranking(plan.bots, tally.pairs)]
        for line in (*verdicts(plan, until, order), *more_rounds(until)):
            click.echo(line)
        click.echo(t("ladder.written", file=str(index)))
    failed = any(pair.failed_rounds for pair in tally.pairs)
    sys.exit(1 if faults or failed else 0)


def _public(found: dict[str, object]) -> dict[str, object]:
    """Without command lines: the page may go to the public."""
    return {key: value for key, value in found.items() if key not in ("bots", "format")}
