"""`nokosu restore`: a backup into an empty store, of either kind."""

from __future__ import annotations

import asyncio
from typing import TextIO

import click

from nokosu.cli.server_options import must_be_current, store_options, store_place, store_troubles
from nokosu.locale import t
from nokosu.server.check import damage_of
from nokosu.server.store import open_store
from nokosu.server.store.dump import BackupError, restore


@click.command(help=t("cli.restore"))
@store_options
@click.argument("file", type=click.File(encoding="utf-8"))
def command(*, data: str | None, database: str | None, file: TextIO) -> None:
    """Read a backup."""
    place = store_place(data, database)
    with store_troubles(place):
        rows = asyncio.run(_read(place, _lines(file)))
    click.echo(t("restore.done", rows=rows))


def _lines(file: TextIO) -> list[str]:
    try:
        return list(file)
    except UnicodeDecodeError as error:
        raise BackupError("this is not a complete backup") from error


async def _read(where: str, lines: list[str]) -> int:
    await must_be_current(where, may_be_new=True)
    store = await open_store(where, alone=True)
    try:
        return await restore(store, lines, damage_of)
    finally:
        await store.close()
