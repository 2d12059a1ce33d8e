"""The command `nokosu`: one module a command, each with an object `command`, imported when it is asked for.

Listing the commands imports none of them, so that help is there at once.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from nokosu import __version__
from nokosu.cli.ending import INTERRUPTED, CommandError, EnvironmentLacks, in_one_line, replace_what_cannot_be_shown
from nokosu.cli.groups import Group, HelpContext
from nokosu.locale import mark, t

__all__ = ["COMMANDS", "CommandError", "LazyGroup", "active_core", "main"]

COMMANDS: Final = {
    "admin": mark("cli.admin"),
    "advise": mark("cli.advise"),
    "arena": mark("cli.arena"),
    "backup": mark("cli.backup"),
    "benchmark": mark("cli.benchmark"),
    "bot-check": mark("cli.bot-check"),
    "bot-debug": mark("cli.bot-debug"),
    "bot-new": mark("cli.bot-new"),
    "deal": mark("cli.deal"),
    "decisions": mark("cli.decisions"),
    "doctor": mark("cli.doctor"),
    "editions": mark("cli.editions"),
    "export": mark("cli.export"),
    "ladder": mark("cli.ladder"),
    "man": mark("cli.man"),
    "play": mark("cli.play"),
    "position": mark("cli.position"),
    "puzzles": mark("cli.puzzles"),
    "replay": mark("cli.replay"),
    "restore": mark("cli.restore"),
    "review": mark("cli.review"),
    "score": mark("cli.score"),
    "serve": mark("cli.serve"),
    "simulate": mark("cli.simulate"),
    "site": mark("cli.site"),
    "solve": mark("cli.solve"),
    "train": mark("cli.train"),
    "verify": mark("cli.verify"),
}
"""Every command and the message that says what it does. Its module is `nokosu.cli.<name>`, dashes as underscores."""

_EXTRAS: Final = dict.fromkeys(("admin", "backup", "doctor", "restore", "serve", "site"), "server")
"""Commands that need more than the package alone brings, and which extra has it."""


class LazyGroup(Group):
    """Commands by name; a command's module is imported when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  (the same)
        if cmd_name not in COMMANDS:
            return None
        try:
            module = import_module(f"nokosu.cli.{cmd_name.replace('-', '_')}")
        except ModuleNotFoundError as error:
            if cmd_name not in _EXTRAS or (error.name or "").startswith("nokosu"):
                raise
            missing = t("cli.needs-extra", command=cmd_name, module=error.name, extra=_EXTRAS[cmd_name])
            return _without_extra(cmd_name, missing)
        command: click.Command = module.command
        command.context_class = HelpContext
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """`nokosu help play` is what many try first: it is `nokosu play --help`."""
        if args[0] == "help" and len(args) > 1:
            return super().resolve_command(ctx, [args[1], "--help"])
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, first_sentence(t(COMMANDS[name]))) for name in self.list_commands(ctx)]
        with formatter.section(t("cli.commands")):
            formatter.write_dl(rows)

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401  (as click has it)
        try:
            return super().main(*args, **extra)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)  # during shell completion, where no one reads the line

    def invoke(self, ctx: click.Context) -> object:
        with in_one_line(ctx):
            return super().invoke(ctx)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: object
    ) -> click.Context:
        replace_what_cannot_be_shown()
        with in_one_line():
            return super().make_context(info_name, args, parent, **extra)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, without importing them, and the group's own options."""
        commands = [
            CompletionItem(name, help=first_sentence(t(COMMANDS[name])))
            for name in self.list_commands(ctx)
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]


def _without_extra(name: str, missing: str) -> click.Command:
    """Return a command that cannot run here: it says what it would do, and what is missing."""

    def refuse(**_: object) -> None:
        raise EnvironmentLacks(missing)

    anything = click.Argument(["words"], nargs=-1, type=click.UNPROCESSED)
    settings = {"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]}
    help_text = f"{t(COMMANDS[name])}\n\n{missing}"
    found = click.Command(name, settings, refuse, [anything], help=help_text)
    found.context_class = HelpContext
    return found


def first_sentence(text: str) -> str:
    """Return what a list of commands says of one."""
    return text.partition("\n")[0].partition(". ")[0].partition("。")[0].rstrip(".")


def _show_version(ctx: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001  (click's signature)
    if not value or ctx.resilient_parsing:
        return
    click.echo(t("cli.version", version=__version__, core=active_core()))
    ctx.exit()


def active_core() -> str:
    """Return which core plays the positions that bots think through."""
    try:
        describe = import_module("nokosu.kernel").describe
    except (ImportError, AttributeError):
        return t("cli.pure-python")
    return str(describe())


@click.group(
    cls=LazyGroup,
    help=t("cli.nokosu"),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help=t("cli.show-version"),
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Run a command of `nokosu`; alone it lists them."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
