"""The lock file agrees with the constraints, and the audit tells bad news from no news."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from tools import audit
from tools.advisories import npm_less, problems, python_less
from tools.audit import (
    Finding,
    downloaded,
    javascript_finding,
    javascript_packages,
    python_finding,
    python_packages,
    status,
)

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", re.MULTILINE)


def pins(file: str) -> dict[str, str]:
    """Versions by name, however the name is spelt."""
    found = PIN.findall((ROOT / file).read_text("utf-8"))
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def disagreements(lock: dict[str, str], constraints: dict[str, str]) -> dict[str, str]:
    return {name: version for name, version in lock.items() if constraints.get(name, version) != version}


def test_the_lock_file_has_the_versions_that_are_tested() -> None:
    lock, constraints = pins("requirements.lock"), pins("constraints.txt")
    assert {"litestar", "uvicorn", "apsw", "click"} <= set(lock)
    assert disagreements(lock, constraints) == {}
    assert disagreements(lock | {"click": "0.1"}, constraints) == {"click": "0.1"}


def test_every_package_in_the_lock_file_has_hashes_and_no_address() -> None:
    text = (ROOT / "requirements.lock").read_text("utf-8")
    entries = re.split(r"\n(?=[a-zA-Z])", text)
    assert all("--hash=sha256:" in entry for entry in entries if "==" in entry)
    assert "://" not in text


CLEAN = {"dependencies": [{"name": "a", "version": "1", "vulns": []}]}
BAD = {"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}]}
AWAY = {"dependencies": [{"name": "a", "skip_reason": "not found"}]}


def test_no_news_is_not_good_news() -> None:
    clean, bad, away = (python_finding(json.dumps(report), 1) for report in (CLEAN, BAD, AWAY))
    assert bad.problems == ("a 1: PYSEC-1, fixed in 2",)
    assert not away.answered
    assert not python_finding("", 1).answered
    assert not javascript_finding('{"error": {"code": "ENOTFOUND"}}', 1).answered
    assert (status([clean]), status([clean, bad]), status([clean, away])) == (0, 1, 2)
    assert away.lines() == ["Python packages: the advisory database could not be reached; nothing was checked"]


def test_npm_is_understood() -> None:
    report = {"vulnerabilities": {"left-pad": {"severity": "high", "range": "<1.3"}}}
    assert javascript_finding(json.dumps(report), 5) == Finding(
        "JavaScript packages", 5, 5, ("left-pad: high, in <1.3",)
    )


def advisory(name: str, ecosystem: str, *events: dict[str, str], **more: object) -> dict[str, object]:
    """One problem, as osv.dev has it."""
    ranges = [{"type": "ECOSYSTEM" if ecosystem == "PyPI" else "SEMVER", "events": events}] if events else []
    about = {"package": {"name": name, "ecosystem": ecosystem}, "ranges": ranges}
    return {"id": f"X-{name}", "affected": [about | more]}


def database(path: Path, *advisories: dict[str, object]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for number, each in enumerate(advisories):
            archive.writestr(f"{number}.json", json.dumps(each))
    return path


def test_versions_are_compared_as_their_ecosystems_do() -> None:
    for less, ordered in (
        (python_less, ["1.0.dev1", "1.0a1", "1.0rc1", "1.0", "1.0.post1", "1.9", "1.10"]),
        (
            npm_less,
            ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-rc.2", "1.0.0-rc.11", "1.0.0", "1.10.0"],
        ),
    ):
        pairs = [(one, other) for one in ordered for other in ordered]
        assert [less(*pair) for pair in pairs] == [ordered.index(one) < ordered.index(other) for one, other in pairs]


def test_a_downloaded_database_knows_versions_and_ranges(tmp_path: Path) -> None:
    start, fixed = {"introduced": "0"}, {"fixed": "2.0"}
    file = database(
        tmp_path / "PyPI.zip",
        advisory("Some.Thing", "PyPI", start, fixed, {"introduced": "3.0"}, {"last_affected": "3.1"}),
        advisory("listed", "PyPI", versions=["1.2"]),
        advisory("some-thing", "npm", start),
        advisory("other", "PyPI", start) | {"withdrawn": "2026-01-01T00:00:00Z"},
    )

    def found(name: str, version: str) -> list[str]:
        return problems(file, "PyPI", {name: {version}})

    assert found("some-thing", "1.9") == ["some-thing 1.9: X-Some.Thing, fixed in 2.0"]
    affected = [version for version in ("1.0", "2.0", "2.5", "3.0", "3.1", "3.1.1") if found("some-thing", version)]
    assert affected == ["1.0", "3.0", "3.1"]
    assert found("listed", "1.2") == ["listed 1.2: X-listed, fixed in no version"]
    assert not found("listed", "1.3")
    assert not found("other", "1.0")


def test_the_audit_reads_downloaded_databases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A planted problem of a package that we use is found; a database that is missing is not good news."""
    locked = (ROOT / "requirements.lock").read_text("utf-8")
    (version,) = python_packages(locked)["litestar"]
    assert "vite" in javascript_packages((ROOT / "web/package-lock.json").read_text("utf-8"))
    clean = advisory("not-ours", "PyPI", {"introduced": "0"})
    database(tmp_path / "PyPI.zip", clean)
    assert [bool(each.answered) for each in downloaded(tmp_path)] == [True, False]
    assert audit.main("", str(tmp_path)) == 2
    database(tmp_path / "npm.zip", advisory("vite", "npm", {"introduced": "0"}, {"fixed": "0.1.0"}))
    assert audit.main("", str(tmp_path)) == 0
    database(tmp_path / "PyPI.zip", clean, advisory("litestar", "PyPI", {"introduced": "0"}))
    assert audit.main("", str(tmp_path)) == 1
    assert f"litestar {version}: X-litestar" in capsys.readouterr().out
    (tmp_path / "PyPI.zip").write_bytes(b"damaged")
    assert audit.main("", str(tmp_path)) == 2
