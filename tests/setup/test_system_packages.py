"""tools/system-packages.sh on machines that lack things: the programs it finds and starts are made for each test."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tools/system-packages.sh"
USED = ("sh", "env", "mktemp", "grep", "tail", "rm", "ls", "cat", "chmod")
ALL = "g++ python3-dev postgresql chromium fonts-noto-cjk"
# Notes how it was called; what it installs are programs of the same name. Without package lists it finds nothing.
APT_GET = """
echo "apt-get $*" >> "$PLACE/calls"
case "$1" in
  update) echo > "$PLACE/lists" ;;
  install)
    [ -e "$PLACE/lists" ] || { echo "E: Unable to locate package chromium"; exit 100; }
    for name in g++ chromium initdb; do printf '#!/bin/sh\n' > "$PLACE/$name"; chmod +x "$PLACE/$name"; done
    echo > "$PLACE/headers" ;;
esac
"""


class Machine:
    """A folder that is all of a machine's PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in USED:
            (folder / name).symlink_to(str(shutil.which(name)))
        self.has("python", '[ -e "$PLACE/headers" ]')

    def has(self, name: str, does: str = "") -> None:
        program = self.folder / name
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)

    def run(
        self, *arguments: str, user: int = 0, script: Path = SCRIPT, extra: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        self.has("id", f"echo {user}")
        environment = {
            "PATH": str(self.folder),
            "PLACE": str(self.folder),
            "PYTHON": str(self.folder / "python"),
            "POSTGRESQL_AT": str(self.folder / "postgresql"),
            **(extra or {}),
        }
        command = [str(shutil.which("sh")), str(script), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    @property
    def calls(self) -> list[str]:
        noted = self.folder / "calls"
        return noted.read_text().splitlines() if noted.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def complete(machine: Machine, without: Iterable[str] = ()) -> None:
    for name in {"g++", "chromium", "initdb", "headers"} - set(without):
        machine.has(name)


INSTALLED = ["apt-get update", f"apt-get install -y --no-install-recommends {ALL}"]


def test_a_bare_machine_gets_everything_after_fresh_package_lists(machine: Machine) -> None:
    machine.has("apt-get", APT_GET)
    done = machine.run("--or-leave-out")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"installing {ALL}\n")
    assert machine.calls == INSTALLED


def test_a_planted_function_with_a_programs_name_is_noticed(machine: Machine, tmp_path: Path) -> None:
    """`command -v chromium` finds a function of that name: nothing is installed, and all browser tests fail."""
    planted = tmp_path / "planted.sh"
    planted.write_text(SCRIPT.read_text().replace("has_browser", "chromium"))
    machine.has("apt-get", APT_GET)
    machine.run(script=planted)
    assert machine.calls != INSTALLED


@pytest.mark.parametrize("package", ["g++", "chromium"])
def test_only_what_is_missing_is_installed(machine: Machine, package: str) -> None:
    complete(machine, without=[package])
    machine.has("apt-get", APT_GET)
    assert machine.run().returncode == 0
    assert [call for call in machine.calls if package in call]
    assert not [call for call in machine.calls if "postgresql" in call]


def test_firefox_is_installed_where_it_is_asked_for(machine: Machine) -> None:
    complete(machine)
    machine.has("apt-get", APT_GET.replace("g++ chromium", "firefox-esr g++ chromium"))
    assert machine.run(extra={"FIREFOX": "1"}).returncode == 0
    assert machine.calls == ["apt-get update", "apt-get install -y --no-install-recommends firefox-esr"]
    # Once it is there, nothing is left to do.
    assert machine.run(extra={"FIREFOX": "1"}).stderr == ""
    assert len(machine.calls) == len(INSTALLED)


def test_a_complete_machine_is_left_alone(machine: Machine) -> None:
    complete(machine)
    machine.has("apt-get", APT_GET)
    done = machine.run("--or-leave-out")
    assert (done.returncode, done.stdout, done.stderr, machine.calls) == (0, "", "", [])


def test_debians_own_place_of_postgresql_counts(machine: Machine) -> None:
    complete(machine, without=["initdb"])
    (machine.folder / "postgresql/17/bin").mkdir(parents=True)
    (machine.folder / "postgresql/17/bin/initdb").touch()
    assert machine.run().returncode == 0


def test_an_ordinary_user_installs_with_sudo(machine: Machine) -> None:
    machine.has("apt-get", APT_GET)
    machine.has("sudo", 'shift; "$@"')
    assert machine.run(user=1000).returncode == 0
    assert machine.calls == INSTALLED


@pytest.mark.parametrize("sudo", [None, "exit 1"])
def test_without_root_one_line_says_what_is_missing_and_left_out(machine: Machine, sudo: str | None) -> None:
    machine.has("apt-get", APT_GET)
    if sudo:
        machine.has("sudo", sudo)
    done = machine.run("--or-leave-out", user=1000)
    assert done.returncode == 0
    assert done.stdout == "kernel postgresql browser\n"
    left_out = "tests/kernel, tests with PostgreSQL, tests/browser"
    assert done.stderr == f"missing: {ALL} (sudo apt-get install {ALL}); left out: {left_out}\n"
    assert machine.calls == []


def test_without_apt_get_only_what_is_missing_is_left_out(machine: Machine) -> None:
    complete(machine, without=["chromium"])
    done = machine.run("--or-leave-out")
    assert (done.returncode, done.stdout.split()) == (0, ["browser"])
    assert done.stderr.endswith("left out: tests/browser\n")
    assert done.stderr.count("\n") == 1


def test_on_ci_nothing_is_left_out(machine: Machine) -> None:
    done = machine.run("--or-leave-out", extra={"CI": "true"})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"missing: {ALL} (install with your system's package manager)\n"


def test_who_asks_for_the_packages_alone_is_told_that_they_are_missing(machine: Machine) -> None:
    assert machine.run().returncode == 1


def test_an_installation_that_fails_gives_its_last_line(machine: Machine) -> None:
    machine.has("apt-get", 'echo "E: No space left."; exit 100')
    done = machine.run(extra={"CI": "1"})
    assert done.returncode == 1
    assert done.stderr.splitlines()[1] == f"missing: {ALL} (apt-get could not install them: E: No space left.)"
