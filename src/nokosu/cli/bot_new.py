"""`nokosu bot-new`: a bot to start from, which passes `bot-check` as it is."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from nokosu.bots.starters import LANGUAGES, write_starter
from nokosu.locale import t

_PROGRAMS = {"node": "node"}


@click.command(help=t("cli.bot-new"))
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--language", type=click.Choice(list(LANGUAGES)), default="python", show_default=True, help=t("bot-new.language")
)
def command(*, folder: Path, language: str) -> None:
    """Write the file, say what to do with it."""
    file = write_starter(folder, language)
    spec = str(folder) if folder.is_absolute() else f"./{folder}"
    click.echo(t("bot-new.written", file=str(file)))
    program = _PROGRAMS.get(language)
    if program is not None and shutil.which(program) is None:
        click.echo(t("bot-new.needs", program=program))
    click.echo(t("bot-new.next", bot=spec))
