"""What a library asks of its system is read from all three formats, and a name too many is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from nokosu import kernel
from tools.release.check import faults
from tools.release.cross import zig
from tools.release.symbols import NotALibrary, imports_of
from tools.release.targets import TARGETS, Target, target

GOOD = """
void *PyModule_Create2(void *, int);
void *malloc(unsigned long long);
__attribute__((visibility("default"))) EXPORT void *PyInit__kernel(void) { return PyModule_Create2(malloc(8), 3); }
"""
SYSTEMS = [target(name) for name in ("linux-aarch64", "musl-x86_64", "macos-arm64", "macos-x86_64", "windows-x86_64")]


def library(folder: Path, system: Target, source: str) -> Path:
    """A small library for another system. Windows wants every name to be in some library, so it gets one."""
    windows = system.format == "PE"
    (folder / "one.c").write_text(source)
    # Without the C library, which Zig would compile first.
    flags = ["-g0", "-O1", "-fPIC", "-nostdlib", f"-DEXPORT={'__declspec(dllexport)' if windows else ''}"]
    extra: list[str] = []
    if windows:
        names = ("PyModule_Create2", "PyUnstable_Secret", "malloc")
        (folder / "python3.def").write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *names]))
        zig("dlltool", "-m", "i386:x86-64", "-d", str(folder / "python3.def"), "-l", str(folder / "python3.lib"))
        extra = [str(folder / "python3.lib"), "-Wl,-e,PyInit__kernel"]
    made = folder / system.library
    wanted = ["-target", system.triple, "-shared", *flags, *system.link]
    zig("cc", *wanted, "-o", str(made), str(folder / "one.c"), *extra)
    return made


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_a_name_too_many_is_found_in_every_format(system: Target, tmp_path: Path) -> None:
    good = library(tmp_path, system, GOOD)
    found = imports_of(good)
    assert found.format == system.format
    assert "PyModule_Create2" in found.names
    assert "PyInit__kernel" in found.exports
    assert faults(good) == []
    planted = GOOD.replace("malloc(unsigned long long)", "PyUnstable_Secret(void)").replace(
        "malloc(8)", "PyUnstable_Secret()"
    )
    assert faults(library(tmp_path, system, planted)) == ["needs PyUnstable_Secret"]


def test_the_compilers_helper_is_refused(tmp_path: Path) -> None:
    """__builtin_cpu_supports needs it, and x86_64 macOS and Windows have none."""
    planted = "extern int __cpu_model;\n" + GOOD.replace("malloc(8)", "(void *)(long long)__cpu_model")
    for name in ("macos-x86_64", "linux-aarch64"):
        assert "needs __cpu_model" in faults(library(tmp_path, target(name), planted))


def test_the_kernel_that_runs_here_asks_for_the_stable_abi_alone() -> None:
    """C++'s library may be the system's here; a release has it inside."""
    (own,) = Path(kernel.__file__).parent.glob("_kernel*.so")
    assert not [fault for fault in faults(own) if "Py" in fault]


def test_another_file_is_not_a_library(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("text")
    with pytest.raises(NotALibrary):
        imports_of(tmp_path / "text")


def test_every_system_has_its_own_name_and_tag() -> None:
    assert len({each.name for each in TARGETS}) == len({each.tag for each in TARGETS}) == len(TARGETS) == 7
