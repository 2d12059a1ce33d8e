"""Verify a record: derive everything in it again and compare, in the order in which it happened.

The first fault is reported with its place, the recorded value and the expected one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from nokosu.core.deal import Deal, deal, first_dealer
from nokosu.core.errors import reason
from nokosu.core.pieces import Colour
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.scoring import winners
from nokosu.record.fact import ABSENT, Fact, or_absent
from nokosu.record.fairness import promised, proven_seed
from nokosu.record.fault import Fault, Path, RecordError
from nokosu.record.model import Fairness, Record, Status
from nokosu.record.replay import given_deal, ruleset_of
from nokosu.record.verify_round import round_facts
from nokosu.record.verify_substitutions import check_substitutions


def verify(record: Record) -> Fault | None:
    """The first thing that is wrong with a record; None if all of it follows from its rules, seed and decisions."""
    try:
        return next((fact.fault() for fact in facts(record) if not fact.holds), None)
    except RecordError as error:
        return error.fault


def facts(record: Record) -> Iterator[Fact]:
    """Yield every recorded value with the expected one, in order; RecordError where they cannot be compared."""
    ruleset = ruleset_of(record.ruleset)
    if record.fairness is not None:
        yield from _fairness_facts(record.fairness, record.seed)
    rounds: list[Round] = []
    for index in range(len(record.rounds)):
        played = yield from _round_facts(record, ruleset, index)
        rounds.append(played)
    yield from _result_facts(record, ruleset, rounds)
    check_substitutions(record.substitutions or (), rounds)


def _fairness_facts(fairness: Fairness, seed: bytes | None) -> Iterator[Fact]:
    """Check that the server kept its commitment and dealt from the secret and the nonces."""
    yield Fact(("fairness", "commitment"), fairness.commitment, promised(fairness))
    yield Fact(("seed",), None if seed is None else seed.hex(), proven_seed(fairness).hex())


def _round_facts(record: Record, ruleset: Ruleset, index: int) -> Generator[Fact, None, Round]:
    """The deal and what followed. Only the last round of an unfinished match may stop before its end."""
    given, at = record.rounds[index], ("rounds", index)
    if index == ruleset.rounds:
        raise RecordError(Fault(at, reason("record.too-many-rounds", rounds=ruleset.rounds)))
    dealer = _dealer(record, ruleset, index)
    yield Fact((*at, "dealer"), given.dealer, dealer, from_seed=index == 0)
    yield Fact((*at, "removed_colour"), _letter(given.removed_colour), _letter(ruleset.removed))
    dealt = _deal(record, ruleset, index, dealer)
    yield from _deal_facts(given.deal, dealt, at, from_seed=record.seed is not None)
    may_end = not record.finished and index + 1 == len(record.rounds)
    return (yield from round_facts(given, Round.start(ruleset, dealer, dealt), at, may_end=may_end))


def _dealer(record: Record, ruleset: Ruleset, index: int) -> int:
    """M1: the first follows from the seed, or is as given; then the deal passes to the left."""
    first = record.rounds[0].dealer if record.seed is None else first_dealer(ruleset, record.seed)
    return (first + index) % ruleset.players


def _deal(record: Record, ruleset: Ruleset, index: int, dealer: int) -> Deal:
    """D1 to D4: from the seed; without one, the recorded deal if it can be."""
    if record.seed is None:
        return given_deal(ruleset, record.rounds[index].deal, ("rounds", index))
    return deal(ruleset, record.seed, index, dealer)


def _deal_facts(given: Deal, dealt: Deal, at: Path, *, from_seed: bool) -> Iterator[Fact]:
    """Compare the lists with their order: they are sorted."""
    yield Fact((*at, "cards"), given.cards, dealt.cards, from_seed)
    yield Fact((*at, "aside"), given.aside, dealt.aside, from_seed)
    yield Fact((*at, "drawn"), given.drawn, dealt.drawn, from_seed)
    yield Fact((*at, "pool"), given.pool, dealt.pool, from_seed)


def _result_facts(record: Record, ruleset: Ruleset, rounds: Sequence[Round]) -> Iterator[Fact]:
    """M2: the number of rounds. M4, M5: totals and winners, only if the match is over."""
    over = len(rounds) == ruleset.rounds and rounds[-1].phase is Phase.OVER
    if record.finished and not over:
        path = ("rounds", len(rounds))
        raise RecordError(Fault(path, reason("record.too-few-rounds", rounds=ruleset.rounds)))
    yield Fact(("status",), record.status.value, Status.FINISHED.value if over else record.status.value)
    totals: object = ABSENT
    won_by: object = ABSENT
    if over:
        points = [[seat.total for seat in round_.score] for round_ in rounds]
        totals = tuple(sum(column) for column in zip(*points, strict=True))
        won_by = winners(ruleset.tie_rule, totals, rounds[-1].contracts)
    yield Fact(("totals",), or_absent(record.totals), totals)
    yield Fact(("winners",), or_absent(record.winners), won_by)


def _letter(colour: Colour | None) -> str | None:
    return None if colour is None else colour.letter
