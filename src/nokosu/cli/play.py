"""`nokosu play`: a match against bots in the terminal, at one keyboard, or at a server's table."""

from __future__ import annotations

import hashlib
import sys
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from nokosu.api.reading import ONE_PER_PLAYER, Rounds
from nokosu.bots import registry
from nokosu.bots.characters import CHARACTERS, party
from nokosu.cli import CommandError
from nokosu.cli.ending import EnvironmentLacks
from nokosu.cli.from_position import check_no_rules, from_option
from nokosu.cli.options import match_seed, one_a_seat, read_seed, resolve_ruleset, ruleset_options
from nokosu.cli.output import STDOUT, lines_to
from nokosu.cli.screens import full_screen
from nokosu.cli.values import BOT
from nokosu.core.pieces import Colour
from nokosu.locale import t
from nokosu.record.position import Position

if TYPE_CHECKING:
    from nokosu.tui.connection import Connection
    from nokosu.tui.local_table import LocalTable
    from nokosu.tui.new_match import NewMatch

FIRST: Final = 0
EVERYWHERE: Final = [name for name, each in CHARACTERS.items() if each.level in {"beginner", "club"}]
"""Characters that play on every machine, with the kernel or without it."""
LONGEST_NAME: Final = 24
THEMES: Final = ("dark", "light", "ansi")
PACES: Final = ("relaxed", "normal", "fast", "instant")


@click.command(help=t("cli.play"))
@ruleset_options
@from_option
@click.option("--plain", is_flag=True, help=t("option.plain"))
@click.option("--bot", "bots", type=BOT, multiple=True, metavar="BOT", help=t("option.bot.opponents"))
@click.option("--person", "people", multiple=True, metavar="NAME", help=t("option.person"))
@click.option("--continue", "again", is_flag=True, help=t("option.continue"))
@click.option("--join", "link", metavar="LINK", help=t("option.join"))
@click.option("--seed", callback=read_seed, metavar="S", help=t("option.seed.play"))
@click.option("--name", default="", metavar="NAME", help=t("option.name"))
@click.option("--save", metavar="FILE", help=t("option.save"))
@click.option("--theme", type=click.Choice(THEMES), help=t("option.theme"))
@click.option("--pace", type=click.Choice(PACES), help=t("option.pace"))
@click.option("--ascii", "ascii_only", is_flag=True, help=t("option.ascii"))
@click.option("--no-motion", is_flag=True, help=t("option.no-motion"))
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    edition: str | None,
    players: int,
    rounds: Rounds | None,
    removed_colour: Colour | None,
    position: Position | None,
    plain: bool,
    bots: tuple[str, ...],
    people: tuple[str, ...],
    again: bool,
    link: str | None,
    seed: int | bytes | None,
    name: str,
    save: str | None,
    **look: Any,  # noqa: ANN401  options of the look
) -> None:
    """Sit down and play."""
    if sys.stdin is None:
        raise CommandError(t("input.closed"))
    own = "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]
    full = not plain and full_screen()
    if link is not None:
        _need_web_sockets()
        _need_screen(full=full)
        _show(look, join=_at_table(link, own))
        return
    if again:
        _go_on(look, save, full=full)
        return
    asked = [param for param in context.params if _given(context, param)]
    if full and not set(asked) - {"theme", "pace", "ascii_only", "no_motion", "name"}:
        _show(look)
        return
    wish = _wish(context, edition, players, rounds, removed_colour, position, bots, people, seed, own)
    if full:
        _show(look, wish=wish, position=position, save=save)
    else:
        if people:
            _need_screen(full=False)
        _play_plain(wish, position, save, plain=plain)


def _at_table(link: str, name: str) -> Connection:
    """Sit down at a server's table before anything is drawn: what goes wrong is said in a line."""
    from nokosu.locale.reasons import word  # noqa: PLC0415  (help is there at once without it)
    from nokosu.table.refusal import Refused  # noqa: PLC0415  (the same)
    from nokosu.tui.remote import RemoteConnection  # noqa: PLC0415  (the same)

    connection = RemoteConnection(link, name)
    try:
        connection.sit_down()
    except Refused as refused:
        raise CommandError(word(refused.why)) from None
    return connection


def _given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _need_screen(*, full: bool) -> None:
    if not full:
        raise CommandError(t("play.needs-screen"))


def _need_web_sockets() -> None:
    try:
        import websockets  # noqa: F401, PLC0415  (only whether it is there)
    except ImportError:
        lacks = t("cli.needs-extra", command="play --join", module="websockets", extra="terminal")
        raise EnvironmentLacks(lacks) from None


