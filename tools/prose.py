"""Report stilted English in documents, texts, docstrings and comments: `python -m tools.prose`, part of `make check`.

The style guide is in CONTRIBUTING.md. Code, link targets and generated parts of pages are not checked.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
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
SENTENCES: Final = ("start with the subject", "name the people: people who")
"""Suggestions for sentences only: in code, "Whether it is open." describes a field, and a list says who did what."""
CODE: Final = ("src/nokosu", "tools", "bench", "examples", "web/src")
GENERATED: Final = ("src/nokosu/server/static", "src/nokosu/server/docs", "web/src/generated")
NO_VERB: Final = re.compile(
    r"(?:"
    r"A|After|All|An|Another|As|At|Before|Both|By|Each|Every|Everything|For|From|How|If|In|It|Its|"
    r"Like|Many|No|Nothing|Of|On|One|Several|Some|That|The|These|This|Those|Three|Two|Until|What|"
    r"When|Where|Whether|Which|Who|Whose|Why|With"
    r")\b(?!\d)"
)
"""What a function's docstring does not open with: it begins with a verb, or with the clause that it states."""
COMMENT: Final = re.compile(r"(?:^|(?<=[\s;{}(,]))//+ ?(?P<line>.*)|/\*+(?P<block>(?:.|\n)*?)\*/", re.MULTILINE)
"""In C++, TypeScript and Svelte."""


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
    folders = [path for name in ("decisions", "tutorials") for path in (ROOT / "docs" / name).glob("*.md")]
    beside = (ROOT / name / "README.md" for name in ("docs/benchmarks", "src/nokosu/kernel", "web"))
    return sorted([*ROOT.glob("*.md"), *pages, *folders, *(path for path in beside if path.is_file())])


def sources() -> list[Path]:
    """List the source files, without those that programs write or fetch."""
    kinds = (".py", ".hpp", ".cpp", ".ts", ".svelte", ".mjs")
    found = (path for folder in CODE for path in (ROOT / folder).rglob("*") if path.suffix in kinds)
    ours = (path for path in found if "node_modules" not in path.parts)
    return sorted(path for path in ours if not str(path.relative_to(ROOT)).startswith(GENERATED))


def remarks(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every docstring and comment of a source file, with its line."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        for found in COMMENT.finditer(text):
            said = found["line"] or re.sub(r"\n\s*\* ?", "\n", found["block"] or "")
            yield text.count("\n", 0, found.start()) + 1, said
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("#! ")


def opening_faults(path: Path) -> Iterator[Fault]:
    """Find docstrings of functions that do not begin with a verb; those of properties name what they are."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        first = NO_VERB.match(ast.get_docstring(node) or "")
        if first and not any("property" in ast.unparse(each) for each in node.decorator_list):
            yield Fault(node.body[0].lineno, first[0], "begin with a verb: Return …, Draw …")


def code_faults(path: Path) -> Iterator[Fault]:
    """Find stilted phrases in the docstrings and comments of a source file."""
    for line, text in remarks(path):
        for fault in faults(text):
            if not fault.suggestion.startswith(SENTENCES):
                yield fault._replace(line=line + fault.line - 1)


def catalogue_faults(catalogue: Catalog) -> Iterator[Fault]:
    """Find stilted phrases in the texts of a catalogue, each with the line of its id."""
    for message in catalogue:
        texts = [message.string] if isinstance(message.string, str) else message.string or []
        for text in texts if message.id else []:
            yield from (fault._replace(line=message.lineno or 0) for fault in faults(re.sub(r"\{\w+\}", "X", text)))


def main(arguments: Sequence[str] = ()) -> int:
    """Print every fault with its file and line; with --docstrings also those that do not begin with a verb."""
    found = [(path.relative_to(ROOT), fault) for path in documents() for fault in faults(path.read_text("utf-8"))]
    for path in sources():
        name = path.relative_to(ROOT)
        found += [(name, fault) for fault in code_faults(path)]
        if "--docstrings" in arguments and path.suffix == ".py":
            found += [(name, fault) for fault in opening_faults(path)]
    with (ROOT / ENGLISH).open("rb") as file:
        found += [(ENGLISH, fault) for fault in catalogue_faults(read_po(file))]
    for path, fault in found:
        print(f'{path}:{fault.line}: "{fault.phrase}" – write: {fault.suggestion}')
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
