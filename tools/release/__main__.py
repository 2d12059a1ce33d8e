"""`python -m tools.release VERSION`: everything into dist/, each file tried in a clean place. Nothing is uploaded."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tools.release import changelog, notes, trials
from tools.release.application import write_application
from tools.release.changelog import CannotRelease
from tools.release.check import faults
from tools.release.cross import CannotCompile, compile_kernel
from tools.release.notes import Artefact, artefact
from tools.release.targets import TARGETS, Target
from tools.release.wheels import with_kernel

ROOT: Final = Path(__file__).parents[2]
DIST: Final = ROOT / "dist"
SUPPLY: Final = ROOT / ".venv/supply/bin"
TESTED: Final = ROOT / ".venv/tested"
"""The tree for which `make test` last came to its end."""


def main() -> None:
    """Make a release, or say in one line why not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", nargs="?")
    parser.add_argument("--files", action="store_true", help="build the files of the version that is checked out")
    parser.add_argument("--untested", action="store_true", help="do not run `make test`; for trying this program")
    asked = parser.parse_args()
    if (asked.version is None) != asked.files:
        parser.error("give a version, or --files")
    try:
        if asked.files:
            os.environ["SOURCE_DATE_EPOCH"] = git("log", "-1", "--format=%ct")
            build_files(changelog.current())
            print(*(f"{path.name} {notes.digest(path)}" for path in sorted(DIST.iterdir())), sep="\n")
            return
        check(asked.version)
        if not asked.untested:
            see_tests()
        news = begin(asked.version)
        found = tried(asked.version, build_files(asked.version))
        notes.write_notes(DIST, asked.version, git("rev-parse", "HEAD~1"), news, found)
        say("tagging")
        git("tag", "-a", f"v{asked.version}", "-m", f"Nokosu Dice {asked.version}")
    except (CannotRelease, CannotCompile, trials.TrialFailed, subprocess.CalledProcessError) as error:
        undo = "; undo its commit with: git reset --hard HEAD~1" if asked.version and _begun(asked.version) else ""
        sys.exit(f"no release: {error}{undo}")
    print(notes.table(found))
    print(f"Sign: cd dist && gpg --detach-sign --armor {notes.CHECKSUMS}")
    print(f"To publish: git push origin HEAD v{asked.version} && python -m twine upload dist/*.whl dist/*.tar.gz")


def check(version: str) -> None:
    """Refuse a version that is not newer, a tag that exists, a tree with changes, and a git without a name."""
    if changelog.order(version) <= changelog.order(changelog.current()):
        raise CannotRelease(f"{version} is not newer than {changelog.current()}")
    if git("tag", "--list", f"v{version}"):
        raise CannotRelease(f"the tag v{version} exists")
    if changes := git("status", "--porcelain"):
        raise CannotRelease(f"the tree has changes: {changes.splitlines()[0].strip()}")
    git("var", "GIT_COMMITTER_IDENT")  # fails here, and not at the commit, where git knows no name


def see_tests() -> None:
    """Run `make test`, unless it has passed for exactly this tree."""
    if TESTED.exists() and TESTED.read_text("utf-8").strip() == git("rev-parse", "HEAD^{tree}"):
        return
    say("testing")
    if subprocess.run(["make", "test"], cwd=ROOT, check=False).returncode:
        raise CannotRelease("make test fails")


def begin(version: str) -> str:
    """Commit the version and the dated changelog; return what is new."""
    day = datetime.now(UTC).date().isoformat()
    news = changelog.date_changelog(version, day)
    changelog.set_version(version, day)
    subprocess.run([sys.executable, "-m", "tests.record.regenerate", "--release"], cwd=ROOT, check=True)
    git("commit", "-qam", f"Release {version}")
    # Everything that is built carries the commit's date, and none other.
    os.environ["SOURCE_DATE_EPOCH"] = git("log", "-1", "--format=%ct")
    return news


