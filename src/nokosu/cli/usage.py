"""What click refuses, in the reader's language: what was wrong, and what would be right."""

from __future__ import annotations

import errno
import os
import re
from typing import Final

import click

from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.locale.suggestion import did_you_mean

_EXTRA: Final = re.compile(r"Got unexpected extra arguments? \((?P<extra>.*)\)", re.DOTALL)
_PATH: Final = re.compile(r"\w+ (?P<path>'.*'|\".*\") (?P<fault>does not exist|is [a-z ]+)\.", re.DOTALL)
_FAULTS: Final = {
    "does not exist": errno.ENOENT,
    "is a directory": errno.EISDIR,
    "is a file": errno.ENOTDIR,
    "is not readable": errno.EACCES,
    "is not writable": errno.EACCES,
}
"""What click says of a path, and the system's error of the same meaning."""


def worded(error: click.UsageError, command: click.Command | None) -> str:
    """Return a refusal of a command's options and arguments; what click alone knows is said in its own words."""
    params = [] if command is None else command.params
    match error:
        case click.NoSuchOption():
            known = [name for param in params for name in param.opts]
            return t("cli.no-such-option", option=quoted(error.option_name)) + did_you_mean(error.option_name, known)
        case click.MissingParameter(param=click.Parameter() as param):
            return t("cli.missing", name=name_of(param))
        case click.BadOptionUsage():
            flags = [
                name for param in params if isinstance(param, click.Option) and param.is_flag for name in param.opts
            ]
            takes_none = error.option_name in flags
            return t("cli.no-value" if takes_none else "cli.needs-value", option=error.option_name)
        case click.BadParameter():
            return _bad_value(error)
        case _:
            extra = _EXTRA.match(error.message)
            return error.format_message() if extra is None else t("cli.extra", extra=quoted(extra["extra"]))


def _bad_value(error: click.BadParameter) -> str:
    if error.param is None:
        return t("cli.bad-value", name=str(error.param_hint or "").strip("'"), error=error.message)
    expected = _expected(error.param.type)
    if expected is None and isinstance(error.param, click.Argument):
        return _without_click(error.message)  # it quotes the value, so the place needs no name
    return t("cli.bad-value", name=name_of(error.param), error=expected or _without_click(error.message))


def _without_click(message: str) -> str:
    """Return what a value's own refusal says, as the system says it where click would speak of a path."""
    path = _PATH.fullmatch(message)
    fault = None if path is None else _FAULTS.get(path["fault"])
    if path is None or fault is None:
        return message
    return t("cli.file-error", file=path["path"][1:-1], error=os.strerror(fault))


def name_of(param: click.Parameter) -> str:
    """Return an option as it is typed, an argument as the help calls it."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name


def _expected(kind: click.ParamType) -> str | None:  # type: ignore[type-arg]  # generic in newer versions of click alone
    """Return what a value of this kind looks like; None where the value's own refusal says it."""
    match kind:
        case click.IntRange(min=int(low), max=None):
            return t("cli.number.from", low=low)
        case click.IntRange(min=int(low), max=int(high)):
            return t("cli.number.between", low=low, high=high)
        case click.FloatRange(min=float() | int() as low, max=None, min_open=True):
            return t("cli.decimal.above", low=f"{low:g}")
        case click.FloatRange(min=float() | int() as low, max=None):
            return t("cli.decimal.from", low=f"{low:g}")
        case click.FloatRange(min=float() | int() as low, max=float() | int() as high):
            return t("cli.decimal.between", low=f"{low:g}", high=f"{high:g}")
        case click.Choice():
            return t("cli.choice", known=", ".join(map(str, kind.choices)))
        case _:
            return t("cli.number") if kind is click.INT else None
