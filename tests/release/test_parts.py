"""The parts of a release: versions, the changelog, wheels, checksums, archives that are the same everywhere."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import pytest

from nokosu import __version__
from tools.release import changelog
from tools.release.changelog import CannotRelease, order
from tools.release.notes import Artefact, artefact, write_notes
from tools.release.targets import target
from tools.release.trials import KERNEL_TESTS, left_out
from tools.release.wheels import record, with_kernel
from tools.reproducible import read_zip, settle, write_zip

ROOT = Path(__file__).parents[2]


def test_versions_are_ordered_and_others_refused() -> None:
    versions = ["0.9.9", "1.0.0a1", "1.0.0rc1", "1.0.0rc2", "1.0.0", "1.0.1", "1.10.0"]
    assert sorted(versions, key=order) == versions
    for wrong in ("v1.0.0", "1.0", "1.0.0-rc1", "one"):
        with pytest.raises(CannotRelease, match="is not a version"):
            order(wrong)


def test_the_version_is_in_one_place_and_the_citation_agrees() -> None:
    assert changelog.current() == __version__
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert cited.count(f"version: {__version__}\n") == 2


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src/nokosu").mkdir(parents=True)
    (tmp_path / "src/nokosu/__init__.py").write_text('x = 1\n__version__ = "0.1.0"\n')
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 0.1.0\nmore:\n  version: 0.1.0\n")
    (tmp_path / "CHANGELOG.md").write_text(
        "# Log\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n"
    )
    return tmp_path


def test_a_release_dates_the_changelog_and_sets_the_version(project: Path) -> None:
    assert changelog.date_changelog("1.0.0", "2026-12-01", project) == "### Added\n\n- A thing."
    cited = "cff-version: 1.2.0\nversion: {0}\ndate-released: {1}\nmore:\n  version: {0}\n  date-released: {1}\n"
    for version, day in (("0.9.9", "2026-11-30"), ("1.0.0", "2026-12-01")):
        changelog.set_version(version, day, project)
        assert changelog.current(project) == version
        assert (project / "CITATION.cff").read_text() == cited.format(version, day)
    text = (project / "CHANGELOG.md").read_text()
    assert text.startswith(
        "# Log\n\n## [Unreleased]\n\n## [1.0.0] - 2026-12-01\n\n### Added\n\n- A thing.\n\n## [0.1.0]"
    )
    with pytest.raises(CannotRelease, match="nothing is listed"):
        changelog.date_changelog("1.0.1", "2026-12-02", project)


def test_a_wheel_of_a_system_is_the_pure_one_and_a_library(tmp_path: Path) -> None:
    info = "nokosu-1.0.0.dist-info"
    files = {"nokosu/a.py": b"1", f"{info}/WHEEL": b"Root-Is-Purelib: true\nTag: py3-none-any\n"}
    pure = tmp_path / "nokosu-1.0.0-py3-none-any.whl"
    write_zip(pure, files | {f"{info}/RECORD": record(files, f"{info}/RECORD")})
    (tmp_path / "lib").write_bytes(b"library")
    made = with_kernel(pure, target("windows-x86_64"), tmp_path / "lib")
    assert made.name == "nokosu-1.0.0-cp311-abi3-win_amd64.whl"
    found = read_zip(made)
    assert found[f"{info}/WHEEL"] == b"Root-Is-Purelib: false\nTag: cp311-abi3-win_amd64\n"
    assert found["nokosu/kernel/_kernel.pyd"] == b"library"
    lines = found[f"{info}/RECORD"].decode().splitlines()
    assert len(lines) == len(found) == 4
    assert zipfile.ZipFile(made).namelist()[-1] == f"{info}/RECORD"


def test_archives_are_the_same_on_another_day_with_other_owners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sources(name: str, day: int, owner: int, order: list[str]) -> bytes:
        path = tmp_path / name
        with tarfile.open(path, "w:gz") as archive:
            for each in order:
                about = tarfile.TarInfo(each)
                about.size, about.mtime, about.uid, about.mode = 1, day, owner, 0o600 if owner else 0o644
                archive.addfile(about, io.BytesIO(each[-1:].encode()))
        settle(path)
        return path.read_bytes()

    assert sources("a.tar.gz", 1, 0, ["x/a", "x/b"]) == sources("b.tar.gz", 2, 7, ["x/b", "x/a"])
    assert sources("c.tar.gz", 1, 0, ["x/a", "x/c"]) != sources("d.tar.gz", 1, 0, ["x/a", "x/b"])
    write_zip(tmp_path / "1.whl", {"b": b"1", "a": b"2"})
    first = (tmp_path / "1.whl").read_bytes()
    write_zip(tmp_path / "2.whl", {"a": b"2", "b": b"1"})
    assert (tmp_path / "2.whl").read_bytes() == first
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(time.mktime((2030, 1, 2, 0, 0, 0, 0, 0, 0)))))
    write_zip(tmp_path / "3.whl", {"a": b"2", "b": b"1"})
    assert (tmp_path / "3.whl").read_bytes() != first


def test_a_file_that_the_sources_lack_is_named(tmp_path: Path) -> None:
    tracked = [".gitignore", "examples/one.py", "examples/matches.jsonl"]
    packed = tmp_path / "nokosu-1.0.0.tar.gz"

    def pack(*names: str) -> None:
        with tarfile.open(packed, "w:gz") as archive:
            for name in names:
                archive.addfile(tarfile.TarInfo(f"nokosu-1.0.0/{name}"))

    pack("PKG-INFO", "examples/one.py", "examples/matches.jsonl")
    assert left_out(packed, tracked) == []
    pack("PKG-INFO", "examples/one.py")
    assert left_out(packed, tracked) == ["examples/matches.jsonl"]


def test_the_notes_say_what_was_not_run_and_the_checksums_hold(tmp_path: Path) -> None:
    (tmp_path / "one.whl").write_bytes(b"1")
    (tmp_path / "two.whl").write_bytes(b"2")
    found: list[Artefact] = [
        artefact(tmp_path / "one.whl", "linux", ["symbols read", "match of champions"]),
        artefact(tmp_path / "two.whl", "windows", ["symbols read"]),
    ]
    write_notes(tmp_path, "1.0.0", "6a32cc3", "- News.", found)
    text = (tmp_path / "NOTES.md").read_text()
    assert "Not run on windows:" in text
    assert "| one.whl | linux | 0.0 MB | symbols read, match of champions |" in text
    lines = [line.split() for line in (tmp_path / "SHA256SUMS").read_text().splitlines()]
    sums = {name: digest for digest, name in lines}
    assert sums["one.whl"] == hashlib.sha256(b"1").hexdigest()
    assert {"artefacts.json", "NOTES.md", "two.whl"} < set(sums)
    checked = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=tmp_path, capture_output=True, check=False)
    assert checked.returncode == 0


def test_units_and_images_name_files_that_are_there() -> None:
    """The deploy folder is complete, scripts can be run, and no unit hands out a capability."""
    names = {path.name for path in (ROOT / "deploy").iterdir()}
    assert {"nokosu.service", "nokosu-backup.timer", "nginx.conf", "Caddyfile", "postgresql.sql", "alerts.yml"} <= names
    for unit in (ROOT / "deploy").glob("*.service"):
        text = unit.read_text("utf-8")
        assert "CapabilityBoundingSet=\n" in text
        assert "NoNewPrivileges=yes" in text
    assert all(os.access(ROOT / "tools" / name, os.X_OK) for name in ("image.sh", "debian-base.sh"))


def test_what_runs_under_an_emulator_needs_nothing_but_pytest() -> None:
    """The environment there has no NumPy; a file that needs it is told from the others here, before a release."""
    assert collected(KERNEL_TESTS) == 0
    assert collected((*KERNEL_TESTS, "new_rule")) != 0, "a file that needs NumPy should have been noticed"


def collected(names: tuple[str, ...]) -> int:
    """Let pytest read these files of tests/kernel as if nothing else were installed; return its exit code."""
    files = [f"tests/kernel/test_{name}.py" for name in names]
    hidden = ("numpy", "msgspec", "hypothesis", "anyio", "textual", "litestar")
    options = ["--noconftest", "--import-mode=importlib", "--collect-only", "-q", "-c", os.devnull, "--rootdir", "."]
    program = (
        f"import sys, pytest; sys.modules.update(dict.fromkeys({hidden})); sys.exit(pytest.main({options + files}))"
    )
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, check=False, cwd=ROOT, env=environment, capture_output=True).returncode
