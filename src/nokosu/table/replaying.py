"""A finished match as a sequence of positions that a client can show without knowing rules.

The server answers with it, and a device's worker (nokosu.local.reader): the same record, the same messages.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from nokosu.core import view as core_view
from nokosu.core.actions import Action
from nokosu.core.errors import NokosuError, reason
from nokosu.core.events import RoundScored, history
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.round import Round
from nokosu.core.stream import SEED_BYTES, Stream
from nokosu.core.view import view, view_of_round
from nokosu.record import Record, decode, replay, round_end, ruleset_of, verify
from nokosu.record.assists import assists_of
from nokosu.record.canonical import canonical
from nokosu.record.position import Position as OneLine
from nokosu.record.position_parts import PositionError
from nokosu.record.position_reader import parse_position
from nokosu.record.replay import match_at
from nokosu.table.names_check import tidied_name
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.wire.events import ScoreLine, lines_to_json
from nokosu.wire.help import Help, help_to_json
from nokosu.wire.people import MatchSummary
from nokosu.wire.replay import Position, RecordSeat, RecordSummary, ReplayRound, SharedPosition
from nokosu.wire.struct import convert
from nokosu.wire.tables import Assist
from nokosu.wire.views import RulesetRef, View, ruleset_to_json, texts, view_to_json


def checked_record(text: bytes | str) -> Record:
    """Return a finished record from elsewhere, checked from its first card to its last point. Raises Refused."""
    try:
        record = decode(text)
        fault = verify(record)
        if fault is not None:
            raise Refused(reason("record.untrue", place=".".join(str(part) for part in fault.path)))
        if not record.finished:
            raise Refused(reason("record.unfinished"))
        return canonical(record)
    except (NokosuError, RecursionError):
        raise Refused(reason("record.unreadable")) from None


def with_proper_names(record: Record, forbidden: Collection[str] = ()) -> Record:
    """Return the record with names that people may have here."""
    seats = [replace(seat, name=tidied_name(seat.name, forbidden, NAMELESS)) for seat in record.seats]
    return replace(record, seats=tuple(seats))


def record_summary(name: str, record: Record, *, imported: bool, fair: bool, ended: int) -> RecordSummary:
    """Return what was played, without spoilers. `fair`: whether the server that answers has proved its deals."""
    return RecordSummary(
        record=name,
        ruleset=convert(ruleset_to_json(ruleset_of(record.ruleset)), RulesetRef),
        seats=[RecordSeat(name=seat.name, bot=seat.bot) for seat in record.seats],
        rounds=len(record.rounds),
        status="finished",
        imported=imported,
        fair=fair,
        assists=[
            Assist(seat=each.seat, round=each.round, decision=each.decision, kind=each.kind)
            for each in assists_of(record)
        ],
        ended=ended,
    )


def match_summary(name: str, record: Record, *, seat: int | None, ended: int) -> MatchSummary:
    """Return a match in the list of somebody who played it in this seat, or brought it along."""
    return MatchSummary(
        table=name,
        edition=record.ruleset.edition,
        players=record.ruleset.players,
        rounds=len(record.rounds),
        names=[each.name for each in record.seats],
        seat=seat,
        totals=None if record.totals is None else list(record.totals),
        winners=None if record.winners is None else list(record.winners),
        ended=ended,
        status="finished" if record.finished else "abandoned",
        assisted=bool(assists_of(record)),
    )


def replay_round(name: str, record: Record, index: int) -> ReplayRound:
    """Return every position of a round, and its end. Raises Refused if there is no such round."""
    if not 0 <= index < len(record.rounds):
        raise Refused(reason("server.no-record"))
    steps = [(match, action) for match, action in replay(record) if match.round_index == index]
    positions = [_position(match, action) for match, action in steps]
    end = round_end(match_at(record), index)
    positions.append(_position(end, None))
    (scored,) = (event for event in history(end, None) if isinstance(event, RoundScored) and event.round == index)
    return ReplayRound(
        record=name,
        round=index,
        aside=texts(end.round.deal.aside),
        positions=positions,
        lines=convert(lines_to_json(scored.lines), list[ScoreLine]),
    )


def seen_at(record: Record, index: int, decision: int) -> core_view.View:
    """Return what the seat to act saw at a decision. Raises Refused if none was to act."""
    for match, _ in replay(record):
        if (match.round_index, match.round.decisions) == (index, decision):
            return view(match, match.to_act)
    raise Refused(reason("server.no-record"))


def parsed_position(text: str) -> OneLine:
    """Return a position from one line. Raises Refused."""
    try:
        return parse_position(text)
    except PositionError as error:
        raise Refused(reason("record.unreadable-position", column=error.column)) from None


def seen_in(position: OneLine) -> core_view.View:
    """Return what the seat to act sees in a position. Raises Refused if the text does not say."""
    to_act = position.seen.to_act
    if to_act is None or (position.world is None and position.seen.seat != to_act):
        raise Refused(reason("server.no-record"))
    return position.view(to_act)


def shared_position(position: OneLine) -> SharedPosition:
    """Return a position in one line, and every step of its round up to there."""
    seen = position.seen
    known = [position.world is not None or seat == seen.seat for seat in range(seen.ruleset.players)]
    # Unknown cards are filled in to play the round again, and never shown.
    end = position.filled(Stream(bytes(SEED_BYTES), "position"))
    now = Round.start(seen.ruleset, seen.dealer, end.deal)
    steps: list[Position] = []
    for action in position.actions:
        steps.append(step_of(now, seen, known, action))
        now = now.apply(action)
    steps.append(step_of(now, seen, known, None))
    aside = texts(position.world.aside) if position.world else []
    return SharedPosition(
        ruleset=convert(ruleset_to_json(seen.ruleset), RulesetRef),
        seat=seen.seat,
        open=position.world is not None,
        round=ReplayRound(round=seen.round, aside=aside, positions=steps, lines=[]),
    )


def step_of(now: Round, seen: core_view.View, known: list[bool], action: Action | None) -> Position:
    """Return one moment of a round, with the hands that are known and what is done next."""
    mover = now.to_act
    scores = seen.scores if now.to_act is None else seen.scores[: seen.round]
    audience = mover if mover is not None and known[mover] else None
    return Position(
        decision=now.decisions,
        view=convert(view_to_json(view_of_round(now, seen.round, scores, None)), View),
        hands=[texts(hand) if known[seat] else [] for seat, hand in enumerate(now.hands)],
        help=convert(help_to_json(help_for(view_of_round(now, seen.round, scores, audience))), Help),
        seat=mover,
        action=None if action is None else str(action),
    )


def _position(match: Match, action: Action | None) -> Position:
    mover = None if action is None else match.to_act
    return Position(
        decision=match.round.decisions,
        view=convert(view_to_json(view(match, None)), View),
        hands=[texts(hand) for hand in match.round.hands],
        help=convert(help_to_json(help_for(view(match, mover))), Help),
        seat=mover,
        action=None if action is None else str(action),
    )
