"""Writes the generated half of docs/wire-protocol.md from the message types: `python -m tools.wire_docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

from nokosu.wire.endpoints import ENDPOINTS, Who
from nokosu.wire.schema import schema

PAGE = Path(__file__).parent.parent / "docs" / "wire-protocol.md"
MARK = "<!-- Generated from src/nokosu/wire by tools/wire_docs.py; what stands below is not edited by hand. -->\n"


def shown(kind: dict[str, Any]) -> str:
    """A type in a few characters."""
    if "$ref" in kind:
        name = kind["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in kind:
        return " or ".join(shown(each) for each in kind["anyOf"])
    if "enum" in kind:
        return ", ".join(f"`{value}`" for value in kind["enum"])
    match kind.get("type"):
        case "array":
            return f"list of {shown(kind['items'])}"
        case "object":
            return "object"
        case None:
            return "anything"
        case name:
            return str(name)


def _name_of(kind: object) -> str:
    if kind is None:
        return ""
    names = [getattr(part, "__name__", "") for part in get_args(kind) or (kind,)]
    if len(names) > 5:
        return "[a command](#commands)"
    return " or ".join(f"[{name}](#{name.lower()})" for name in names)


def addresses() -> str:
    """The table of endpoints."""
    rows = ["| | address | who | body | answer | |", "|---|---|---|---|---|---|"]
    for each in ENDPOINTS:
        cells = (
            each.method,
            f"`{each.path}`",
            each.who.name.lower(),
            _name_of(each.body),
            _name_of(each.answer),
            each.note,
        )
        rows.append(f"| {' | '.join(cells)} |")
    meanings = [f"- *{who.name.lower()}*: {who.value}" for who in Who]
    return "\n".join([*rows, "", *meanings, ""])


def message(name: str, kind: dict[str, Any]) -> str:
    """One message: what it is and its fields."""
    lines = [f"### {name}", ""]
    if "anyOf" in kind:
        return "\n".join([*lines, "One of " + ", ".join(shown(each) for each in kind["anyOf"]) + ".", ""])
    text = " ".join(line.strip() for line in kind.get("description", "").splitlines())
    required = kind.get("required", [])
    lines += [text, "", "| field | type | |", "|---|---|---|"]
    for field, its in kind.get("properties", {}).items():
        note = [] if field in required else ["may be left out"]
        lines.append(f"| `{field}` | {shown(its)} | {'; '.join(note)} |")
    return "\n".join([*lines, ""])


def generated() -> str:
    """All of the generated half."""
    definitions = schema()["$defs"]
    commands = ", ".join(shown(each) for each in definitions["AnyCommand"]["anyOf"])
    parts = [
        "",
        "## Addresses",
        "",
        addresses(),
        "## Commands",
        "",
        f"A command is one of {commands}.",
        "",
        "## Messages",
        "",
    ]
    return "\n".join(parts) + "\n".join(message(name, kind) for name, kind in definitions.items())


def page(before: str) -> str:
    """The page with its generated half renewed."""
    return before.split(MARK, maxsplit=1)[0] + MARK + generated()


def main() -> None:
    """Write the page; with --check only say whether it is up to date."""
    before = PAGE.read_text(encoding="utf-8")
    after = page(before)
    if "--check" in sys.argv[1:]:
        sys.exit(0 if before == after else "docs/wire-protocol.md is out of date: python -m tools.wire_docs")
    PAGE.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
