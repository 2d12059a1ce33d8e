"""The messages as JSON Schema, from which the web client makes its types: `python -m nokosu.wire.schema`."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from nokosu.wire.analysis import AnalysedPosition, Setup, SetupNumbers
from nokosu.wire.commands import AnyCommand
from nokosu.wire.endpoints import ENDPOINTS
from nokosu.wire.review import Review
from nokosu.wire.updates import AnyFromTable, Error


def schema() -> dict[str, Any]:
    """Return every message under `$defs`.

    `AnyCommand` and `AnyFromTable` are the two directions of a table's socket.
    """
    named: dict[str, Any] = {"AnyCommand": AnyCommand, "AnyFromTable": AnyFromTable}
    used = [kind for endpoint in ENDPOINTS for kind in (endpoint.body, endpoint.answer) if kind is not None]
    types = [*used, Error, Review, Setup, SetupNumbers, AnalysedPosition, *named.values()]
    made, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    definitions = dict(components)
    definitions |= dict(zip(named, made[-len(named) :], strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Nokosu Dice, messages between server and clients",
        "$defs": dict(sorted(definitions.items())),
    }


def main() -> None:
    """Print the schema."""
    sys.stdout.write(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
