"""Files of records as data: read one by one and as far as they are used, and as flat rows."""

import bz2
import gzip
import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from nokosu.core.errors import NokosuError
from nokosu.record import Record, RecordError, Status, encode, replay, verify
from nokosu.record.data import MatchRecord, records
from nokosu.record.rows import Per, rows
from tests.record.samples import given_record, match_of, served_record
from tests.record.samples import record as recorded

WHOLE = [
    served_record(),
    recorded(match_of("first", 4, rounds=2)),
    given_record("second", 5),
    recorded(match_of("manual", 3, rounds=2, actions=75)),
    recorded(match_of("second", 4, actions=3)),
]


def written(folder: Path, *lines: str) -> Path:
    path = folder / "matches.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, *map(encode, WHOLE))


def test_every_part_is_what_the_strict_reader_reads(file: Path) -> None:
    for number, (record, whole) in enumerate(zip(records(file), WHOLE, strict=True), 1):
        assert record.number == number
        assert (record.ruleset, record.seats, record.seed) == (whole.ruleset, whole.seats, whole.seed)
        assert (record.status, record.totals, record.winners) == (whole.status, whole.totals, whole.winners)
        assert tuple(record.rounds) == whole.rounds
        assert record.whole() == whole
        assert verify(record.whole()) is None


def test_a_trick_is_reached_by_its_numbers(file: Path) -> None:
    record = next(records(file))
    whole = WHOLE[0]
    tricks = whole.rounds[0].tricks
    assert tricks is not None
    assert record.rounds[0].tricks == tricks
    assert record.rounds[-1] is record.rounds[len(record.rounds) - 1], "a round is read once"
    assert record.rounds[:1] == [whole.rounds[0]]
    with pytest.raises(IndexError):
        record.rounds[99]


