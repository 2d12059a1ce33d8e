"""`nokosu simulate`: matches between bots, written as records."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Iterator

import click

from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.cli.options import (
    match_seed,
    move_ms_option,
    one_a_seat,
    resolve_ruleset,
    ruleset_options,
)
from nokosu.cli.output import lines_to
from nokosu.cli.values import BOT
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from nokosu.face.reading import LARGEST_SEED, Rounds
from nokosu.locale import t
from nokosu.record.codec import encode


@click.command(help=t("cli.simulate"))
@ruleset_options
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
def command(
    *,
    edition: str | None,
    players: int,
    rounds: Rounds | None,
    removed_colour: Colour | None,
    matches: int,
    seed: int | None,
    bots: tuple[str, ...],
    move_ms: int,
    out: str,
) -> None:
    """Play and write."""
    ruleset = resolve_ruleset(edition, players, rounds, removed_colour)
    specs = one_a_seat(bots, ruleset.players)
    for spec in specs:
        make(spec)  # what cannot be made is refused before anything is written
    with lines_to(out) as write:
        if seed is None:
            seed = secrets.randbelow(LARGEST_SEED + 1)
            click.echo(t("simulate.seed", seed=seed), err=True)
        for line in _with_progress(_play(ruleset, specs, matches, seed, move_ms), matches):
            write(line)


def _play(ruleset: Ruleset, specs: list[str], matches: int, seed: int, move_ms: int) -> Iterator[str]:
    """One record a match, as a line."""
    for number in range(matches):
        bots = [make(spec) for spec in specs]
        yield encode(play_match(ruleset, match_seed(seed, number), bots, move_ms=move_ms))


def _with_progress(lines: Iterable[str], total: int) -> Iterable[str]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        return lines
    from rich.console import Console  # noqa: PLC0415  (a tenth of a second, spent where there is a bar)
    from rich.progress import track  # noqa: PLC0415  (the same)

    return track(lines, description=t("simulate.progress"), total=total, console=Console(stderr=True), transient=True)
