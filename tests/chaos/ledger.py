"""What clients were told, held against what the store has: nothing acknowledged may be lost, doubled or different."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nokosu.server.store.log import LogRow
from nokosu.table.host import replay
from nokosu.wire import entries as log
from nokosu.wire.updates import PUBLIC, AnyPublicEntry

Logs = Mapping[str, Sequence[LogRow]]
_IN_ONE_COMMIT = 3
"""A move can bring its player back before it, and end the match behind it."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A move that somebody sent."""

    client_id: str
    table: str
    seat: int
    expected_seq: int
    action: str


@dataclass
class Ledger:
    """Everything that clients sent and heard."""

    sent: dict[str, Sent] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    heard: dict[tuple[str, int], str] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)
    unanswered: set[str] = field(default_factory=set)

    @property
    def in_flight(self) -> int:
        """Tables with a move that was sent and is not answered. Of several there, all but the newest may be stored."""
        return len({self.sent[client].table for client in self.unanswered})

    def send(self, move: Sent) -> None:
        self.sent[move.client_id] = move
        self.unanswered.add(move.client_id)

    def acknowledge(self, client_id: str, seq: int) -> None:
        self.acknowledged[client_id] = seq
        self.unanswered.discard(client_id)

    def refuse(self, client_id: str) -> None:
        self.refused.add(client_id)
        self.unanswered.discard(client_id)

    def hear(self, table: str, entry: AnyPublicEntry) -> None:
        """Somebody was told that this happened; whoever hears of the same entry must hear the same."""
        said = f"{entry.seat} {entry.action}" if isinstance(entry, PUBLIC[log.Moved]) else type(entry).__name__
        known = self.heard.setdefault((table, entry.seq), said)
        if known != said:
            self.contradictions.append(f"{table} {entry.seq}: {known} / {said}")


@dataclass(frozen=True)
class Findings:
    """What an audit found. All lists are empty if all is well."""

    lost: list[str]
    doubled: list[str]
    missing: list[str]
    refused_and_done: list[str]
    contradictions: list[str]

    @property
    def faults(self) -> int:
        return sum(len(found) for found in vars(self).values())


def audit(ledger: Ledger, logs: Logs) -> Findings:
    """Compare what was said with what is there."""
    rows = {
        (table, entry.client.partition(":")[2]): place
        for table, entries in logs.items()
        for place, entry in enumerate(entries)
        if entry.client
    }
    known = {client for _, client in rows}
    return Findings(
        lost=[
            client
            for client, seq in ledger.acknowledged.items()
            if not _is_there(ledger.sent[client], seq, rows, logs.get(ledger.sent[client].table, ()))
        ],
        doubled=_doubled(logs),
        missing=[*_missing(ledger, logs), *_broken(logs)],
        refused_and_done=[client for client in ledger.refused if client in known],
        contradictions=list(ledger.contradictions),
    )


def _is_there(move: Sent, seq: int, rows: Mapping[tuple[str, str], int], entries: Sequence[LogRow]) -> bool:
    place = rows.get((move.table, move.client_id))
    if place is None or seq > len(entries):
        return False
    bodies = [log.decode(entry.body) for entry in entries[place : place + _IN_ONE_COMMIT]]
    return any(
        isinstance(body, log.Moved) and (body.seat, body.action, body.by) == (move.seat, move.action, "person")
        for body in bodies
    )


def _doubled(logs: Logs) -> list[str]:
    """Commands that made entries twice, and people's moves that nobody sent."""
    found = []
    for table, entries in logs.items():
        times = Counter(entry.client for entry in entries if entry.client)
        found += [str(client) for client, count in times.items() if count > 1]
        for before, entry in zip([None, *entries], entries, strict=False):
            body = log.decode(entry.body)
            by_person = isinstance(body, log.Moved) and body.by == "person"
            if by_person and not entry.client and not (before and before.client):
                found.append(f"{table} {entry.seq}")
    return found


def _missing(ledger: Ledger, logs: Logs) -> list[str]:
    """What somebody heard of and the store does not know, or knows differently."""
    found = []
    for (table, seq), said in ledger.heard.items():
        entries = logs.get(table, ())
        if seq > len(entries):
            found.append(f"{table} {seq}: {said}")
            continue
        body = log.decode(entries[seq - 1].body)
        if isinstance(body, log.Moved) and said != f"{body.seat} {body.action}":
            found.append(f"{table} {seq}: {said}")
    return found


def _broken(logs: Logs) -> list[str]:
    """Logs with a gap, or that no longer lead to a state."""
    found = []
    for table, entries in logs.items():
        if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
            found.append(f"{table}: numbers are missing")
            continue
        try:
            replay(table, list(entries))
        except (ValueError, AssertionError, TypeError) as error:
            found.append(f"{table}: {error}")
    return found
