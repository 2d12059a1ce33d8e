"""The key `assists`: read tolerantly, as it may be another program's; written sorted, each once."""

from __future__ import annotations

from dataclasses import replace

from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.editions import ruleset
from nokosu.record import decode, encode, verify
from nokosu.record.assists import Assist, assists_of, with_assists


def test_assists_of_other_programs_are_left_alone() -> None:
    record = play_match(ruleset("first", 3, rounds=1), seed_from_number(5), [make("random") for _ in range(3)])
    good = {"seat": 1, "round": 0, "decision": 4, "kind": "hint"}
    bad = [3, {}, good | {"seat": 9}, good | {"round": "x"}, good | {"kind": "bribe"}, good | {"decision": True}]
    for strange in ("yes", {"a": 1}, bad, [*bad, good]):
        made = replace(record, extra={"assists": strange})
        assert verify(made) is None
        assert decode(encode(made)).extra == made.extra
        assert assists_of(made) == ((Assist(0, 4, 1, "hint"),) if strange == [*bad, good] else ())
    twice = [Assist(0, 4, 1, "hint"), Assist(0, 2, 1, "undo"), Assist(0, 4, 1, "hint")]
    assert assists_of(with_assists(record, twice)) == (Assist(0, 2, 1, "undo"), Assist(0, 4, 1, "hint"))
    assert with_assists(record, []) is record
