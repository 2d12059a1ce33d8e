"""When a table gives no hint: there is nothing to choose, or a hint would remember tricks that may not be seen."""

from __future__ import annotations

import pytest

from nokosu.table import decide
from nokosu.table.refusal import Refused
from tests.table.hosted import Driver
from tests.table.test_undo import alone, ann, bots_move


def asked(host: Driver) -> str:
    """What becomes of a hint that Ann asks for: the refusal, or how many entries it makes."""
    try:
        return str(len(decide.hint(host.state, "ann").entries))
    except Refused as refused:
        return refused.why.message


def test_a_forced_move_needs_no_hint_and_the_match_still_counts() -> None:
    host = alone()
    said = set()
    while host.state.match is not None and host.state.match.round_index == 0:
        bots_move(host)
        if host.state.to_act != 0 or host.state.between_rounds:
            break
        forced = len(host.state.match.legal()) == 1
        answer = asked(host)
        assert answer == ("table.one-move" if forced else "1")
        said.add(answer)
        ann(host)
    assert said == {"1", "table.one-move"}
    assert not host.state.assists


@pytest.mark.parametrize("last_trick_only", [True, False])
def test_no_hints_where_only_the_last_trick_may_be_seen(last_trick_only: bool) -> None:
    host = alone(last_trick_only=last_trick_only)
    bots_move(host)
    assert asked(host) == ("table.hints-remember" if last_trick_only else "1")
