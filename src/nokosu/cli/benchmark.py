"""`nokosu benchmark`: the fixed benchmark for papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import click

from nokosu.arena import benchmark as fixed
from nokosu.arena.processes import cores, in_processes
from nokosu.arena.provenance import code_digest
from nokosu.arena.result import UnitResult
from nokosu.arena.run import run
from nokosu.arena.store import Results
from nokosu.arena.table_style import table
from nokosu.arena.tables import failures, interval_text, margin_text
from nokosu.arena.tally import Tally
from nokosu.arena.unit import Unit
from nokosu.arena.version import versions
from nokosu.bots.registry import make
from nokosu.cli.arena import FILE, check_files, named, progress_bar
from nokosu.cli.ending import interrupted
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import move_ms_option
from nokosu.cli.values import BOT
from nokosu.locale import t
from nokosu.tui.tables import console, show


@click.command(help=t("cli.benchmark"))
@click.argument("bot", type=BOT, metavar="BOT")
@click.option(
    "--deals",
    "deal_set",
    type=click.Choice(list(fixed.DEAL_SETS)),
    default="test",
    show_default=True,
    help=t("benchmark.option.deals"),
)
@click.option(
    "--trial", type=click.IntRange(1, fixed.DEALS), metavar="N", help=t("benchmark.option.trial", deals=fixed.DEALS)
)
@move_ms_option()
@click.option("--jobs", type=click.IntRange(1), default=cores, help=t("arena.option.jobs"))
@click.option("--resume", type=FILE, metavar="FILE", help=t("arena.option.resume"))
@json_option
def command(
    *, bot: str, deal_set: str, trial: int | None, move_ms: int, jobs: int, resume: Path | None, as_json: bool
) -> None:
    """Play a bot against a field of each reference bot."""
    name, spec = named(bot)
    check_files(None, resume, None)
    plan = fixed.benchmark(spec, name, trial or fixed.DEALS, deal_set=deal_set, move_ms=move_ms)
    for player in plan.bots:
        make(player)  # what cannot be made is refused before anything is played
    plan = replace(plan, versions=versions(plan.bots, ""))
    results = None if resume is None else Results(resume, code_digest(), plan.ruleset.digest)

    def runner(units: Iterable[Unit]) -> Iterator[UnitResult]:
        return in_processes(units, jobs, keep_records=False)

    with progress_bar(plan.called) as watch:
        try:
            tally = run(plan, runner, results=results, watch=watch)
        except KeyboardInterrupt as interrupt:
            kept = t("arena.interrupted") if resume is None else t("arena.resume", file=str(resume))
            raise interrupted(kept, interrupt) from None
    for line in failures(plan, tally):
        click.echo(line, err=True)
    if as_json:
        write_json("benchmark", fixed.report(plan, tally, deal_set))
    else:
        _show(plan, tally, deal_set)


def _show(plan: fixed.Benchmark, tally: Tally, deal_set: str) -> None:
    title = t("benchmark.title", bot=plan.names[0], deal_set=deal_set, deals=plan.deals)
    shown = table(title, [t("arena.against")], [t("arena.margin"), t("arena.rounds")])
    for pair in tally.pairs:
        shown.add_row(plan.called[pair.b], margin_text(pair), str(pair.rounds))
    shown.add_row(t("benchmark.score"), interval_text(fixed.score_of(tally.pairs)), "")
    show(shown, console())
    if plan.deals < fixed.DEALS:
        click.echo(t("benchmark.trial", deals=fixed.DEALS))
