"""`nokosu admin`: what an operator looks after: tables, people, what is kept for how long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import click

from nokosu.cli import Refused
from nokosu.cli.groups import Group
from nokosu.cli.server_options import must_be_current, store_options, store_place, store_troubles
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.server.store import Store, open_store

_DAY_MS: Final = 86_400_000
_MOST_DAYS: Final = 36_500


def _with_store(data: str | None, database: str | None, use: Callable[[Store], Awaitable[None]]) -> None:
    place = store_place(data, database)

    async def run() -> None:
        await must_be_current(place)
        store = await open_store(place)
        try:
            await use(store)
        finally:
            await store.close()

    with store_troubles(place):
        asyncio.run(run())


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

    async def show(store: Store) -> None:
        for row in await store.tables.all(status):
            click.echo(f"{row.id}\t{row.code}\t{row.status}\t{_day(row.created)}\t{_day(row.updated)}")

    _with_store(data, database, show)


@command.command(help=t("cli.admin.people"))
@store_options
def people(*, data: str | None, database: str | None) -> None:
    """List people."""

    async def show(store: Store) -> None:
        for person in await store.people.all():
            click.echo(f"{person.id}\t{person.name}\t{_day(person.created)}")

    _with_store(data, database, show)


@command.command(help=t("cli.admin.forget"))
@store_options
@click.argument("person")
def forget(*, data: str | None, database: str | None, person: str) -> None:
    """Delete a person's data, as they could themselves."""

    async def delete(store: Store) -> None:
        found = await store.people.find(person)
        if found is None or found.name is None:
            raise Refused(t("admin.no-person", person=quoted(person)))
        await store.people.delete(person, _now())

    _with_store(data, database, delete)


@command.command(help=t("cli.admin.retention"))
@store_options
@click.option(
    "--open-days", type=click.IntRange(1, _MOST_DAYS), default=30, show_default=True, help=t("option.open-days")
)
def retention(*, data: str | None, database: str | None, open_days: int) -> None:
    """Throw away what nobody will miss."""

    async def drop(store: Store) -> None:
        dropped = await store.tables.drop_older(_now() - open_days * _DAY_MS)
        await store.sessions.drop_expired(_now())
        click.echo(t("admin.dropped", tables=dropped))

    _with_store(data, database, drop)


def _now() -> int:
    return int(time.time() * 1000)


def _day(moment: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment / 1000))
