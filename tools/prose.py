"""Report stilted English in documents and texts: `python -m tools.prose`, part of `make check`.

The style guide is in CONTRIBUTING.md. Code, link targets and generated parts of pages are not checked.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).parents[1]
ENGLISH: Final = Path("src/nokosu/locale/en/LC_MESSAGES/nokosu.po")
PARTS: Final = "action|column|entry|file|line|list|object|process|record|row|test|wheel"
WHOLES: Final = "bot|card|colour|file|game|line|match|message|move|platform|player|process|round|row|seat|table"
AFTER: Final = r"(?=[.,;:)|\n]| (?:and|are|as|at|by|for|from|in|is|on|or|that|to|when|where|which|with)\b|$)"

PATTERNS: Final = (
    (r"(?<!\b[Tt]here) (?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b)", "is not a …"),
    (r"\bstands?\b(?!-in\b| for\b| in for\b| out\b)", "is"),
    (r"\b[Ww]ho(?:m|so)?ever\b", "name the people: players who …"),
    (r"\bfor who\b", "name the people: clients that …"),
    (r"\bof (?:its|their|one's|your|our|his|her) own" + AFTER, "its own …, a separate …"),
    (r"\bof (?:another|the same|that) kind\b", "another …, such a …"),
    (rf"\b(?:an?|one|\d+)(?: \w+)? (?:{PARTS}) an? (?:{WHOLES})\b", "one … per …"),
    (
        r"(?:^|[.!?|] )Who\b(?! (?:is|are|can|may|does|do|has)\b)[^?|\n]*?[.;:|]",
        "start with the subject: a dealer could …",
    ),
    (r"[;:] who (?!may\b|can\b)[a-z]", "name the people: people who …"),
    (r"(?:^|[.!?;] )Whether\b", "start with the subject: core checks that …"),
    (r"\bthat there (?:is|are)(?: not)?(?=[.,;:)|]| \|)", "unknown, existing"),
    (r"\bbesides(?=[.,;:)])", "also"),
    (r"\banew\b", "again"),
    (r"\bmend(?:s|ed|ing)?\b", "fix"),
    (r"\b(?:colors?|colored|behaviors?|favorites?|honors?|gray|centers?|analyze[ds]?)\b", "use British spelling"),
)
"""Phrases to avoid, each with what to write instead."""


class Fault(NamedTuple):
    """A stilted phrase: its line, the phrase, and what to write instead."""

    line: int
    phrase: str
    suggestion: str


def prose(text: str) -> str:
    """Blank out code, link targets, comments and what a program generates; every character keeps its offset."""
    text = text.split("<!-- Generated", maxsplit=1)[0]
    for code in (
        r"^```.*?^```",
        r"<!-- runs:.*?<!-- end of runs -->",
        r"<!--.*?-->",
        r"`[^`\n]+`",
        r"(?<=\])\([^)\s]+\)",
    ):
        text = re.sub(code, lambda found: re.sub(r"[^\n]", "_", found[0]), text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"(?<=[^\n|])\n(?=[^\n|#>-])", " ", text)


def faults(text: str) -> Iterator[Fault]:
    """Find stilted phrases in a Markdown text, in the order of the patterns."""
    checked = prose(text)
    for pattern, suggestion in PATTERNS:
        for found in re.finditer(pattern, checked, re.MULTILINE):
            at = found.end() - len(found[0].lstrip())
            yield Fault(text.count("\n", 0, at) + 1, " ".join(found[0].split()), suggestion)


def documents() -> list[Path]:
    """List the hand-written documents. The rule books are generated from the catalogues."""
    pages = [path for path in (ROOT / "docs").glob("*.md") if not path.name.startswith("rules")]
    return sorted([*ROOT.glob("*.md"), *pages, *(ROOT / "docs/decisions").glob("*.md")])


def catalogue_faults(catalogue: Catalog) -> Iterator[Fault]:
    """Find stilted phrases in the texts of a catalogue, each with the line of its id."""
    for message in catalogue:
        texts = [message.string] if isinstance(message.string, str) else message.string or []
        for text in texts if message.id else []:
            yield from (fault._replace(line=message.lineno or 0) for fault in faults(re.sub(r"\{\w+\}", "X", text)))


def main() -> int:
    """Print every fault with its file and line."""
    found = [(path.relative_to(ROOT), fault) for path in documents() for fault in faults(path.read_text("utf-8"))]
    with (ROOT / ENGLISH).open("rb") as file:
        found += [(ENGLISH, fault) for fault in catalogue_faults(read_po(file))]
    for path, fault in found:
        print(f'{path}:{fault.line}: "{fault.phrase}" – write: {fault.suggestion}')
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
