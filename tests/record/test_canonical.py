"""Canonical records: what other programs added is gone, and the match is the same."""

from __future__ import annotations

from dataclasses import replace

from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.editions import ruleset
from nokosu.record import encode, verify
from nokosu.record.assists import Assist, assists_of, with_assists
from nokosu.record.canonical import canonical


def test_keys_of_other_programs_go_and_the_match_stays() -> None:
    for edition in ("first", "second"):
        bots = [make("random") for _ in range(3)]
        record = play_match(ruleset(edition, 3, rounds=2), seed_from_number(5), bots)
        padded = replace(
            record,
            extra={"padding": "x" * 1000},
            rounds=tuple(replace(each, extra={"note": [1, 2]}) for each in record.rounds),
        )
        assert encode(padded) != encode(record)
        assert encode(canonical(padded)) == encode(canonical(record))
        assert verify(canonical(padded)) is None


def test_assists_stay_where_there_was_a_decision() -> None:
    record = play_match(ruleset("second", 3, rounds=1), seed_from_number(5), [make("random") for _ in range(3)])
    real = Assist(0, 4, 1, "hint")
    made_up = [Assist(0, 5000, 1, "hint"), Assist(7, 0, 1, "undo")]
    assert assists_of(canonical(with_assists(record, [real, *made_up]))) == (real,)
