"""Message catalogues: collect ids into .po files, compile .po to .mo (`make locale`, `make setup`, setup.py)."""

import re
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

LOCALE = Path(__file__).parent.parent / "src/nokosu/locale"
_NO_DAY: Final = datetime(1980, 1, 1, tzinfo=UTC)
"""In every compiled catalogue, so that another day gives the same bytes."""


def po_files(folder: Path = LOCALE) -> list[Path]:
    """Return every catalogue's source, one per language."""
    return sorted(folder.glob("*/LC_MESSAGES/*.po"))


def read(po: Path) -> Catalog:
    """Read a catalogue; fail on a damaged one."""
    with po.open("rb") as stream:
        return read_po(stream, locale=po.parent.parent.name, abort_invalid=True)


def unbroken(text: str) -> str:
    """Keep a line from breaking inside « French quotation marks », or before a colon and its like."""
    return re.sub(r"(?<=«) | (?=[:;?!»%])", "\N{NO-BREAK SPACE}", text)


def typeset(catalogue: Catalog) -> Catalog:
    """Return a catalogue as people read it: in French, no-break spaces where the .po file has plain ones."""
    if catalogue.locale is not None and catalogue.locale.language == "fr":
        for message in catalogue:
            if not message.id:
                continue
            forms = message.string or ""
            message.string = unbroken(forms) if isinstance(forms, str) else tuple(unbroken(form) for form in forms)
    return catalogue


def compile_catalogues(source: Path, target: Path) -> list[Path]:
    """Compile every catalogue under source that is newer than its twin under target; return what was written.

    A change of this file, which decides about French spaces, makes all of them old.

    Each file is replaced in one step, so that processes that do this at the same time never see half of one.
    """
    written = []
    for po in po_files(source):
        mo = target / po.relative_to(source).with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= max(po.stat().st_mtime, Path(__file__).stat().st_mtime):
            continue
        mo.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=mo.parent, suffix=".tmp", delete=False) as stream:
            catalogue = typeset(read(po))
            catalogue.creation_date = _NO_DAY
            write_mo(stream, catalogue)
        half = Path(stream.name)
        half.chmod(0o644)
        half.replace(mo)
        written.append(mo)
    return written


def renew(po: Path, template: Catalog) -> None:
    """Give a catalogue the ids of the template, sorted: new ids without a text, unused ids removed."""
    catalogue = read(po)
    catalogue.update(template, no_fuzzy_matching=True)
    # The header stays as it is: Babel's own would carry the time of day into every change.
    header = po.read_bytes().split(b"\n\n")[0] + b"\n\n"
    with po.open("wb") as stream:
        stream.write(header)
        write_po(
            stream, catalogue, width=110, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True
        )


def template() -> Catalog:
    """Return the message ids that the code uses."""
    from tools.messages import uses  # noqa: PLC0415  (setup.py needs compiling alone)
    from tools.rulebook.book import book_uses  # noqa: PLC0415  (the same)
    from tools.web_messages import web_uses  # noqa: PLC0415  (the same)

    found = Catalog()
    for use in sorted([*uses(), *web_uses(), *book_uses()], key=lambda use: use.message_id):
        found.add((use.message_id, use.message_id) if use.plural else use.message_id)
    return found


def main() -> None:
    """Compile; with --renew collect the ids first."""
    if "--renew" in sys.argv[1:]:
        for po in po_files():
            renew(po, template())
    for mo in compile_catalogues(LOCALE, LOCALE):
        print("compiled", mo.relative_to(LOCALE))


if __name__ == "__main__":
    main()
