"""`nokosu decisions`: a fixed set of a million decisions for learning."""

from __future__ import annotations

import re
from pathlib import Path

import click
from rich.console import Console

from nokosu.arena.processes import cores
from nokosu.arena.provenance import commit
from nokosu.cli.ending import interrupted
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.output import lines_to
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.research.decision_set import DecisionSet, summary


class _Share(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click alone
    """A share of the parts: `2/3` is every third one, from the second."""

    name = "share"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        found = re.fullmatch(r"([0-9]{1,4})/([0-9]{1,4})", value)
        first, of = map(int, found.groups()) if found else (0, 0)
        if not 1 <= first <= of:
            self.fail(t("decisions.bad-share", share=quoted(value)), param, ctx)
        return first, of


@click.command(help=t("cli.decisions"))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
@click.option("--share", type=_Share(), default="1/1", metavar="K/N", help=t("decisions.option.share"))
@click.option(
    "--minutes", type=click.FloatRange(0), default=float("inf"), metavar="M", help=t("decisions.option.minutes")
)
@click.option("--jobs", type=click.IntRange(1), default=cores, help=t("arena.option.jobs"))
@json_option
def command(*, folder: Path, share: tuple[int, int], minutes: float, jobs: int, as_json: bool) -> None:
    """Play what is missing; when nothing is, write it all to one file."""
    whole, (first, of) = DecisionSet(folder), share
    try:
        _grow(whole, range(first - 1, whole.parts, of), jobs, 60 * minutes)
    except KeyboardInterrupt as interrupt:
        raise interrupted(t("arena.resume", file=str(folder)), interrupt) from None
    missing = whole.parts - len(whole.finished())
    if missing:
        click.echo(t("decisions.missing", missing=missing, parts=whole.parts, folder=str(folder / "parts")), err=True)
        return
    file = folder / "decisions.jsonl"
    with lines_to(str(file)) as write:
        for line in whole.lines():
            write(line)
    found = {"commit": commit(), **summary(file)}
    if as_json:
        write_json("decisions", found)
    else:
        click.echo(t("decisions.done", file=str(file), **found))


def _grow(whole: DecisionSet, share: range, jobs: int, seconds: float) -> None:
    """Play with a bar on a terminal."""
    from rich import progress  # noqa: PLC0415  (a tenth of a second that help does not need)

    columns = (progress.BarColumn(), progress.MofNCompleteColumn(), progress.TimeRemainingColumn())
    console = Console(stderr=True)
    with progress.Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=len(share))
        for left in whole.grow(share, jobs, seconds):
            bar.update(task, completed=len(share) - left)
