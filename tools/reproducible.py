"""Archives that hold nothing of the machine or the day: names in order, one date, no owner, plain permissions.

The date is SOURCE_DATE_EPOCH where that is set, as https://reproducible-builds.org has it, else the first of 1980.
"""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_EPOCH: Final = 315_532_800
_PROGRAM, _FILE = 0o755, 0o644


def epoch() -> int:
    """Return the date of everything that is built; a zip file knows none before 1980."""
    return max(_EPOCH, int(os.environ.get("SOURCE_DATE_EPOCH") or _EPOCH))


def write_zip(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a wheel or another zip file, compressed as far as it goes."""
    date = time.gmtime(epoch())[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files, key=_order):
            about = zipfile.ZipInfo(name, date)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = (0o100000 | _FILE) << 16
            archive.writestr(about, files[name])


def read_zip(path: Path) -> dict[str, bytes]:
    """Return the files of a zip file by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def settle(archive: Path) -> None:
    """Write a wheel or an sdist again, in its reproducible form."""
    if archive.name.endswith(".tar.gz"):
        _settle_tar(archive)
    else:
        write_zip(archive, read_zip(archive))


def _order(name: str) -> tuple[bool, bool, str]:
    # As the wheel format suggests: the metadata comes last, and its list of files at the very end.
    return ".dist-info/" in name, name.endswith("/RECORD"), name


def _settle_tar(path: Path) -> None:
    with tarfile.open(path) as archive:
        found = {about.name: (about, _body(archive, about)) for about in archive.getmembers() if about.isfile()}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(found):
            before, body = found[name]
            about = tarfile.TarInfo(name)
            about.size, about.mtime = len(body), epoch()
            about.mode = _PROGRAM if before.mode & 0o100 else _FILE
            archive.addfile(about, io.BytesIO(body))
    path.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=epoch()))


def _body(archive: tarfile.TarFile, about: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(about)
    assert file is not None
    return file.read()
