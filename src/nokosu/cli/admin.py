"""`nokosu admin`: tables, people and retention, for operators."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Final

import click
from rich.table import Table
from rich.text import Text

from nokosu.cli import CommandError
from nokosu.cli.bans import ban, end, purge_imports, unban
from nokosu.cli.groups import Group
from nokosu.cli.server_options import store_options, with_store
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.server.store import Store
from nokosu.tui.tables import show as show_table

_DAY_MS: Final = 86_400_000
_MOST_DAYS: Final = 36_500


@click.group(cls=Group, help=t("cli.admin"), invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """What an operator looks after; alone it says what there is."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command(help=t("cli.admin.tables"))
@store_options
@click.option(
    "--status",
    type=click.Choice(["open", "playing", "paused", "finished", "abandoned"]),
    help=t("option.status"),
)
def tables(*, data: str | None, database: str | None, status: str | None) -> None:
    """List tables."""
    headings = t("admin.id"), t("admin.code"), t("admin.status"), t("admin.created"), t("admin.changed")

    async def show(store: Store) -> None:
        found = await store.tables.all(status)
        _list(headings, [(row.id, row.code, row.status, _day(row.created), _day(row.updated)) for row in found])

    with_store(data, database, show)


@command.command(help=t("cli.admin.people"))
@store_options
def people(*, data: str | None, database: str | None) -> None:
    """List people."""

    async def show(store: Store) -> None:
        found = await store.people.all()
        headings = t("admin.id"), t("admin.name"), t("admin.created")
        _list(headings, [(person.id, str(person.name), _day(person.created)) for person in found])

    with_store(data, database, show)


@command.command(help=t("cli.admin.reports"))
@store_options
def reports(*, data: str | None, database: str | None) -> None:
    """List reported names."""

    async def show(store: Store) -> None:
        found = await store.blocks.reports()
        headings = t("admin.id"), t("admin.reported"), t("admin.name"), t("admin.times"), t("admin.last")
        _list(headings, [(each.person, each.name, each.now or "", str(each.times), _day(each.last)) for each in found])

    with_store(data, database, show)


@command.command(help=t("cli.admin.usage"))
@store_options
def usage(*, data: str | None, database: str | None) -> None:
    """List what each person uses."""

    async def show(store: Store) -> None:
        found = await store.people.usage()
        headings = t("admin.id"), t("admin.name"), t("admin.tables"), t("admin.imports"), t("admin.bytes")
        _list(headings, [tuple(map(str, each)) for each in found])

    with_store(data, database, show)


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
def retention(*, data: str | None, database: str | None, open_days: int) -> None:
    """Delete tables that never started and expired sessions."""

    async def drop(store: Store) -> None:
        dropped = await store.tables.drop_older(_now() - open_days * _DAY_MS)
        await store.sessions.drop_expired(_now())
        click.echo(t("admin.dropped", tables=dropped))

    with_store(data, database, drop)


command.add_command(ban)
command.add_command(unban)
command.add_command(end)
command.add_command(purge_imports)


def _list(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on a terminal; elsewhere a line for each row, with tabs, for other programs."""
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(map(_printable, row)))
        return
    table = Table(*headings, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(_printable(cell)) for cell in row))
    show_table(table)


def _printable(text: str) -> str:
    """Without what would move the cursor or colour the terminal: names come from strangers."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _now() -> int:
    return int(time.time() * 1000)


def _day(moment: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment / 1000))
