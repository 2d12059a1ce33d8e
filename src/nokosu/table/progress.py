"""What somebody's rounds came to, for their progress: from records, on a device and on the server alike."""

from __future__ import annotations

from nokosu.record import Record
from nokosu.record.assists import assists_of
from nokosu.record.replay import match_at
from nokosu.wire.people import PlayedRound


def played_rounds(name: str, record: Record, seat: int, ended: int) -> list[PlayedRound]:
    """Return the rounds of a finished match from a seat; none where somebody was helped: then it does not count."""
    if not record.finished or assists_of(record):
        return []
    match = match_at(record)
    players = match.ruleset.players
    found = []
    for index, each in enumerate(match.rounds):
        leftover = each.contracts[seat].leftover
        found.append(
            PlayedRound(
                record=name,
                ended=ended,
                edition=match.ruleset.edition,
                players=players,
                round=index,
                place=(seat - each.dealer - 1) % players,
                target=None if leftover is None else leftover.number,
                won=each.won[seat],
                made=each.score[seat].made,
                points=each.score[seat].total,
            )
        )
    return found
