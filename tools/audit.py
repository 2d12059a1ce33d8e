"""Report known vulnerabilities in our dependencies: `make audit`.

Exits with 1 if there are any, with 2 if a registry does not answer. The advisories come from the registries of Python
and JavaScript packages.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools.web import WEB, tool

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = ROOT / "requirements.lock"


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


def main(program: str) -> int:
    """Ask both registries, the one for Python through pip-audit."""
    names = [line for line in LOCK.read_text("utf-8").splitlines() if "==" in line and not line.startswith(" ")]
    audit = (program, "--requirement", str(LOCK), "--disable-pip", "--require-hashes", "--format=json")
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    findings = (
        python_finding(_output(*audit), len(names)),
        javascript_finding(_output(*tool("npm"), "audit", "--json", folder=WEB), len(packages) - 1),
    )
    for finding in findings:
        print(*finding.lines(), sep="\n")
    return status(findings)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
