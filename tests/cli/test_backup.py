"""`nokosu backup` and `nokosu restore`: all of it or nothing, from either database into either."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

from nokosu.server.store import Statement
from nokosu.server.store.dump import FORMAT
from nokosu.server.store.existing import schema_at
from nokosu.server.store.migrations import migrations
from nokosu.server.store.people import Person
from tests.cli.commands import in_json, nokosu, refused
from tests.cli.stores import POSTGRESQL, asked, at, lines, make_used

HEAD = json.dumps({"format": FORMAT, "schema": len(migrations())})
ENTRY = '{"kind":"resumed"}'
ROW = json.dumps({"table": "log", "row": ["t", 1, 1, ENTRY, None]})


def backup(*rows: str, head: str = HEAD, count: int | None = None) -> str:
    """The text of a backup with these rows."""
    return "\n".join([head, *rows, json.dumps({"rows": len(rows) if count is None else count})]) + "\n"


def row(*values: object) -> str:
    return json.dumps({"table": "log", "row": values})


DAMAGED = (
    "",
    "no JSON",
    "[" * 100_000,
    backup(head='{"format": "something-else/1", "schema": 1}'),
    backup(head='{"format": "nokosu-backup/1", "schema": 1000}'),
    backup(head='{"format": "nokosu-backup/1", "schema": "1"}'),
    backup(ROW, count=2),
    backup('{"table": "nothing", "row": []}'),
    backup('{"table": ["log"], "row": []}'),
    backup("[]"),
    backup(row("t", 1, 1, "{}")),
    backup(row("t", 1, 1, ["{}"], None)),
    backup(row("t", 1, True, "{}", None)),
    backup(row("t", 2**63, 1, "{}", None)),
    backup(row("t", float("nan"), 1, "{}", None)),
    backup(row("t\0", 1, 1, "{}", None)),
    backup(row("\ud800", 1, 1, "{}", None)),
    backup(ROW, ROW),
    backup(ROW, row("t", 2, 1, None, None)),
)


def test_what_was_backed_up_is_restored_into_the_other_database(
    where: str, fresh_postgres: str, tmp_path: Path
) -> None:
    other = str(tmp_path / "other" / "nokosu.db") if where.startswith(POSTGRESQL) else fresh_postgres
    make_used(where)
    # A name may hold what some take for the end of a line.
    asked(where, lambda store: store.people.add(Person("p", "Ann\u2028\x85", None, 1)))
    file = tmp_path / "backup.jsonl"
    assert lines("backup", *at(where), str(file)) == []
    assert file.stat().st_mode & 0o077 == 0, "others could read whose session is whose"
    assert nokosu("backup", *at(where), "-").stdout == file.read_text("utf-8")
    assert nokosu("restore", *at(other), str(file)).output == "Rows restored: 3.\n"
    assert nokosu("backup", *at(other), "-").stdout == file.read_text("utf-8")
    assert refused("restore", *at(other), str(file)) == "Error: the store is not empty: restore into a new one"


def test_a_store_that_a_server_was_started_with_once_can_be_restored_into(where: str, tmp_path: Path) -> None:
    make_used(where)
    downtime = Statement("INSERT INTO downtimes (began, ended) VALUES (?, ?)", (1, 2))
    asked(where, lambda store: store.database.write([downtime]))
    file, other = tmp_path / "backup.jsonl.gz", str(tmp_path / "other" / "nokosu.db")
    assert lines("backup", *at(where), str(file)) == []
    asked(other, lambda store: store.keys.get("tables", "a key of its own"))
    asked(other, lambda store: store.database.write([downtime]))
    assert in_json("restore", *at(other), str(file)) == {"format": "nokosu-restore/1", "rows": 3}
    assert nokosu("backup", *at(other), "-").stdout == gzip.decompress(file.read_bytes()).decode()


def test_a_backup_that_cannot_be_written_is_told_of_in_one_line(where: str, tmp_path: Path) -> None:
    make_used(where)
    assert "Cannot write" in refused("backup", *at(where), str(tmp_path / "nowhere" / "backup.jsonl"))


def test_a_damaged_backup_is_refused_and_nothing_of_it_is_kept(where: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl"
    for text in DAMAGED:
        file.write_text(text, "utf-8")
        assert refused("restore", *at(where), str(file)).startswith("Error: ")
    file.write_text(backup(ROW), "utf-8")
    assert nokosu("restore", *at(where), str(file)).output == "Rows restored: 1.\n"


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl"
    file.write_bytes(b"\xff\xfe")
    assert refused("restore", "--data", str(tmp_path / "new"), str(file)) == "Error: this is not a complete backup"
    assert "No such file" in refused("restore", "--data", str(tmp_path / "new"), str(tmp_path / "nowhere"))
    assert asyncio.run(schema_at(str(tmp_path / "new" / "nokosu.db"))).number == 0


def test_a_place_where_no_database_can_be_is_told_of_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl"
    file.write_text(backup(ROW), "utf-8")
    assert "Cannot use the database" in refused("restore", "--data", str(file / "new"), str(file))
    (tmp_path / "nokosu.db").mkdir()
    assert "Cannot use the database" in refused("restore", "--data", str(tmp_path), str(file))
