"""Whether a command may draw on the whole screen."""

from __future__ import annotations

import os
import sys

import click

from nokosu.locale import t


def full_screen() -> bool:
    """Return whether this is a terminal on which a table can be drawn; say so where only Textual is missing."""
    if sys.stdin is None or sys.stdin.closed or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if os.environ.get("TERM", "") in {"", "dumb"}:
        return False
    try:
        import textual  # noqa: F401, PLC0415  (only whether it is there)
    except ImportError:
        click.echo(t("play.no-textual"), err=True)
        return False
    return True
