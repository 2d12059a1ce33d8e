"""Verify a record: derive everything in it again and compare, in the order in which it happened.

The first fault is reported with its place, the recorded value and the expected one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final

from nokosu.core.actions import Play
from nokosu.core.deal import Deal, deal, first_dealer
from nokosu.core.errors import Reason, reason
from nokosu.core.pieces import Colour
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.scoring import winners
from nokosu.record.fact import ABSENT, Fact, or_absent
from nokosu.record.fairness import promised, proven_seed
from nokosu.record.fault import Fault, Path, RecordError
from nokosu.record.model import Fairness, Record, RecordedRound, RecordedTrick, Status, Substitution
from nokosu.record.replay import applied, declaration_action, draft_action, given_deal, ruleset_of


def verify(record: Record) -> Fault | None:
    """Return the first thing that is wrong with a record.

    None if all of it follows from its rules, seed and decisions.
    """
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
    """Yield the deal and what followed. Only the last round of an unfinished match may stop before its end."""
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


Facts = Generator[Fact, None, Round]

_LATER: Final = ("draft", "trump", "declarations", "tricks", "leftover", "won", "scores")


def round_facts(given: RecordedRound, dealt: Round, at: Path, *, may_end: bool) -> Facts:
    """Yield every statement of the record about a round after the deal, in order; return the final round.

    Only the last round of an unfinished match `may_end` before its score.
    """
    for phase, key, play in (
        (Phase.DRAFT, "draft", _draft_facts),
        (Phase.DECLARE, "declarations", _declaration_facts),
        (Phase.PLAY, "tricks", _trick_facts),
    ):
        dealt = yield from play(given, dealt, at)
        if dealt.phase is phase:
            if not may_end:
                raise ends_early(dealt, (*at, key, len(getattr(given, key) or ())))
            yield from _nothing_after(key, given, at)
            return dealt
    yield from _score_facts(given, dealt, at)
    return dealt


def ends_early(round_: Round, path: Path) -> RecordError:
    """Report a decision that must have been taken but is not on record."""
    return RecordError(Fault(path, reason("record.ends-early", seat=round_.to_act)))


def _nothing_after(key: str, given: RecordedRound, at: Path) -> Iterator[Fact]:
    for later in _LATER[_LATER.index(key) + 1 :]:
        yield Fact((*at, later), or_absent(getattr(given, later)), ABSENT)


def _draft_facts(given: RecordedRound, round_: Round, at: Path) -> Facts:
    """D6: in turn from the dealer's left. Z1, Z2: zero dice as far as they go. D7: what stays is trump."""
    for index, turn in enumerate(given.draft or ()):
        path = (*at, "draft", index)
        yield Fact((*path, "seat"), turn.seat, round_.to_act)
        round_ = applied(round_, draft_action(turn), path)
    if round_.phase is not Phase.DRAFT:
        yield Fact((*at, "trump"), or_absent(given.trump), round_.trump)
    return round_


def _declaration_facts(given: RecordedRound, round_: Round, at: Path) -> Facts:
    """Z5: in turn from the dealer's left, where the edition has declarations; an empty list where it has none."""
    for index, said in enumerate(given.declarations or ()):
        path = (*at, "declarations", index)
        yield Fact((*path, "seat"), said.seat, round_.to_act)
        round_ = applied(round_, declaration_action(said), path)
    if given.declarations is None and given.tricks is not None:
        yield Fact((*at, "declarations"), ABSENT, ())
    return round_


def _trick_facts(given: RecordedRound, round_: Round, at: Path) -> Facts:
    """W5: led by whose turn it is. F1 to F6: legal plays. W1 to W4: the winner."""
    tricks = given.tricks or ()
    for index, trick in enumerate(tricks):
        path = (*at, "tricks", index)
        if round_.trick is None:
            raise RecordError(Fault(path, reason("record.too-many-tricks", tricks=round_.ruleset.tricks)))
        yield Fact((*path, "leader"), trick.leader, round_.trick.leader)
        for play, piece in enumerate(trick.plays):
            round_ = applied(round_, Play(piece), (*path, "plays", play))
        if len(trick.plays) < round_.ruleset.players and index + 1 < len(tricks):
            raise ends_early(round_, (*path, "plays", len(trick.plays)))
        yield Fact((*path, "winner"), or_absent(trick.winner), _winner(trick, round_))
    return round_


def _winner(trick: RecordedTrick, round_: Round) -> object:
    return round_.tricks[-1].winner if len(trick.plays) == round_.ruleset.players else ABSENT


def _score_facts(given: RecordedRound, round_: Round, at: Path) -> Iterator[Fact]:
    """S1 to S4: leftover dice, tricks won, points."""
    leftover = tuple(contract.leftover for contract in round_.contracts)
    scores = tuple(seat.total for seat in round_.score)
    yield Fact((*at, "leftover"), or_absent(given.leftover), leftover)
    yield Fact((*at, "won"), or_absent(given.won), round_.won)
    yield Fact((*at, "scores"), or_absent(given.scores), scores)


def check_substitutions(items: Sequence[Substitution], rounds: Sequence[Round]) -> None:
    """Check that they are in order, at real decisions, and that a player returns only after being replaced."""
    replaced: set[int] = set()
    earlier = (0, 0)
    for index, item in enumerate(items):
        if item.round >= len(rounds):
            raise _error(index, "round", reason("record.no-such-round", rounds=len(rounds)))
        decisions = _decisions(rounds[item.round])
        if item.decision >= decisions:
            raise _error(index, "decision", reason("record.no-such-decision", decisions=decisions))
        if (item.round, item.decision) < earlier:
            raise _error(index, "decision", reason("record.out-of-order"))
        if item.by is None and item.seat not in replaced:
            raise _error(index, "by", reason("record.never-replaced", seat=item.seat))
        earlier = item.round, item.decision
        if item.by is None:
            replaced.discard(item.seat)
        else:
            replaced.add(item.seat)


def _decisions(round_: Round) -> int:
    """Count the decisions, and the next one of an unfinished round: a player may be replaced before it."""
    return round_.decisions + (round_.phase is not Phase.OVER)


def _error(index: int, key: str, why: Reason) -> RecordError:
    return RecordError(Fault(("substitutions", index, key), why))
