"""Generate TypeScript types from the messages' JSON Schema, so that client and server cannot drift apart."""

import json
from typing import Any

HEADER = "// Generated from src/nokosu/wire by tools/web_types.py. Not edited by hand, not kept in git.\n"


def typescript(schema: dict[str, Any]) -> str:
    """Return one exported type for each message."""
    return HEADER + "".join(_definition(name, shape) for name, shape in sorted(schema["$defs"].items()))


def _definition(name: str, shape: dict[str, Any]) -> str:
    comment = " ".join(shape.get("description", "").split())
    told = f"/** {comment} */\n" if comment else ""
    if shape.get("type") == "object" and "properties" in shape:
        return f"\n{told}export interface {name} {_object(shape)}\n"
    return f"\n{told}export type {name} = {_type(shape)};\n"


def _object(shape: dict[str, Any]) -> str:
    required = set(shape.get("required", ()))
    lines = [
        f"  {json.dumps(name) if not name.isidentifier() else name}{'' if name in required else '?'}: {_type(field)};"
        for name, field in shape["properties"].items()
    ]
    return "\n".join(["{", *lines, "}"])


def _type(shape: dict[str, Any]) -> str:
    match shape:
        case {"$ref": str(reference)}:
            return reference.split("/")[-1]
        case {"enum": list(values)}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": list(options)}:
            return " | ".join(dict.fromkeys(_type(option) for option in options))
        case {"type": "array"}:
            return f"({_type(shape.get('items', {}))})[]"
        case {"type": "object", "properties": _}:
            return _object(shape)
        case {"type": "object"}:
            values = shape.get("additionalProperties", {})
            return f"Record<string, {_type(values if isinstance(values, dict) else {})}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
        case _:
            return "unknown"
