"""Frames are put together from shared parts; they say exactly what the codecs of views and help say, seat by seat."""

from __future__ import annotations

import json

import pytest

from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.editions import pairs, ruleset
from nokosu.table.frame_cache import FrameCache, Own, OwnParts
from nokosu.table.frames import FrameContext, Frames
from nokosu.table.state import State, start
from nokosu.wire import entries as log
from nokosu.wire.help import help_to_json
from nokosu.wire.lobby import TableSettings
from nokosu.wire.tables import Clock, Presence
from nokosu.wire.views import view_to_json

CONTEXT = FrameContext(Clock(), Presence(here=[]), {})


def table(edition: str, players: int) -> State:
    settings = TableSettings(edition=edition, players=players, rounds=2)
    digest = ruleset(edition, players, rounds=2).digest
    return start("t", log.Created(settings=settings, code="ABCDEF", secret="00" * 32, digest=digest), 1)


def differences(state: State, cache: FrameCache) -> list[object]:
    """Everything in which a frame and the codecs differ, over all readers."""
    frames = Frames(state, CONTEXT, lambda _: b"[]", 0, cache, whole=False)
    found: list[object] = []
    match = state.match
    assert match is not None
    for seat in (*range(match.ruleset.players), None):
        frame = json.loads(frames.for_seat(seat))
        seen = view(match, seat)
        if frame["view"] != view_to_json(seen):
            found.append(("view", seat))
        if frame["help"] != help_to_json(help_for(seen)):
            found.append(("help", seat))
    return found


@pytest.mark.parametrize(("edition", "players"), pairs())
def test_H4_frames_hold_the_readers_view_and_its_help(edition: str, players: int) -> None:
    state, cache = table(edition, players), FrameCache()
    state.match = Match.start(state.ruleset, seed_from_number(players))
    choose = Stream(seed_from_number(2), edition)
    while not state.match.over:
        assert differences(state, cache) == []
        state.match = state.match.apply(choose.choice(state.match.legal()))
    assert differences(state, cache) == []


@pytest.mark.parametrize(("edition", "players"), pairs())
def test_H4_frames_are_right_after_every_action_that_is_taken_back(edition: str, players: int) -> None:
    state, cache = table(edition, players), FrameCache()
    state.match = before = Match.start(state.ruleset, seed_from_number(players))
    choose = Stream(seed_from_number(2), edition)
    while before.round.phase is not Phase.PLAY:
        for action in before.legal():
            state.match = before.apply(action)
            assert differences(state, cache) == []
            state.match = before
            assert differences(state, cache) == []
        before = before.apply(choose.choice(before.legal()))


def test_an_order_that_is_kept_too_long_is_found() -> None:
    """The planted fault: the order of the last hand is sent although a card was played."""

    class Stale(OwnParts):
        def of(self, seat: int, public: View, match: Match) -> Own:
            own = super().of(seat, public, match)
            first: Own = self.__dict__.setdefault(str(seat), own)
            return Own(own.hand, first.help)

    state, cache = table("second", 3), FrameCache(own=Stale())
    state.match = Match.start(state.ruleset, seed_from_number(3))
    choose = Stream(seed_from_number(2), "x")
    found: list[object] = []
    while not state.match.over:
        found += differences(state, cache)
        state.match = state.match.apply(choose.choice(state.match.legal()))
    assert found
