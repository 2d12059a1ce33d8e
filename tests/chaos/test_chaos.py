"""A few kills for every change; `make chaos` does hundreds. And what the audit is worth: planted faults are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nokosu import editions
from nokosu.core.match import Match
from nokosu.record.fairness import NO_NONCE, seed_from
from nokosu.server.store.log import LogRow
from nokosu.wire import entries as log
from nokosu.wire.lobby import TableSettings
from nokosu.wire.updates import PUBLIC
from tests.chaos.campaign import Campaign
from tests.chaos.ledger import Ledger, Sent, audit

TABLE = "a" * 16
MOVED: Any = PUBLIC[log.Moved]


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    campaign = Campaign(kills=2, tables=2, store=str(tmp_path), seed="quick")
    findings = await campaign.run()
    assert findings.faults == 0, findings
    assert len(campaign.in_flight) == 2
    assert 0 not in campaign.in_flight


async def test_a_server_that_acknowledges_before_the_commit_is_caught(tmp_path: Path) -> None:
    campaign = Campaign(kills=5, tables=2, store=str(tmp_path), seed="control", module="tests.chaos.hasty")
    assert (await campaign.run()).lost


def played() -> tuple[Ledger, list[LogRow]]:
    """A table with a few acknowledged moves, and its log."""
    ruleset = editions.ruleset("second", 3, rounds=1)
    bodies: list[log.AnyEntry] = [
        log.Created(
            settings=TableSettings(edition="second", players=3, rounds=1),
            code="C",
            secret="00" * 32,
            digest=ruleset.digest,
        ),
        *(log.Seated(seat=seat, person=f"p{seat}") for seat in range(3)),
        log.Started(),
    ]
    match = Match.start(ruleset, seed_from(bytes(32), [NO_NONCE] * 3))
    ledger, clients = Ledger(), [""] * len(bodies)
    for number in range(6):
        seat, action = match.to_act, match.legal()[0]
        assert seat is not None
        match = match.apply(action)
        bodies.append(log.Moved(seat=seat, action=str(action)))
        clients.append(f"k{number}")
        ledger.send(Sent(f"k{number}", TABLE, seat, len(bodies) - 1, str(action)))
        ledger.acknowledge(f"k{number}", len(bodies))
        ledger.hear(TABLE, MOVED(seq=len(bodies), at=0, seat=seat, action=str(action), by="person", effects=[]))
    return ledger, [
        LogRow(seq, 0, log.encode(body), f"person:{client}" if client else None)
        for seq, (body, client) in enumerate(zip(bodies, clients, strict=True), 1)
    ]


def test_an_honest_log_passes() -> None:
    ledger, entries = played()
    assert audit(ledger, {TABLE: entries}).faults == 0


def test_a_lost_move_is_found() -> None:
    ledger, entries = played()
    findings = audit(ledger, {TABLE: entries[:-1]})
    assert findings.lost == ["k5"]
    assert findings.missing


def test_a_move_that_became_another_is_found() -> None:
    ledger, entries = played()
    entries[-1] = entries[-1]._replace(body=entries[-2].body)
    assert audit(ledger, {TABLE: entries}).lost == ["k5"]


def test_a_doubled_move_is_found() -> None:
    ledger, entries = played()
    entries.append(entries[-1]._replace(seq=len(entries) + 1))
    assert audit(ledger, {TABLE: entries}).doubled == ["person:k5"]


def test_a_move_that_nobody_sent_is_found() -> None:
    ledger, entries = played()
    entries += [entries[-1]._replace(seq=len(entries) + number, client=None) for number in (1, 2)]
    assert audit(ledger, {TABLE: entries}).doubled


def test_a_gap_is_found() -> None:
    ledger, entries = played()
    del entries[6]
    assert audit(ledger, {TABLE: entries}).missing


def test_a_whole_table_that_is_gone_is_found() -> None:
    ledger, _ = played()
    assert len(audit(ledger, {}).lost) == 6


def test_a_move_that_was_refused_and_done_is_found() -> None:
    ledger, entries = played()
    ledger.refuse("k3")
    assert audit(ledger, {TABLE: entries}).refused_and_done == ["k3"]


@pytest.mark.parametrize("number", [1, 2])
def test_two_who_hear_different_things_of_one_entry_are_found(number: int) -> None:
    ledger, entries = played()
    ledger.hear(TABLE, MOVED(seq=7, at=0, seat=number, action="play R0", by="person", effects=[]))
    assert audit(ledger, {TABLE: entries}).contradictions
