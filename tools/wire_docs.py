"""Writes the generated half of docs/wire-protocol.md from the message types: `python -m tools.wire_docs`."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import msgspec

from nokosu.wire import base, lobby, views
from nokosu.wire.endpoints import ENDPOINTS, Who
from nokosu.wire.schema import schema

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "wire-protocol.md"
NEXT = "\n**Next:** [the bot protocol](bot-protocol.md), or [match records](records.md).\n"
MARK = "<!-- Generated from src/nokosu/wire by tools/wire_docs.py; what stands below is not edited by hand. -->\n"


@cache
def small_types() -> dict[str, tuple[str, str]]:
    """Named types of texts and numbers: JSON Schema, name and meaning."""
    found: dict[str, tuple[str, str]] = {}
    for module in (base, views, lobby):
        for name, kind in vars(module).items():
            if get_origin(kind) is Annotated:
                its = msgspec.json.schema(kind)
                found.setdefault(_key(its), (name, _limits(its) + _sentence(its.get("description"))))
    return found


def _key(kind: dict[str, Any]) -> str:
    plain = {name: value for name, value in kind.items() if name != "default"}
    return json.dumps(plain, sort_keys=True)


def _limits(kind: dict[str, Any]) -> str:
    """Return the JSON type, and what of it may be."""
    if "pattern" in kind:
        pattern = kind["pattern"].removesuffix(base.END).removesuffix("$")
        more = "…" if pattern == kind["pattern"] else ""
        return f"string, `{pattern.removeprefix('^')}{more}`".replace("|", "\\|")
    least, most = kind.get("minimum", kind.get("minLength")), kind.get("maximum", kind.get("maxLength"))
    unit = " characters" if kind["type"] == "string" else ""
    if most is None:
        return f"{kind['type']}{'' if least is None else f', {least} or more'}"
    return f"{kind['type']}, {f'at most {most}' if least is None else f'{least} to {most}'}{unit}"


def _sentence(text: str | None) -> str:
    return f". {text}" if text else ""


@cache
def remarks() -> dict[tuple[str, str], str]:
    """Return the text below each field in the sources, by class and field."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted((ROOT / "src/nokosu/wire").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found |= {(node.name, field): said for field, said in _remarks_in(node)}
    return found


def _remarks_in(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, text in pairwise(node.body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(said))):
                yield name, " ".join(said.split())
            case _:
                pass


def shown(kind: dict[str, Any]) -> str:
    """Return a type in a few characters."""
    if _key(kind) in small_types():
        return small_types()[_key(kind)][0]
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
        case "object" if isinstance(kind.get("additionalProperties"), dict):
            return f"object, its values {shown(kind['additionalProperties'])}"
        case None:
            return "anything"
        case "integer" | "string":
            return _limits(kind)
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
    """Return the table of endpoints."""
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
    """Return one message: what it is and its fields."""
    lines = [f"### {name}", ""]
    if "anyOf" in kind:
        return "\n".join([*lines, "One of " + ", ".join(shown(each) for each in kind["anyOf"]) + ".", ""])
    text = " ".join(line.strip() for line in kind.get("description", "").splitlines())
    required = kind.get("required", [])
    lines += [text, "", "| field | type | |", "|---|---|---|"]
    for field, its in kind.get("properties", {}).items():
        note = remarks().get((name, field), "")
        if field not in required:
            note += (" " if note else "") + _may_be_left_out(its.get("default"))
        lines.append(f"| `{field}` | {shown(its)} | {note} |")
    return "\n".join([*lines, ""])


def _may_be_left_out(default: object) -> str:
    if isinstance(default, bool | int | str):
        return f"`{json.dumps(default)}` if left out."
    return "May be left out."


def words() -> str:
    """Return the table of small types."""
    rows = sorted(small_types().values())
    return "\n".join(["| type | |", "|---|---|", *(f"| {name} | {text} |" for name, text in rows), ""])


def generated() -> str:
    """Return all of the generated half."""
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
        "## Small types",
        "",
        words(),
        "## Messages",
        "",
    ]
    return "\n".join(parts) + "\n".join(message(name, kind) for name, kind in definitions.items()) + NEXT


def page(before: str) -> str:
    """Return the page with its generated half renewed."""
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