def _wish(
    context: click.Context,
    edition: str | None,
    players: int,
    rounds: Rounds | None,
    removed_colour: Colour | None,
    position: Position | None,
    bots: tuple[str, ...],
    people: tuple[str, ...],
    seed: int | bytes | None,
    own: str,
) -> NewMatch:
    from nokosu.tui.new_match import NewMatch  # noqa: PLC0415  (help is there at once without it)

    seat = FIRST
    if position is None:
        ruleset = resolve_ruleset(edition, players, rounds, removed_colour)
    else:
        check_no_rules(context, edition)
        ruleset, seat = position.seen.ruleset, _own_seat(position)
    guests = tuple("".join(letter for letter in each if letter.isprintable()).strip()[:LONGEST_NAME] for each in people)
    if guests and not (1 < len(set(guests)) == len(guests) <= ruleset.players):
        raise CommandError(t("table.people-count", fewest=2, most=ruleset.players))
    others = ruleset.players - max(len(guests), 1)
    specs = tuple(one_a_seat(bots or party("club", others, EVERYWHERE), others)) if others else ()
    for spec in set(specs):
        registry.make(spec)
    wish = NewMatch(
        edition=edition if edition is not None and edition.endswith(".toml") else ruleset.edition,
        players=ruleset.players,
        rounds=ruleset.rounds if rounds == ONE_PER_PLAYER else ruleset.rounds_override,
        removed_colour=ruleset.removed_choice.letter if ruleset.removed_choice else None,
        bots=specs,
        name=own,
        people=guests,
        seat=seat,
    )
    if seed is None:
        return wish
    known = match_seed(seed)
    return replace(wish, seed=known, secret=hashlib.sha256(known).digest())


def _show(look: dict[str, Any], **what: Any) -> None:  # noqa: ANN401  what to open
    """Draw the game on the whole screen."""
    from nokosu.tui.screens.start import run  # noqa: PLC0415  (slow to load)

    done = run(look, **what)
    if done.record is not None and done.save is not None:
        with lines_to(done.save) as write:
            write(done.record)
    if done.said:
        click.echo(done.said)


def _go_on(look: dict[str, Any], save: str | None, *, full: bool) -> None:
    """Continue the match that was played last."""
    from nokosu.tui.local_table import LocalTable  # noqa: PLC0415  (slow to load)
    from nokosu.tui.saved import waiting_matches  # noqa: PLC0415  (the same)

    waiting = waiting_matches(1)
    if not waiting:
        raise CommandError(t("play.nothing-saved"))
    path = waiting[0][0]
    if full:
        _show(look, path=path, save=save)
    else:
        _run_plain(LocalTable.open(path), save, plain=True)


def _play_plain(wish: NewMatch, position: Position | None, save: str | None, *, plain: bool) -> None:
    from nokosu.tui.local_table import LocalTable  # noqa: PLC0415  (slow to load)

    with ExitStack() as leaving:
        # Before the first card, so that no match is played in vain.
        write = None if save is None else leaving.enter_context(lines_to(save))
        table = LocalTable.create(wish, position=position)
        _run_plain(table, save, plain=plain, write=write)


def _run_plain(table: LocalTable, save: str | None, *, plain: bool, write: Any = None) -> None:  # noqa: ANN401  a writer
    from nokosu.record.codec import encode  # noqa: PLC0415  (slow to load)
    from nokosu.tui.game import Game  # noqa: PLC0415  (the same)
    from nokosu.tui.screen import Screen  # noqa: PLC0415  (the same)

    game = Game(table, _ask, Screen(plain=plain), own_name=table.own_name)
    try:
        finished = game.play()
    except KeyboardInterrupt:
        finished = False
        click.echo()
    if not finished:
        click.echo(t("play.left"))
        if table.path:
            click.echo(t("play.kept"))
    record = encode(table.record())
    table.close()
    if save is not None:
        if write is None:
            with lines_to(save) as line:
                line(record)
        else:
            write(record)
    if save not in {None, STDOUT}:
        click.echo(t("play.saved", file=save))


def _ask() -> str | None:
    """Return the next line that was typed; None at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415  (lends `input` line editing; not on Windows)
    try:
        return input("> ")
    except EOFError:
        click.echo()
        return None


def _own_seat(position: Position) -> int:
    """Return the seat that the position knows the cards of; where it knows all, the seat to act."""
    seat = position.seen.seat if position.world is None else position.seen.to_act
    return FIRST if seat is None else seat
