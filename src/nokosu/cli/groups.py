"""Groups of commands: a mistyped name is answered with the one that was probably meant."""

from __future__ import annotations

import click

from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.locale.suggestion import did_you_mean


class Group(click.Group):
    """Commands by name. Alone it says what there is."""

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
