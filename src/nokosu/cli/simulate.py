"""`nokosu simulate`: matches between bots, or a round played on from a position, written as records."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Iterator

import click

from nokosu.api.reading import LARGEST_SEED, Rounds
from nokosu.bots.play import play_on
from nokosu.bots.registry import make
from nokosu.cli.from_position import check_no_rules, from_option
from nokosu.cli.options import (
    match_seed,
    move_ms_option,
    one_a_seat,
    resolve_ruleset,
    ruleset_options,
)
from nokosu.cli.output import lines_to
from nokosu.cli.values import BOT
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.locale import t
from nokosu.record.codec import encode
from nokosu.record.position import Position


@click.command(help=t("cli.simulate"))
@ruleset_options
@from_option
@click.option("--matches", type=click.IntRange(1), default=1, show_default=True, help=t("option.matches"))
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), metavar="S", help=t("option.seed.simulate"))
@click.option(
    "--bot",
    "bots",
    type=BOT,
    multiple=True,
    metavar="BOT",
    default=("random",),
    show_default=True,
    help=t("option.bot"),
)
@move_ms_option()
@click.option("--out", default="-", show_default=True, metavar="FILE|-", help=t("option.out"))
@click.pass_context
def command(
    context: click.Context,
    *,
    edition: str | None,
    players: int,
    rounds: Rounds | None,
    removed_colour: Colour | None,
    position: Position | None,
    matches: int,
    seed: int | None,
    bots: tuple[str, ...],
    move_ms: int,
    out: str,
) -> None:
    """Play and write."""
    if position is None:
        ruleset = resolve_ruleset(edition, players, rounds, removed_colour)
    else:
        check_no_rules(context, edition)
        ruleset = position.seen.ruleset
    specs = one_a_seat(bots, ruleset.players)
    for spec in specs:
        make(spec)  # what cannot be made is refused before anything is written
    with lines_to(out) as write:
        if seed is None:
            seed = secrets.randbelow(LARGEST_SEED + 1)
            click.echo(t("simulate.seed", seed=seed), err=True)
        for line in _with_progress(_play(position or ruleset, specs, matches, seed, move_ms), matches):
            write(line)


def _play(start: Ruleset | Position, specs: list[str], matches: int, seed: int, move_ms: int) -> Iterator[str]:
    """Yield one record per match, as a line. From a position, each match has its own draw of the unknown cards."""
    for number in range(matches):
        bots = [make(spec) for spec in specs]
        secret = match_seed(seed, number)
        draw = Stream(secret, "position")
        match = start.match(draw) if isinstance(start, Position) else Match.start(start, secret)
        yield encode(play_on(match, secret, bots, move_ms=move_ms)[1])


def _with_progress(lines: Iterable[str], total: int) -> Iterable[str]:
    """Return a bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        return lines
    from rich.console import Console  # noqa: PLC0415  (a tenth of a second, spent where there is a bar)
    from rich.progress import track  # noqa: PLC0415  (the same)

    return track(lines, description=t("simulate.progress"), total=total, console=Console(stderr=True), transient=True)
