"""`nokosu review`: was it luck or me? Every decision of a player judged by what that player could see."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click
from rich.console import Console

from nokosu import kernel
from nokosu.arena.table_style import table as new_table
from nokosu.cli import CommandError
from nokosu.cli.ending import EnvironmentLacks
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import house_option, svg_option, write_svg
from nokosu.cli.output import STDOUT
from nokosu.cli.record_files import name, opened, place
from nokosu.cli.replay import no_such_seat
from nokosu.cli.values import RECORDS
from nokosu.core.quoting import quoted
from nokosu.judge.library import MatchReview, plain, review
from nokosu.judge.totals import Mean, Totals, totals_of
from nokosu.judge.words import lines
from nokosu.kernel.rules import why_not
from nokosu.locale import mark, t
from nokosu.record.codec import read_lines
from nokosu.record.fault import RecordError
from nokosu.record.model import Record
from nokosu.record.replay import match_at
from nokosu.record.verify import verify
from nokosu.tui.tables import console, show


@dataclass(frozen=True)
class Reviewed:
    """One match of a file."""

    file: str
    line: int
    review: MatchReview

    @property
    def player(self) -> str:
        """The player's name."""
        return self.review.names[self.review.data.seat]


@click.command(help=t("cli.review"))
@house_option
@click.argument("files", type=RECORDS, nargs=-1, required=True, metavar="FILE…|-")
@click.option("--seat", type=click.IntRange(0), help=t("review.option.seat"))
@click.option("--player", metavar="NAME", help=t("review.option.player"))
@click.option("--deep", is_flag=True, help=t("review.option.deep"))
@json_option
@svg_option
def command(
    files: tuple[str, ...], *, seat: int | None, player: str | None, deep: bool, as_json: bool, svg: str | None
) -> None:
    """Exit code 1: a record is not true. 2: nothing can be reviewed. 3: there is no kernel."""
    if not kernel.available:
        raise EnvironmentLacks(t("review.needs-kernel"))
    asked = list(_asked(files, seat, player))
    if not asked:
        raise CommandError(t("review.no-player", player=quoted(player)) if player else t("review.nothing"))
    done = []
    with _bar(len(asked)) as watch:
        for number, (file, line, record, own) in enumerate(asked):
            names = [each.name for each in record.seats]

            def told(_: object, judged: int, total: int, number: int = number) -> None:
                watch(number + judged / max(1, total))

            found = review(match_at(record), own, deep=deep, names=names, told=told)
            done.append(Reviewed(file, line, found))
            if not as_json and svg != STDOUT:
                _tell(done[-1], first=number == 0)
    if svg is not None:
        write_svg(done[-1].review.svg(), svg)
    if svg == STDOUT:
        return
    players = {each.player: [one for one in done if one.player == each.player] for each in done}
    if as_json:
        write_json("review", {"matches": [_match_json(each) for each in done], "players": _players_json(players)})
    elif len(done) > 1:
        _table(players)


def _asked(files: tuple[str, ...], seat: int | None, player: str | None) -> Iterator[tuple[str, int, Record, int]]:
    """Yield every record with the seat to review: the one asked for, the player's, or the first person's."""
    for file in files:
        try:
            with opened(file) as stream:
                for line in read_lines(stream):
                    fault = line.content.fault if isinstance(line.content, RecordError) else verify(line.content)
                    if fault is not None:
                        click.echo(f"{place(file, line.number)}: {fault}", err=True)
                        sys.exit(1)
                    own = _seat(line.record, seat, player)
                    if own is None:
                        continue
                    refusal = why_not(match_at(line.record).ruleset)
                    if refusal is not None:
                        raise CommandError(t("bot.kernel-rules", why=refusal))
                    yield file, line.number, line.record, own
        except OSError as error:
            raise CommandError(t("verify.unreadable", file=name(file), error=error.strerror)) from None


def _seat(record: Record, seat: int | None, player: str | None) -> int | None:
    if seat is not None:
        if seat >= record.ruleset.players:
            raise no_such_seat(seat, record)
        return seat
    if player is not None:
        return next((at for at, each in enumerate(record.seats) if each.name == player), None)
    return next((at for at, each in enumerate(record.seats) if each.bot is None), 0)


def _tell(done: Reviewed, *, first: bool) -> None:
    to = console()
    if not first:
        to.print()
    to.print(place(done.file, done.line), style="bold")
    for line in lines(done.review.data, done.review.names):
        to.print(line)


def _table(players: dict[str, list[Reviewed]]) -> None:
    """Print every player over all matches."""
    table = new_table(t("review.over"), [t("review.column.player")], [t(message) for message in _HEADINGS])
    for player, own in players.items():
        row = totals_of(each.review.data for each in own)
        means = (row.points, row.luck, row.adjusted, row.own)
        shown = [_mean(mean, 1) for mean in means]
        table.add_row(player, str(row.matches), *shown, _mean(row.lost, 2), " · ".join(map(str, row.named)))
    table.caption = t("review.over.how")
    to = console()
    to.print()
    show(table, to)


_HEADINGS = (
    mark("review.column.matches"),
    mark("review.column.points"),
    mark("review.column.luck"),
    mark("review.column.adjusted"),
    mark("review.column.decisions"),
    mark("review.column.lost"),
    mark("review.column.named"),
)


def _mean(mean: Mean, digits: int) -> str:
    value = f"{mean.value:.{digits}f}".replace("-", "−")
    return value if mean.margin is None else f"{value} ± {mean.margin:.{digits}f}"


def _match_json(done: Reviewed) -> dict[str, object]:
    return {"file": done.file, "line": done.line, "player": done.player, "review": plain(done.review)}


def _players_json(players: dict[str, list[Reviewed]]) -> list[dict[str, object]]:
    return [_totals_json(player, totals_of(each.review.data for each in own)) for player, own in players.items()]


def _totals_json(player: str, row: Totals) -> dict[str, object]:
    means = {"points": row.points, "luck": row.luck, "adjusted": row.adjusted, "own": row.own, "others": row.others}
    counts = dict(zip(("inaccuracies", "mistakes", "blunders"), row.named, strict=True))
    return {
        "player": player,
        "matches": row.matches,
        "rounds": row.rounds,
        "decisions": row.decisions,
        **{key: _mean_json(mean) for key, mean in means.items()},
        "lost": _mean_json(row.lost),
        **counts,
    }


def _mean_json(mean: Mean) -> dict[str, object]:
    return {"mean": round(mean.value, 4), "margin": None if mean.margin is None else round(mean.margin, 4)}


@contextmanager
def _bar(matches: int) -> Iterator[Callable[[float], None]]:
    """Provide a bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich import progress  # noqa: PLC0415  (a tenth of a second, spent where there is a bar)

    columns = (progress.BarColumn(), progress.TaskProgressColumn(), progress.TimeRemainingColumn())
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=matches)
        yield lambda done: bar.update(task, completed=done)
