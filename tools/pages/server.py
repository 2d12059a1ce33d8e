"""The figures of bench/server.py as rows and as a page, beside what was to be reached."""

from __future__ import annotations

from typing import Any, Final

from bench.timing import sentence
from tools.pages import BENCHMARKS, numbers, table
from tools.pages import write as write_page

HEAD: Final = """\
# The server under load

Written by `bench/server.py --write`, once for each store; the numbers with all that belongs to them are in
[server.json](server.json). Each table has four people and a spectator, and the load generator runs on the same machine.
Times are from sending a move to the last socket of its table that hears of it. Whatever our server tells anybody is
synced to disk before. CPU time of a PostgreSQL is not in the server's. What a virtual machine's host takes of its
processors for others is beside each phase: who needs nearly all of a processor stands in line meanwhile.
"""
FIGURES: Final = {"live": "p99 ≤ 25 ms, ≤ 500 MB", "burst": "p99 ≤ 20 ms on a quiet machine, nothing dropped"}

Row = tuple[str, str, str]


def rows(report: dict[str, Any]) -> list[Row]:
    """Return one row per figure: the result and the target."""
    killed, bots = report["killed"], report["beside_bots"]
    return [
        *(row for phase in report["phases"] for row in _phase_rows(phase, FIGURES.get(phase["phase"], ""))),
        (
            f"kill -9 at {killed['sockets']:,} sockets, {killed['in_flight']} moves in flight: /health answers",
            f"{killed['health_s']:.2f} s",
            "≤ 1 s",
        ),
        (
            "… first table back, all tables back, tables that lost an acknowledged move",
            f"{killed['first_table_s']:.2f} s, {killed['all_tables_s']:.2f} s, {killed['tables_with_lost_moves']}",
            "0 lost",
        ),
        *_restarted(report.get("restarted")),
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
        *_compared(report),
    ]


def _compared(report: dict[str, Any]) -> list[Row]:
    """Return the row that compares the processor time of a move with the peer's, where one was measured."""
    peer = report.get("peer")
    if peer is None:
        return []
    pairs = zip(report["phases"], peer["phases"], strict=True)
    seen = [f"{ours['phase']} {ours['cpu_ms_per_move'] / theirs['cpu_ms_per_move']:.2f} ×" for ours, theirs in pairs]
    return [(f"server CPU a move compared with {peer['server']}", ", ".join(seen), "burst ≤ 1.3 ×")]


def _restarted(restarted: dict[str, Any] | None) -> list[Row]:
    """Return the row of a restart without clients, where it was measured."""
    if restarted is None:
        return []
    seen = f"{restarted['health_s']:.2f} s, {restarted['tables_s']:.2f} s ({restarted['cpu_s']:.2f} s of CPU)"
    name = f"kill -9 without clients, {restarted['tables']:,} tables: /health answers, all can be played"
    return [(name, seen, "≤ 1 s, ≤ 3 s")]


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
        *_steps(phase),
    ]


def _steps(phase: dict[str, Any]) -> list[Row]:
    """Return the row of the longest steps, where they were measured."""
    if phase.get("longest_step_ms") is None:
        return []
    longest = f"{phase['longest_step_ms']} ms, {phase['longest_collection_ms']} ms"
    freed = f" ({phase['collections']:,} collections freed {phase['collected']:,} objects)"
    return [
        (
            f"{phase['phase']}: longest step of the event loop, longest collection, in CPU time; memory before",
            f"{longest}{freed}; {phase['server_mb_before']} MB",
            "≤ 20 ms each",
        )
    ]


def write(report: dict[str, Any]) -> None:
    """Add this report to those of the other stores."""
    known = numbers("server") if (BENCHMARKS / "server.json").exists() else {}
    workers = f", {report['workers']} processes" if report["workers"] > 1 else ""
    data = dict(sorted({**known, report["store"] + workers: report}.items(), reverse=True))
    write_page("server", data, page(data))


def page(data: dict[str, Any]) -> str:
    """Return the page in docs: one part for each store."""
    return "\n".join([HEAD, *(_part(name, each) for name, each in data.items())])


def _part(name: str, report: dict[str, Any]) -> str:
    peer = report.get("peer")
    worth = [f"An acknowledgement of ours: {report['durability']}."]
    if peer:
        worth.append(f"One of {peer['server']}: {peer['durability']}.")
    head = "\n".join([f"## {name}\n", *worth, _length(report), sentence(report)])
    return f"{head}\n\n{table(('', 'seen', 'figure'), rows(report))}"


def _length(report: dict[str, Any]) -> str:
    return f"Phases of {report['phases'][0]['seconds']:g} s; seed {report['seed']}."
