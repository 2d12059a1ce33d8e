"""Match records: write, read, replay, verify (docs/records.md).

record = record_of(match, [SeatInfo("Ann"), SeatInfo("Club", bot="club"), SeatInfo("Bea")])
line = encode(record)                     one line of JSON, the same bytes every time
decode(line) == record                    or a RecordError that says where and what was expected
verify(record) is None                    or the first Fault
for match, action in replay(record): …    the state before every decision
"""

from nokosu.record.codec import Line, decode, encode, read_lines, to_json
from nokosu.record.fault import Fault, RecordError
from nokosu.record.model import (
    FORMAT,
    Fairness,
    Record,
    RecordedRound,
    RecordedTrick,
    RulesetRef,
    Saying,
    SeatInfo,
    Status,
    Substitution,
    Turn,
)
from nokosu.record.reader import from_json
from nokosu.record.replay import match_at, replay, round_end, round_start, ruleset_of
from nokosu.record.verify import verify
from nokosu.record.writer import record_of

__all__ = [
    "FORMAT",
    "Fairness",
    "Fault",
    "Line",
    "Record",
    "RecordError",
    "RecordedRound",
    "RecordedTrick",
    "RulesetRef",
    "Saying",
    "SeatInfo",
    "Status",
    "Substitution",
    "Turn",
    "decode",
    "encode",
    "from_json",
    "match_at",
    "read_lines",
    "record_of",
    "replay",
    "round_end",
    "round_start",
    "ruleset_of",
    "to_json",
    "verify",
]
