"""A record as a sequence of positions that a client can show without knowing rules."""

from __future__ import annotations

import msgspec

from nokosu.core.actions import Action
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.view import view
from nokosu.record import Record, replay, round_end, ruleset_of
from nokosu.record.replay import match_at
from nokosu.server.advice import advice
from nokosu.wire.base import wire_reason
from nokosu.wire.help import Help, help_to_json
from nokosu.wire.replay import AdvisedOption, Position, RecordAdvice, ReplayRound
from nokosu.wire.views import RulesetRef, View, ruleset_to_json, texts, view_to_json


def ruleset_ref(record: Record) -> RulesetRef:
    """Which rules a record was played by."""
    return msgspec.convert(ruleset_to_json(ruleset_of(record.ruleset)), RulesetRef)


def replay_round(name: str, record: Record, index: int) -> ReplayRound:
    """Return every position of a round, and its end."""
    steps = [(match, action) for match, action in replay(record) if match.round_index == index]
    positions = [_position(match, action) for match, action in steps]
    end = round_end(match_at(record), index)
    positions.append(_position(end, None))
    return ReplayRound(record=name, round=index, aside=texts(end.round.deal.aside), positions=positions)


def advice_at(record: Record, index: int, decision: int) -> RecordAdvice | None:
    """Return what the seat to act could have done there; None if no seat is to act."""
    match = next((m for m, _ in replay(record) if (m.round_index, m.round.decisions) == (index, decision)), None)
    if match is None:
        return None
    found = advice(view(match, match.to_act))
    options = [
        AdvisedOption(
            action=str(option.action),
            score=option.score,
            margin=option.margin,
            chance=option.chance,
            reason=wire_reason(option.reason),
        )
        for option in found.options
    ]
    return RecordAdvice(seat=found.seat, source=found.source, options=options)


def _position(match: Match, action: Action | None) -> Position:
    mover = None if action is None else match.to_act
    return Position(
        decision=match.round.decisions,
        view=msgspec.convert(view_to_json(view(match, None)), View),
        hands=[texts(hand) for hand in match.round.hands],
        help=msgspec.convert(help_to_json(help_for(view(match, mover))), Help),
        seat=mover,
        action=None if action is None else str(action),
    )
