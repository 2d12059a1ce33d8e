"""Message catalogues: compile .po to .mo."""

import os
import sys
import tempfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parent.parent / "src/nokosu/locale"


def compile_catalogues(source: Path, target: Path) -> list[Path]:
    """Compile every catalogue under source that is newer than its twin under target; return what was written.

    Each file is replaced in one step, so that processes that do this at the same time never see half of one.
    """
    written = []
    for po in sorted(source.glob("*/LC_MESSAGES/*.po")):
        mo = target / po.relative_to(source).with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
            continue
        mo.parent.mkdir(parents=True, exist_ok=True)
        with po.open("rb") as stream:
            catalogue = read_po(stream, abort_invalid=True)
        with tempfile.NamedTemporaryFile(dir=mo.parent, suffix=".tmp", delete=False) as stream:
            write_mo(stream, catalogue)
        os.chmod(stream.name, 0o644)
        os.replace(stream.name, mo)
        written.append(mo)
    return written


if __name__ == "__main__":
    for path in compile_catalogues(LOCALE, LOCALE):
        print(path.relative_to(LOCALE), file=sys.stderr)
