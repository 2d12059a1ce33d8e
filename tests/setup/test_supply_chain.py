"""The lock file agrees with the constraints, and the audit tells bad news from no news."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tools.audit import Finding, javascript_finding, python_finding, status

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
