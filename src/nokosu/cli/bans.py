"""`nokosu admin ban`, `unban`, `end` and `purge-imports`: what an operator does about people who misbehave."""

from __future__ import annotations

import time
from ipaddress import ip_address
from typing import Final

import click

from nokosu.cli import CommandError
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.server_options import store_options, with_store
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.server.addresses import limited_as
from nokosu.server.store import Store
from nokosu.server.store.log import LogRow
from nokosu.server.tables import summary
from nokosu.server.tables.results import closing_statements
from nokosu.table.host import replay
from nokosu.table.state import apply
from nokosu.wire.entries import Ended, encode

_DAY_MS: Final = 86_400_000


async def _subject(store: Store, text: str) -> str:
    """Return a person's ID, or an address as limits count it."""
    if await store.people.find(text):
        return text
    try:
        ip_address(text)
    except ValueError:
        raise CommandError(t("admin.no-subject", subject=quoted(text))) from None
    return limited_as(text)


@click.command(help=t("cli.admin.ban"))
@store_options
@click.option("--days", type=click.IntRange(1, 36_500), default=7, show_default=True, help=t("option.ban-days"))
@click.argument("subject")
def ban(*, data: str | None, database: str | None, days: int, subject: str) -> None:
    """Keep a person or an address out."""

    async def add(store: Store) -> None:
        now = int(time.time() * 1000)
        await store.bans.add(await _subject(store, subject), now + days * _DAY_MS, now)

    with_store(data, database, add)


@click.command(help=t("cli.admin.unban"))
@store_options
@click.argument("subject")
def unban(*, data: str | None, database: str | None, subject: str) -> None:
    """Let them in again."""

    async def remove(store: Store) -> None:
        await store.bans.remove(await _subject(store, subject))

    with_store(data, database, remove)


@click.command(help=t("cli.admin.end"))
@store_options
@click.argument("table")
def end(*, data: str | None, database: str | None, table: str) -> None:
    """End a match unfinished."""

    async def close(store: Store) -> None:
        rows = await store.log.entries(table)
        state = replay(table, rows) if rows else None
        if state is None or state.ended is not None:
            raise CommandError(t("admin.no-table", table=quoted(table)))
        now, over = int(time.time() * 1000), Ended(status="abandoned")
        before = summary.row(state, rows[-1].at)
        apply(state, over, now)
        also = [*summary.row(state, now).changes(before), *closing_statements(state, now)]
        await store.log.append(table, [LogRow(state.seq, now, encode(over))], also)

    with_store(data, database, close)


@click.command("purge-imports", help=t("cli.admin.purge-imports"))
@store_options
@click.option("--person", metavar="ID", help=t("option.purge-person"))
@json_option
def purge_imports(*, data: str | None, database: str | None, person: str | None, as_json: bool) -> None:
    """Delete records that people have imported."""

    async def purge(store: Store) -> None:
        records = await store.records.purge_imports(person)
        if as_json:
            write_json("admin-purge-imports", {"records": records})
        else:
            click.echo(t("admin.purged", records=records))

    with_store(data, database, purge)
