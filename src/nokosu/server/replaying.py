"""A record as a sequence of positions that a client can show without knowing rules."""

from __future__ import annotations

import msgspec

from nokosu.bots.hints import advice
from nokosu.core import view as core_view
from nokosu.core.actions import Action
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.round import Round
from nokosu.core.stream import SEED_BYTES, Stream
from nokosu.core.view import view, view_of_round
from nokosu.record import Record, replay, round_end, ruleset_of
from nokosu.record.position import Position as OneLine
from nokosu.record.replay import match_at
from nokosu.wire.base import wire_reason
from nokosu.wire.help import Help, help_to_json
from nokosu.wire.replay import AdvisedOption, Position, RecordAdvice, ReplayRound, SharedPosition
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
    return advice_for(view(match, match.to_act))


def advice_for(seen: core_view.View) -> RecordAdvice:
    """What the seat of this view, which is to act, could do."""
    found = advice(seen)
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


def shared_position(position: OneLine) -> SharedPosition:
    """A position in one line, and every step of its round up to there."""
    seen = position.seen
    known = [position.world is not None or seat == seen.seat for seat in range(seen.ruleset.players)]
    # Unknown cards are filled in to play the round again, and never shown.
    end = position.filled(Stream(bytes(SEED_BYTES), "position"))
    now = Round.start(seen.ruleset, seen.dealer, end.deal)
    steps: list[Position] = []
    for action in position.actions:
        steps.append(_step(now, seen, known, action))
        now = now.apply(action)
    steps.append(_step(now, seen, known, None))
    aside = texts(position.world.aside) if position.world else []
    return SharedPosition(
        ruleset=msgspec.convert(ruleset_to_json(seen.ruleset), RulesetRef),
        seat=seen.seat,
        open=position.world is not None,
        round=ReplayRound(round=seen.round, aside=aside, positions=steps),
    )


def _step(now: Round, seen: core_view.View, known: list[bool], action: Action | None) -> Position:
    mover = now.to_act
    scores = seen.scores if now.to_act is None else seen.scores[: seen.round]
    audience = mover if mover is not None and known[mover] else None
    return Position(
        decision=now.decisions,
        view=msgspec.convert(view_to_json(view_of_round(now, seen.round, scores, None)), View),
        hands=[texts(hand) if known[seat] else [] for seat, hand in enumerate(now.hands)],
        help=msgspec.convert(help_to_json(help_for(view_of_round(now, seen.round, scores, audience))), Help),
        seat=mover,
        action=None if action is None else str(action),
    )


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
