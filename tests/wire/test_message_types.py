"""The message types say what the codecs write, and the documents say what the types say."""

from __future__ import annotations

import msgspec
import pytest

from nokosu.core.events import history
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.editions import pairs, ruleset
from nokosu.wire.endpoints import ENDPOINTS
from nokosu.wire.events import AnyEvent, event_to_json
from nokosu.wire.help import Help, help_to_json
from nokosu.wire.schema import schema
from nokosu.wire.views import View, view_to_json
from tools.wire_docs import PAGE, page


@pytest.mark.parametrize(("edition", "players"), pairs())
def test_H4_views_help_and_effects_of_a_whole_match_fit_their_types(edition: str, players: int) -> None:
    match = Match.start(ruleset(edition, players, rounds=2), seed_from_number(players))
    choose = Stream(seed_from_number(1), edition)
    while True:
        for seat in (*range(players), None):
            seen = view(match, seat)
            msgspec.convert(view_to_json(seen), View)
            msgspec.convert(help_to_json(help_for(seen)), Help)
        if match.over:
            break
        match = match.apply(choose.choice(match.legal()))
    for seat in (0, None):
        msgspec.convert([event_to_json(event) for event in history(match, seat)], list[AnyEvent])


def test_H4_a_view_with_one_more_key_does_not_fit() -> None:
    leaking = view_to_json(view(Match.start(ruleset("second", 3), bytes(32)), None)) | {"aside": ["R1"]}
    with pytest.raises(msgspec.ValidationError, match="aside"):
        msgspec.convert(leaking, View)


def test_every_message_of_every_address_is_in_the_schema() -> None:
    named = schema()["$defs"]
    for endpoint in ENDPOINTS:
        for kind in (endpoint.body, endpoint.answer):
            for part in getattr(kind, "__args__", (kind,)):
                assert part is None or part.__name__ in named


def test_the_page_about_the_protocol_is_up_to_date() -> None:
    before = PAGE.read_text(encoding="utf-8")
    assert before == page(before), "run: python -m tools.wire_docs"
