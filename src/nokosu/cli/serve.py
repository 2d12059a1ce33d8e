"""`nokosu serve`: tables for people, in the browser."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from threading import Thread
from typing import Any

import click

from nokosu.cli import CommandError
from nokosu.cli.serve_options import make_config, server_options
from nokosu.cli.server_options import shown_place
from nokosu.cli.settings import setting, shown
from nokosu.locale import t
from nokosu.server.http import static
from nokosu.server.lan import addresses, qr_code
from nokosu.server.run import listening, serve_here, serve_workers
from nokosu.server.store.database import POSTGRESQL


@click.command(help=t("cli.serve"))
@server_options
@setting("--open", "open_page", is_flag=True, help=t("option.open"))
@click.option("--show-config", is_flag=True, help=t("option.show-config"))
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    open_page: bool,
    show_config: bool,
    workers: int,
    lan: bool,
    **given: Any,  # noqa: ANN401  the other settings
) -> None:
    """Serve until told to stop."""
    config = make_config(given | {"lan": lan})
    if show_config:
        click.echo(shown(context))
        return
    if workers > 1 and not config.store.startswith(POSTGRESQL):
        raise CommandError(t("serve.workers-need-database"))
    try:
        listener = listening(config)
    except OSError as error:
        address = f"{_shown_host(config.host)}:{config.port}"
        raise CommandError(t("serve.cannot-listen", address=address, error=error.strerror or str(error))) from None
    found = int(listener.getsockname()[1])
    page = f"http://{_shown_host(config.host)}:{found}/"
    near = addresses(found) if lan else []
    if near:
        config = replace(config, lan_address=near[0])

    def ready() -> None:
        click.echo(t("serve.address", address=page, store=shown_place(config.store)))
        if not static.built():
            click.echo(t("serve.no-client", command=static.how_to_build()), err=True)
        if lan and not near:
            click.echo(t("serve.no-lan"), err=True)
        for address in near:
            click.echo(t("serve.lan", address=address))
            click.echo(qr_code(address))
        if open_page:
            # A browser in the terminal would hold up the server until it is closed.
            Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    with listener:
        if workers > 1:
            serve_workers(config, listener, workers, ready)
        else:
            serve_here(config, listener, ready)


def _shown_host(host: str) -> str:
    """Return the host of an address that works in a browser on this machine."""
    if host in {"", "0.0.0.0", "127.0.0.1", "::"}:  # noqa: S104  compared, not listened at
        return "localhost"
    return f"[{host}]" if ":" in host else host
