"""Runs a module on another build of the kernel, the one that NOKOSU_KERNEL_BUILD names.

python -m tests.kernel.other_build tests.kernel.fuzz --rounds 100
"""

from __future__ import annotations

import importlib.util
import os
import runpy
import sys

NAME = "nokosu.kernel._kernel"


def install(path: str) -> None:
    """Put the extension at `path` where the package will look for its own."""
    spec = importlib.util.spec_from_file_location(NAME, path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)


if __name__ == "__main__":
    install(os.environ["NOKOSU_KERNEL_BUILD"])
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
