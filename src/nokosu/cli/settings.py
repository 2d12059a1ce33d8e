"""The settings of a server: options, environment variables and a TOML file, in this order of precedence.

Every option `--some-name` of `nokosu serve` is also the variable NOKOSU_SOME_NAME and the key `some-name` of the file
that `--config` or NOKOSU_CONFIG names. Secrets can be in separate files, or in systemd's credentials.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from nokosu.cli.ending import CommandError
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.locale.suggestion import did_you_mean

F = TypeVar("F", bound=Callable[..., object])

PREFIX: Final = "NOKOSU_"
CREDENTIALS: Final = "CREDENTIALS_DIRECTORY"
"""Where systemd puts what LoadCredential= names."""
_NOT_SETTINGS: Final = frozenset({"config", "show_config", "help"})
_SECRET: Final = frozenset({"database"})
_ORIGINS: Final = {
    ParameterSource.COMMANDLINE: "command line",
    ParameterSource.ENVIRONMENT: "environment",
    ParameterSource.DEFAULT_MAP: "file",
}


def variable(option: str) -> str:
    """Return the environment variable of an option: `--bot-delay` is NOKOSU_BOT_DELAY."""
    return PREFIX + option.lstrip("-").replace("-", "_").upper()


def setting(name: str, *more: str, **details: Any) -> Callable[[F], F]:  # noqa: ANN401  (as click has it)
    """Return an option that is a setting: with an environment variable, and a key in the file."""
    return click.option(name, *more, envvar=variable(name), **details)


def config_option(function: F) -> F:
    """--config FILE."""
    place = click.Path(exists=True, dir_okay=False)
    return click.option(
        "--config", type=place, envvar=variable("config"), is_eager=True, expose_value=False, callback=_read,
        metavar="FILE", help=t("option.config"),
    )(function)  # fmt: skip


def _read(context: click.Context, _option: click.Parameter, file: str | None) -> None:
    """Make a file's values the command's defaults."""
    _refuse_misspelt_variables()
    if file is None:
        return
    try:
        given = tomllib.loads(Path(file).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CommandError(t("config.unreadable", file=click.format_filename(file), error=str(error))) from None
    known = {param.name: param for param in context.command.params}
    context.default_map = {
        param.name: _value(param, given[key])
        for key, param in settings().items()
        if key in given and param.name in known
    }
    for key in given:
        if key not in settings():
            near = did_you_mean(key, settings())
            raise CommandError(t("config.unknown", file=click.format_filename(file), key=quoted(key)) + near)


def settings() -> dict[str, click.Option]:
    """Return every setting of a server by the name of its option, without dashes in front."""
    command: click.Command = import_module("nokosu.cli.serve").command
    options = [param for param in command.params if isinstance(param, click.Option)]
    return {max(each.opts, key=len).lstrip("-"): each for each in options if each.name not in _NOT_SETTINGS}


def _value(option: click.Option, given: object) -> object:
    """Return a value of the file as click expects it. A table such as [limit] is a list of NAME=VALUE."""
    if option.multiple:
        if isinstance(given, Mapping):
            return [f"{name}={value}" for name, value in given.items()]
        return [str(each) for each in given] if isinstance(given, list) else [str(given)]
    if isinstance(given, (dict, list)) or isinstance(given, bool) != option.is_flag:
        raise CommandError(t("config.value", key=max(option.opts, key=len).lstrip("-"), value=quoted(str(given))))
    return given if option.is_flag else str(given)


def _refuse_misspelt_variables() -> None:
    """Refuse NOKOSU_PROT: it would be ignored. Other programs may have variables that look like none of ours."""
    known = {variable(name) for name in settings()}
    # What other parts of this project read.
    others = {"NOKOSU_NO_KERNEL", "NOKOSU_PORTABLE", "NOKOSU_LANGUAGE", "NOKOSU_OPERATOR_TOKEN", "NOKOSU_CONFIG"}
    for name in sorted(os.environ):
        stranger = name.startswith(PREFIX) and name not in known | others
        if stranger and (near := get_close_matches(name, known | others, n=1, cutoff=0.85)):
            raise CommandError(t("config.variable", name=name) + did_you_mean(name, near))


def secret(name: str, file: str | None) -> str | None:
    """Return a secret: from a file, from systemd's credential of that name, or from the environment; None if none."""
    place = Path(file) if file else None
    if place is None and CREDENTIALS in os.environ:
        place = Path(os.environ[CREDENTIALS]) / name
        place = place if place.is_file() else None
    if place is None:
        return os.environ.get(variable(name)) or None
    try:
        return place.read_text("utf-8").strip() or None
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(t("config.unreadable", file=str(place), error=str(error))) from None


def shown(context: click.Context) -> str:
    """Return every setting in TOML, with what it comes from; no secrets."""
    lines = []
    for name, option in settings().items():
        assert option.name is not None
        value = context.params.get(option.name)
        origin = _ORIGINS.get(context.get_parameter_source(option.name) or ParameterSource.DEFAULT, "default")
        if option.name in _SECRET and value is not None:
            value = "…"
        text = f"{name} = {_toml(value)}" if value is not None else f"# {name} ="
        lines.append(f"{text}  # {origin}" if value is not None else f"{text}  {origin}")
    return "\n".join(lines)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, int | float):
        return str(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
