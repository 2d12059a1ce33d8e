"""From a record back to the match: its state before every decision, or at any point.

A record with a seed is dealt again from it; whether the cards that it lists are those is for `verify`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from nokosu import editions
from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.deal import Deal, check_deal
from nokosu.core.errors import DealError, IllegalAction, RulesetError, reason
from nokosu.core.match import GivenDeals, Match
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset
from nokosu.record.fact import Fact
from nokosu.record.fault import Fault, Path, RecordError, shown
from nokosu.record.model import HOUSE, Record, RecordedRound, RulesetRef, Saying, Turn

State = TypeVar("State", Round, Match)


def replay(record: Record) -> Iterator[tuple[Match, Action]]:
    """Yield every decision of a match with the state in which it was taken."""
    match = start(record)
    for path, action in _actions(record):
        yield match, action
        match = _apply(match, action, path)


def match_at(record: Record, round_index: int | None = None, decision: int = 0) -> Match:
    """Return the match at the end of its record, or in a round, counted from 0, after a number of decisions."""
    match = start(record)
    for path, action in _actions(record):
        if round_index is not None and (match.round_index, match.round.decisions) == (round_index, decision):
            return match
        match = _apply(match, action, path)
    if round_index is None or (match.round_index, match.round.decisions) == (round_index, decision):
        return match
    raise IndexError(f"the record does not come to decision {decision} of round {round_index}")


def round_start(match: Match, round_index: int) -> Match:
    """Return the match when a round, counted from 0, was dealt."""
    ended = round_end(match, round_index)
    dealt = Round.start(match.ruleset, ended.round.dealer, ended.round.deal)
    return replace(ended, round=dealt, scores=match.scores[:round_index])


def round_end(match: Match, round_index: int) -> Match:
    """Return the match when a round, counted from 0, had ended and the next was not dealt yet."""
    if round_index == match.round_index:
        return match
    scores = match.scores[: round_index + 1]
    return replace(match, finished=match.finished[:round_index], round=match.finished[round_index], scores=scores)


def start(record: Record) -> Match:
    """Return the match before its first decision.

    Where the deals were given by hand, only those on record are known.
    """
    ruleset = ruleset_of(record.ruleset)
    if record.seed is not None:
        return Match.start(ruleset, record.seed)
    if not record.rounds:
        raise RecordError(Fault(("rounds",), reason("record.no-deal")))
    deals = tuple(given_deal(ruleset, round_.deal, ("rounds", r)) for r, round_ in enumerate(record.rounds))
    dealer = record.rounds[0].dealer
    return Match(ruleset, GivenDeals(dealer, deals), (), Round.start(ruleset, dealer, deals[0]), ())


def ruleset_of(ref: RulesetRef) -> Ruleset:
    """Return the rules that a record was played by, of whatever revision."""
    if not editions.known(ref.edition):
        if HOUSE in ref.extra:
            return _house_rules(ref)
        why = reason("record.unknown-edition", known=", ".join(editions.names()), found=shown(ref.edition))
        raise RecordError(Fault(("ruleset", "edition"), why))
    try:
        return editions.ruleset_by_digest(
            ref.edition,
            ref.players,
            rounds=ref.rounds_override,
            removed_colour=ref.removed_colour,
            digest=ref.digest,
        )
    except RulesetError as error:
        why = reason("record.no-such-rules", detail=error)
        raise RecordError(Fault(("ruleset", _to_blame(ref)), why)) from None


def _house_rules(ref: RulesetRef) -> Ruleset:
    """Return house rules from the numbers that the record brings, which its digest proves."""
    numbers = ref.extra[HOUSE]
    try:
        edition = editions.house_edition(ref.edition, ref.players, numbers if isinstance(numbers, dict) else {})
        found = edition.ruleset(ref.players, ref.rounds_override, ref.removed_colour)
    except RulesetError as error:
        raise RecordError(Fault(("ruleset", HOUSE), reason("record.no-such-rules", detail=error))) from None
    if found.digest != ref.digest:
        raise RecordError(Fact(("ruleset", "digest"), ref.digest, found.digest).fault())
    return found


def _to_blame(ref: RulesetRef) -> str:
    newest = editions.load(ref.edition)
    if ref.players not in newest.players:
        return "players"
    if ref.removed_colour is not None and not newest.offers_colour(ref.players):
        return "removed_colour"
    return "digest"


def given_deal(ruleset: Ruleset, deal: Deal, path: Path) -> Deal:
    """Return a deal given by hand, if these rules allow it."""
    try:
        return check_deal(ruleset, deal)
    except DealError as error:
        raise RecordError(Fault(path, reason("record.impossible-deal", detail=error))) from None


def draft_action(turn: Turn) -> Action:
    """D6, Z1: a pick as an action."""
    return TakeZero(turn.die) if turn.zero else Take(turn.die)


def declaration_action(said: Saying) -> Action:
    """Z5: a declaration as an action."""
    return Pass() if said.returned is None else DeclareZero(said.returned)


def applied(state: State, action: Action, path: Path) -> State:
    """Return the round or match after a recorded action.

    RecordError with the rule that it breaks and what is allowed.
    """
    if state.to_act is None:
        raise RecordError(Fault(path, reason("record.nothing-due", action=action)))
    try:
        return state.apply(action)
    except IllegalAction as error:
        legal = ", ".join(str(allowed) for allowed in state.legal())
        why = reason("record.illegal", seat=state.to_act, action=action, legal=legal)
        raise RecordError(Fault(path, why, error.reason)) from None


def _apply(match: Match, action: Action, path: Path) -> Match:
    deals = match.deals
    if not isinstance(deals, GivenDeals) or match.round_index + 1 < len(deals.deals):
        return applied(match, action, path)
    # The last deal on record: how the next round was dealt is unknown.
    round_ = applied(match.round, action, path)
    if round_.phase is not Phase.OVER:
        return replace(match, round=round_)
    row = tuple(seat.total for seat in round_.score)
    return replace(match, round=round_, scores=(*match.scores, row))


def _actions(record: Record) -> Iterator[tuple[Path, Action]]:
    for index, round_ in enumerate(record.rounds):
        yield from _round_actions(round_, ("rounds", index))


def _round_actions(round_: RecordedRound, at: Path) -> Iterator[tuple[Path, Action]]:
    for index, turn in enumerate(round_.draft or ()):
        yield (*at, "draft", index), draft_action(turn)
    for index, said in enumerate(round_.declarations or ()):
        yield (*at, "declarations", index), declaration_action(said)
    for index, trick in enumerate(round_.tricks or ()):
        for play, piece in enumerate(trick.plays):
            yield (*at, "tricks", index, "plays", play), Play(piece)
