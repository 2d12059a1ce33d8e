"""Where a server keeps its data: options that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import click

from nokosu.cli import Refused
from nokosu.locale import t

F = TypeVar("F", bound=Callable[..., object])
FILE: Final = "nokosu.db"


def store_options(function: F) -> F:
    """--data or --database."""
    for option in (
        click.option("--database", metavar="URL", help=t("option.database")),
        click.option("--data", type=click.Path(file_okay=False), metavar="DIR", help=t("option.data")),
    ):
        function = option(function)
    return function


def store_place(data: str | None, database: str | None) -> str:
    """A PostgreSQL URL, or the database file in a folder."""
    if data is not None and database is not None:
        raise Refused(t("option.data-or-database"))
    if database is not None:
        if not database.startswith(("postgresql://", "postgres://")):
            raise Refused(t("option.database-url"))
        return database
    return str((Path(data) if data is not None else data_folder()) / FILE)


def data_folder() -> Path:
    """The user's folder for programs' data, by the custom of the system."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "nokosu"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "nokosu"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "nokosu"
