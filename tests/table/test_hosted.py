"""The table for people runs without a server, without compiled packages, and says the same there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from typing import get_args

import pytest

from nokosu.core.match import Match
from nokosu.table import decide, state
from nokosu.wire import entries, plain, updates
from nokosu.wire.struct import tag_of
from tests.table.hosted import play, started

COMPILED = ("msgspec", "numpy", "apsw", "psycopg", "litestar", "uvicorn", "nokosu.kernel._kernel", "asyncio", "socket")
WITHOUT = f"""
import json, sys
sys.modules |= dict.fromkeys({COMPILED!r})
"""


def without_compiled_packages(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT + program]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_a_table_is_the_same_without_compiled_packages() -> None:
    there = without_compiled_packages("from tests.table.hosted import play, started; print(json.dumps(play()))")
    assert there.returncode == 0, there.stderr
    here = json.loads(json.dumps(play()))
    assert json.loads(there.stdout) == here
    assert here[2] == "finished"


def test_a_module_that_needs_a_compiled_package_is_found() -> None:
    """The control: what the test above keeps away cannot be imported there."""
    there = without_compiled_packages("import nokosu.server.tables.actor")
    assert "ModuleNotFoundError" in there.stderr


def test_a_move_is_parsed_once_and_applied_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()

    def counted(owner: object, name: str) -> None:
        plain_one = getattr(owner, name)

        def counting(*args: object) -> object:
            calls[name] += 1
            return plain_one(*args)

        monkeypatch.setattr(owner, name, counting)

    host = started()
    for owner, name in ((decide, "parse_action"), (state, "parse_action"), (Match, "apply")):
        counted(owner, name)
    host.move(0)
    assert calls == {"parse_action": 1, "apply": 1}


def test_what_is_public_of_an_entry_is_a_field_of_it_or_added_for_everybody() -> None:
    for kind, sent in updates.PUBLIC.items():
        added = {"name", "effects"} & set(kind.public)
        assert set(kind.public) - added <= set(kind.__struct_fields__), kind
        assert set(sent.__struct_fields__) == {"seq", "at", *kind.public}
        assert (tag_of(kind), kind.__name__) == (tag_of(sent), sent.__name__)
    assert set(updates.PUBLIC) == set(get_args(entries.AnyEntry))


class Inner(plain.Struct):
    n: int = 1


class One(plain.Struct, tag="one", tag_field="kind", omit_defaults=True):
    inner: Inner | None = None
    many: list[Inner] | None = None


class Two(plain.Struct, tag="two", tag_field="kind"):
    left: str | plain.UnsetType = plain.UNSET


def test_plain_structs_are_read_as_they_were_written() -> None:
    written = {
        b'{"kind":"one"}': One(),
        b'{"kind":"one","inner":{"n":2}}': One(inner=Inner(n=2)),
        b'{"kind":"one","many":[{"n":1}]}': One(many=[Inner()]),
        b'{"kind":"two"}': Two(),
        b'{"kind":"two","left":"x"}': Two(left="x"),
    }
    for text, value in written.items():
        assert plain.Encoder().encode(value) == text
        assert plain.Decoder(One | Two).decode(text) == value
    for wrong in ('{"kind":"three"}', '{"kind":"two","right":1}', "{"):
        with pytest.raises(plain.DecodeError):
            plain.Decoder(One | Two).decode(wrong)
