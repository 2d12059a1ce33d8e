"""`python -m tests.release.upgrade [COMMIT]`: two servers over one PostgreSQL, upgraded, rolled back, upgraded again.

People play all the time, and go to the other server while theirs is replaced. The version before is a wheel built from
a commit. No acknowledged move may be lost, nobody may be logged out, and a backup of the version before has to fit into
the new one. At the end the minimum reader is raised: then the older program has to refuse. With `--write`, what was
found goes to docs/releases/upgrade.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import psycopg

from nokosu.arena.provenance import commit as this_commit
from nokosu.server.store.existing import schema_at
from tests.chaos.campaign import Campaign
from tests.chaos.ledger import Findings
from tests.server import people
from tests.server.store.postgres_server import postgres

ROOT: Final = Path(__file__).parents[2]
BEFORE: Final = "6a32cc3"
"""The last commit before databases had a minimum reader."""
STEPS: Final = (("new", 0), ("new", 1), ("old", 0), ("old", 1), ("new", 0), ("new", 1))
"""Which version comes to which of the two servers: upgrade, roll back, upgrade again."""
_UNKNOWN: Final = re.compile(r"unknown field `(\w+)`(?: - at `\$\.?([\w.]*)`)?")
_STOP_S: Final = 20
_START_S: Final = 60


def install(commit: str, folder: Path) -> Path:
    """Build a wheel of a commit, without kernel and client, and unpack it into a folder of this one."""
    packed, sources, target = folder / "sources.tar", folder / "sources", folder / "old"
    subprocess.run(["git", "archive", "-o", str(packed), commit], cwd=ROOT, check=True)
    with tarfile.open(packed) as archive:
        archive.extractall(sources, filter="data")
    command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps",
               "--no-build-isolation", "--target", str(target), str(sources)]  # fmt: skip
    without = {"NOKOSU_NO_KERNEL": "1", "NOKOSU_NO_CLIENT": "1"}
    subprocess.run(command, env=os.environ | without, check=True, capture_output=True)
    return target


class Upgrades(Campaign):
    """The campaign of tests/chaos, with servers that are told to stop and come back as another version."""

    old: Path

    async def start_version(self, version: str, port: int) -> Process:
        """Start a server of this version, and wait until it answers."""
        path = {"PYTHONPATH": str(self.old)} if version == "old" else {}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "nokosu", "serve", "--port", str(port), "--database", self.store),
            *("--bot-processes", "1"),
            env=os.environ | path,
            stdout=DEVNULL,
            stderr=DEVNULL,
            start_new_session=True,
            cwd="/",
        )
        async with asyncio.timeout(_START_S), httpx.AsyncClient() as http:
            while True:
                if process.returncode is not None:
                    raise RuntimeError(f"the {version} server ends with {process.returncode}")
                try:
                    if (await http.get(f"http://127.0.0.1:{port}/health")).status_code == 200:
                        return process
                except httpx.TransportError:
                    await asyncio.sleep(0.05)

    async def _start(self, port: int) -> Process:
        return await self.start_version("old", port)

    async def _kill_often(
        self, ports: Sequence[int], processes: list[Process], crews: Sequence[asyncio.Task[None]]
    ) -> Findings:
        """Replace one server after the other, with people at both."""
        findings = await self._more_moves(20, crews)
        for version, place in STEPS:
            processes[place].send_signal(signal.SIGTERM)
            async with asyncio.timeout(_STOP_S):
                await processes[place].wait()
            await self._more_moves(5, crews)
            processes[place] = await self.start_version(version, ports[place])
            findings = await self._more_moves(20, crews)
            sys.stderr.write(f"server {place + 1} is {version}: {len(self.ledger.acknowledged)} moves\n")
            if findings.faults:
                break
        return findings


def refuses(old: Path, store: str) -> bool:
    """Return whether the version before refuses a database that needs a newer one."""
    with psycopg.connect(store, autocommit=True) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99)")
    command = [sys.executable, "-m", "nokosu", "serve", "--port", "0", "--database", store]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(old)}, capture_output=True, text=True, check=False, cwd="/"
    )
    return done.returncode != 0 and "newer version of nokosu" in done.stderr


def back_up_and_restore(old: Path, store: str, folder: Path) -> int:
    """Back up with the version before, restore into the new one; return how many rows there were."""
    file = folder / "backup.jsonl"
    backup = [sys.executable, "-m", "nokosu", "backup", "--database", store, str(file)]
    subprocess.run(backup, env=os.environ | {"PYTHONPATH": str(old)}, check=True, cwd="/")
    subprocess.run([sys.executable, "-m", "nokosu", "restore", "--data", str(folder / "new"), str(file)], check=True)
    return len(file.read_text("utf-8").splitlines())


class Lenient:
    """Reads the frames of both versions, as the web client does: it looks only at what players need to move."""

    def __init__(self, decoder: msgspec.json.Decoder[Any]) -> None:
        self._decoder = decoder

    def decode(self, frame: str | bytes) -> object:
        data = json.loads(frame) | {"help": None}
        while True:
            try:
                return self._decoder.decode(json.dumps(data))
            except msgspec.ValidationError as error:
                unknown = _UNKNOWN.search(str(error))
                if unknown is None:
                    raise
                place = data
                for key in filter(None, (unknown[2] or "").split(".")):
                    place = place[int(key[1:-1])] if key.startswith("[") else place[key]
                del place[unknown[1]]


async def run(commit: str, tables: int) -> dict[str, object]:
    """Do all of it; return what was found."""
    people._DECODER = Lenient(people._DECODER)  # type: ignore[assignment]  # it decodes
    with tempfile.TemporaryDirectory() as name, postgres() as url:
        folder = Path(name)
        campaign = Upgrades(kills=0, tables=tables, store=url, seed="upgrade")
        campaign.old = install(commit, folder)
        findings = await campaign.run()
        schema = await schema_at(url)
        rows = back_up_and_restore(campaign.old, url, folder)
        refused = refuses(campaign.old, url)
        return {
            "written_by": f"python -m tests.release.upgrade --tables {tables} --write",
            "commit": this_commit(),
            "before": commit,
            "steps": [f"{version} at {place + 1}" for version, place in STEPS],
            "acknowledged": len(campaign.ledger.acknowledged),
            **{name: len(found) for name, found in vars(findings).items()},
            "schema": schema.number,
            "minimum_reader": schema.minimum_reader,
            "backup_lines": rows,
            "refuses_what_it_cannot_read": refused,
        }


def main() -> None:
    """Run it; exit with 1 if a move was lost or a program started that must not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", default=BEFORE)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="docs/releases/upgrade.json")
    asked = parser.parse_args()
    found = asyncio.run(run(asked.commit, asked.tables))
    said = json.dumps(found, indent=1) + "\n"
    sys.stdout.write(said)
    if asked.write:
        (ROOT / "docs/releases/upgrade.json").write_text(said, "utf-8")
    faults = sum(int(str(found[name])) for name in ("lost", "doubled", "missing", "refused_and_done", "contradictions"))
    sys.exit(bool(faults) or not found["refuses_what_it_cannot_read"])


if __name__ == "__main__":
    main()
