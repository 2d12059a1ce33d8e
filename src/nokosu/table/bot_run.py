"""Bots' turns: which bot decides for which seat, what its answer adds to the log, who follows, and when it appears.

Where moves appear together, a run goes on up to the person's turn or the end of the round. Its questions are answered
one after the other; its moves appear one after the other when all are answered and their time has come (pace.py).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from nokosu.core.match import Match
from nokosu.core.view import View, view
from nokosu.table.bot_seed import bot_seed
from nokosu.table.decide import Decision, act
from nokosu.table.pace import slots_at
from nokosu.table.policy import HostPolicy
from nokosu.table.rated import LOWEST, lowest
from nokosu.table.state import State
from nokosu.wire.entries import By, Moved, StoodIn


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a bot has to decide: its view, and the seed of its chance."""

    seat: int
    bot: str
    view: View
    seed: bytes
    thinking_ms: int
    """How long it is taken to think."""


class BotRun:
    """The decisions of the bots from one position on."""

    def __init__(self, state: State, policy: HostPolicy, now: int) -> None:
        self._state = state
        self._policy = policy
        self._since = now
        self._play_seq = state.play_seq
        self._slots = slots_at(state, policy.bot_delay_ms)
        self._needed_ms = 0
        self._match = state.match
        self.decisions: deque[Decision] = deque()
        self.question: Question | None = None
        """What is asked now; None once all is decided."""
        self.appears: int | None = None
        """When the moves appear; None while a question is open."""
        self._go_on(now)

    def continues(self, state: State) -> bool:
        """Return whether the table is as it was when the bots were asked."""
        return state.play_seq == self._play_seq

    def answer(self, action: str | None, now: int, waited_ms: int) -> None:
        """Take the answer to the question; None where the bot failed."""
        assert self.question is not None
        seat, needed = self.question.seat, waited_ms + self.question.thinking_ms
        self._decided(self._act(seat, action) if action is not None else self._replaced(seat), needed)
        self._go_on(now)

    def due(self, state: State, now: int) -> Decision:
        """Return the next move that may appear now, if the table is still as it was."""
        seat = state.to_act
        if self.appears is None or now < self.appears or not self.decisions:
            return Decision([])
        if seat is None or not state.chairs[seat].playing_bot or not self.continues(state):
            self.decisions.clear()
            return Decision([])
        return self.decisions[0]

    def happened(self, decided: Decision, after: State) -> None:
        """Go on from the state after this decision, if it was the next one of the run."""
        if self.decisions and self.decisions[0] is decided:
            self.decisions.popleft()
            self._play_seq = after.play_seq

    def _go_on(self, now: int) -> None:
        """Find the next question; a bot that has decided here before, and was undone, is not asked again."""
        self.question = None
        while self._match is not None:
            seat = self._match.to_act
            assert seat is not None
            bot = self._state.chairs[seat].playing_bot
            assert bot is not None
            thinking = self._policy.thinking_ms.get(bot, 0)
            ahead = [entry.action for each in self.decisions for entry in each.entries if isinstance(entry, Moved)]
            repeated = self._state.history.answer(ahead)
            if bot == LOWEST:
                self._decided(self._act(seat, str(lowest(self._match.legal()))), thinking)
                continue
            if repeated is None:
                seen = view(self._match, seat)
                self.question = Question(seat, bot, seen, bot_seed(self._state.secret, seen), thinking)
                return
            self._decided(self._act(seat, repeated), thinking)
        self.appears = self._since + self._slots.appears(self._needed_ms, now - self._since)

    def _decided(self, decision: Decision, needed_ms: int) -> None:
        self.decisions.append(decision)
        self._needed_ms += needed_ms
        self._match = self._following(decision) if self._slots.together else None

    def _following(self, decision: Decision) -> Match | None:
        """Return the match in which the next bot acts; None at a person's turn or the round's end."""
        before, after = self._match, decision.after
        if before is None or after is None or after.over or after.round_index > before.round_index:
            return None
        return after if after.to_act is not None and self._state.chairs[after.to_act].playing_bot else None

    def _act(self, seat: int, action: str) -> Decision:
        assert self._match is not None
        by: By = "bot" if self._state.chairs[seat].person is None else "stand_in"
        return act(self._match, seat, action, by)

    def _replaced(self, seat: int) -> Decision:
        """Let another bot play on for one that failed."""
        if self._state.chairs[seat].playing_bot != self._policy.fallback_bot:
            return Decision([StoodIn(seat=seat, bot=self._policy.fallback_bot, why="failed")])
        # Even the fallback failed, perhaps for want of a machine: the first legal action keeps the match going.
        assert self._match is not None
        return act(self._match, seat, str(self._match.legal()[0]), "stand_in")
