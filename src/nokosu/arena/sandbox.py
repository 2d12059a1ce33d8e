"""Run strangers' programs with as little as they need: no network, no files but their own, nothing of yours."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from nokosu.core.errors import NokosuError
from nokosu.locale import t

BUBBLEWRAP: Final = "bubblewrap"
SYSTEMD: Final = "systemd"
NONE: Final = "none"
AUTO: Final = "auto"
KINDS: Final = (AUTO, BUBBLEWRAP, SYSTEMD, NONE)

_SECONDS: Final = 10
_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
"""What programs and interpreters are made of."""
_MEMORY_KB: Final = 1 << 20
"""What a program may take for its data."""
_PATH: Final = "/usr/local/bin:/usr/bin:/bin"


class NoSandbox(NokosuError):
    """No sandbox works here; the message says which were tried and what to do."""


def choose(wanted: str) -> str:
    """Return the sandbox to use: the one that was asked for, if it works, or the first that does. Raises NoSandbox."""
    if wanted == NONE:
        return NONE
    tried = [kind for kind in (BUBBLEWRAP, SYSTEMD) if wanted in (AUTO, kind)]
    faults = {kind: why_not(kind) for kind in tried}
    working = [kind for kind, fault in faults.items() if fault is None]
    if working:
        return working[0]
    raise NoSandbox(t("sandbox.none", tried="; ".join(f"{kind}: {fault}" for kind, fault in faults.items())))


@cache
def why_not(kind: str) -> str | None:
    """Return why a sandbox does not work here, in a few words; None if it does."""
    program = {BUBBLEWRAP: "bwrap", SYSTEMD: "systemd-run"}[kind]
    if shutil.which(program) is None:
        return t("sandbox.missing", program=program)
    command = inside(kind, ["/bin/true"], Path("/usr"))
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603  (our own)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = done.stderr.strip().splitlines()
    return None if done.returncode == 0 else (lines[0] if lines else t("sandbox.status", status=done.returncode))


def inside(kind: str, command: Sequence[str], own: Path) -> list[str]:
    """Return the command line that runs a program in a sandbox; it may read its own folder, or its one file."""
    if kind == BUBBLEWRAP:
        return [*_bubblewrap(own), "/bin/sh", "-c", f'ulimit -d {_MEMORY_KB}; exec "$@"', "sh", *command]
    if kind == SYSTEMD:
        return [*_systemd(own), *command]
    return list(command)


def _folder(own: Path) -> str:
    return str(own if own.is_dir() else own.parent)


def _bubblewrap(own: Path) -> list[str]:
    parts = [path for path in _SYSTEM if Path(path).exists()]
    parts += [path for path in {sys.prefix, sys.base_prefix} if not path.startswith("/usr/")]
    binds = [word for path in parts for word in ("--ro-bind", path, path)]
    home = ["--ro-bind", str(own), str(own), "--chdir", _folder(own)]
    alone = ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--setenv", "PATH", _PATH]
    return ["bwrap", *alone, *binds, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", *home]  # noqa: S108  (its own)


def _systemd(own: Path) -> list[str]:
    limits = {
        "PrivateNetwork": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "tmpfs",
        "PrivateTmp": "yes",
        "PrivateDevices": "yes",
        "NoNewPrivileges": "yes",
        "DynamicUser": "yes",
        "MemoryMax": f"{_MEMORY_KB}K",
        "LimitDATA": f"{_MEMORY_KB}K",
        "TasksMax": "64",
        "BindReadOnlyPaths": str(own),
        "WorkingDirectory": _folder(own),
    }
    words = [word for name, value in limits.items() for word in ("-p", f"{name}={value}")]
    return ["systemd-run", "--quiet", "--pipe", "--wait", "--collect", *words]
