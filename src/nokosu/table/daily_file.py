"""The results of a day as a file that anybody can check: JSON Lines, one head and one line per result, without names.

    {"format": "nokosu-daily/1", "day": "2026-11-18", "number": 12, "anchor": …, "secret": …, "seat": 2, …}
    {"place": 1, "points": 33, "actions": ["take dR4", …]}

What is checked: the secret leads back to the anchor that was published before the first day; every result was played by
the rules with the deal that follows from the secret; its points and place are right; and people who had done the same
met the same answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from nokosu import editions
from nokosu.core.errors import NokosuError, reason
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.record.fairness import NO_NONCE, chained, seed_from
from nokosu.record.fault import Fault, Path, shown
from nokosu.table.daily import CHAIN_DAYS, OPPONENTS, PLAYERS, SETTINGS, seat_of
from nokosu.table.days import day_text, parse_day

FORMAT: Final = "nokosu-daily/1"
Json = Mapping[str, Any]


def head_of(day: int, number: int, anchor: str, secret: str, results: int) -> dict[str, object]:
    """Return the first line of a day's file."""
    ruleset = editions.ruleset(SETTINGS.edition, PLAYERS, rounds=SETTINGS.rounds)
    return {
        "format": FORMAT,
        "day": day_text(day),
        "number": number,
        "anchor": anchor,
        "secret": secret,
        "edition": SETTINGS.edition,
        "digest": ruleset.digest,
        "seat": seat_of(day),
        "opponents": list(OPPONENTS),
        "results": results,
    }


class _Answers:
    """What the opponents did after everything that was done before: always the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], str] = {}

    def agree(self, before: tuple[str, ...], action: str) -> str:
        """Return what the opponent did here before; it is this if nobody was here."""
        return self._known.setdefault(before, action)


def check_day(head: Json, results: Sequence[Json]) -> Iterable[tuple[int, Fault | None]]:
    """Yield every line's number with the first thing that is wrong with it, the head's first."""
    try:
        match = _dealt(head)
    except (KeyError, TypeError, ValueError, NokosuError):
        yield 1, Fault((), reason("record.unreadable"))
        return
    yield 1, _head_fault(head, len(results))
    answers, seat = _Answers(), seat_of(parse_day(head["day"]))
    better = _places(results)
    for number, line in enumerate(results, 2):
        try:
            yield number, _line_fault(match, seat, line, answers, better)
        except (KeyError, TypeError, ValueError, NokosuError):
            yield number, Fault((), reason("record.unreadable"))


def _dealt(head: Json) -> Match:
    ruleset = editions.ruleset_by_digest(head["edition"], PLAYERS, rounds=1, removed_colour=None, digest=head["digest"])
    parse_day(head["day"])
    return Match.start(ruleset, seed_from(bytes.fromhex(head["secret"]), [NO_NONCE] * PLAYERS))


def _head_fault(head: Json, results: int) -> Fault | None:
    number = int(head["number"])
    if not 1 <= number <= CHAIN_DAYS:
        return Fault(("number",), reason("record.expected-integer", low=1, high=CHAIN_DAYS, found=shown(number)))
    chain = chained(bytes.fromhex(head["secret"]), number).hex()
    checks: list[tuple[str, object, object]] = [
        ("anchor", head["anchor"], chain),
        ("seat", head["seat"], seat_of(parse_day(head["day"]))),
        ("results", head["results"], results),
    ]
    return next((_differs((name,), found, should) for name, found, should in checks if found != should), None)


def _places(results: Sequence[object]) -> Counter[int]:
    points = (line.get("points") for line in results if isinstance(line, Mapping))
    return Counter(each for each in points if isinstance(each, int))


def _line_fault(match: Match, seat: int, line: Json, answers: _Answers, everybody: Counter[int]) -> Fault | None:
    done: tuple[str, ...] = ()
    for index, text in enumerate(line["actions"]):
        actor = match.to_act
        if actor is None:
            return Fault(("actions", index), reason("record.surplus", stands=shown(text)))
        action = parse_action(text, match.round.phase)
        if action not in match.legal():
            legal = ", ".join(map(str, match.legal()))
            return Fault(("actions", index), reason("record.illegal", action=action, seat=actor, legal=legal))
        known = str(action) if actor == seat else answers.agree(done, str(action))
        if known != str(action):
            return _differs(("actions", index), str(action), known)
        match, done = match.apply(action), (*done, str(action))
    if not match.over:
        return Fault(("actions",), reason("record.ends-early", seat=match.to_act))
    points = match.rounds[0].score[seat].total
    if line["points"] != points:
        return _differs(("points",), line["points"], points)
    place = 1 + sum(people for each, people in everybody.items() if each > points)
    return None if line["place"] == place else _differs(("place",), line["place"], place)


def _differs(at: Path, found: object, should: object) -> Fault:
    return Fault(at, reason("record.differs", stands=shown(found), should=shown(should)))
