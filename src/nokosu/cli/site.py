"""`nokosu site`: the web client as a site without a server."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import click

from nokosu.cli import CommandError
from nokosu.cli.groups import Group
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.server.http import static
from nokosu.server.site import transfer_bytes, write_site
from nokosu.server.site_host import HOST, site_host


@click.group(cls=Group, help=t("cli.site"))
def command() -> None:
    """Build a site, or try one."""


@command.command(help=t("cli.site.build"))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--server", metavar="ADDRESS", help=t("option.site.server"))
def build(*, folder: Path, server: str | None) -> None:
    """Write the site."""
    if not static.built():
        raise CommandError(t("serve.no-client", command=static.how_to_build()))
    if server is not None and not _is_address(server):
        raise CommandError(t("site.bad-server", address=quoted(server)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise CommandError(t("site.not-empty", folder=str(folder)))
        write_site(folder, server)
    except OSError as error:
        raise CommandError(t("output.cannot-write", file=str(folder), error=error.strerror or str(error))) from None
    files = sum(path.is_file() for path in folder.rglob("*"))
    click.echo(t("site.built", folder=str(folder), files=files, size=f"{transfer_bytes(folder) / 1e6:.2f}"))


@command.command(help=t("cli.site.serve"))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help=t("option.site.port"))
def serve(*, folder: Path, port: int) -> None:
    """Serve a site until interrupted."""
    if not (folder / "files.json").is_file():
        raise CommandError(t("site.none", folder=str(folder)))
    try:
        host = site_host(folder, port)
    except OSError as error:
        raise CommandError(t("site.port-taken", port=port, error=error.strerror or str(error))) from None
    with host:
        click.echo(t("site.serving", address=f"http://{HOST}:{host.server_port}/"))
        host.serve_forever()


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)
