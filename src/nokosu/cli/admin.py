"""`nokosu admin`: tables, people and retention, for operators."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Final

import click
from rich.text import Text

from nokosu.arena.table_style import table
from nokosu.cli import CommandError
from nokosu.cli.bans import ban, end, purge_imports, unban
from nokosu.cli.groups import Group
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.ratings import ratings
from nokosu.cli.server_options import store_options, with_store
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.server.check import Damage, damages
from nokosu.server.store import Store
from nokosu.tui.tables import show as show_table

_DAY_MS: Final = 86_400_000
_MOST_DAYS: Final = 36_500


@click.group(cls=Group, help=t("cli.admin"), invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Look after a server; alone it lists the commands."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command(help=t("cli.admin.tables"))
@store_options
@click.option(
    "--status",
    type=click.Choice(["open", "playing", "paused", "finished", "abandoned"]),
    help=t("option.status"),
)
@json_option
def tables(*, data: str | None, database: str | None, status: str | None, as_json: bool) -> None:
    """List tables."""
    headings = t("admin.id"), t("admin.code"), t("admin.status"), t("admin.created"), t("admin.changed")

    async def show(store: Store) -> None:
        found = await store.tables.all(status)
        rows = [(row.id, row.code, row.status, _day(row.created), _day(row.updated)) for row in found]
        _list("tables", headings, ("id", "code", "status", "created", "changed"), rows, as_json=as_json)

    with_store(data, database, show)


@command.command(help=t("cli.admin.people"))
@store_options
@json_option
def people(*, data: str | None, database: str | None, as_json: bool) -> None:
    """List people."""

    async def show(store: Store) -> None:
        found = await store.people.all()
        headings = t("admin.id"), t("admin.name"), t("admin.created")
        rows = [(person.id, str(person.name), _day(person.created)) for person in found]
        _list("people", headings, ("id", "name", "created"), rows, as_json=as_json)

    with_store(data, database, show)


@command.command(help=t("cli.admin.reports"))
@store_options
@json_option
def reports(*, data: str | None, database: str | None, as_json: bool) -> None:
    """List reported names."""

    async def show(store: Store) -> None:
        found = await store.blocks.reports()
        headings = t("admin.id"), t("admin.reported"), t("admin.name"), t("admin.times"), t("admin.last")
        rows = [(each.person, each.name, each.now or "", str(each.times), _day(each.last)) for each in found]
        _list("reports", headings, ("id", "reported", "name", "times", "last"), rows, as_json=as_json)

    with_store(data, database, show)


@command.command(help=t("cli.admin.puzzles"))
@store_options
@json_option
def puzzles(*, data: str | None, database: str | None, as_json: bool) -> None:
    """List reported puzzles."""

    async def show(store: Store) -> None:
        found = await store.puzzles.reported()
        headings = t("admin.id"), t("admin.times"), t("admin.last"), t("admin.tries"), t("admin.solved")
        rows = [
            (each.puzzle, str(each.reports), _day(each.reported), str(each.tries), str(each.solved)) for each in found
        ]
        _list("puzzles", headings, ("id", "times", "last", "tries", "solved"), rows, as_json=as_json)

    with_store(data, database, show)


@command.command(help=t("cli.admin.doubts"))
@store_options
@json_option
def doubts(*, data: str | None, database: str | None, as_json: bool) -> None:
    """List judgements that people think are wrong."""

    async def show(store: Store) -> None:
        found = await store.doubts.all()
        headings = t("admin.times"), t("admin.verdict"), t("admin.action"), t("admin.better"), t("admin.note")
        keys = ("times", "verdict", "action", "best", "note", "position")
        rows = [(str(each.times), each.verdict, each.action, each.best, each.note, each.position) for each in found]
        _list("doubts", (*headings, t("admin.position")), keys, rows, as_json=as_json)

    with_store(data, database, show)


@command.command(help=t("cli.admin.usage"))
@store_options
@json_option
def usage(*, data: str | None, database: str | None, as_json: bool) -> None:
    """List what each person uses."""

    async def show(store: Store) -> None:
        found = await store.people.usage()
        headings = t("admin.id"), t("admin.name"), t("admin.tables"), t("admin.imports"), t("admin.bytes")
        rows = [tuple(map(str, each)) for each in found]
        _list("usage", headings, ("id", "name", "tables", "imports", "bytes"), rows, as_json=as_json)

    with_store(data, database, show)


@command.command(help=t("cli.admin.check"))
@store_options
@json_option
def check(*, data: str | None, database: str | None, as_json: bool) -> None:
    """List rows that cannot be read; the exit status is 1 if there are any."""
    damaged: list[Damage] = []

    async def look(store: Store) -> None:
        damaged.extend([each async for each in damages(store)])

    with_store(data, database, look)
    headings = t("admin.kind"), t("admin.id"), t("admin.why")
    if damaged or as_json:
        _list("check", headings, ("kind", "id", "why"), damaged, as_json=as_json)
    else:
        click.echo(t("admin.nothing-damaged"))
    if damaged:
        sys.exit(1)


@command.command(help=t("cli.admin.forget"))
@store_options
@click.argument("person")
def forget(*, data: str | None, database: str | None, person: str) -> None:
    """Delete a person's data, as they could themselves."""

    async def delete(store: Store) -> None:
        found = await store.people.find(person)
        if found is None or found.name is None:
            raise CommandError(t("admin.no-person", person=quoted(person)))
        await store.people.delete(person, _now())

    with_store(data, database, delete)


@command.command(help=t("cli.admin.retention"))
@store_options
@click.option(
    "--open-days", type=click.IntRange(1, _MOST_DAYS), default=30, show_default=True, help=t("option.open-days")
)
@json_option
def retention(*, data: str | None, database: str | None, open_days: int, as_json: bool) -> None:
    """Delete tables that never started and expired sessions."""

    async def drop(store: Store) -> None:
        dropped = await store.tables.drop_older(_now() - open_days * _DAY_MS)
        await store.sessions.drop_expired(_now())
        if as_json:
            write_json("admin-retention", {"tables": dropped})
        else:
            click.echo(t("admin.dropped", tables=dropped))

    with_store(data, database, drop)


command.add_command(ban)
command.add_command(unban)
command.add_command(end)
command.add_command(purge_imports)
command.add_command(ratings)


def _list(
    command: str, headings: Sequence[str], keys: Sequence[str], rows: Sequence[Sequence[str]], *, as_json: bool
) -> None:
    """Show a table on a terminal; elsewhere write a line for each row, with tabs, or JSON, for other programs."""
    if as_json:
        write_json(f"admin-{command}", {command: [dict(zip(keys, row, strict=True)) for row in rows]})
        return
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(map(_printable, row)))
        return
    shown = table("", headings)
    for row in rows:
        shown.add_row(*(Text(_printable(cell)) for cell in row))
    show_table(shown)


def _printable(text: str) -> str:
    """Without what would move the cursor or colour the terminal: names come from strangers."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _now() -> int:
    return int(time.time() * 1000)


def _day(moment: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment / 1000))
