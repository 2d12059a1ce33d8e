"""What pyproject.toml cannot say: the optional kernel, the compiled message catalogues and the web client."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))
from tools.catalogues import compile_catalogues  # noqa: E402  (setuptools does not put the root on the path)
from tools.reproducible import settle  # noqa: E402  (the same)

KERNEL = Path("src/nokosu/kernel")
ABI = "cp311"
# Python's own flags ask for debug symbols, which would make the wheel three times as big.
GNU_FLAGS = ["-std=c++20", "-O3", "-g0", "-fvisibility=hidden", "-pthread", "-ffp-contract=off"]
MSVC_FLAGS = ["/std:c++20", "/O2", "/EHsc"]


def kernel() -> list[Extension]:
    """The C++ kernel on the stable ABI. Where it cannot be compiled the package installs and plays without it."""
    sources = sorted(path.as_posix() for path in KERNEL.glob("*/*.cpp"))
    if not sources or os.environ.get("NOKOSU_NO_KERNEL") == "1":
        return []
    windows = sys.platform == "win32"
    return [
        Extension(
            "nokosu.kernel._kernel",
            sources=sources,
            depends=sorted(path.as_posix() for path in KERNEL.glob("*/*.hpp")),
            include_dirs=[KERNEL.as_posix()],
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            extra_compile_args=MSVC_FLAGS if windows else GNU_FLAGS,
            extra_link_args=[] if windows else ["-pthread"],
            language="c++",
            py_limited_api=True,
            optional=True,
        )
    ]


class BuildSideBySide(build_ext):
    """Compiles the kernel's sources on all cores: by itself setuptools takes one file after the other."""

    def build_extension(self, ext: Extension) -> None:
        one_by_one = self.compiler.compile

        def side_by_side(sources: list[str], **options: object) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as workers:
                made = workers.map(lambda source: one_by_one([source], **options), sources)
                return [each for objects in made for each in objects]

        self.compiler.compile = side_by_side
        super().build_extension(ext)


def build_web_client() -> None:
    """Build the web client into the package if it is missing or out of date. A package without it is not built.

    A source distribution has it already. NOKOSU_NO_CLIENT=1 asks for a package without it.
    """
    built = (ROOT / "src/nokosu/server/static/index.html").exists()
    if os.environ.get("NOKOSU_NO_CLIENT") == "1" or (built and (ROOT / "PKG-INFO").exists()):
        return
    # The client offers the languages that have a compiled catalogue; a plain checkout has none yet.
    compile_catalogues(ROOT / "src/nokosu/locale", ROOT / "src/nokosu/locale")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "tools.web", "--release"]
    done = subprocess.run(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip() or "unknown error").splitlines()[-1]
        sys.exit(f"error: the web client cannot be built: {why} (NOKOSU_NO_CLIENT=1 builds a package without it)")


class SourcesWithClient(sdist):
    """Puts the built web client into the source distribution, so that wheels can be made of it without Node."""

    def run(self) -> None:
        build_web_client()
        super().run()
        for archive in self.get_archive_files():
            settle(Path(archive))


class SettledWheel(bdist_wheel):
    """Writes the same wheel in every folder and on every day."""

    def run(self) -> None:
        super().run()
        for _kind, _version, wheel in self.distribution.dist_files:
            settle(Path(wheel))


class BuildWithCatalogues(build_py):
    """Compiles locale/*.po to .mo: into the build, or beside the sources where those are installed in place.

    A wheel also gets the web client; in place, `make web` builds it.
    """

    def run(self) -> None:
        if not self.editable_mode:
            build_web_client()
        super().run()
        base = Path("src") if self.editable_mode else Path(self.build_lib)
        compile_catalogues(ROOT / "src/nokosu/locale", base / "nokosu/locale")


extensions = kernel()
setup(
    ext_modules=extensions,
    cmdclass={
        "bdist_wheel": SettledWheel,
        "build_py": BuildWithCatalogues,
        "build_ext": BuildSideBySide,
        "sdist": SourcesWithClient,
    },
    options={"bdist_wheel": {"py_limited_api": ABI}} if extensions else {},
)
