"""`nokosu deal`: the cards and dice that a seed gives."""

from __future__ import annotations

from dataclasses import replace

import click

from nokosu.api.drawing import draw_view
from nokosu.api.reading import Rounds
from nokosu.api.view import view
from nokosu.arena.table_style import table as new_table
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import match_seed, read_seed, resolve_ruleset, ruleset_options, svg_option, write_svg
from nokosu.cli.output import STDOUT
from nokosu.core.deal import Deal, deal, first_dealer
from nokosu.core.match import GivenDeals, Match
from nokosu.core.pieces import Colour
from nokosu.core.round import Round
from nokosu.core.ruleset import Ruleset
from nokosu.locale import language, t
from nokosu.tui.tables import show
from nokosu.wire.views import ruleset_to_json, texts


@click.command(help=t("cli.deal"))
@ruleset_options
@click.option("--seed", callback=read_seed, metavar="S", help=t("option.seed.deal"))
@click.option("--round", "round_number", type=click.IntRange(1), default=1, show_default=True, help=t("option.round"))
@json_option
@svg_option
def command(
    *,
    edition: str | None,
    players: int,
    rounds: Rounds | None,
    removed_colour: Colour | None,
    seed: int | bytes | None,
    round_number: int,
    as_json: bool,
    svg: str | None,
) -> None:
    """Deal and show."""
    ruleset = resolve_ruleset(edition, players, rounds, removed_colour)
    if round_number > ruleset.rounds:
        raise click.UsageError(t("deal.no-such-round", round=round_number, rounds=ruleset.rounds))
    secret = match_seed(seed)
    index = round_number - 1
    dealer = (first_dealer(ruleset, secret) + index) % ruleset.players
    dealt = deal(ruleset, secret, index, dealer)
    if svg is not None:
        write_svg(_drawn(ruleset, index, dealer, dealt), svg)
    if svg == STDOUT:
        return
    if as_json:
        write_json("deal", _as_json(ruleset, secret, index, dealer, dealt))
    else:
        _show(secret, round_number, dealer, dealt)


def _drawn(ruleset: Ruleset, index: int, dealer: int, dealt: Deal) -> str:
    """Return the table after the deal, with all cards open."""
    match = Match(ruleset, GivenDeals(dealer, (dealt,)), (), Round.start(ruleset, dealer, dealt), ())
    seen = replace(view(match, None), round=index)
    return draw_view(seen, hands=dealt.cards, language=language())


def _as_json(ruleset: Ruleset, seed: bytes, index: int, dealer: int, dealt: Deal) -> dict[str, object]:
    """Keys as in a record; rounds count from 0 there."""
    return {
        "ruleset": ruleset_to_json(ruleset) | {"digest": ruleset.digest},
        "seed": seed.hex(),
        "round": index,
        "dealer": dealer,
        "removed_colour": None if ruleset.removed is None else ruleset.removed.letter,
        "cards": [texts(hand) for hand in dealt.cards],
        "aside": texts(dealt.aside),
        "drawn": [texts(dice) for dice in dealt.drawn],
        "pool": texts(dealt.pool),
    }


def _show(seed: bytes, round_number: int, dealer: int, dealt: Deal) -> None:
    headings = [t("deal.seat"), t("deal.cards"), t("deal.dice")]
    table = new_table(t("deal.title", round=round_number, dealer=dealer), headings)
    for seat, (hand, dice) in enumerate(zip(dealt.cards, dealt.drawn, strict=True)):
        table.add_row(str(seat), " ".join(map(str, hand)), " ".join(map(str, dice)))
    table.add_section()
    table.add_row(t("deal.middle"), "", " ".join(map(str, dealt.pool)))
    if dealt.aside:
        table.add_row(t("deal.aside"), " ".join(map(str, dealt.aside)), "")
    show(table)
    click.echo(t("deal.seed", seed=seed.hex()))
