"""Verify what follows from a round's decisions: turns, legal actions, trump, winners, contracts, scores."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from nokosu.core.actions import Play
from nokosu.core.errors import reason
from nokosu.core.round import Phase, Round
from nokosu.record.fact import ABSENT, Fact, or_absent
from nokosu.record.fault import Fault, Path, RecordError
from nokosu.record.model import RecordedRound, RecordedTrick
from nokosu.record.replay import applied, declaration_action, draft_action

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
    yield from _result_facts(given, dealt, at)
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


def _result_facts(given: RecordedRound, round_: Round, at: Path) -> Iterator[Fact]:
    """S1 to S4: leftover dice, tricks won, points."""
    leftover = tuple(contract.leftover for contract in round_.contracts)
    scores = tuple(seat.total for seat in round_.score)
    yield Fact((*at, "leftover"), or_absent(given.leftover), leftover)
    yield Fact((*at, "won"), or_absent(given.won), round_.won)
    yield Fact((*at, "scores"), or_absent(given.scores), scores)
