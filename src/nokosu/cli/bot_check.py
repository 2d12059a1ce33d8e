"""`nokosu bot-check`: what does this program do wrong at the table?"""

from __future__ import annotations

import sys

import click

from nokosu.bots import registry
from nokosu.bots.check.trials import check
from nokosu.bots.cmd import split_command
from nokosu.cli import Refused
from nokosu.cli.options import move_ms_option
from nokosu.core.quoting import quoted
from nokosu.locale import plural, t

MOVE_MS = 1000


@click.command(help=t("cli.bot-check"))
@click.argument("bot", metavar="cmd:COMMAND")
@move_ms_option(MOVE_MS)
def command(*, bot: str, move_ms: int) -> None:
    """Exit code 0: it keeps the protocol. 1: it does not. 2: it could not be tried."""
    name, argument = registry.split(bot)
    if name != "cmd":
        raise Refused(t("check.cmd-only", bot=quoted(bot)))
    words = split_command(argument)
    faults = 0
    for outcome in check(words, move_ms):
        verdict = t("check.passed") if outcome.passed else t("check.failed")
        click.echo(t("check.line", verdict=verdict, trial=t(outcome.trial.title)))
        for finding in outcome.findings:
            faults += finding.fault
            shown = finding.text if finding.fault else t("check.advice", advice=finding.text)
            click.echo(f"    {shown}")
    click.echo(plural("check.faults", faults) if faults else t("check.good"))
    sys.exit(1 if faults else 0)
