"""`nokosu bot-check`: what does this bot do wrong at the table?"""

from __future__ import annotations

import sys

import click

from nokosu.bots.check.candidate import Candidate
from nokosu.bots.check.trials import check
from nokosu.cli.options import move_ms_option
from nokosu.cli.values import BOT
from nokosu.locale import plural, t

MOVE_MS = 1000


@click.command(help=t("cli.bot-check"))
@click.argument("bot", type=BOT, metavar="BOT")
@move_ms_option(MOVE_MS)
def command(*, bot: str, move_ms: int) -> None:
    """Exit code 0: nothing is wrong. 1: something is. 2: it could not be tried."""
    candidate = Candidate.named(bot)
    faults = 0
    for outcome in check(candidate, move_ms):
        verdict = t("check.passed") if outcome.passed else t("check.failed")
        click.echo(t("check.line", verdict=verdict, trial=t(outcome.trial.title)))
        for finding in outcome.findings:
            faults += finding.fault
            shown = finding.text if finding.fault else t("check.advice", advice=finding.text)
            click.echo(f"    {shown}")
    if not faults:
        click.echo(t("check.good") if candidate.command else t("check.good-package"))
        return
    page = "docs/bot-protocol.md" if candidate.command else "docs/writing-a-bot.md"
    click.echo(plural("check.faults", faults, page=page))
    sys.exit(1)
