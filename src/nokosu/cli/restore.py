"""`nokosu restore`: a backup into an empty store, of either kind."""

from __future__ import annotations

import asyncio
from typing import TextIO

import click

from nokosu.cli.server_options import store_options, store_place
from nokosu.locale import t
from nokosu.server.store import open_store
from nokosu.server.store.dump import restore


@click.command(help=t("cli.restore"))
@store_options
@click.argument("file", type=click.File(encoding="utf-8"))
def command(*, data: str | None, database: str | None, file: TextIO) -> None:
    """Read a backup."""
    rows = asyncio.run(_read(store_place(data, database), list(file)))
    click.echo(t("restore.done", rows=rows))


async def _read(where: str, lines: list[str]) -> int:
    store = await open_store(where)
    try:
        return await restore(store, lines)
    finally:
        await store.close()
