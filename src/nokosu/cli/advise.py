"""`nokosu advise`: what can be done at a decision of a saved match or in a position, and what to expect of it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from nokosu import kernel
from nokosu.arena.table_style import table as new_table
from nokosu.bots.advice import Advice, Option, advise
from nokosu.bots.advice.advise import CHAMPION, SIMULATIONS
from nokosu.bots.advice.by_champion import whereabouts
from nokosu.bots.play import bot_stream
from nokosu.cli.decision import Decision, decision_options, find_decision
from nokosu.cli.machine import json_option, write_json
from nokosu.core.pieces import Piece
from nokosu.core.stream import seed_from_number
from nokosu.kernel.rules import why_not
from nokosu.locale import t
from nokosu.locale.reasons import word
from nokosu.tui.tables import console, show

_NO_SEED = seed_from_number(0)
_SHOWN = 0.005
_PROBABLY = 0.6
"""A card is said to be where it is at least this likely."""
_MOST_SIMULATIONS = 10_000_000
"""Minutes of thinking, and about as much as memory holds."""


@click.command(help=t("cli.advise"))
@decision_options
@click.option(
    "--simulations",
    type=click.IntRange(1, _MOST_SIMULATIONS),
    default=SIMULATIONS,
    show_default=True,
    help=t("advise.sims"),
)
@json_option
def command(
    *, source: str, number: int, round_number: int, decision: int, seat: int | None, simulations: int, as_json: bool
) -> None:
    """Find the decision, ask, show."""
    asked = find_decision(source, number, round_number, decision, seat)
    advice = advise(asked.seen, simulations=simulations)
    if as_json:
        write_json("advise", _as_json(advice, asked))
    else:
        _show(advice, asked)


def _as_json(advice: Advice, asked: Decision) -> dict[str, object]:
    """Rounds and decisions count from 0, as in a record."""
    seen, played = asked.seen, asked.played
    return {
        "seat": advice.seat,
        "round": seen.round,
        "decision": seen.decisions,
        "phase": seen.phase.value,
        "source": advice.source,
        "simulations": advice.simulations,
        "exact": advice.exact,
        "played": None if played is None else str(played),
        "options": [_option_json(option, asked.names) for option in advice.options],
        "cards": {
            str(card): [round(chance, 3) for chance in chances] for card, chances in _whereabouts(advice, asked).items()
        },
    }


def _whereabouts(advice: Advice, asked: Decision) -> dict[Piece, tuple[float, ...]]:
    """Return where the champion thinks that the hidden cards are; nothing from other sources."""
    if advice.source != CHAMPION:
        return {}
    return whereabouts(asked.seen, bot_stream(_NO_SEED, asked.seen))


def _option_json(option: Option, names: Sequence[str]) -> dict[str, object]:
    return {
        "action": str(option.action),
        "score": round(option.score, 3),
        "margin": round(option.margin, 3),
        "chance": round(option.chance, 4),
        "makes": {str(number): round(chance, 4) for number, chance in option.makes},
        "zero": round(option.zero, 4),
        "visits": option.visits,
        "prior": None if option.prior is None else round(option.prior, 4),
        "reason": word(option.reason, names=names),
    }


def _show(advice: Advice, asked: Decision) -> None:
    to, seen, names = console(), asked.seen, asked.names
    to.print(t("advise.where", round=seen.round + 1, decision=seen.decisions + 1, name=names[advice.seat]))
    if seen.hand is not None:
        held = " ".join(map(str, (*seen.hand, *seen.dice[advice.seat])))
        to.print(t("advise.holds", pieces=held))
    if seen.trump is not None:
        won = seen.won[advice.seat]
        to.print(t("advise.stands", trump=seen.trump, won=won))
    if seen.trick is not None and seen.trick.plays:
        to.print(t("advise.trick", plays=" ".join(map(str, seen.trick.plays))))
    table = new_table("", [t("advise.action")], [t("advise.score"), t("advise.margin"), t("advise.chance")])
    if advice.source == CHAMPION:
        table.add_column(t("advise.instinct"), justify="right")
    table.add_column(t("advise.makes"))
    table.add_column(t("advise.reason"))
    for option in advice.options:
        mark = " ←" if option.action == asked.played else ""
        numbers = f"{option.score:.1f}", f"{option.margin:+z.1f}", _percent(option.chance)
        instinct = () if option.prior is None else (_percent(option.prior),)
        table.add_row(f"{option.action}{mark}", *numbers, *instinct, _makes(option), word(option.reason, names=names))
    show(table, to)
    found = _whereabouts(advice, asked)
    for seat, name in enumerate(names):
        cards = [f"{card} {_percent(chances[seat])}" for card, chances in found.items() if chances[seat] >= _PROBABLY]
        if cards:
            to.print(t("advise.cards", name=name, cards=t("show.comma").join(cards)))
    if advice.source == CHAMPION:
        to.print(t("advise.by-champion", n=max(option.visits or 0 for option in advice.options)))
    else:
        to.print(t("advise.by-club"))
    if advice.simulations is None and kernel.available:
        to.print(t("bot.kernel-rules", why=why_not(seen.ruleset)))


def _makes(option: Option) -> str:
    """`2: 31%, 3: 12%, zero: 4%`: what is worth saying."""
    chances = [(str(number), chance) for number, chance in option.makes if chance >= _SHOWN]
    if option.zero >= _SHOWN or not option.makes:
        chances.append((t("advise.zero"), option.zero))
    return t("show.comma").join(
        t("advise.target", target=target, percent=_percent(chance)) for target, chance in chances
    )


def _percent(chance: float) -> str:
    return t("advise.percent", n=round(100 * chance))
