"""`nokosu bot-check`: what does this bot do wrong at the table?"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from nokosu.bots.check.candidate import Candidate
from nokosu.bots.check.trials import Outcome, check
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import move_ms_option
from nokosu.cli.values import BOT
from nokosu.locale import plural, t

MOVE_MS = 1000


@click.command(help=t("cli.bot-check"))
@click.argument("bot", type=BOT, metavar="BOT")
@move_ms_option(MOVE_MS)
@json_option
def command(*, bot: str, move_ms: int, as_json: bool) -> None:
    """Exit code 0: nothing is wrong. 1: something is. 2: it could not be tried."""
    candidate = Candidate.named(bot)
    outcomes = []
    for outcome in check(candidate, move_ms):
        outcomes.append(outcome)
        if not as_json:
            verdict = t("check.passed") if outcome.passed else t("check.failed")
            click.echo(t("check.line", verdict=verdict, trial=t(outcome.trial.title)))
    faults = len({finding.mistake for outcome in outcomes for finding in outcome.findings if finding.fault})
    if as_json:
        write_json("bot-check", {"passed": not faults, "trials": [_as_json(outcome) for outcome in outcomes]})
        sys.exit(1 if faults else 0)
    for line in _grouped(outcomes):
        click.echo(line)
    if not faults:
        click.echo(t("check.good") if candidate.command else t("check.good-package"))
        return
    page = "docs/bot-protocol.md" if candidate.command else "docs/writing-a-bot.md"
    click.echo(plural("check.faults", faults, page=page))
    sys.exit(1)


def _grouped(outcomes: list[Outcome]) -> Iterator[str]:
    """Yield every mistake once, with the trials in which it was made."""
    places: dict[str, list[str]] = {}
    shown: dict[str, str] = {}
    for outcome in outcomes:
        for finding in outcome.findings:
            text = finding.text if finding.fault else t("check.advice", advice=finding.text)
            shown.setdefault(finding.mistake, text)
            places.setdefault(finding.mistake, []).append(t(outcome.trial.title))
    for mistake, text in shown.items():
        yield ""
        yield text
        if len(places[mistake]) > 1:
            yield t("check.also", trials="; ".join(dict.fromkeys(places[mistake][1:])))


def _as_json(outcome: Outcome) -> dict[str, object]:
    findings = [{"text": finding.text, "kind": finding.kind, "fault": finding.fault} for finding in outcome.findings]
    name = outcome.trial.title.rpartition(".")[2]  # the same in every language
    return {"id": name, "trial": t(outcome.trial.title), "passed": outcome.passed, "findings": findings}
