"""`nokosu advise`: what could have been done at a decision of a saved match, and what to expect of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from rich.table import Table

from nokosu.bots.advice import Advice, Option, advise
from nokosu.bots.advice.advise import SIMULATIONS
from nokosu.bots.play import bot_stream
from nokosu.cli import CommandError
from nokosu.cli.account import seat_names
from nokosu.cli.replay import no_such_round, no_such_seat, read_record
from nokosu.cli.values import RECORDS
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.stream import SEED_BYTES
from nokosu.core.view import View, view
from nokosu.locale import t
from nokosu.locale.reasons import word
from nokosu.record.model import Record
from nokosu.record.replay import match_at, replay
from nokosu.tui.tables import console, show

_NO_SEED = bytes(SEED_BYTES)
_SHOWN = 0.005
_MOST_SIMULATIONS = 10_000_000
"""Minutes of thinking, and about as much as memory holds."""


@click.command(help=t("cli.advise"))
@click.argument("file", type=RECORDS, metavar="RECORD|-")
@click.option("--match", "number", type=click.IntRange(1), default=1, show_default=True, help=t("replay.option.match"))
@click.option("--round", "round_number", type=click.IntRange(1), default=1, show_default=True, help=t("advise.round"))
@click.option("--decision", type=click.IntRange(1), default=1, show_default=True, help=t("advise.decision"))
@click.option("--seat", type=click.IntRange(0), help=t("advise.seat"))
@click.option(
    "--simulations",
    type=click.IntRange(1, _MOST_SIMULATIONS),
    default=SIMULATIONS,
    show_default=True,
    help=t("advise.sims"),
)
@click.option("--json", "as_json", is_flag=True, help=t("option.json"))
def command(
    *, file: str, number: int, round_number: int, decision: int, seat: int | None, simulations: int, as_json: bool
) -> None:
    """Find the decision, ask, show."""
    record = read_record(file, number)
    match, played = find_decision(record, round_number - 1, decision - 1, seat)
    assert match.to_act is not None
    seen = view(match, match.to_act)
    names = seat_names(record)
    advice = advise(seen, bot_stream(record.seed or _NO_SEED, seen), simulations=simulations)
    if as_json:
        click.echo(json.dumps(_as_json(advice, match, played, names)))
    else:
        _show(advice, seen, names, match.round.decisions + 1, played)


def find_decision(record: Record, round_index: int, decision: int, seat: int | None) -> tuple[Match, Action | None]:
    """The match before a decision, and what was decided; with a seat, its first decision from there on."""
    if seat is not None and seat >= record.ruleset.players:
        raise no_such_seat(seat, record)

    def fits(match: Match) -> bool:
        at = match.round_index == round_index and match.to_act is not None
        return at and match.round.decisions >= decision and seat in (None, match.to_act)

    there_are = 0
    for match, action in replay(record):
        if fits(match):
            return match, action
        there_are += match.round_index == round_index
    end = match_at(record)
    if fits(end):
        return end, None
    if round_index >= len(record.rounds):
        raise no_such_round(round_index + 1, record)
    raise CommandError(t("advise.no-such-decision", round=round_index + 1, decision=decision + 1, most=there_are))


def _as_json(advice: Advice, match: Match, played: Action | None, names: Sequence[str]) -> dict[str, object]:
    """Rounds and decisions count from 0, as in a record."""
    return {
        "seat": advice.seat,
        "round": match.round_index,
        "decision": match.round.decisions,
        "phase": match.round.phase.value,
        "source": advice.source,
        "simulations": advice.simulations,
        "played": None if played is None else str(played),
        "options": [_option_json(option, names) for option in advice.options],
    }


def _option_json(option: Option, names: Sequence[str]) -> dict[str, object]:
    return {
        "action": str(option.action),
        "score": round(option.score, 3),
        "margin": round(option.margin, 3),
        "chance": round(option.chance, 4),
        "makes": {str(number): round(chance, 4) for number, chance in option.makes},
        "zero": round(option.zero, 4),
        "visits": option.visits,
        "reason": word(option.reason, names=names),
    }


def _show(advice: Advice, seen: View, names: Sequence[str], decision: int, played: Action | None) -> None:
    to = console()
    to.print(t("advise.where", round=seen.round + 1, decision=decision, name=names[advice.seat]))
    if seen.hand is not None:
        held = " ".join(map(str, (*seen.hand, *seen.dice[advice.seat])))
        to.print(t("advise.holds", pieces=held))
    if seen.trump is not None:
        won = seen.won[advice.seat]
        to.print(t("advise.stands", trump=seen.trump, won=won))
    if seen.trick is not None and seen.trick.plays:
        to.print(t("advise.trick", plays=" ".join(map(str, seen.trick.plays))))
    table = Table(box=None, pad_edge=False)
    table.add_column(t("advise.action"))
    for heading in (t("advise.score"), t("advise.margin"), t("advise.chance")):
        table.add_column(heading, justify="right")
    if advice.simulations is not None:
        table.add_column(t("advise.visits"), justify="right")
    table.add_column(t("advise.makes"))
    table.add_column(t("advise.reason"))
    for option in advice.options:
        mark = " ←" if option.action == played else ""
        numbers = f"{option.score:.1f}", f"{option.margin:+.1f}", f"{100 * option.chance:.0f} %"
        visits = () if option.visits is None else (str(option.visits),)
        table.add_row(f"{option.action}{mark}", *numbers, *visits, _makes(option), word(option.reason, names=names))
    show(table, to)
    asked = t("advise.by-club") if advice.simulations is None else t("advise.by-search", n=advice.simulations)
    to.print(asked)


def _makes(option: Option) -> str:
    """`2: 31 %, 3: 12 %, zero: 4 %`: what is worth saying."""
    parts = [f"{number}: {100 * chance:.0f} %" for number, chance in option.makes if chance >= _SHOWN]
    if option.zero >= _SHOWN or not option.makes:
        parts.append(t("advise.zero", percent=round(100 * option.zero)))
    return ", ".join(parts)
