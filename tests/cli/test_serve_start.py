"""`nokosu serve` says where it serves once it does, and never before."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import apsw
import httpx
import psycopg
import pytest

from nokosu import __version__
from nokosu.bots import registry
from nokosu.cli.serve import _shown_host
from nokosu.server.store.migrations import migrations
from tests.cli.stores import at, make_empty

NOKOSU = (sys.executable, "-m", "nokosu")
WITHOUT_CLIENT = """
from pathlib import Path
from nokosu.server.http import static
static.FOLDER = Path("none")
from nokosu.cli import main
main()
"""


def serve(*arguments: str, program: tuple[str, ...] = NOKOSU) -> subprocess.Popen[str]:
    command = [*program, "serve", "--port", "0", "--bot-processes", "1", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def in_vain(*arguments: str) -> str:
    """What a server says that cannot start: one line, and no address."""
    process = serve(*arguments)
    out, said = process.communicate(timeout=300)
    assert process.returncode > 0
    assert out == ""
    (line,) = said.splitlines()
    return str(json.loads(line)["message"])


@contextmanager
def serving(*arguments: str, program: tuple[str, ...] = NOKOSU) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The first line of a server that starts, and its process."""
    process = serve(*arguments, program=program)
    try:
        assert process.stdout is not None
        yield process.stdout.readline(), process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def raise_schema(where: str) -> None:
    """As a newer version leaves a store behind."""
    newer = len(migrations()) + 1
    if where.startswith("postgresql"):
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute("INSERT INTO schema_version (number) VALUES (%s)", (newer,))
    else:
        connection_here = apsw.Connection(where)
        connection_here.pragma("user_version", newer)
        connection_here.close()


def test_a_newer_schema_gets_a_sentence(where: str) -> None:
    make_empty(where)
    raise_schema(where)
    newer = len(migrations()) + 1
    assert in_vain(*at(where)) == (
        "the store cannot be used: a newer version of nokosu has written it"
        f" (it needs a program that knows schema {newer}; this version knows {newer - 1}): update nokosu"
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_address_is_printed_without_a_database(workers: str) -> None:
    said = in_vain("--database", "postgresql://nobody@127.0.0.1:1/none", "--workers", workers)
    assert said.startswith("the store cannot be used: ")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = tmp_path / "file/data"
    assert in_vain("--data", str(place)) == f"the store cannot be used: {place}/nokosu.db: Not a directory"


def test_a_file_that_is_not_a_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "nokosu.db").write_text("not a database" * 99)
    assert in_vain("--data", str(tmp_path)) == f"the store cannot be used: {tmp_path}/nokosu.db: file is not a database"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_whoever_reads_the_address_is_answered(fresh_postgres: str, workers: str) -> None:
    with serving("--database", fresh_postgres, "--workers", workers) as (line, process):
        address = line.split()[5]
        assert httpx.get(f"{address}health", timeout=60).json()["status"] == "ok"
        process.terminate()
        assert process.wait(timeout=300) in {0, -signal.SIGTERM}


def test_a_request_that_waits_is_answered_when_the_server_stops(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)) as (line, process):
        address = line.split()[5]
        with httpx.Client(base_url=address, timeout=60) as client:
            client.post("/api/me", json={"name": "Ann"}).raise_for_status()
            seats = [{"kind": "me"}, *([{"kind": "open"}] * 3)]
            table = client.post("/api/tables", json={"seats": seats}).json()["table"]
            seq = client.get(f"/api/tables/{table}/events").json()["seq"]
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        place = httpx.URL(address)
        with closing(HTTPConnection(place.host, place.port, timeout=60)) as waits:
            waits.request("GET", f"/api/tables/{table}/events", headers={"cookie": cookie})  # so it is connected
            waits.getresponse().read()
            waits.request("GET", f"/api/tables/{table}/events?after={seq}&wait=30", headers={"cookie": cookie})
            assert httpx.get(f"{address}health", timeout=60).json()["status"] == "ok"  # so the one before has arrived
            process.terminate()
            answer = waits.getresponse()
            assert (answer.status, json.loads(answer.read())["seq"]) == (200, seq)
        _, said = process.communicate(timeout=300)
        (start,) = said.splitlines()
        assert json.loads(start)["message"].startswith(
            f"nokosu {__version__} serves at 127.0.0.1 port {place.port}, store {tmp_path}/"
        )


def test_a_missing_web_client_is_said_at_the_start(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path), program=(sys.executable, "-c", WITHOUT_CLIENT)) as (line, process):
        assert line.startswith("Nokosu Dice is running at http://localhost:")
        assert process.stderr is not None
        assert "serves at" in process.stderr.readline()
        assert process.stderr.readline() == (
            "The web client is not built. Build it in a checkout of the project with: make web\n"
        )


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "localhost"), ("0.0.0.0", "localhost"), ("::", "localhost"), ("::1", "[::1]"), ("::2", "[::2]")],  # noqa: S104
)
def test_the_address_can_be_opened_in_a_browser(host: str, shown: str) -> None:
    assert _shown_host(host) == shown


@pytest.mark.parametrize("language", ["en", "fr", "hu", "ja"])
def test_the_help_names_the_bots_that_are_offered(language: str) -> None:
    environment = {**os.environ, "NOKOSU_LANGUAGE": language}
    done = subprocess.run([*NOKOSU, "serve", "--help"], env=environment, capture_output=True, text=True, check=True)
    assert ", ".join(registry.offered()) in " ".join(done.stdout.split())


def test_pages_learn_the_address_in_the_network(tmp_path: Path) -> None:
    """`--lan` prints it; on a machine without one there is nothing to print and nothing to tell."""
    with serving("--data", str(tmp_path), "--lan") as (line, process):
        address = line.split()[5]
        told = httpx.get(f"{address}api/offer", timeout=60).json()["lan_address"]
        process.terminate()
        assert process.stdout is not None
        printed = process.stdout.read().splitlines()
    lines = [line.removeprefix("On this network: ") for line in printed if line.startswith("On this network: ")]
    assert told == next(iter(lines), None)
