"""What keeps servers from running well, found before people do: one check per subject, each with what to do.

These lines are for operators, in English like the log.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from nokosu import __version__
from nokosu.server.config import Config
from nokosu.server.core import describe_core, has_kernel
from nokosu.server.http.built_files import WEIGHTS
from nokosu.server.http.static import built, how_to_build
from nokosu.server.store import Store, StoreFailed, open_store
from nokosu.server.store.database import POSTGRESQL
from nokosu.server.store.existing import schema_at
from nokosu.server.store.migrations import migrations, usable

LEAST_FILES: Final = 4096
LEAST_FREE_MB: Final = 256
ABOUT_WEIGHTS: Final = WEIGHTS.with_suffix(".json")
_SKEW_MS: Final = 5_000
_ANSWER_S: Final = 10
_MB: Final = 1 << 20

Level = Literal["ok", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, and what to do about it."""

    subject: str
    level: Level
    text: str
    advice: str = ""


async def examine(config: Config) -> list[Finding]:
    """Check everything; a store that does not exist yet is fine, and is not made."""
    return [found for check in _CHECKS for found in await check(config)]


async def _database(config: Config) -> list[Finding]:
    subject = "database"
    try:
        schema = await schema_at(config.store)
    except StoreFailed as error:
        said = str(error).strip().partition("\n")[0]
        how = (
            "start PostgreSQL, and check host, role and password of the URL"
            if config.store.startswith(POSTGRESQL)
            else "check the file and its owner; restore a backup with `nokosu restore`"
        )
        return [Finding(subject, "problem", f"it cannot be used: {said}", how)]
    if schema.number == 0:
        return [Finding(subject, "ok", "there is none yet; the server will make it"), *_folder(config)]
    if not usable(schema):
        text = f"a newer version has written it; it needs a program that knows schema {schema.minimum_reader}"
        return [Finding(subject, "problem", text, "update nokosu, or restore a backup from before")]
    if schema.number < len(migrations()):
        text = f"it has schema {schema.number}, this version has {len(migrations())}"
        return [Finding(subject, "warning", text, "make a backup; the server migrates when it starts")]
    return [Finding(subject, "ok", f"schema {schema.number}"), *_folder(config)]


def _folder(config: Config) -> list[Finding]:
    """Look at the database file: others on this machine must not read it."""
    if config.store.startswith(POSTGRESQL):
        return []
    path = Path(config.store)
    if os.name == "posix" and path.exists() and path.stat().st_mode & 0o077:
        return [Finding("database", "problem", f"other users can read {path}", f"chmod 600 {path}")]
    return []


async def _disk(config: Config) -> list[Finding]:
    if config.store.startswith(POSTGRESQL):
        return []
    folder = Path(config.store).parent
    while not folder.exists():
        folder = folder.parent
    free, least = shutil.disk_usage(folder).free // _MB, LEAST_FREE_MB + config.limits.disk_reserve_mb
    if free < least:
        return [
            Finding("disk", "problem", f"{free} MB free at {folder}; {least} are wanted", "make space, or move --data")
        ]
    return [Finding("disk", "ok", f"{free} MB free")]


async def _clock(config: Config) -> list[Finding]:
    """Compare clocks: one that was set back makes deadlines wait; two that differ make two servers disagree."""

    async def look(store: Store) -> list[Finding]:
        now = int(time.time() * 1000)
        newest = await store.log.newest()
        if newest is not None and newest > now + _SKEW_MS:
            behind = (newest - now) // 1000
            text = f"this machine's clock is {behind} s behind the newest move in the database"
            return [Finding("clock", "problem", text, "switch on NTP: timedatectl set-ntp true")]
        if store.database.kind == "postgresql":
            theirs = await store.uptime.database_clock()
            if abs(theirs - int(time.time() * 1000)) > _SKEW_MS:
                return [Finding("clock", "problem", "PostgreSQL's clock differs by seconds", "switch on NTP on both")]
        return [Finding("clock", "ok", "not behind the data")]

    return await _in_store(config, look)


async def _push(config: Config) -> list[Finding]:
    if config.push_contact is None:
        return [Finding("push", "ok", "off: there is no --push-contact")]

    async def look(store: Store) -> list[Finding]:
        key = await store.keys.stored("push")
        if key is None:
            return [Finding("push", "ok", "the server will make its key when it starts")]
        from nokosu.server.people.web_push import private_key  # noqa: PLC0415  slow to import

        try:
            private_key(key)
        except ValueError:
            what = "delete the row 'push' of the table keys; people have to subscribe again"
            return [Finding("push", "problem", "the key in the database is damaged", what)]
        return [Finding("push", "ok", "the key can be used")]

    return await _in_store(config, look)


