"""The options of `nokosu serve`, which `nokosu doctor` takes too, and the configuration that they make."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import click

from nokosu.bots import registry
from nokosu.cli.ending import CommandError
from nokosu.cli.server_options import store_options, store_place
from nokosu.cli.settings import secret, setting
from nokosu.cli.values import BOT
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.server.config import Config, Limits
from nokosu.wire.lobby import BotName

F = TypeVar("F", bound=Callable[..., object])

_BOT_NAME: Final = re.compile(get_args(BotName)[1].pattern)
_ORIGIN: Final = re.compile(r"https?://[^/?#@\s]+")
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+")
_CONTACTS: Final = ("mailto:", "https:")


def server_options(function: F) -> F:
    """Add every setting of a server."""
    file = click.Path(exists=True, dir_okay=False)
    for option in reversed(
        (
            setting("--host", default="127.0.0.1", show_default=True, help=t("option.host")),
            setting("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help=t("option.port")),
            store_options,
            setting("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help=t("option.workers")),
            setting("--lan", is_flag=True, help=t("option.lan")),
            setting(
                "--bot",
                "bots",
                type=BOT,
                multiple=True,
                metavar="NAME[=SPEC]",
                help=t("option.bot.offered", default=", ".join(registry.offered())),
            ),
            setting("--bot-processes", type=click.IntRange(1, 64), default=None, help=t("option.bot-processes")),
            setting(
                "--bot-delay",
                type=click.IntRange(0, 10_000),
                default=900,
                show_default=True,
                help=t("option.bot-delay"),
            ),
            setting("--origin", "origins", multiple=True, metavar="URL", help=t("option.origin")),
            setting("--allowed-host", "hosts", multiple=True, metavar="HOST", help=t("option.allowed-host")),
            setting(
                "--trusted-proxies", type=click.IntRange(0, 9), default=0, metavar="N", help=t("option.trusted-proxies")
            ),
            setting("--behind-proxy", is_flag=True, help=t("option.behind-proxy")),
            setting(
                "--proxy-header",
                type=click.Choice(["x-forwarded-for", "forwarded"]),
                default="x-forwarded-for",
                show_default=True,
                help=t("option.proxy-header"),
            ),
            setting("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help=t("option.limit")),
            setting("--forbidden-names", type=file, help=t("option.forbidden-names")),
            setting("--push-contact", metavar="ADDRESS", help=t("option.push-contact")),
            setting("--operator-token-file", type=file, metavar="FILE", help=t("option.operator-token-file")),
        )
    ):
        function = option(function)
    return function


def make_config(given: dict[str, Any]) -> Config:
    """Return the configuration that the options of `server_options` ask for; refuse in one line what cannot be."""
    store = store_place(given["data"], given["database"])
    contact = given["push_contact"]
    if contact is not None and not contact.startswith(_CONTACTS):
        raise CommandError(t("serve.push-contact", contact=quoted(contact)))
    return Config(
        store=store,
        host="0.0.0.0" if given["lan"] else given["host"],  # noqa: S104  --lan asks for exactly this
        port=given["port"],
        origins=tuple(map(_origin, given["origins"])),
        hosts=tuple(map(_host_name, given["hosts"])),
        trusted_proxies=given["trusted_proxies"] or int(given["behind_proxy"]),
        proxy_header=given["proxy_header"],
        bots=_offered(given["bots"]),
        bot_processes=given["bot_processes"] or max(1, (os.cpu_count() or 2) - 1),
        bot_delay_ms=given["bot_delay"],
        forbidden_names=_words(given["forbidden_names"]),
        operator_token=secret("operator-token", given["operator_token_file"]),
        push_contact=contact,
        limits=_limits(given["limits"]),
    )


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
    """Return the limits that the operator wants; all others as they are."""
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
    """Return it as browsers write it: scheme and host, small letters, no path."""
    origin = text.rstrip("/").lower()
    if not _ORIGIN.fullmatch(origin):
        raise CommandError(t("serve.origin", origin=quoted(text)))
    return origin


def _host_name(text: str) -> str:
    """Return a host as browsers send it, without a port."""
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
