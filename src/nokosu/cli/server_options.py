"""Where a server keeps its data: options that several commands share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

import click
from platformdirs import user_data_path
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from nokosu.cli.ending import CommandError
from nokosu.cli.settings import config_option, secret, setting
from nokosu.locale import t
from nokosu.server.store import Conflict, Store, StoreFailed, open_store
from nokosu.server.store.database import POSTGRESQL
from nokosu.server.store.existing import schema_at
from nokosu.server.store.migrations import migrations, usable

F = TypeVar("F", bound=Callable[..., object])
FILE: Final = "nokosu.db"


def store_options(function: F) -> F:
    """--config, --data or --database."""
    for option in (
        setting(
            "--database-file", type=click.Path(exists=True, dir_okay=False), metavar="FILE", expose_value=False,
            callback=_take_database, help=t("option.database-file"),
        ),
        setting("--database", metavar="URL", is_eager=True, help=t("option.database")),
        setting("--data", is_eager=True, type=click.Path(file_okay=False), metavar="DIR", help=t("option.data")),
        config_option,
    ):  # fmt: skip
        function = option(function)
    return function


def _take_database(context: click.Context, _option: click.Parameter, file: str | None) -> None:
    """Take the database's address from a file or a credential, if nothing else says where the data is."""
    given = context.params
    if file is not None and given.get("database") is not None:
        raise CommandError(t("option.data-or-database"))
    if file is not None or (given.get("database") is None and given.get("data") is None):
        given["database"] = secret("database", file)


def store_place(data: str | None, database: str | None) -> str:
    """Return a PostgreSQL URL, or the database file in a folder."""
    if data is not None and database is not None:
        raise CommandError(t("option.data-or-database"))
    if database is not None:
        if not database.startswith(POSTGRESQL) or not _is_url(database):
            raise CommandError(t("option.database-url"))
        return database
    return str((Path(data) if data is not None else user_data_path("nokosu", appauthor=False)) / FILE)


def shown_place(place: str) -> str:
    """Return where the data is; a database's URL without the password that may be in it."""
    parts = urlsplit(place)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}" if place.startswith(POSTGRESQL) else place


def _is_url(text: str) -> bool:
    """Return whether the URL can be parsed. If it cannot, it is not shown either: it may contain a password."""
    try:
        urlsplit(text)
        conninfo_to_dict(text)
    except (ValueError, ProgrammingError):
        return False
    return True


async def must_be_current(place: str, *, may_be_new: bool = False) -> None:
    """Refuse a place where no server has been, and one that a server has to bring up to date first."""
    found, known = await schema_at(place), len(migrations())
    if found.number == 0 and may_be_new:
        return
    if found.number == 0:
        raise CommandError(t("store.none", place=shown_place(place)))
    if found.number < known or not usable(found):
        number = found.number if usable(found) else found.minimum_reader
        raise CommandError(t("store.other-schema", place=shown_place(place), found=number, known=known))


@contextmanager
def store_troubles(place: str) -> Iterator[None]:
    """Report a database that cannot be reached, read or written in one line."""
    try:
        yield
    except (StoreFailed, Conflict) as error:
        said = str(error).strip().partition("\n")[0]
        raise CommandError(t("store.failed", place=shown_place(place), error=said)) from None


def with_store(data: str | None, database: str | None, use: Callable[[Store], Awaitable[None]]) -> None:
    """Use the store of a server, which may be running."""
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
