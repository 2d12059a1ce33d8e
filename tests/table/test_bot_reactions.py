"""Bots react now and then: to results that everybody sees, together with the move that ended the round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from nokosu.core.match import Match
from nokosu.core.scoring import SeatScore
from nokosu.core.stream import Stream, seed_from_number
from nokosu.editions import ruleset
from nokosu.table.bot_reactions import about, reactions
from nokosu.table.decide import Decision, act
from nokosu.table.state import State, apply, start
from nokosu.wire.entries import Created, Moved, Reacted, Seated, Started
from nokosu.wire.lobby import TableSettings

TALKERS = frozenset({"otto", "zora"})


def played(number: int, secret: int, talkers: frozenset[str] = TALKERS) -> list[tuple[str, Reacted | None]]:
    """Two rounds of any legal moves: what every move was answered with. The secret decides the cards."""
    settings = TableSettings(players=3, rounds=2)
    digest = ruleset("second", 3, rounds=2).digest
    state = start(
        f"table{number:011}", Created(settings=settings, code="A", secret=bytes([secret] * 32).hex(), digest=digest), 0
    )
    for entry in (Seated(seat=0, person="ann"), Seated(seat=1, bot="otto"), Seated(seat=2, bot="zora"), Started()):
        apply(state, entry, 0)
    stream, said = Stream(seed_from_number(number), "moves"), []
    while state.match and not state.match.over:
        said.append(_step(state, state.match, stream, talkers))
    return said


def _step(state: State, match: Match, stream: Stream, talkers: frozenset[str]) -> tuple[str, Reacted | None]:
    legal = match.legal()
    assert match.to_act is not None
    decided = act(match, match.to_act, str(legal[stream.below(len(legal))]), "bot")
    reacted = reactions(state, decided, talkers)
    ended = decided.after is not None and len(decided.after.scores) > len(match.scores)
    for entry in (*decided.entries, *reacted):
        apply(state, entry, 0, decided.after)
    assert len(reacted) <= 1
    return "ended" if ended else "moved", reacted[0] if reacted else None


def test_they_react_to_the_end_of_a_round_alone_and_not_to_every_one() -> None:
    steps = [step for number in range(12) for step in played(number, 1)]
    counted = Counter((when, said is not None) for when, said in steps)
    assert counted["moved", True] == 0
    assert counted["ended", True] > 0
    assert counted["ended", False] > 0
    assert {said.seat for _, said in steps if said} == {1, 2}


def test_other_bots_and_people_say_nothing() -> None:
    assert not any(said for _, said in played(1, 1, frozenset()))


def test_hidden_cards_change_neither_who_speaks_nor_when() -> None:
    """The table's name decides who speaks, the result decides what they say."""
    for number in range(4):
        one, other = (
            [said.seat if said else None for when, said in played(number, secret) if when == "ended"]
            for secret in (1, 2)
        )
        assert one == other


def test_what_they_say_follows_from_the_result() -> None:
    made = SeatScore(made=True, tricks=1, bonus=0, zero_bonus=0)
    missed = replace(made, made=False)
    assert about(0, [made, missed, missed], [True, False, False]) == "wow"
    assert about(0, [missed, made, made], [True, False, False]) == "oops"
    assert about(0, [made, made, missed], [False] * 3) == "nice"
    assert about(0, [made, missed, missed], [False] * 3) == "again"


def test_a_decision_without_a_round_that_ends_stays_as_it_is() -> None:
    state = start("t" * 16, Created(settings=TableSettings(), code="A", secret=bytes(32).hex(), digest=""), 0)
    nothing = Decision([Moved(seat=0, action="pass", by="bot")])
    assert reactions(state, nothing, TALKERS) == []
