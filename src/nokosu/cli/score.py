"""`nokosu score`: the score pad for a match with real cards and dice."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import click

from nokosu.cli import CommandError
from nokosu.cli.machine import json_option
from nokosu.cli.screens import full_screen
from nokosu.cli.values import HOUSE
from nokosu.locale import t


@click.command(help=t("cli.score"))
@click.argument("file", type=click.Path(dir_okay=False), required=False, metavar="[FILE]")
@click.option("--edition", "house", type=HOUSE, metavar="FILE.toml", help=t("score.option.house"))
@click.option("--plain", is_flag=True, help=t("option.plain"))
@json_option
def command(*, file: str | None, house: str | None, plain: bool, as_json: bool) -> None:
    """Open the pad on the whole screen; in a pipe, print it."""
    from nokosu.tui.pad import from_file, newest, to_line  # noqa: PLC0415  (help is there at once without it)

    path = None if file is None else Path(file)
    pad = None
    if path is not None and path.exists():
        try:
            pad = from_file(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            raise CommandError(t("web.pad.bad-file")) from None
    if not (plain or as_json) and full_screen():
        from nokosu.tui.screens.start import run_pad  # noqa: PLC0415  (slow to load)

        run_pad({}, pad, path, house)
        return
    if path is not None and pad is None:
        raise CommandError(t("verify.unreadable", file=click.format_filename(path), error=os.strerror(errno.ENOENT)))
    found = (pad, path) if pad else newest() if path is None else None
    if found is None or found[0] is None:
        raise CommandError(t("score.none"))
    if as_json:
        click.echo(to_line(found[0]))
        return
    from nokosu.tui.screens.pad_screen import sheet  # noqa: PLC0415  (slow to load)

    click.echo(sheet(found[0]).plain)
