"""`nokosu man`: manual pages and shell completion, made from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from click.shell_completion import get_completion_class

from nokosu import __version__
from nokosu.cli import COMMANDS, first_sentence, main
from nokosu.cli.groups import called, translated
from nokosu.locale import t

SHELLS: Final = {"bash": "nokosu", "zsh": "_nokosu", "fish": "nokosu.fish"}
"""The name under which each shell looks for a completion."""


@click.command(help=t("cli.man"))
@click.argument("name", required=False, metavar="[COMMAND]")
@click.option("--completion", type=click.Choice(list(SHELLS)), help=t("man.option.completion"))
@click.option(
    "--write", "folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help=t("man.option.write")
)
def command(*, name: str | None, completion: str | None, folder: Path | None) -> None:
    """Print one page or one completion, or write all of them into a folder."""
    if folder is not None:
        for file, text in _files():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        click.echo(t("man.written", folder=str(folder)))
    elif completion is not None:
        click.echo(_completion(completion), nl=False)
    else:
        click.echo(page(name), nl=False)


def page(name: str | None = None) -> str:
    """Return the manual page of a command, or of `nokosu` itself, for man(1)."""
    root = click.Context(main, info_name="nokosu")
    if name is None:
        return _page("nokosu", main, root)
    found = main.get_command(root, name)
    if found is None:
        raise click.UsageError(t("cli.no-such-command", command=repr(name)))
    return _page(f"nokosu-{name}", found, click.Context(found, info_name=name, parent=root))


def _files() -> Iterator[tuple[str, str]]:
    yield "man1/nokosu.1", page()
    for name in COMMANDS:
        yield f"man1/nokosu-{name}.1", page(name)
    for shell, file in SHELLS.items():
        yield f"{shell}/{file}", _completion(shell)


def _completion(shell: str) -> str:
    kind = get_completion_class(shell)
    assert kind is not None
    return kind(main, {}, "nokosu", "_NOKOSU_COMPLETE").source()


def _page(title: str, found: click.Command, ctx: click.Context) -> str:
    summary, _, rest = (found.help or "").partition("\n")
    usage = " ".join(found.collect_usage_pieces(ctx))
    lines = [
        f'.TH "{title.upper()}" "1" "" "nokosu {__version__}" "Nokosu Dice"',
        ".SH NAME",
        f"{_text(title)} \\- {_text(first_sentence(summary))}",
        ".SH SYNOPSIS",
        f".B {_text(ctx.command_path)}",
        _text(usage),
        ".SH DESCRIPTION",
        _text(summary),
        *(f".PP\n{_text(part)}" for part in rest.strip().split("\n\n") if part),
        ".SH OPTIONS",
    ]
    for param in found.get_params(ctx):
        shown = param.get_help_record(ctx)
        if shown is not None and shown[1]:
            lines += [".TP", f".B {_text(called(shown[0]))}", _text(translated(shown[1]))]
    if isinstance(found, click.Group):
        lines.append(".SH COMMANDS")
        for name in found.list_commands(ctx):
            inner = COMMANDS.get(name) if found is main else None
            said = t(inner) if inner else (getattr(found.get_command(ctx, name), "help", "") or "")
            lines += [".TP", f".B {_text(name)}", _text(said.partition("\n")[0])]
    lines += [".SH EXIT STATUS", _text(t("man.exit")), ".SH SEE ALSO"]
    lines.append(_text("nokosu(1), docs/commands.md") if found is not main else "docs/commands.md")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """Words for roff: no line may look like a request."""
    plain = " ".join(text.replace("\\", "\\e").split()).replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
