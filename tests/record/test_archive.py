"""Records of every version stay readable and true: the test that an upgrade breaks nobody's matches."""

import shutil
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.record import Record, Status, decode, encode, match_at, record_of, replay, verify
from tests.record import regenerate as archive
from tests.record.archive_cases import ENDINGS, ODD, cases
from tests.record.samples import match_of, record

FILES = archive.files()


def read(file: Path) -> Record:
    return decode(file.read_bytes())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_M2_an_archived_record_is_read_replayed_and_true(file: Path) -> None:
    old = read(file)
    assert verify(old) is None
    decisions = sum(1 for _ in replay(old))
    match = match_at(old)
    assert decisions == sum(round_.decisions for round_ in match.rounds)
    assert match.over is (old.status is Status.FINISHED)
    assert file.read_text("utf-8") == encode(old) + "\n"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_archived_match_would_be_recorded_the_same_today(file: Path) -> None:
    old = read(file)
    status = None if old.status is Status.FINISHED else old.status
    again = record_of(
        match_at(old), old.seats, status=status, substitutions=old.substitutions or (), fairness=old.fairness
    )
    assert again == old


@pytest.mark.parametrize("name", ENDINGS)
def test_every_way_a_match_can_end_is_in_the_archive(name: str) -> None:
    match = match_at(read(archive.FOLDER / f"{name}.jsonl"))
    assert match.over
    assert ENDINGS[name].holds(match)


def test_the_archive_is_complete() -> None:
    names = {file.stem for file in FILES}
    assert {name for name, _ in cases()} <= names
    assert {f"{edition}-{players}" for edition, players in editions.pairs()} | set(ENDINGS) | set(ODD) <= names
    assert {file.name for file in FILES} >= set(archive.released())


def test_released_records_have_not_been_touched() -> None:
    assert {name: archive.digest(archive.FOLDER / name) for name in archive.released()} == archive.released()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An archive with one record that is released and one that is not."""
    for name in ("first-3.jsonl", "first-4.jsonl"):
        shutil.copy(archive.FOLDER / name, tmp_path)
    (tmp_path / archive.RELEASED).write_text("{}\n", "utf-8")
    (tmp_path / "first-4.jsonl").rename(tmp_path / "later")
    archive.release(tmp_path)
    (tmp_path / "later").rename(tmp_path / "first-4.jsonl")
    return tmp_path


def test_a_released_record_cannot_be_overwritten(folder: Path) -> None:
    before = (folder / "first-3.jsonl").read_bytes()
    with pytest.raises(PermissionError, match=r"^first-3\.jsonl is released"):
        archive.write(record(match_of()), folder / "first-3.jsonl")
    assert (folder / "first-3.jsonl").read_bytes() == before
    archive.write(record(match_of()), folder / "first-4.jsonl")
    assert read(folder / "first-4.jsonl") == record(match_of())


def test_releasing_again_keeps_what_was_released(folder: Path) -> None:
    once = archive.released(folder)
    (folder / "first-3.jsonl").write_text("changed by mistake\n", "utf-8")
    archive.release(folder)
    assert archive.released(folder).items() > once.items()
    assert archive.digest(folder / "first-3.jsonl") != archive.released(folder)["first-3.jsonl"]


def test_regenerating_leaves_released_records_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = [("first-3", lambda: record(match_of())), ("first-4", lambda: record(match_of()))]
    monkeypatch.setattr(archive, "cases", lambda: iter(two))
    before = (folder / "first-3.jsonl").read_bytes()
    assert archive.regenerate(folder) == ["first-4.jsonl"]
    assert (folder / "first-3.jsonl").read_bytes() == before
    assert read(folder / "first-4.jsonl") == record(match_of())
