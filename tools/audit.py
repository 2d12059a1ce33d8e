"""Report known vulnerabilities in our dependencies: `make audit`.

Exits with 1 if there are any, with 2 if a registry does not answer. The advisories come from the registries of Python
and JavaScript packages, or from a folder with osv.dev's exports, for machines without a network: PyPI.zip and npm.zip.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools.advisories import problems
from tools.web import WEB, tool

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = ROOT / "requirements.lock"
_PIN: Final = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of one registry: how many packages it knows, and the problems of some of them."""

    about: str
    asked: int
    answered: int
    problems: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Return the lines for people."""
        if not self.answered:
            return [f"{self.about}: the advisory database could not be reached; nothing was checked"]
        said = f"{self.about}: {self.answered} of {self.asked} packages checked, {len(self.problems)} known problems"
        return [said, *(f"  {problem}" for problem in self.problems)]


def python_finding(report: str, asked: int) -> Finding:
    """Read the JSON of pip-audit."""
    try:
        packages: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, KeyError):
        return Finding("Python packages", asked, 0)
    known = [package for package in packages if "skip_reason" not in package]
    problems = [
        f"{package['name']} {package['version']}: {found['id']}, fixed in {', '.join(found['fix_versions'])}"
        for package in known
        for found in package["vulns"]
    ]
    return Finding("Python packages", asked, len(known), tuple(problems))


def javascript_finding(report: str, asked: int) -> Finding:
    """Read the JSON of npm."""
    try:
        found: dict[str, dict[str, Any]] = json.loads(report)["vulnerabilities"]
    except (ValueError, KeyError):
        return Finding("JavaScript packages", asked, 0)
    problems = [f"{name}: {entry['severity']}, in {entry['range']}" for name, entry in sorted(found.items())]
    return Finding("JavaScript packages", asked, asked, tuple(problems))


def status(findings: Sequence[Finding]) -> int:
    """Return the exit status."""
    if any(finding.problems for finding in findings):
        return 1
    return 0 if all(finding.answered for finding in findings) else 2


def _output(*command: str, folder: Path = ROOT) -> str:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def python_packages(lock: str) -> dict[str, set[str]]:
    """Return the versions in a lock file, by name as PyPI compares it."""
    found: dict[str, set[str]] = {}
    for name, version in _PIN.findall(lock):
        found.setdefault(re.sub(r"[-_.]+", "-", name).lower(), set()).add(version)
    return found


def javascript_packages(lock: str) -> dict[str, set[str]]:
    """Return the versions in npm's lock file, by name; the first entry is the client itself."""
    found: dict[str, set[str]] = {}
    for place, about in json.loads(lock)["packages"].items():
        if place and "version" in about:
            found.setdefault(about.get("name") or place.rpartition("node_modules/")[2], set()).add(about["version"])
    return found


def downloaded(folder: Path) -> list[Finding]:
    """Look everything up in the databases of a folder; one that is missing or damaged checks nothing."""
    wanted = (
        ("Python packages", "PyPI", python_packages(LOCK.read_text("utf-8"))),
        ("JavaScript packages", "npm", javascript_packages((WEB / "package-lock.json").read_text("utf-8"))),
    )
    findings = []
    for about, ecosystem, packages in wanted:
        try:
            known = problems(folder / f"{ecosystem}.zip", ecosystem, packages)
            findings.append(Finding(about, len(packages), len(packages), tuple(known)))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile):
            findings.append(Finding(about, len(packages), 0))
    return findings


def asked(program: str) -> list[Finding]:
    """Ask both registries, the one for Python through pip-audit."""
    audit = (program, "--requirement", str(LOCK), "--disable-pip", "--require-hashes", "--format=json")
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    return [
        python_finding(_output(*audit), len(_PIN.findall(LOCK.read_text("utf-8")))),
        javascript_finding(_output(*tool("npm"), "audit", "--json", folder=WEB), len(packages) - 1),
    ]


def main(program: str, folder: str = "") -> int:
    """Say what is known, from the databases in a folder or from the registries."""
    findings = downloaded(Path(folder)) if folder else asked(program)
    for finding in findings:
        print(*finding.lines(), sep="\n")
    return status(findings)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
