"""`python -m tests.release.image`: builds the container image and runs it as it is meant to be run.

The root is read-only, the user has no privileges, and one folder can be written to. Somebody plays a match; the
container is stopped, started again, and the match is still there; then all of that once more with the settings of
compose.yaml and a PostgreSQL. No registry and no daemon are needed: the base comes from debootstrap, buildah builds the
image, chroot runs it. Needs root and a wheel in dist/. `make nightly` does it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from tests.release.visits import Place, healthy, matches, play_match
from tests.server.people import client
from tests.server.serving import Running
from tests.server.store.postgres_server import free_port, postgres

ROOT: Final = Path(__file__).parents[2]
BUILDAH: Final = ("buildah", "--storage-driver", "vfs")
BASE: Final = "localhost/debian:bookworm-slim"
MOST_MB: Final = 150
MOST_S: Final = 2.0
STOP_S: Final = 15
_HOST: Final = "${NOKOSU_HOST:?name your server}"
_RUN: Final = """
set -eu
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --bind /dev "$1/dev"
root=$1 user=$3
shift 3
exec chroot "$root" setpriv --reuid "$user" --regid "$user" --clear-groups --bounding-set=-all --inh-caps=-all \
  --no-new-privs env -i -C /data HOME=/data "$@"
"""


def run(*command: str, **environment: str) -> str:
    """Return what a program says. Raises CalledProcessError if it fails."""
    sys.stderr.write(f"{' '.join(command)[:160]}\n")
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def build() -> dict[str, Any]:
    """Build the base, if it is not there, and the image; return what the image says of itself."""
    buildah = " ".join(BUILDAH)
    if not run(*BUILDAH, "images", "--quiet", "--filter", f"reference={BASE}"):
        run("tools/debian-base.sh", BASE, BUILDAH=buildah)
    with tempfile.TemporaryDirectory() as folder:
        options = " ".join(["--isolation", "chroot", *packages(Path(folder))])
        run("make", "image", f"BASE={BASE}", BUILDAH=buildah, BUILD_OPTIONS=options)
    about: dict[str, Any] = json.loads(run(*BUILDAH, "inspect", "--type", "image", "localhost/nokosu:latest"))
    return dict(about["Docker"]["config"])


def packages(folder: Path) -> list[str]:
    """Return the options that let pip in there find packages where it does here."""
    said = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    found = dict(re.findall(r"global\.([a-z-]+)='(.*)'", said.stdout))
    places = {
        each.removesuffix("/simple")
        for each in re.findall(
            r"(?<![/:])/[^ ]+|(?<=file://)/[^ ]+", " ".join(value for name, value in found.items() if name != "cert")
        )
    }
    mounted = {place: place for place in sorted(places) if Path(place).is_dir()}
    if certificates := found.get("cert"):
        found["cert"] = "/run/certificates.crt"
        mounted[certificates] = found["cert"]
    settings = folder / "pip.conf"
    settings.write_text("[global]\n" + "".join(f"{name} = {value}\n" for name, value in found.items()), "utf-8")
    mounted[str(settings)] = "/root/.config/pip/pip.conf"
    return [f"--volume={here}:{there}:ro" for here, there in mounted.items()]


def compressed_size() -> int:
    """Return the image's size as a registry would have it."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "image.tar"
        run(*BUILDAH, "push", "--quiet", "localhost/nokosu:latest", f"oci-archive:{archive}")
        return archive.stat().st_size


@dataclass(frozen=True)
class Container:
    """The image's files, the folder for its data, and what it says of itself."""

    files: str
    data: Path
    about: dict[str, Any]
    settings: tuple[str, ...] = ()

    def command(self, port: int, program: Sequence[str]) -> list[str]:
        """Return what runs a program of the image."""
        user = self.about["User"].partition(":")[0]
        settings = [*self.about["Env"], *self.settings, f"NOKOSU_PORT={port}", "NOKOSU_BOT_DELAY=0"]
        # As in a container, the program is process 1: signals that it does not handle are ignored.
        alone = ["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"]
        isolated = ["unshare", *alone, "--", "sh", "-c", _RUN, "sh"]
        return [*isolated, self.files, str(self.data), user, *settings, *program]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[tuple[str, float]]:
        """Start it; yield its address and how long it took to be healthy; stop it, which has to end well."""
        port = free_port()
        program = [*self.about["Entrypoint"], *self.about["Cmd"]]
        began = time.monotonic()
        process = await asyncio.create_subprocess_exec(*self.command(port, program))
        try:
            url = f"http://127.0.0.1:{port}"
            await healthy(url, lambda: process.returncode is None)
            took = time.monotonic() - began
            run(*self.command(port, self.about["Healthcheck"]["Test"][1:]))
            yield url, took
        finally:
            if process.returncode is None:
                os.kill(first_process(process.pid), signal.SIGTERM)
            async with asyncio.timeout(STOP_S):
                ended = await process.wait()
        assert ended == 0, f"it ends with {ended}"


def first_process(unshare: int) -> int:
    """Return the program that `unshare` has started."""
    return int(Path(f"/proc/{unshare}/task/{unshare}/children").read_text("ascii"))


def composed(database: str) -> tuple[str, ...]:
    """Return the settings of compose.yaml, with a database and a name that are here."""
    written = (ROOT / "compose.yaml").read_text("utf-8")
    given = dict(re.findall(r'^ {6}(NOKOSU_\w+): "?(.*?)"?$', written, re.MULTILINE)) | {"NOKOSU_DATABASE": database}
    assert "NOKOSU_WORKERS" in given, given
    return tuple(f"{name}={value}".replace(_HOST, "127.0.0.1") for name, value in given.items())


async def visit(container: Container) -> list[float]:
    """Play a match, stop, start again and find the match; return how long each start took."""
    async with container.running() as (url, first), client(cast("Running", Place(url)), "Ann") as person:
        table = await play_match(person, "champion")
        cookies = dict(person.http.cookies)
    async with container.running() as (url, second), client(cast("Running", Place(url))) as person:
        person.http.cookies.update(cookies)
        assert await matches(person) == {table}
    return [round(first, 2), round(second, 2)]


def main() -> None:
    """Do all of it; exit with 1 if the image is too large or starts too slowly."""
    about = build()
    assert about["Labels"]["org.opencontainers.image.version"], about
    size = compressed_size()
    container = run(*BUILDAH, "from", "--pull-never", "localhost/nokosu:latest")
    try:
        files = run(*BUILDAH, "mount", container)
        compilers = [name for name in ("cc", "gcc", "g++", "clang", "make") if Path(files, "usr/bin", name).exists()]
        assert not compilers, compilers
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder)
            user = int(about["User"].partition(":")[0])
            os.chown(data, user, user)
            starts = asyncio.run(visit(Container(files, data, about)))
            with postgres() as database:
                with_database = asyncio.run(visit(Container(files, data, about, composed(database))))
    finally:
        run(*BUILDAH, "rm", container)
    found = {"compressed_mb": round(size / 1e6, 1), "healthy_s": starts, "as_compose_yaml_healthy_s": with_database}
    sys.stdout.write(json.dumps(found) + "\n")
    sys.exit(size > MOST_MB * 1e6 or max(starts) > MOST_S)


if __name__ == "__main__":
    main()
