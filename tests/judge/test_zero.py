"""About zero no critic is asked: after the first look, every judge plays on to the end of the round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from nokosu.core.actions import Action, DeclareZero
from nokosu.core.view import View, view
from nokosu.judge import judge_decision
from nokosu.judge.settings import TO_THE_END
from nokosu.kernel.judge import Settings, judge_request
from nokosu.kernel.requests import KernelRequest
from tests.builders import random_match, rules
from tests.judge.played import SMALL

EVERYTHING = replace(SMALL, suspicious=-1000.0)
"""Every decision gets the longer look, in which the network asks its critic at once."""


def positions(decisions: int) -> Iterator[View]:
    for number in range(20):
        match = random_match(rules(4, "manual"), decisions, choices=number)
        assert match.to_act is not None
        yield view(match, match.to_act)


def asked_of_the_network(seen: View, action: Action, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """For how many tricks the network plays on before its critic is asked, after the first look."""
    asked: list[Settings] = []

    def noted(view: View, **about: Any) -> KernelRequest:
        if about["club"] is None:
            asked.append(about["settings"])
        return judge_request(view, **about)

    monkeypatch.setattr("nokosu.judge.decision.judge_request", noted)
    judge_decision(seen, action, EVERYTHING)
    return {each.tricks for each in asked[1:]}


def test_about_zero_the_network_plays_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = ((seen, each) for seen in positions(12) for each in seen.legal or () if isinstance(each, DeclareZero))
    seen, zero = next(offered)
    assert asked_of_the_network(seen, zero, monkeypatch) == {TO_THE_END}


def test_elsewhere_its_critic_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above can fail."""
    seen = next(seen for seen in positions(20) if not seen.zero[seen.seat or 0] and len(seen.legal or ()) > 1)
    assert asked_of_the_network(seen, (seen.legal or ())[0], monkeypatch) == {SMALL.look.network.tricks}
