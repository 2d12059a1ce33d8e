"""Records as flat rows: one call gives a DataFrame everything to count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from typing import Any, Final, Literal

from nokosu.core.errors import NokosuError, reason
from nokosu.core.match import Match
from nokosu.core.quoting import quoted
from nokosu.record.codec import to_json
from nokosu.record.data import MatchRecord, records
from nokosu.record.fault import Fault, RecordError
from nokosu.record.model import Record, SeatInfo
from nokosu.record.writer import record_of

Row = dict[str, Any]
Per = Literal["seat", "trick", "play"]


def rows(
    source: str | PathLike[str] | MatchRecord | Record | Match | Iterable[MatchRecord | Record | Match],
    per: Per = "seat",
) -> Iterator[Row]:
    """Yield one dict per seat of every finished round, per trick, or per play: `pandas.DataFrame(nokosu.rows(file))`.

    `source` is a file of records, a record, a match, or several of them. docs/records.md lists the columns. Matches,
    rounds, tricks and seats count from 0. Rounds that were not finished have no rows per seat.

    >>> import nokosu
    >>> rows = list(nokosu.rows("examples/matches.jsonl"))
    >>> rows[0]["leftover"], rows[0]["won"], rows[0]["made"]
    ('dG5', 3, False)
    >>> sum(row["made"] for row in rows), len(rows)
    (22, 36)
    """
    if per not in _ROWS:
        raise NokosuError(f"per: expected one of {', '.join(_ROWS)}, got {quoted(per)}")
    for match, record in enumerate(_each(source)):
        read = _read(record, match + 1)
        try:
            yield from _ROWS[per](read.json, match)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError):
            raise _fault(read) from None


def _each(
    source: str | PathLike[str] | MatchRecord | Record | Match | Iterable[MatchRecord | Record | Match],
) -> Iterable[MatchRecord | Record | Match]:
    if isinstance(source, str | PathLike):
        return records(source)
    return (source,) if isinstance(source, MatchRecord | Record | Match) else source


def _read(given: object, number: int) -> MatchRecord:
    if isinstance(given, Match):
        given = record_of(given, [SeatInfo(f"Seat {seat}") for seat in range(given.ruleset.players)])
    if isinstance(given, Record):
        return MatchRecord(to_json(given), number)
    if isinstance(given, MatchRecord):
        return given
    raise NokosuError(f"expected records or matches, got {type(given).__name__}")


def _fault(record: MatchRecord) -> RecordError:
    """Return the strict reader's error for a record that has no rows."""
    try:
        record.whole()
    except RecordError as error:
        return RecordError(error.fault, record.number)
    return RecordError(Fault((), reason("record.unreadable")), record.number)


def _seats(record: Row, match: int) -> Iterator[Row]:
    rules, winners = record["ruleset"], record.get("winners", ())
    edition, players = rules["edition"], rules["players"]
    for index, round_ in enumerate(record["rounds"]):
        if "scores" not in round_:
            continue
        dealer, trump = round_["dealer"], round_["trump"]
        told = zip(record["seats"], round_["leftover"], round_["won"], round_["scores"], strict=True)
        for seat, (info, leftover, won, points) in enumerate(told):
            target = 0 if leftover is None else int(leftover[2])
            yield {
                "match": match,
                "round": index,
                "seat": seat,
                "name": info["name"],
                "bot": info.get("bot"),
                "edition": edition,
                "players": players,
                "deals": seat == dealer,
                "trump": trump,
                "leftover": leftover,
                "target": target,
                "won": won,
                "made": won == target,
                "points": points,
                "wins_match": seat in winners,
            }


def _tricks(record: Row, match: int) -> Iterator[Row]:
    edition, players = record["ruleset"]["edition"], record["ruleset"]["players"]
    for index, round_ in enumerate(record["rounds"]):
        for number, trick in enumerate(round_.get("tricks", ())):
            yield {
                "match": match,
                "round": index,
                "trick": number,
                "edition": edition,
                "players": players,
                "trump": round_["trump"],
                "leader": trick["leader"],
                "plays": " ".join(trick["plays"]),
                "winner": trick.get("winner"),
            }


def _plays(record: Row, match: int) -> Iterator[Row]:
    players = record["ruleset"]["players"]
    for index, round_ in enumerate(record["rounds"]):
        for number, trick in enumerate(round_.get("tricks", ())):
            leader, winner, trump = trick["leader"], trick.get("winner"), round_["trump"]
            for order, piece in enumerate(trick["plays"]):
                seat = (leader + order) % players
                yield {
                    "match": match,
                    "round": index,
                    "trick": number,
                    "order": order,
                    "seat": seat,
                    "piece": piece,
                    "die": piece[0] == "d",
                    "colour": piece[-2],
                    "number": int(piece[-1]),
                    "trump": trump,
                    "wins": seat == winner,
                }


_ROWS: Final[dict[str, Callable[[Row, int], Iterator[Row]]]] = {"seat": _seats, "trick": _tricks, "play": _plays}
