"""`nokosu backup`: everything that a server knows, as one file."""

from __future__ import annotations

import asyncio

import click

from nokosu.cli.output import lines_to
from nokosu.cli.server_options import must_be_current, store_options, store_place, store_troubles
from nokosu.locale import t
from nokosu.server.store.dump import dumped


@click.command(help=t("cli.backup"))
@store_options
@click.argument("out", metavar="FILE")
def command(*, data: str | None, database: str | None, out: str) -> None:
    """Write a backup; the server may keep running."""
    place = store_place(data, database)
    with store_troubles(place):
        asyncio.run(_write(place, out))


async def _write(where: str, out: str) -> None:
    await must_be_current(where)
    # Sessions and keys are in it.
    with lines_to(out, mode=0o600) as write:
        async for line in dumped(where):
            write(line)