async def _in_store(config: Config, look: Callable[[Store], Awaitable[list[Finding]]]) -> list[Finding]:
    """Look into a store that exists and is current; what is wrong with others has been said."""
    try:
        schema = await schema_at(config.store)
        if schema.number < len(migrations()) or not usable(schema):
            return []
        store = await open_store(config.store)
    except StoreFailed:
        return []
    try:
        return await look(store)
    finally:
        await store.close()


async def _proxy(config: Config) -> list[Finding]:
    public = [each for each in config.origins if each.startswith("https:")]
    here = config.host in {"127.0.0.1", "::1", "localhost"}
    if (public or config.hosts) and not config.trusted_proxies and here:
        text = "the server has a public name, but no trusted proxy: everybody would share the proxy's address"
        return [Finding("proxy", "problem", text, "add --trusted-proxies 1")]
    if config.trusted_proxies and not here:
        text = f"it trusts proxy headers, and listens at {config.host}: clients that reach it directly can forge them"
        return [Finding("proxy", "warning", text, "use --host 127.0.0.1, or let nobody but the proxy reach the port")]
    if config.trusted_proxies and not config.hosts:
        text = "any name is answered"
        return [Finding("proxy", "warning", text, "name your server: --allowed-host nokosu.example")]
    return [Finding("proxy", "ok", f"{config.trusted_proxies} trusted")]


async def _origin(config: Config) -> list[Finding]:
    """Ask each public address of this server for its health, as a browser would."""
    asked = dict.fromkeys([*config.origins, *(f"https://{host}" for host in config.hosts if "." in host)])
    return [await asyncio.to_thread(_ask, origin) for origin in asked]


def _ask(origin: str) -> Finding:
    subject = "origin"
    try:
        with urllib.request.urlopen(f"{origin}/health", timeout=_ANSWER_S) as answer:  # noqa: S310  http or https, checked
            answer.read()
    except urllib.error.HTTPError as error:
        advice = f"add --allowed-host {origin.partition('://')[2]}" if error.code == 403 else "look at the proxy's log"
        return Finding(subject, "problem", f"{origin} answers with {error.code}", advice)
    except (OSError, ssl.SSLError) as error:
        why = getattr(error, "reason", error)
        certificate = isinstance(why, ssl.SSLCertVerificationError)
        advice = (
            "renew the certificate" if certificate else "start the server and the proxy, and check DNS and firewall"
        )
        return Finding(subject, "problem", f"{origin} cannot be reached: {why}", advice)
    return Finding(subject, "ok", f"{origin} answers")


async def _files(_config: Config) -> list[Finding]:
    try:
        import resource  # noqa: PLC0415  not on Windows, which has no such limit
    except ImportError:
        return []
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < LEAST_FILES:
        text = f"at most {hard} open files, and each player needs one"
        return [Finding("open files", "problem", text, "LimitNOFILE=65536 in the systemd unit, or ulimit -Hn")]
    return [Finding("open files", "ok", "unlimited" if hard == resource.RLIM_INFINITY else f"up to {hard}")]


async def _bots(_config: Config) -> list[Finding]:
    found = [Finding("program", "ok", f"nokosu {__version__}, {describe_core()}")]
    if not has_kernel():
        text = "there is no kernel, so the experts and champions are missing"
        found = [
            Finding(
                "program", "warning", text, "install the wheel of your system, or the extra `portable`: docs/install.md"
            )
        ]
    try:
        expected = json.loads(ABOUT_WEIGHTS.read_text("utf-8"))["sha256"]
        whole = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest() == expected
    except (OSError, ValueError, KeyError):
        whole = False
    if not whole:
        found.append(Finding("weights", "problem", f"{WEIGHTS} is missing or damaged", "install nokosu again"))
    else:
        found.append(Finding("weights", "ok", f"{WEIGHTS.stat().st_size // 1000} kB"))
    if not built():
        found.append(Finding("client", "problem", "the web client is not built", how_to_build()))
    return found


_CHECKS: Final = (_bots, _database, _disk, _clock, _push, _files, _proxy, _origin)
