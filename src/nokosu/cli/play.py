"""`nokosu play`: a match against bots in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress

import click

from nokosu.bots import registry
from nokosu.bots.chair import Chair
from nokosu.bots.play import substitutions
from nokosu.cli import CommandError
from nokosu.cli.from_position import check_no_rules, from_option
from nokosu.cli.options import MOVE_MS, match_seed, one_a_seat, read_seed, resolve_ruleset, ruleset_options
from nokosu.cli.output import STDOUT, lines_to
from nokosu.cli.values import BOT
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.stream import Stream
from nokosu.face.reading import Rounds
from nokosu.locale import t
from nokosu.record.codec import encode
from nokosu.record.model import Record, SeatInfo, Status
from nokosu.record.position import Position
from nokosu.record.writer import record_of
from nokosu.tui.game import Game
from nokosu.tui.screen import Screen

FIRST = 0
LONGEST_NAME = 40


@click.command(help=t("cli.play"))
@ruleset_options
@from_option
@click.option("--plain", is_flag=True, help=t("option.plain"))
@click.option("--bot", "bots", type=BOT, multiple=True, metavar="BOT", help=t("option.bot.opponents"))
@click.option("--seed", callback=read_seed, metavar="S", help=t("option.seed.play"))
@click.option("--name", default="", metavar="NAME", help=t("option.name"))
@click.option("--save", metavar="FILE", help=t("option.save"))
@click.pass_context
def command(
    context: click.Context,
    *,
    edition: str | None,
    players: int,
    rounds: Rounds | None,
    removed_colour: Colour | None,
    position: Position | None,
    plain: bool,
    bots: tuple[str, ...],
    seed: int | bytes | None,
    name: str,
    save: str | None,
) -> None:
    """Sit down and play."""
    if sys.stdin is None:
        raise CommandError(t("input.closed"))
    secret = match_seed(seed)
    if position is None:
        match, me = Match.start(resolve_ruleset(edition, players, rounds, removed_colour), secret), FIRST
    else:
        check_no_rules(context, edition)
        match, me = position.match(Stream(secret, "position")), _own_seat(position)
    ruleset = match.ruleset
    specs = one_a_seat(bots or (registry.fallback_name(),), ruleset.players - 1)
    others = [seat for seat in range(ruleset.players) if seat != me]
    chairs = [Chair(seat, registry.make(spec)) for seat, spec in zip(others, specs, strict=True)]
    with ExitStack() as leaving:
        # Before the first card, so that no match is played in vain.
        write = None if save is None else leaving.enter_context(lines_to(save))
        for chair in chairs:
            leaving.callback(chair.close, None)
            chair.start(ruleset, MOVE_MS)
        own = "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]
        names = [f"{chair.title} {chair.seat}" for chair in chairs]
        shown = [*names[:me], own or t("play.you"), *names[me:]]
        game = Game(match, chairs, shown, me, _ask, Screen(plain=plain))
        try:
            finished = game.play(secret)
        except KeyboardInterrupt:
            finished = False
            click.echo()
        if not finished:
            click.echo(t("play.left"))
        if write is not None:
            # “You” would mean somebody else to a reader of the record.
            recorded = [*names[:me], own or t("play.player"), *names[me:]]
            write(encode(_record(game.table.match, recorded, chairs)))
    if save not in {None, STDOUT}:
        click.echo(t("play.saved", file=save))


def _ask() -> str | None:
    """The next line that was typed; None at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415  (lends `input` line editing; not on Windows)
    try:
        return input("> ")
    except EOFError:
        click.echo()
        return None


def _own_seat(position: Position) -> int:
    """The seat that the position knows the cards of; where it knows all, the seat to act."""
    seat = position.seen.seat if position.world is None else position.seen.to_act
    return FIRST if seat is None else seat


def _record(match: Match, names: Sequence[str], chairs: Sequence[Chair]) -> Record:
    bots = {chair.seat: chair.bot for chair in chairs}
    seats = [SeatInfo(name, bots.get(seat)) for seat, name in enumerate(names)]
    status = Status.FINISHED if match.over else Status.ABANDONED
    return record_of(match, seats, status=status, substitutions=substitutions(chairs))
