"""Whatever is changed in a record is found, and found in the round where it was changed.

Every key, entry and value of several records is changed in turn. What may be changed freely is listed here by name.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from nokosu.record import Fault, Record, RecordError, from_json, verify
from nokosu.record.fault import path_text
from nokosu.record.verify import facts
from tests.record import samples
from tests.record.mutants import Path, mutants
from tests.record.samples import Json, as_json, match_of, record

RECORDS: dict[str, Callable[[], Record]] = {
    "black dice": lambda: record(match_of("second", 3, choices=1)),
    "declared": lambda: record(match_of("manual", 3, choices=2)),
    "two rounds, dealt by a server": samples.served_record,
    "by hand": samples.given_record,
    "in the draft": lambda: samples.unfinished(5),
    "declaring": lambda: samples.unfinished(10, "first"),
    "in a trick": lambda: samples.unfinished(9 + 3 + 10, "first"),
}

FREE = {
    "seats": "who sat where is not to be seen in the moves",
    "seats[].name": "people are called what they like",
    "seats[].bot": "so are bots",
    "substitutions": "nothing in the moves says that somebody else made them",
    "substitutions[].seat": "nor for whom",
    "substitutions[].decision": "nor exactly from when",
    "substitutions[].by": "nor who it was",
    "substitutions[].why": "nor why",
    "fairness": "a record may keep the proof to itself",
}
FREE_IF_UNFINISHED = {
    "status": "it is underway or abandoned",
    "rounds": "it may not have begun",
    "rounds[].draft": "it may have come less far",
    "rounds[].declarations": "the same",
    "rounds[].tricks": "the same",
    "rounds[].tricks[].plays": "the same",
    "rounds[].draft[].take": "what was decided last may have been decided otherwise: nothing follows from it yet",
    "rounds[].declarations[].return": "the same",
    "rounds[].tricks[].plays[]": "the same",
}
"""What may be changed, by name, and why nobody can object."""


@dataclass(frozen=True)
class Change:
    """A record changed at a place, and everything that objects to it: name of the check and what it says."""

    path: Path
    bent: Json
    objections: tuple[tuple[str, Fault], ...]

    @property
    def name(self) -> str:
        """The place without numbers: rounds[].tricks[].winner."""
        return "".join("[]" if isinstance(key, int) else f".{key}" for key in self.path).lstrip(".")


def objections(bent: Json) -> Iterator[tuple[str, Fault]]:
    """All that the checks say about a record: the key of a comparison or the message of a refusal, and the fault."""
    try:
        read = from_json(bent)
    except RecordError as error:
        yield "reading", error.fault
        return
    try:
        for fact in facts(read):
            if not fact.holds:
                yield check_name(fact.path), fact.fault()
    except RecordError as error:
        yield error.fault.reason.message, error.fault


def check_name(path: Path) -> str:
    return next(key for key in reversed(path) if isinstance(key, str))


@cache
def changes(name: str) -> tuple[Change, ...]:
    """Every change of one of the records."""
    whole = as_json(RECORDS[name]())
    return tuple(Change(path, bent, tuple(objections(bent))) for path, bent in mutants(whole) if not again(name, path))


def again(name: str, path: Path) -> bool:
    """Of the second record with black dice, what the first has not: no need to change every card twice."""
    return name.startswith("two rounds") and len(path) > 3


CHECKS = [
    *("dealer", "removed_colour", "cards", "aside", "drawn", "pool", "seat", "trump", "declarations", "tricks"),
    *("leader", "winner", "leftover", "won", "scores", "status", "totals", "winners", "commitment", "seed"),
    *("record.illegal", "record.ends-early", "record.too-many-tricks", "record.too-many-rounds"),
    *("record.too-few-rounds", "record.no-such-rules", "record.impossible-deal", "record.never-replaced"),
    *("record.no-such-round", "record.no-such-decision", "record.out-of-order"),
]
ELSEWHERE = ("reading", "record.unknown-edition")
"""What is refused before anything is compared: tested in test_reading.py."""


def verify_without(check: str, given: Record) -> object:
    """A verifier with a planted fault: it leaves one check out."""
    try:
        return next((fact for fact in facts(given) if not fact.holds and check_name(fact.path) != check), None)
    except RecordError as error:
        return None if error.fault.reason.message == check else error.fault


def everything() -> list[Change]:
    return [change for name in RECORDS for change in changes(name)]


def check_that_changes_are_found() -> None:
    """Every change is found, except those that are free; all that are called free are."""
    passed = set()
    for name, make in RECORDS.items():
        free = FREE if make().finished else FREE | FREE_IF_UNFINISHED
        through = [change for change in changes(name) if not change.objections]
        assert [path_text(change.path) for change in through if change.name not in free] == []
        passed |= {change.name for change in through}
    assert passed == set(FREE) | set(FREE_IF_UNFINISHED)


def check_that_they_are_found_in_their_round() -> None:
    for change in everything():
        if change.objections and change.path[0] == "rounds" and len(change.path) > 2:
            _, fault = change.objections[0]
            assert fault.round == change.path[1], f"{path_text(change.path)} was changed; {fault}"


def check_that_verify_names_the_first() -> None:
    for change in everything()[::50]:
        if change.objections and change.objections[0][0] != "reading":
            assert verify(from_json(change.bent)) == change.objections[0][1]


def check_that_no_check_can_be_left_out() -> None:
    """A verifier without it lets something pass that no other check finds."""
    assert {check for change in everything() for check, _ in change.objections} == {*CHECKS, *ELSEWHERE}
    for check in CHECKS:
        alone = [change for change in everything() if {found for found, _ in change.objections} == {check}]
        assert alone, f"no change is found by {check} alone"
        for change in alone[:3]:
            assert verify_without(check, from_json(change.bent)) is None
            assert verify(from_json(change.bent)) is not None


def test_every_change_is_found_and_no_check_can_be_left_out() -> None:
    """One test: the changes are many, and all of this is about all of them."""
    check_that_changes_are_found()
    check_that_they_are_found_in_their_round()
    check_that_verify_names_the_first()
    check_that_no_check_can_be_left_out()
