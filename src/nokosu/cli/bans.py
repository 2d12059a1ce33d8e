"""`nokosu admin ban` and `unban`: what an operator does about people who misbehave."""

from __future__ import annotations

import time
from ipaddress import ip_address
from typing import Final

import click

from nokosu.cli import CommandError
from nokosu.cli.server_options import store_options, with_store
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.server.addresses import limited_as
from nokosu.server.store import Store

_DAY_MS: Final = 86_400_000


async def _subject(store: Store, text: str) -> str:
    """A person's ID, or an address as limits count it."""
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