@dataclass(frozen=True, slots=True)
class Files:
    """What a release consists of."""

    sdist: Path
    pure: Path
    wheels: dict[str, Path]
    application: Path
    bill: Path


def build_files(version: str) -> Files:
    """Build everything into dist/."""
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(ROOT / "build/lib", ignore_errors=True)
    say("building the sources and the pure wheel")
    command = [sys.executable, "-m", "build", "--outdir", str(DIST)]
    # The tools whose versions are tested: with newer ones, another day would give other bytes. pip takes a folder with
    # a space in its name for two, so the file is given as an address.
    settings = {"NOKOSU_NO_KERNEL": "1", "PIP_CONSTRAINT": trials.CONSTRAINTS.as_uri()}
    done = subprocess.run(command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise CannotRelease(next((line for line in said if line.startswith("error:")), said[-1]))
    (sdist,), (pure,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    wheels = {system.name: _wheel(system, pure) for system in TARGETS}
    say("making the zipapp and the bill of materials")
    application = DIST / f"nokosu-{version}.pyz"
    write_application(pure, application, trials.CONSTRAINTS)
    bill = DIST / "nokosu.cdx.json"
    subprocess.run([SUPPLY / "cyclonedx-py", "requirements", "requirements.lock", "--pyproject", "pyproject.toml",
                    "--output-reproducible", "-o", bill], cwd=ROOT, check=True, capture_output=True)  # fmt: skip
    return Files(sdist, pure, wheels, application, bill)


def _wheel(system: Target, pure: Path) -> Path:
    """Compile for a system, read the symbols, and pack; auditwheel looks at glibc's wheels too."""
    say(f"compiling for {system.name}")
    library = compile_kernel(system)
    if wrong := faults(library):
        raise CannotRelease(f"{system.name}: {'; '.join(wrong)}")
    wheel = with_kernel(pure, system, library)
    if wheel.stat().st_size > notes.MOST_MB * 1e6:
        raise CannotRelease(f"{wheel.name} has {wheel.stat().st_size / 1e6:.1f} MB; {notes.MOST_MB} are allowed")
    if "manylinux" in system.tag:
        said = trials.run([sys.executable, "-m", "auditwheel", "show", str(wheel)], ROOT)
        if system.tag not in said.replace("\n", " "):
            raise CannotRelease(f"auditwheel does not find {system.tag}: {said}")
    return wheel


def tried(version: str, files: Files) -> list[Artefact]:
    """Try each file in a clean place; return what there is, and what was done with it."""
    found, wheels = [], files.wheels
    for system in TARGETS:
        say(f"trying {wheels[system.name].name}")
        done = ["symbols read", *(["auditwheel"] if "manylinux" in system.tag else [])]
        if system.name == "linux-x86_64":
            done += trials.try_wheel(wheels[system.name], version, kernel=True)
            done += trials.try_tools(DIST, version, SUPPLY / "uv")
        if system.name == "linux-aarch64":
            done += trials.try_arm(wheels[system.name], version)
        found.append(artefact(wheels[system.name], system.name, done))
    say("trying the others")
    found.append(artefact(files.pure, "every other system", trials.try_wheel(files.pure, version, kernel=False)))
    found.append(artefact(files.sdist, "sources", trials.try_sdist(files.sdist, version)))
    found.append(artefact(files.application, "any Python", trials.try_application(files.application, version)))
    found.append(artefact(files.bill, "bill of materials", ["CycloneDX schema"]))
    return found


def git(*arguments: str) -> str:
    """Return what git says. Raises CannotRelease with the reason if it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotRelease(f"git {arguments[0]}: {(done.stderr.strip() or 'fails').splitlines()[-1]}")
    return done.stdout.strip()


def say(line: str) -> None:
    """Tell how far it is."""
    print(f"{datetime.now(UTC):%H:%M:%S} {line}", flush=True)


def _begun(version: str) -> bool:
    return changelog.current() == version and git("log", "-1", "--format=%s") == f"Release {version}"


if __name__ == "__main__":
    main()
