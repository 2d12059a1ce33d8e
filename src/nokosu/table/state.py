"""A table's state: the replay of its log, and nothing else. Pure: no clock, no chance, no input or output."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Final, assert_never

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.notation import parse_action, parse_colour
from nokosu.core.ruleset import Ruleset
from nokosu.record.assists import Assist, AssistKind
from nokosu.record.fairness import NO_NONCE, seed_from
from nokosu.record.model import Substitution
from nokosu.table.entries import (
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
from nokosu.table.trail import Step, Trail
from nokosu.wire.lobby import BotPace, TableSettings, TableStatus

LEAST_BANK_MS: Final = 10_000
"""The least time of a person who returns after running out of time."""
TAKEN_OVER: Final = "taken-over"
"""Why a seat is played by somebody else, as a record says it."""
RESULT_MS: Final = 15_000
"""How long after a round no clock runs: people look at its result."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat: empty (neither person nor bot), a person or a bot, and perhaps a stand-in bot."""

    person: str | None = None
    bot: str | None = None
    nonce: str | None = None
    stand_in: str | None = None
    why: Why | None = None

    @property
    def open(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def playing_bot(self) -> str | None:
        """The bot that decides for this seat now."""
        return self.stand_in or self.bot


@dataclass(slots=True)
class LastAction:
    """The newest action, while it can still be taken back."""

    seq: int
    seat: int
    before: Match
    banks: list[int]


@dataclass(slots=True)
class State:
    """Everything that a log says."""

    table: str
    settings: TableSettings
    code: str
    secret: str
    ruleset: Ruleset
    created: int
    chairs: list[Chair]
    rematch_of: str | None = None
    seq: int = 0
    status: TableStatus = "open"
    host: int | None = None
    match: Match | None = None
    last: LastAction | None = None
    play_seq: int = 0
    """The newest entry that changed what may be played: moves that answer an older position are stale."""
    turn_since: int = 0
    """Since when the time of the seat to act runs; in the future while people look at the result of a round."""
    result_until: int = 0
    used: int = 0
    """What the seat to act had used up before `turn_since`, where the match was paused in between."""
    paused_at: int = 0
    banks: list[int] = field(default_factory=list)
    asking: tuple[int, int] | None = None
    """A take-back that is asked for: (seat, seq of the action)."""
    agreed: set[int] = field(default_factory=set)
    abandon: set[int] = field(default_factory=set)
    out_of_time: int | None = None
    rematch: str | None = None
    ended: int | None = None
    substitutions: list[Substitution] = field(default_factory=list)
    alone: bool = False
    """Whether one person has played against bots from the start: then moves can be undone."""
    trail: Trail = field(default_factory=Trail)
    bot_pace: BotPace = "normal"
    result_open: bool = False
    """Whether the person looks at the result of a round, and the next one has not been started."""
    assists: list[Assist] = field(default_factory=list)

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

    def begin_no_later_than(self, now: int) -> None:
        """Let no clock wait for a time to come: entries from the future were written while a clock was wrong."""
        self.result_until = min(self.result_until, now + RESULT_MS)
        self.turn_since = min(self.turn_since, now + RESULT_MS)
        self.paused_at = min(self.paused_at, now)

    def nonces(self) -> list[bytes]:
        return [bytes.fromhex(chair.nonce) if chair.nonce else NO_NONCE for chair in self.chairs]

    def copied(self) -> State:
        """A copy that can be changed without touching this one; matches and chairs are immutable and shared."""
        copy = State(*_FIELDS(self))
        copy.chairs = list(self.chairs)
        copy.banks = list(self.banks)
        copy.agreed = set(self.agreed)
        copy.abandon = set(self.abandon)
        copy.substitutions = list(self.substitutions)
        copy.trail = self.trail.copied()
        copy.assists = list(self.assists)
        return copy


_FIELDS: Final = attrgetter(*(each.name for each in fields(State)))


def start(table: str, created: Created, at: int) -> State:
    """The state after a log's first entry."""
    settings = created.settings
    colour = settings.removed_colour
    ruleset = editions.ruleset_by_digest(
        settings.edition,
        settings.players,
        rounds=settings.rounds,
        removed_colour=None if colour is None else parse_colour(colour),
        digest=created.digest,
    )
    chairs = [Chair() for _ in range(settings.players)]
    return State(table, settings, created.code, created.secret, ruleset, at, chairs, created.rematch_of, seq=1)


def apply(state: State, entry: AnyEntry, at: int, after: Match | None = None) -> None:  # noqa: C901, PLR0912, PLR0915  one case per entry
    """Take one more entry of the log into account. `after`: the match after this move, where it is known already."""
    state.seq += 1
    match entry:
        case Created():
            raise ValueError("a table is made once")
        case Seated():
            state.chairs[entry.seat] = Chair(entry.person, entry.bot, entry.nonce)
            if state.host is None and entry.person:
                state.host = entry.seat
            state.alone = state.alone and not entry.person
        case Unseated():
            state.chairs[entry.seat] = Chair()
        case Started():
            _begin(state, at)
        case Moved():
            _move(state, entry, at, after)
        case TakeBackAsked():
            state.asking, state.agreed = (entry.seat, entry.action_seq), set()
        case TakeBackAnswered():
            state.agreed.add(entry.seat)
            if not entry.agree:
                state.asking, state.agreed = None, set()
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
            state.chairs[entry.seat] = replace(chair, stand_in=entry.bot, why=why)
            _substitute(state, entry.seat, entry.bot, entry.why)
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
            state.asking, state.last = None, None
        case Rematched():
            state.rematch = entry.table
        case _:
            assert_never(entry)


def _begin(state: State, at: int) -> None:
    seed = seed_from(bytes.fromhex(state.secret), state.nonces())
    state.match = Match.start(state.ruleset, seed)
    state.status = "playing"
    state.alone = len(state.people()) == 1
    state.banks = [state.settings.pace.bank_ms] * state.settings.players
    _new_turn(state, at)


def _new_turn(state: State, at: int) -> None:
    since = max(at, state.result_until)
    state.play_seq, state.turn_since, state.used, state.out_of_time = state.seq, since, 0, None
    state.asking, state.agreed = None, set()


def _move(state: State, entry: Moved, at: int, after: Match | None) -> None:
    before = state.match
    assert before is not None
    state.match = after or before.apply(parse_action(entry.action, before.round.phase))
    state.last = LastAction(state.seq, entry.seat, before, list(state.banks))
    if state.alone:
        step = Step(state.seq, entry.seat, entry.action, entry.by, before, tuple(state.banks))
        state.trail.steps.append(step)
    if entry.by == "person":
        state.result_open = False
    if entry.by == "person" and state.settings.pace.kind == "live":
        left = max(state.banks[entry.seat] - entry.spent, 0)
        state.banks[entry.seat] = left + state.settings.pace.increment_ms
    if state.match.round_index > before.round_index:
        state.result_until = at + RESULT_MS
        # The next hand has been seen: what was played to get there stays.
        state.trail = Trail()
        state.result_open = state.alone and state.settings.wait_between_rounds
    _new_turn(state, at)


def _take_back(state: State, entry: TakenBack, at: int) -> None:
    if state.alone:
        step = state.trail.back_to(entry.action_seq)
        state.match, state.banks = step.before, list(step.banks)
        _assist(state, entry.seat, "undo")
    else:
        assert state.last is not None
        state.match, state.banks = state.last.before, state.last.banks
    state.last = None
    # A replacement after the undone action becomes one before the decision that is taken again.
    here = (state.match.round_index, state.match.round.decisions)
    state.substitutions = [
        replace(each, round=here[0], decision=here[1]) if (each.round, each.decision) > here else each
        for each in state.substitutions
    ]
    _new_turn(state, at)


def _come_back(state: State, seat: int, at: int, why: str) -> None:
    state.chairs[seat] = replace(state.chairs[seat], stand_in=None, why=None)
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
