"""Groups of commands: a mistyped name is answered with the one that was probably meant; help in the user's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import click

from nokosu.core.quoting import quoted
from nokosu.locale import mark, t
from nokosu.locale.suggestion import did_you_mean

_HEADINGS: Final = {"Options": mark("cli.options"), "Commands": mark("cli.commands")}
_SHOWN_HELP: Final = "Show this message and exit."
_DEFAULT: Final = re.compile(r"\[default: ")
_REQUIRED: Final = re.compile(r"\brequired\]$")
_NUMBER: Final = re.compile(r"\b(?:INTEGER|FLOAT)(?: RANGE)?$")
_BOUNDED: Final = re.compile(r"\bx(?=[<>])")


class HelpFormatter(click.HelpFormatter):
    """Writes what click says itself in the user's language too."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{t('cli.usage-of')} " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{t('cli.heading', name=heading)}\n")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(t(_HEADINGS[name]) if name in _HEADINGS else name):
            yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(called(name), translated(text)) for name, text in rows], col_max, col_spacing)


class HelpContext(click.Context):
    """A command's context, with help in the user's language."""

    formatter_class = HelpFormatter


def called(option: str) -> str:
    """Return an option as help shows it: its number is N, not a type of click's."""
    return _NUMBER.sub("N", option)


def translated(text: str) -> str:
    """Return the help of an option with the words that click adds in the user's language."""
    if text == _SHOWN_HELP:
        return t("cli.show-help")
    text = _BOUNDED.sub("N", text)
    return _REQUIRED.sub(f"{t('cli.required')}]", _DEFAULT.sub(f"[{t('cli.default')} ", text))


class Group(click.Group):
    """Commands by name. Alone it says what there is."""

    context_class = HelpContext

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            command.context_class = HelpContext
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] == "help":
            click.echo(ctx.get_help())
            ctx.exit()
        if args[0] not in known and not ctx.resilient_parsing:
            options = [name for param in self.get_params(ctx) for name in param.opts]
            said = t("cli.no-such-command", command=quoted(args[0]))
            raise click.UsageError(said + did_you_mean(args[0], [*known, *options]), ctx)
        return super().resolve_command(ctx, args)
