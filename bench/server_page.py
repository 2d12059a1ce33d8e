"""The figures of bench/server.py as rows and as a page, beside what was to be reached."""

from __future__ import annotations

import json
from typing import Any, Final

from bench.timing import DOCS, sentence

PAGE: Final = DOCS / "server.md"
DATA: Final = DOCS / "server.json"
HEAD: Final = """\
# The server under load

Written by `bench/server.py --write`, once for each store; the numbers with all that belongs to them are in
[server.json](server.json). Each table has four people and a spectator, and the load generator runs on the same machine.
Times are from sending a move to the last socket of its table that hears of it. Whatever our server tells anybody is
synced to disk before. CPU time of a PostgreSQL is not in the server's. What a virtual machine's host takes of its
processors for others is beside each phase: who needs nearly all of a processor stands in line meanwhile.
"""
FIGURES: Final = {"live": "p99 ≤ 25 ms, ≤ 500 MB", "burst": "p99 ≤ 100 ms, nothing dropped"}

Row = tuple[str, str, str]


def rows(report: dict[str, Any]) -> list[Row]:
    """One row per figure: the result and the target."""
    killed, bots = report["killed"], report["beside_bots"]
    return [
        *(row for phase in report["phases"] for row in _phase_rows(phase, FIGURES.get(phase["phase"], ""))),
        (
            f"kill -9 at {killed['sockets']:,} sockets, {killed['in_flight']} moves in flight: /health answers",
            f"{killed['health_s']:.2f} s",
            "≤ 2 s",
        ),
        (
            "… first table back, all tables back, tables that lost an acknowledged move",
            f"{killed['first_table_s']:.2f} s, {killed['all_tables_s']:.2f} s, {killed['tables_with_lost_moves']}",
            "0 lost",
        ),
        (
            f"{bots['bots']} bots that think: lag of the event loop, p99; a ping there and back, p50, p99",
            f"≤ {bots['loop_lag_p99_ms']:g} ms; {bots['ping_p50_ms']} ms, {bots['ping_p99_ms']} ms",
            "lag p99 ≤ 20 ms",
        ),
        *(
            (f"{report['peer']['server']} ({report['peer']['store']}), {name}", seen, "")
            for phase in report.get("peer", {}).get("phases", [])
            for name, seen, _ in _phase_rows(phase, "")
        ),
    ]


def _phase_rows(phase: dict[str, Any], figure: str) -> list[Row]:
    name = f"{phase['phase']}: {phase['rate']:,.0f} moves/s at {phase['tables']:,} tables, {phase['sockets']:,} sockets"
    counted = f"{phase['sent']:,}, {phase['acknowledged']:,}, {phase['heard_by_all']:,}"
    return [
        (f"{name}: p50, p99", f"{phase['p50_ms']} ms, {phase['p99_ms']} ms", figure),
        (f"{phase['phase']}: sent, acknowledged, heard by all", f"{counted}; {phase['closed']} sockets lost", ""),
        (
            f"{phase['phase']}: server CPU a move, memory; taken by the machine's host",
            f"{phase['cpu_ms_per_move']} ms, {phase['server_mb']} MB; {phase['host_took_percent']} %",
            "",
        ),
    ]


def write(report: dict[str, Any]) -> None:
    """Add this report to those of the other stores."""
    DOCS.mkdir(parents=True, exist_ok=True)
    known = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {}
    workers = f", {report['workers']} processes" if report["workers"] > 1 else ""
    known[report["store"] + workers] = report
    DATA.write_text(json.dumps(dict(sorted(known.items(), reverse=True)), indent=1) + "\n", "utf-8")
    parts = [_part(name, each) for name, each in sorted(known.items(), reverse=True)]
    PAGE.write_text("\n".join([HEAD, *parts]), "utf-8")


def _part(name: str, report: dict[str, Any]) -> str:
    peer = report.get("peer")
    worth = [f"An acknowledgement of ours: {report['durability']}."]
    if peer:
        worth.append(f"One of {peer['server']}: {peer['durability']}.")
    lines = [f"| {' | '.join(row)} |" for row in rows(report)]
    return "\n".join(
        [
            f"## {name}",
            "",
            *worth,
            _length(report),
            sentence(report),
            "",
            "| | seen | figure |",
            "|---|---|---|",
            *lines,
            "",
        ]
    )


def _length(report: dict[str, Any]) -> str:
    return f"Phases of {report['phases'][0]['seconds']:g} s; seed {report['seed']}."
