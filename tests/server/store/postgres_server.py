"""Our own real PostgreSQL: started on a free port of this machine, thrown away afterwards."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import psycopg

_ROOM: Final = 2 << 30


def program(name: str) -> str:
    """Where PostgreSQL's program is: on the path, or where Debian puts it."""
    found = shutil.which(name)
    if found:
        return found
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    assert places, f"{name} is missing: make system-packages"
    return str(places[0])


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class _User:
    """PostgreSQL refuses to run as root: then an ordinary user runs it."""

    def __init__(self) -> None:
        self.entry: pwd.struct_passwd | None = None
        if os.geteuid() == 0:
            for name in ("postgres", "nobody"):
                with contextlib.suppress(KeyError):
                    self.entry = pwd.getpwnam(name)
                    return

    def own(self, path: Path) -> None:
        if self.entry:
            os.chown(path, self.entry.pw_uid, self.entry.pw_gid)

    def run(self, *command: str) -> None:
        user = {} if self.entry is None else {"user": self.entry.pw_uid, "group": self.entry.pw_gid, "extra_groups": ()}
        # The server outlives pg_ctl and would keep a pipe open for ever: its output goes to the log file.
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, cwd="/", **user
        )  # type: ignore[call-overload]  # the options are one of two fixed sets
        if done.returncode:
            raise RuntimeError(f"{command[0]} ended with {done.returncode}")


class Postgres:
    """A PostgreSQL that can be stopped, as a crash would, and started again. The URL is of the database postgres."""

    def __init__(self, user: _User, folder: Path, port: int, settings: Sequence[str] = ()) -> None:
        self.host = f"127.0.0.1:{port}"
        self.url = f"postgresql://nokosu@{self.host}/postgres"
        # Syncing stays on: what these tests are about is what is on disk when a write returns.
        self._options = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c max_connections=100"
        ) + "".join(f" -c {each}" for each in settings)
        self._user, self._folder = user, folder

    def start(self) -> None:
        self._control("-l", str(self._folder / "log"), "-o", self._options, "start")

    def stop(self) -> None:
        self._control("-m", "immediate", "stop")

    def end(self) -> None:
        """Stop, unless it has been stopped."""
        if (self._folder / "data" / "postmaster.pid").exists():
            self.stop()

    def promote(self) -> None:
        """Stop being a standby."""
        self._control("promote")

    def hear_no_more(self) -> None:
        """Receive no more commits, as a standby behind a broken line would."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET primary_conninfo = ''")
        self._control("reload")
        with psycopg.connect(self.url, autocommit=True) as connection:
            while connection.execute("SELECT 1 FROM pg_stat_wal_receiver").fetchall():
                """It ends when it has heard of it."""

    @contextlib.contextmanager
    def with_standby(self, name: str) -> Iterator[Postgres]:
        """Start another one that repeats every commit of this one."""
        folder, port = self._folder / name, free_port()
        folder.mkdir()
        self._user.own(folder)
        primary = self.url.removesuffix("postgres") + f"?application_name={name}"
        self._user.run(
            *(program("pg_basebackup"), "-d", primary, "-D", str(folder / "data"), "-R", "-X", "stream"),
            *("--checkpoint=fast", "--no-sync"),
        )
        made = Postgres(self._user, folder, port)
        made.start()
        try:
            yield made
        finally:
            made.end()

    def _control(self, *arguments: str) -> None:
        self._user.run(program("pg_ctl"), "-D", str(self._folder / "data"), "-w", *arguments)


@contextlib.contextmanager
def postgres(folder: str | None = None) -> Iterator[str]:
    """A running PostgreSQL, its files in a new folder inside `folder`; its URL."""
    with own_postgres(folder) as made:
        yield made.url


def in_memory() -> str | None:
    """Return a folder in memory, if this system has one: on disk, hundreds of databases take minutes to delete."""
    memory = Path("/dev/shm")  # noqa: S108  a folder with a random name is made in it
    try:
        return str(memory) if shutil.disk_usage(memory).free > _ROOM else None
    except OSError:
        return None


@contextlib.contextmanager
def own_postgres(folder: str | None = None, settings: Sequence[str] = ()) -> Iterator[Postgres]:
    """A running PostgreSQL that the test may stop and start; it is running again when the test ends."""
    user = _User()
    with tempfile.TemporaryDirectory(prefix="nokosu-pg-", dir=folder) as name:
        home = Path(name)
        home.chmod(0o755)
        data = home / "data"
        data.mkdir(mode=0o700)
        user.own(home)
        user.own(data)
        made = Postgres(user, home, free_port(), settings)
        user.run(program("initdb"), "-D", str(data), "-U", "nokosu", "-A", "trust", "-E", "UTF8", "--no-sync")
        made.start()
        try:
            yield made
        finally:
            made.end()