def test_a_record_is_short_in_a_console(file: Path) -> None:
    first = next(records(file))
    rules = first.ruleset
    assert repr(first) == f"<MatchRecord 1: {rules.edition}, {rules.players} players, {len(first.rounds)} rounds>"


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_files_are_read_like_plain_ones(file: Path, tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    packed = tmp_path / "matches.jsonl.packed"
    packed.write_bytes(pack(file.read_bytes()))
    assert [record.json for record in records(packed)] == [record.json for record in records(file)]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_compressed_file_that_was_cut_off_or_changed_says_so(
    file: Path, tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    packed = tmp_path / "matches.jsonl.packed"
    whole = pack(file.read_bytes())
    for damaged in (whole[:-10], whole[:-8] + b"mistaken"):
        packed.write_bytes(damaged)
        with pytest.raises(NokosuError, match=rf"{re.escape(str(packed))} is damaged and cannot be unpacked"):
            list(records(packed))
    with pytest.raises(FileNotFoundError):
        list(records(tmp_path / "nowhere"))


def test_a_file_is_read_as_far_as_it_is_used(tmp_path: Path) -> None:
    path = written(tmp_path, encode(WHOLE[0]), "nonsense")
    reading = records(path)
    assert next(reading).number == 1
    with pytest.raises(RecordError, match=r"^line 2: "):
        next(reading)


@pytest.mark.parametrize(
    "line", [b"nonsense", b"[1]", b"\xff\xff", b"[" * 100_000, b" " * ((1 << 22) + 1)], ids=lambda line: str(line[:9])
)
def test_a_line_that_is_not_a_record_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(encode(WHOLE[0]).encode() + b"\n" + line + b"\n")
    with pytest.raises(RecordError) as found:
        list(records(path))
    assert found.value.line == 2
    assert "\n" not in str(found.value)


def test_a_round_of_the_wrong_form_is_named_when_it_is_used(tmp_path: Path) -> None:
    bent = json.loads(encode(WHOLE[0]))
    bent["rounds"][0]["dealer"] = 9
    record = next(records(written(tmp_path, json.dumps(bent))))
    assert record.seats == WHOLE[0].seats
    with pytest.raises(RecordError, match=r"rounds\[0\]\.dealer: expected a whole number from 0 to"):
        _ = record.rounds[0]


# Rows


def finished(record: Record) -> int:
    return sum(round_.scores is not None for round_ in record.rounds)


def test_a_row_per_seat_of_every_finished_round(file: Path) -> None:
    found = list(rows(file))
    assert len(found) == sum(finished(record) * record.ruleset.players for record in WHOLE)
    for row in found:
        record = WHOLE[row["match"]]
        round_, seat = record.rounds[row["round"]], row["seat"]
        assert round_.leftover is not None
        assert round_.won is not None
        assert round_.scores is not None
        kept = round_.leftover[seat]
        assert row == {
            "match": row["match"],
            "round": row["round"],
            "seat": seat,
            "name": record.seats[seat].name,
            "bot": record.seats[seat].bot,
            "edition": record.ruleset.edition,
            "players": record.ruleset.players,
            "deals": round_.dealer == seat,
            "trump": str(round_.trump),
            "leftover": None if kept is None else str(kept),
            "target": 0 if kept is None else kept.number,
            "won": round_.won[seat],
            "made": round_.won[seat] == (0 if kept is None else kept.number),
            "points": round_.scores[seat],
            "wins_match": seat in (record.winners or ()),
        }


def test_a_row_per_trick_and_per_play(file: Path) -> None:
    tricks = [trick for record in WHOLE for round_ in record.rounds for trick in round_.tricks or ()]
    found = list(rows(file, "trick"))
    told = [(trick.leader, " ".join(map(str, trick.plays)), trick.winner) for trick in tricks]
    assert [(row["leader"], row["plays"], row["winner"]) for row in found] == told
    plays = list(rows(file, "play"))
    assert [row["piece"] for row in plays] == [str(piece) for trick in tricks for piece in trick.plays]
    pieces = [piece for trick in tricks for piece in trick.plays]
    for row, piece in zip(plays, pieces, strict=True):
        assert (row["die"], row["colour"], row["number"]) == (piece.is_die, piece.colour.letter, piece.number)


def test_who_made_each_play_is_who_made_it_in_the_replay(file: Path) -> None:
    made = [
        (match.to_act, str(action).removeprefix("play "))
        for record in WHOLE
        for match, action in replay(record)
        if str(action).startswith("play")
    ]
    assert [(row["seat"], row["piece"]) for row in rows(file, "play")] == made


@pytest.mark.parametrize("per", ["seat", "trick", "play"])
def test_records_themselves_give_the_same_rows(file: Path, per: Per) -> None:
    assert list(rows(WHOLE, per)) == list(rows(file, per)) == list(rows(records(file), per))


def test_matches_give_rows_too_and_nothing_else_does() -> None:
    match = match_of("first", 4, rounds=2)
    assert list(rows([match], "play")) == list(rows([recorded(match)], "play"))
    assert list(rows(match, "play")) == list(rows(recorded(match), "play")) == list(rows([match], "play"))
    with pytest.raises(NokosuError, match="expected records or matches, got int"):
        list(rows([1]))  # type: ignore[list-item]  # what the check is for


def test_a_record_of_the_wrong_form_is_named(tmp_path: Path) -> None:
    bent = json.loads(encode(WHOLE[0]))
    bent["rounds"][0]["won"] = None
    path = written(tmp_path, encode(WHOLE[0]), json.dumps(bent))
    with pytest.raises(RecordError, match=r"^line 2: .*rounds\[0\]\.won: expected a list"):
        list(rows(path))
    # Something that the strict reader lets through, since it leaves it to `verify`.
    del bent["rounds"][0]["won"]
    with pytest.raises(RecordError, match=r"^line 1: "):
        list(rows([MatchRecord(bent)]))


def test_rows_of_another_kind_are_refused() -> None:
    with pytest.raises(NokosuError, match="per: expected one of seat, trick, play, got 'card'"):
        list(rows([], "card"))  # type: ignore[arg-type]  # what is given wrongly is the test


def test_unfinished_matches_are_among_the_samples() -> None:
    assert {record.status for record in WHOLE} >= {Status.FINISHED, Status.UNDERWAY}


@pytest.mark.parametrize("per", ["seat", "trick", "play"])
def test_the_page_lists_the_columns(file: Path, per: Per) -> None:
    page = (Path(__file__).parents[2] / "docs/records.md").read_text("utf-8").split("## Records as data")[1]
    listed = re.search(rf"^\| `{per}`[^|]*\| (.*) \|$", page, re.MULTILINE)
    assert listed is not None
    assert re.findall(r"`(\w+)`", listed[1]) == list(next(rows(file, per)))
