"""What the audit of contests is worth: a tournament passes as it was played, and each planted fault is found."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from tests.chaos.contest_audit import Facts, Shown, wrong
from tests.chaos.tournament import Campaign
from tests.server.contests import play_round, set_up, tournament, until
from tests.server.daily import Calendar
from tests.server.people import client
from tests.server.serving import serving

PEOPLE = ("Ann", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal")


async def played(where: str) -> tuple[Facts, dict[str, Shown]]:
    """Play a tournament of two rounds at two tables; what is stored, and what people saw at its end."""
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=Calendar()))
        people = [await stack.enter_async_context(client(running, name)) for name in PEOPLE]
        contest = await set_up(people[0], tournament(), people[1:])
        await people[0].post(f"/api/contests/{contest}/start")
        for number in (1, 2):
            await until(people[0], contest, lambda found, number=number: found["round"] == number)  # type: ignore[misc]  # bound now
            await play_round(people, contest)
        over = await until(people[0], contest, lambda found: found["status"] == "over")
    return Facts.read(where), {contest: Shown.of(over)}


def _unwritten(facts: Facts) -> Facts:
    first, *rest = facts.tables
    return replace(facts, tables=[replace(first, ended=None, result=None), *rest])


def _of_another(facts: Facts) -> Facts:
    first, second, *rest = facts.tables
    return replace(facts, tables=[replace(first, result=second.result), second, *rest])


def _two_seats(facts: Facts) -> Facts:
    first, second, *rest = facts.tables
    return replace(facts, tables=[first, replace(second, seats=first.seats), *rest])


def _entered_again(facts: Facts) -> Facts:
    return replace(facts, entrants=[*facts.entrants, replace(facts.entrants[0], entrant=len(facts.entrants))])


def _too_early(facts: Facts) -> Facts:
    last = max(each.ended or 0 for each in facts.tables)
    return replace(facts, tables=[replace(each, ended=last) for each in facts.tables])


def _halved(facts: Facts) -> Facts:
    name = facts.tables[0].table_id
    return replace(facts, logs={**facts.logs, name: facts.logs[name][: len(facts.logs[name]) // 2]})


PLANTED: dict[str, Callable[[Facts], Facts]] = {
    "a table of no round": lambda facts: replace(facts, tables=facts.tables[1:]),
    "a table without a log": lambda facts: replace(facts, logs=dict(list(facts.logs.items())[1:])),
    "over in one place": _unwritten,
    "is open, and is still played": _unwritten,
    "another result": _of_another,
    "0 records": lambda facts: replace(facts, records=facts.records[1:]),
    "2 records": lambda facts: replace(facts, records=[*facts.records, facts.records[0]]),
    "is counted 2 times": lambda facts: replace(facts, counted=[*facts.counted, facts.counted[0]]),
    "has two seats": _two_seats,
    "has entered twice": _entered_again,
    "other people": _two_seats,
    "rounds [0] of 2": lambda facts: replace(facts, tables=[each for each in facts.tables if each.round == 0]),
    "began before": _too_early,
    "a result without an end": _halved,
    "it is gone": lambda facts: replace(facts, contests=[]),
}


async def test_each_planted_fault_is_found(tmp_path: Path) -> None:
    facts, shown = await played(f"{tmp_path}/nokosu.db")
    assert wrong(facts, shown) == []
    for said, plant in PLANTED.items():
        assert any(said in fault for fault in wrong(plant(facts), shown)), said
    ((contest, seen),) = shown.items()
    other = Shown({**seen.rows, 0: (1, 99.0, 0)})
    assert any("the standings were" in fault for fault in wrong(facts, {contest: other}))


async def test_nothing_of_a_tournament_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    campaign = Campaign(kills=2, folder=str(tmp_path), seed="quick")
    findings, counted_wrong = await campaign.run()
    assert (findings.faults, counted_wrong) == (0, [])
    assert campaign.moments.total() == 2
    assert campaign.watch.shown
