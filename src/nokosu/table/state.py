"""A table's state: the replay of its log, and nothing else. Pure: no clock, no chance, no input or output."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Final, assert_never

from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.record.assists import Assist, AssistKind
from nokosu.record.fairness import NO_NONCE, seed_from
from nokosu.record.model import Substitution
from nokosu.record.position_reader import parse_position
from nokosu.table.house import rules_of
from nokosu.table.undo_history import UndoHistory, UndoPoint
from nokosu.wire.entries import (
    AbandonAnswered,
    AnyEntry,
    BotPaceSet,
    Continued,
    Created,
    Ended,
    Hinted,
    HostChanged,
    Moved,
    Paused,
    Reacted,
    Rematched,
    Resumed,
    Returned,
    Seated,
    Started,
    StoodIn,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TakenOver,
    TimedOut,
    Unseated,
    Why,
)
from nokosu.wire.lobby import BotPace, EventRef, TableSettings, TableStatus

LEAST_BANK_MS: Final = 10_000
"""The least time of a person who returns after running out of time."""
TAKEN_OVER: Final = "taken-over"
"""Why a seat is played by somebody else, as a record says it."""
RESULT_MS: Final = 15_000
"""How long after a round no clock runs: people look at its result."""


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat: empty (neither person nor bot), a person or a bot, and perhaps a stand-in bot."""

    person: str | None = None
    bot: str | None = None
    nonce: str | None = None
    stand_in: str | None = None
    why: Why | None = None
    once: bool = False
    """Whether the stand-in makes one move and leaves the next to its person."""
    missed: int = 0
    """How many moves in a row the person has let time run out on."""

    @property
    def open(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def playing_bot(self) -> str | None:
        """The bot that decides for this seat now."""
        return self.stand_in or self.bot


@dataclass(slots=True)
class State:
    """Everything that a log says."""

    table: str
    settings: TableSettings
    code: str
    secret: str
    ruleset: Ruleset
    created: int
    chairs: list[SeatState]
    rematch_of: str | None = None
    seq: int = 0
    status: TableStatus = "open"
    host: int | None = None
    match: Match | None = None
    play_seq: int = 0
    """The newest entry that changed what may be played: moves that answer an older position are stale."""
    turn_since: int = 0
    """Since when the time of the seat to act runs; in the future while people look at the result of a round."""
    result_until: int = 0
    used: int = 0
    """What the seat to act had used up before `turn_since`, where the match was paused in between."""
    paused_at: int = 0
    banks: list[int] = field(default_factory=list)
    own_moves: list[int] = field(default_factory=list)
    """How many moves people made themselves at each seat; those that were taken back count too."""
    take_back_request: tuple[int, int] | None = None
    """A take-back that is asked for: (seat, seq of the action)."""
    agreed: set[int] = field(default_factory=set)
    take_back_refused: int | None = None
    """The seq of an action whose take-back was refused: that is not asked again."""
    abandon: set[int] = field(default_factory=set)
    out_of_time: int | None = None
    rematch: str | None = None
    ended: int | None = None
    substitutions: list[Substitution] = field(default_factory=list)
    alone: bool = False
    """Whether one person has played against bots from the start: then moves can be undone."""
    history: UndoHistory = field(default_factory=UndoHistory)
    """What can be taken back: between people the newest move, alone with bots all moves of the round."""
    bot_pace: BotPace = "normal"
    result_open: bool = False
    """Whether the person looks at the result of a round, and the next one has not been started."""
    assists: list[Assist] = field(default_factory=list)
    event: EventRef | None = None
    seed: str | None = None
    """Where it was given: the same cards and dice again, without a proof that they were drawn."""
    deal: str | None = None
    """The deal, where it was given: a round that is played on from a position, and counts for nothing."""

    @property
    def sealed(self) -> bool:
        """Whether others still play the same deal, or may: nothing of it leaves its own table."""
        return self.event is not None and self.event.ranked and self.event.same_deal

    @property
    def to_act(self) -> int | None:
        """The seat that is waited for; None while nothing can be played."""
        return self.match.to_act if self.match and self.status == "playing" else None

    def seat_of(self, person: str | None) -> int | None:
        """Return the seat of a person."""
        if person is None:
            return None
        for seat, chair in enumerate(self.chairs):
            if chair.person == person:
                return seat
        return None

    def people(self) -> list[int]:
        """Seats that belong to people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person]

    @property
    def between_rounds(self) -> bool:
        """Return whether the bots wait until the person starts the next round."""
        if not self.result_open or self.to_act is None:
            return False
        return any(chair.person and not chair.stand_in for chair in self.chairs)

    @property
    def undoable(self) -> int | None:
        """Return the action that its player may undo now; None where there is none."""
        allowed = self.alone and self.status == "playing" and self.settings.take_backs
        return self.history.newest_by_person if allowed else None

    def begin_no_later_than(self, now: int) -> None:
        """Let no clock wait for a time to come: entries from the future were written while a clock was wrong."""
        self.result_until = min(self.result_until, now + RESULT_MS)
        self.turn_since = min(self.turn_since, now + RESULT_MS)
        self.paused_at = min(self.paused_at, now)

    def nonces(self) -> list[bytes]:
        return [bytes.fromhex(chair.nonce) if chair.nonce else NO_NONCE for chair in self.chairs]

    def copied(self) -> State:
        """Return a copy that can be changed without touching this one; matches and chairs are immutable and shared."""
        copy = State(*_FIELDS(self))
        copy.chairs = list(self.chairs)
        copy.banks = list(self.banks)
        copy.own_moves = list(self.own_moves)
        copy.agreed = set(self.agreed)
        copy.abandon = set(self.abandon)
        copy.substitutions = list(self.substitutions)
        copy.history = UndoHistory(list(self.history.points), dict(self.history.answers))
        copy.assists = list(self.assists)
        return copy


_FIELDS: Final = attrgetter(*(each.name for each in fields(State)))


def start(table: str, created: Created, at: int) -> State:
    """Return the state after a log's first entry."""
    settings = created.settings
    ruleset = rules_of(settings, created.digest)
    chairs = [SeatState() for _ in range(settings.players)]
    return State(
        table,
        settings,
        created.code,
        created.secret,
        ruleset,
        at,
        chairs,
        created.rematch_of,
        seq=1,
        event=created.event,
        seed=created.seed,
        deal=created.deal,
    )


def apply(state: State, entry: AnyEntry, at: int, after: Match | None = None) -> None:  # noqa: C901, PLR0912, PLR0915  one case per entry
    """Take one more entry of the log into account. `after`: the match after this move, where it is known already."""
    state.seq += 1
    match entry:
        case Created():
            raise ValueError("a table is made once")
        case Seated():
            state.chairs[entry.seat] = SeatState(entry.person, entry.bot, entry.nonce)
            if state.host is None and entry.person:
                state.host = entry.seat
            state.alone = state.alone and not entry.person
        case Unseated():
            state.chairs[entry.seat] = SeatState()
        case Started():
            _begin(state, at)
        case Moved():
            _move(state, entry, at, after)
        case TakeBackAsked():
            state.take_back_request, state.agreed = (entry.seat, entry.action_seq), set()
        case TakeBackAnswered():
            state.agreed.add(entry.seat)
            if not entry.agree and state.take_back_request is not None:
                state.take_back_refused = state.take_back_request[1]
                state.take_back_request, state.agreed = None, set()
        case TakenBack():
            _take_back(state, entry, at)
        case BotPaceSet():
            state.bot_pace = entry.bot_pace
        case Continued():
            state.result_open = False
        case Hinted():
            _assist(state, entry.seat, "hint")
        case StoodIn():
            chair = state.chairs[entry.seat]
            # A stand-in that failed is replaced; its person is gone for the same reason as before.
            why = chair.why if entry.why == "failed" and chair.why else entry.why
            once, missed = entry.once, chair.missed + (entry.why == "timeout")
            if entry.why == "failed":
                once = chair.once
            state.chairs[entry.seat] = replace(chair, stand_in=entry.bot, why=why, once=once, missed=missed)
            _substitute(state, entry.seat, entry.bot, entry.why)
            if entry.why == "timeout" and state.settings.rated:
                state.banks[entry.seat] = 0
            state.play_seq = state.seq if entry.seat == state.to_act else state.play_seq
        case Returned():
            _come_back(state, entry.seat, at, "returned")
        case TakenOver():
            state.chairs[entry.seat] = replace(state.chairs[entry.seat], person=entry.person)
            state.alone = False
            _come_back(state, entry.seat, at, TAKEN_OVER)
        case HostChanged():
            state.host = entry.seat
        case Paused():
            state.status, state.used, state.paused_at = "paused", state.used + entry.spent, at
        case Resumed():
            state.status, state.turn_since = "playing", at
        case Reacted():
            pass
        case TimedOut():
            state.out_of_time = entry.seat
        case AbandonAnswered():
            state.abandon = state.abandon | {entry.seat} if entry.agree else set()
        case Ended():
            state.status, state.ended = entry.status, at
            state.take_back_request, state.history = None, UndoHistory()
        case Rematched():
            state.rematch = entry.table
        case _:
            assert_never(entry)


def _begin(state: State, at: int) -> None:
    secret = bytes.fromhex(state.secret)
    if state.deal is None:
        seed = bytes.fromhex(state.seed) if state.seed else seed_from(secret, state.nonces())
        state.match = Match.start(state.ruleset, seed)
    else:
        state.match = parse_position(state.deal).match(Stream(secret, "position"))
        for seat in state.people():
            _assist(state, seat, "position")
    state.status = "playing"
    state.alone = len(state.people()) == 1
    state.banks = [state.settings.pace.bank_ms] * state.settings.players
    state.own_moves = [0] * state.settings.players
    _new_turn(state, at)


def _new_turn(state: State, at: int) -> None:
    since = max(at, state.result_until)
    state.play_seq, state.turn_since, state.used, state.out_of_time = state.seq, since, 0, None
    state.take_back_request, state.agreed = None, set()


def _move(state: State, entry: Moved, at: int, after: Match | None) -> None:
    before = state.match
    assert before is not None
    state.match = after or before.apply(parse_action(entry.action, before.round.phase))
    if not state.alone:
        state.history.points.clear()
    point = UndoPoint(state.seq, entry.seat, entry.action, entry.by, before, tuple(state.banks))
    state.history.points.append(point)
    if entry.by == "person":
        state.own_moves[entry.seat] += 1
        state.result_open = False
        if state.chairs[entry.seat].missed:
            state.chairs[entry.seat] = replace(state.chairs[entry.seat], missed=0)
    if entry.by == "person" and state.settings.pace.kind == "live":
        left = max(state.banks[entry.seat] - entry.spent, 0)
        state.banks[entry.seat] = left + state.settings.pace.increment_ms
    if state.match.round_index > before.round_index:
        state.result_until = at + RESULT_MS
        # The next hand has been seen: what was played to get there stays.
        state.history = UndoHistory()
        state.result_open = state.alone and state.settings.wait_between_rounds
    if state.chairs[entry.seat].once:
        missed = state.chairs[entry.seat].missed
        _come_back(state, entry.seat, at, "returned")
        state.chairs[entry.seat] = replace(state.chairs[entry.seat], missed=missed)
    _new_turn(state, at)


def _take_back(state: State, entry: TakenBack, at: int) -> None:
    point = state.history.back_to(entry.action_seq)
    state.match, state.banks = point.before, list(point.banks)
    if state.alone:
        _assist(state, entry.seat, "undo")
    # A replacement after the undone action becomes one before the decision that is taken again.
    here = (state.match.round_index, state.match.round.decisions)
    state.substitutions = [
        replace(each, round=here[0], decision=here[1]) if (each.round, each.decision) > here else each
        for each in state.substitutions
    ]
    _new_turn(state, at)


def _come_back(state: State, seat: int, at: int, why: str) -> None:
    state.chairs[seat] = replace(state.chairs[seat], stand_in=None, why=None, once=False, missed=0)
    _substitute(state, seat, None, why)
    if state.banks and state.settings.pace.kind == "live":
        state.banks[seat] = max(state.banks[seat], LEAST_BANK_MS)
    if state.to_act == seat:
        # Their time counts from now, not from when the bot's turn began.
        state.turn_since, state.used = at, 0


def _assist(state: State, seat: int, kind: AssistKind) -> None:
    assert state.match is not None
    assist = Assist(state.match.round_index, state.match.round.decisions, seat, kind)
    if assist not in state.assists:
        state.assists.append(assist)


def _substitute(state: State, seat: int, by: str | None, why: str) -> None:
    if state.match:
        where = (state.match.round_index, state.match.round.decisions)
        state.substitutions.append(Substitution(seat, *where, by, why))
