"""Wheels with the kernel for one system each, made out of the pure one: the same files, and a library."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.release.targets import Target
from tools.reproducible import read_zip, write_zip

PURE: Final = "py3-none-any"
FOLDER: Final = "nokosu/kernel"


def with_kernel(pure: Path, wanted: Target, library: Path) -> Path:
    """Write the wheel of a system beside the pure one."""
    files = read_zip(pure)
    tag = f"cp311-abi3-{wanted.tag}"
    info = next(name.partition("/")[0] for name in files if name.endswith(".dist-info/WHEEL"))
    files[f"{FOLDER}/{wanted.library}"] = library.read_bytes()
    about = files[f"{info}/WHEEL"].decode()
    about = about.replace(f"Tag: {PURE}", f"Tag: {tag}").replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    files[f"{info}/WHEEL"] = about.encode()
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    made = pure.with_name(pure.name.replace(PURE, tag))
    write_zip(made, files)
    return made


def record(files: Mapping[str, bytes], own_name: str) -> bytes:
    """Return the list of a wheel's files with their hashes."""
    lines = [f"{name},sha256={_digest(body)},{len(body)}" for name, body in sorted(files.items()) if name != own_name]
    return "\n".join([*lines, f"{own_name},,", ""]).encode()


def _digest(body: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode()
