"""`nokosu restore`: a backup into an empty store, of either kind."""

from __future__ import annotations

import asyncio

import click

from nokosu.cli import CommandError
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.record_files import name, opened
from nokosu.cli.server_options import must_be_current, store_options, store_place, store_troubles
from nokosu.cli.values import RECORDS
from nokosu.locale import t
from nokosu.server.check import damage_of
from nokosu.server.store import open_store
from nokosu.server.store.dump import BackupError, restore


@click.command(help=t("cli.restore"))
@store_options
@click.argument("file", type=RECORDS, metavar="FILE|-")
@json_option
def command(*, data: str | None, database: str | None, file: str, as_json: bool) -> None:
    """Read a backup, which may be compressed."""
    place = store_place(data, database)
    with store_troubles(place):
        rows = asyncio.run(_read(place, _lines(file)))
    if as_json:
        write_json("restore", {"rows": rows})
    else:
        click.echo(t("restore.done", rows=rows))


def _lines(file: str) -> list[str]:
    try:
        with opened(file) as stream:
            return [line.decode() for line in stream]
    except UnicodeDecodeError as error:
        raise BackupError("this is not a complete backup") from error
    except OSError as error:
        raise CommandError(t("verify.unreadable", file=name(file), error=error.strerror)) from None


async def _read(where: str, lines: list[str]) -> int:
    await must_be_current(where, may_be_new=True)
    store = await open_store(where, alone=True)
    try:
        return await restore(store, lines, damage_of)
    finally:
        await store.close()
