"""`nokosu serve`: tables for people, in the browser."""

from __future__ import annotations

import math
import os
import re
import webbrowser
from dataclasses import asdict, replace
from pathlib import Path
from threading import Thread
from typing import Any, Final, get_args

import click

from nokosu.bots import registry
from nokosu.cli import CommandError
from nokosu.cli.server_options import shown_place, store_options, store_place
from nokosu.cli.values import BOT
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.server.config import Config, Limits
from nokosu.server.http import static
from nokosu.server.lan import addresses, qr_code
from nokosu.server.run import listening, serve_here, serve_workers
from nokosu.wire.lobby import BotName

_BOT_NAME: Final = re.compile(get_args(BotName)[1].pattern)
_ORIGIN: Final = re.compile(r"https?://[^/?#@\s]+")
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+")
_CONTACTS: Final = ("mailto:", "https:")


@click.command(help=t("cli.serve"))
@click.option("--host", default="127.0.0.1", show_default=True, help=t("option.host"))
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help=t("option.port"))
@store_options
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help=t("option.workers"))
@click.option("--lan", is_flag=True, help=t("option.lan"))
@click.option("--open", "open_page", is_flag=True, help=t("option.open"))
@click.option(
    "--bot",
    "bots",
    type=BOT,
    multiple=True,
    metavar="NAME[=SPEC]",
    help=t("option.bot.offered", default=", ".join(registry.offered())),
)
@click.option("--bot-processes", type=click.IntRange(1, 64), default=None, help=t("option.bot-processes"))
@click.option("--bot-delay", type=click.IntRange(0, 10_000), default=900, show_default=True, help=t("option.bot-delay"))
@click.option("--origin", "origins", multiple=True, metavar="URL", help=t("option.origin"))
@click.option("--allowed-host", "hosts", multiple=True, metavar="HOST", help=t("option.allowed-host"))
@click.option("--behind-proxy", is_flag=True, help=t("option.behind-proxy"))
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help=t("option.limit"))
@click.option("--forbidden-names", type=click.Path(exists=True, dir_okay=False), help=t("option.forbidden-names"))
@click.option("--push-contact", metavar="ADDRESS", help=t("option.push-contact"))
def command(
    *,
    host: str,
    port: int,
    data: str | None,
    database: str | None,
    workers: int,
    lan: bool,
    open_page: bool,
    bots: tuple[str, ...],
    bot_processes: int | None,
    bot_delay: int,
    origins: tuple[str, ...],
    hosts: tuple[str, ...],
    behind_proxy: bool,
    limits: tuple[str, ...],
    forbidden_names: str | None,
    push_contact: str | None,
) -> None:
    """Serve until told to stop."""
    store = store_place(data, database)
    if workers > 1 and database is None:
        raise CommandError(t("serve.workers-need-database"))
    if push_contact is not None and not push_contact.startswith(_CONTACTS):
        raise CommandError(t("serve.push-contact", contact=quoted(push_contact)))
    config = Config(
        store=store,
        host="0.0.0.0" if lan else host,  # noqa: S104  --lan asks for exactly this
        port=port,
        origins=tuple(map(_origin, origins)),
        hosts=tuple(map(_host_name, hosts)),
        behind_proxy=behind_proxy,
        bots=_offered(bots),
        bot_processes=bot_processes or max(1, (os.cpu_count() or 2) - 1),
        bot_delay_ms=bot_delay,
        forbidden_names=_words(forbidden_names),
        operator_token=os.environ.get("NOKOSU_OPERATOR_TOKEN") or None,
        push_contact=push_contact,
        limits=_limits(limits),
    )
    try:
        listener = listening(config)
    except OSError as error:
        address = f"{_shown_host(config.host)}:{port}"
        raise CommandError(t("serve.cannot-listen", address=address, error=error.strerror or str(error))) from None
    found = int(listener.getsockname()[1])
    page = f"http://{_shown_host(config.host)}:{found}/"
    near = addresses(found) if lan else []
    if near:
        config = replace(config, lan_address=near[0])

    def ready() -> None:
        click.echo(t("serve.address", address=page, store=shown_place(store)))
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
    """The host of an address that works in a browser on this machine."""
    if host in {"", "0.0.0.0", "127.0.0.1", "::"}:  # noqa: S104  compared, not listened at
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _offered(bots: tuple[str, ...]) -> dict[str, str]:
    """Names that people see and what they stand for. Programs can be named here alone, by the operator."""
    offered = {}
    for each in bots:
        name, _, spec = each.partition("=")
        if not _BOT_NAME.fullmatch(name):
            raise CommandError(t("serve.bot-name", bot=quoted(each)))
        if name in offered:
            raise CommandError(t("serve.bot-twice", bot=name))
        registry.make(spec or name)  # refuse a broken bot before offering it to anyone
        offered[name] = spec or name
    return offered


def _limits(given: tuple[str, ...]) -> Limits:
    """The limits that the operator wants; all others as they are."""
    usual = asdict(Limits())
    known = {name: float if isinstance(number, float) else int for name, number in usual.items()}
    wanted: dict[str, Any] = {}
    for each in given:
        name, _, number = each.partition("=")
        try:
            wanted[name] = known[name](number)
        except (KeyError, ValueError):
            raise CommandError(t("serve.limit", limit=quoted(each), names=", ".join(known))) from None
        if not 0 <= wanted[name] < math.inf:
            raise CommandError(t("serve.limit", limit=quoted(each), names=", ".join(known)))
    return Limits(**wanted)


def _origin(text: str) -> str:
    """As browsers write it: scheme and host, small letters, no path."""
    origin = text.rstrip("/").lower()
    if not _ORIGIN.fullmatch(origin):
        raise CommandError(t("serve.origin", origin=quoted(text)))
    return origin


def _host_name(text: str) -> str:
    """A host as browsers send it, without a port."""
    if not _HOST.fullmatch(text):
        raise CommandError(t("serve.host", host=quoted(text)))
    return text.lower()


def _words(file: str | None) -> frozenset[str]:
    if file is None:
        return frozenset()
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise CommandError(t("serve.no-text", file=click.format_filename(file))) from None
    except OSError as error:
        raise CommandError(t("verify.unreadable", file=click.format_filename(file), error=error.strerror)) from None
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))
