"""Our Python.h says what Python's own says: the same sizes, numbers and functions."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Final

from tools.release.cross import HEADERS

THEIRS: Final = Path(sysconfig.get_path("include"))
OURS: Final = HEADERS / "Python.h"
STRUCTS: Final = {
    "PyObject": ("ob_refcnt", "ob_type"),
    "PyMethodDef": ("ml_name", "ml_meth", "ml_flags", "ml_doc"),
    "PyGetSetDef": ("name", "get", "set", "doc", "closure"),
    "PyType_Slot": ("slot", "pfunc"),
    "PyType_Spec": ("name", "basicsize", "itemsize", "flags", "slots"),
    "PyModuleDef_Base": ("ob_base", "m_init", "m_index", "m_copy"),
    "PyModuleDef": ("m_base", "m_name", "m_doc", "m_size", "m_methods", "m_slots", "m_traverse", "m_clear", "m_free"),
    "Py_buffer": ("buf", "obj", "len", "itemsize", "readonly", "ndim", "format", "shape", "strides", "suboffsets",
                  "internal"),
}  # fmt: skip
_NUMBER: Final = re.compile(r"^#define ((?:PyBUF|METH|Py_tp|Py_EQ|Py_NE|Py_TPFLAGS|PYTHON_ABI)\w*) ", re.MULTILINE)


def compiled(folder: Path, source: str, headers: Path) -> subprocess.CompletedProcess[str]:
    """Compile a program with one of the two headers, and run it."""
    (folder / "it.cpp").write_text("#define Py_LIMITED_API 0x030B0000\n" + source)
    program = folder / "it"
    flags = ["-std=c++20", "-O0", f"-I{headers}", "-o", str(program), str(folder / "it.cpp")]
    command = [os.environ.get("CXX", "g++"), *flags, "-Wl,--unresolved-symbols=ignore-all"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done if done.returncode else subprocess.run([program], capture_output=True, text=True, check=False)


def test_sizes_and_numbers_are_pythons_own(tmp_path: Path) -> None:
    sizes = [f"sizeof({name})" for name in STRUCTS]
    places = [f"offsetof({name}, {field})" for name, fields in STRUCTS.items() for field in fields]
    numbers = _NUMBER.findall(OURS.read_text("utf-8"))
    assert len(numbers) > 20
    lines = [f'printf("%s %lld\\n", "{each}", (long long)({each}));' for each in (*sizes, *places, *numbers)]
    source = "\n".join(["#include <Python.h>", "#include <cstddef>", "#include <cstdio>", "int main() {", *lines, "}"])
    ours, theirs = (compiled(tmp_path, source, folder) for folder in (HEADERS, THEIRS))
    assert ours.returncode == theirs.returncode == 0, ours.stderr + theirs.stderr
    assert ours.stdout.splitlines() == theirs.stdout.splitlines()


def test_functions_are_declared_as_pythons_own(tmp_path: Path) -> None:
    """C++ refuses two declarations of one C function that contradict; a planted one is found."""
    source = f'#include <Python.h>\n#define NOKOSU_FUNCTIONS_ALONE\n#include "{OURS}"\nint main() {{}}\n'
    done = compiled(tmp_path, source, THEIRS)
    assert done.returncode == 0, done.stderr
    planted = tmp_path / "planted.h"
    planted.write_text(OURS.read_text("utf-8").replace("int PyDict_Next(PyObject*", "int PyDict_Next(const PyObject*"))
    assert "PyDict_Next" in compiled(tmp_path, source.replace(str(OURS), str(planted)), THEIRS).stderr
