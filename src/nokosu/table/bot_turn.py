"""A bot's turn: which bot decides for which seat, what its answer adds to the log, and who follows. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nokosu.core.match import Match
from nokosu.table.decide import Decision, act
from nokosu.table.entries import By, Moved, StoodIn
from nokosu.table.state import State


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot that is to act."""

    match: Match
    seat: int
    bot: str
    by: By
    repeats: str | None
    """What the bot did in this position before it was undone: it does the same again and is not asked."""

    def act(self, action: str) -> Decision:
        """What this action adds to the log."""
        return act(self.match, self.seat, action, self.by)

    def replaced(self, fallback: str) -> Decision:
        """Another bot plays on for this one, which failed."""
        if self.bot != fallback:
            return Decision([StoodIn(seat=self.seat, bot=fallback, why="failed")])
        # Even the fallback failed, perhaps for want of a machine: the first legal action keeps the match going.
        return act(self.match, self.seat, str(self.match.legal()[0]), "stand_in")


def bot_turn(state: State, match: Match, ahead: Sequence[Decision] = ()) -> BotTurn:
    """The bot to act in the match that these decisions, which are not in the log yet, have led to."""
    seat = match.to_act
    assert seat is not None
    chair = state.chairs[seat]
    assert chair.playing_bot is not None
    actions = [entry.action for each in ahead for entry in each.entries if isinstance(entry, Moved)]
    by: By = "bot" if chair.person is None else "stand_in"
    return BotTurn(match, seat, chair.playing_bot, by, state.trail.answer(actions))


def next_bot(state: State, match: Match, decision: Decision) -> Match | None:
    """The match in which the next bot acts, where bots act together; None at a person's turn or the round's end."""
    after = decision.after
    if after is None or after.over or after.round_index > match.round_index or after.to_act is None:
        return None
    return after if state.chairs[after.to_act].playing_bot else None


def unless_changed(decision: Decision, play_seq: int) -> Callable[[State], Decision]:
    """The decision, if a bot is still to act in the position that began with this entry."""

    def decided(state: State) -> Decision:
        seat = state.to_act
        same = state.play_seq == play_seq and seat is not None and state.chairs[seat].playing_bot
        return decision if same else Decision([])

    return decided
