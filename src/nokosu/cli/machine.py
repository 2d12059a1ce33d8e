"""Output for programs: `--json` writes one object, whose `format` names its shape and version."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import click

from nokosu.locale import t

F = TypeVar("F", bound=Callable[..., object])

VERSION: Final = 1
"""Raised for a command when a key changes its meaning or goes; a new key does not change it."""


def json_option(function: F) -> F:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help=t("option.json"))(function)


def write_json(command: str, data: Mapping[str, object]) -> None:
    """Write what a command found, as one line."""
    click.echo(json.dumps({"format": f"nokosu-{command}/{VERSION}", **data}, ensure_ascii=False))
