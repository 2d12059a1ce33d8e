"""`nokosu doctor` finds planted faults, one by one, and says what to do about each."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
from pathlib import Path

import apsw
import httpx
import pytest

from nokosu.server import doctor
from nokosu.server.http.built_files import WEIGHTS
from tests.cli.commands import nokosu
from tests.cli.stores import make_empty
from tests.server.serving import serving


def found(*arguments: str) -> dict[str, tuple[str, str]]:
    """The worst finding per subject: its level, and its text with the advice."""
    done = nokosu("doctor", "--json", *arguments)
    worst: dict[str, tuple[str, str]] = {}
    for each in json.loads(done.stdout)["findings"]:
        if worst.get(each["subject"], ("ok",))[0] == "ok":
            worst[each["subject"]] = (each["level"], f"{each['text']}: {each['advice']}")
    problems = [subject for subject, (level, _) in worst.items() if level == "problem"]
    assert done.exit_code == bool(problems)
    return worst


@pytest.fixture
def data(tmp_path: Path) -> Path:
    make_empty(str(tmp_path / "nokosu.db"))
    return tmp_path


def change(data: Path, sql: str) -> None:
    connection = apsw.Connection(str(data / "nokosu.db"))
    connection.execute(sql)
    connection.close()


def test_a_healthy_server_has_no_problems(data: Path) -> None:
    assert {
        level for level, _ in found("--data", str(data), "--push-contact", "mailto:you@nokosu.example").values()
    } == {"ok"}
    said = nokosu("doctor", "--data", str(data)).stdout
    assert "✓ database" in said


def test_no_database_yet_is_fine_and_none_is_made(tmp_path: Path) -> None:
    assert found("--data", str(tmp_path / "new"))["database"][0] == "ok"
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database(data: Path) -> None:
    (data / "nokosu.db").write_bytes(b"not a database" * 99)
    level, said = found("--data", str(data))["database"]
    assert level == "problem"
    assert "restore a backup" in said


def test_a_database_that_others_can_read(data: Path) -> None:
    (data / "nokosu.db").chmod(0o644)
    assert f"chmod 600 {data}/nokosu.db" in found("--data", str(data))["database"][1]


def test_a_database_from_the_future(data: Path) -> None:
    change(data, "PRAGMA user_version=999")
    assert "update nokosu" in found("--data", str(data))["database"][1]


def test_a_disk_without_space(data: Path) -> None:
    level, said = found("--data", str(data), "--limit", "disk_reserve_mb=999999999")["disk"]
    assert level == "problem"
    assert "make space" in said


def test_a_clock_that_was_set_back(data: Path) -> None:
    change(data, "INSERT INTO log (table_id, seq, at, body) VALUES ('t', 1, 99999999999999, '{}')")
    level, said = found("--data", str(data))["clock"]
    assert level == "problem"
    assert "set-ntp" in said


def test_a_damaged_push_key(data: Path) -> None:
    change(data, "INSERT INTO keys (name, value) VALUES ('push', 'AA')")
    assert found("--data", str(data))["push"][0] == "ok"
    level, said = found("--data", str(data), "--push-contact", "mailto:you@nokosu.example")["push"]
    assert level == "problem"
    assert "subscribe again" in said


def test_a_proxy_that_is_not_trusted_and_one_that_can_be_forged(data: Path) -> None:
    public = ("--data", str(data), "--origin", "https://nokosu.invalid")
    assert "--trusted-proxies 1" in found(*public)["proxy"][1]
    assert "forge" in found(*public, "--trusted-proxies", "1", "--lan")["proxy"][1]
    assert "--allowed-host" in found(*public, "--trusted-proxies", "1")["proxy"][1]


async def test_an_origin_that_answers_refuses_or_is_away(data: Path) -> None:
    def at(origin: str) -> tuple[str, str]:
        done = doctor._ask(origin)
        return done.level, done.advice

    async with serving(str(data / "nokosu.db")) as here:
        async with httpx.AsyncClient() as http:
            assert (await http.get(f"{here.url}/health")).status_code == 200
        assert (await asyncio.to_thread(at, here.url))[0] == "ok"
        level, advice = await asyncio.to_thread(at, f"{here.url}/nowhere.txt#")
        assert level == "problem"
        assert "proxy's log" in advice
    assert "start the server" in at("http://127.0.0.1:1")[1]


def test_too_few_open_files(data: Path) -> None:
    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, 512))

    command = [sys.executable, "-m", "nokosu", "doctor", "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=few)
    assert done.returncode == 1
    assert "LimitNOFILE" in done.stdout


def test_weights_that_are_cut_off(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = tmp_path / "weights.bin"
    cut.write_bytes(WEIGHTS.read_bytes()[:-1])
    monkeypatch.setattr(doctor, "WEIGHTS", cut)
    assert found("--data", str(data))["weights"] == ("problem", f"{cut} is missing or damaged: install nokosu again")
