"""`nokosu doctor`: the settings of `nokosu serve` and what is around it, checked."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any, Final

import click

from nokosu.cli.machine import json_option, write_json
from nokosu.cli.serve_options import make_config, server_options
from nokosu.locale import t
from nokosu.server.doctor import examine

_MARKS: Final = {"ok": "✓", "warning": "!", "problem": "✗"}


@click.command(help=t("cli.doctor"))
@server_options
@json_option
@click.pass_context
def command(context: click.Context, /, *, as_json: bool, **given: Any) -> None:  # noqa: ANN401  the settings
    """Check, and end with 1 if there is a problem."""
    found = asyncio.run(examine(make_config(given)))
    if as_json:
        write_json("doctor", {"findings": [asdict(each) for each in found]})
    else:
        width = max(len(each.subject) for each in found)
        for each in found:
            click.echo(f"{_MARKS[each.level]} {each.subject:{width}}  {each.text}")
            if each.advice:
                click.echo(f"  {'':{width}}  → {each.advice}")
    context.exit(int(any(each.level == "problem" for each in found)))
