"""Matches in files: what is saved is what is loaded, whichever way it is read."""

import gzip
from pathlib import Path

import pytest

import nokosu
from nokosu.core.match import Match as CoreMatch
from nokosu.record.verify import verify

EXAMPLES = Path(__file__).parents[2] / "examples/matches.jsonl"


@pytest.fixture(scope="module")
def match() -> nokosu.Match:
    return nokosu.play("greedy", players=3, rounds=2, seed=7)


@pytest.mark.parametrize("name", ["match.jsonl", "match.jsonl.gz"])
def test_a_saved_match_is_loaded_as_it_was(match: nokosu.Match, name: str, tmp_path: Path) -> None:
    match.save(tmp_path / name, names=["Ann", "Bea", "Cai"], bots=["greedy", None, None])
    loaded = nokosu.load(tmp_path / name)
    assert type(loaded) is nokosu.Match
    assert loaded == match
    assert hash(loaded) == hash(match)
    (record,) = nokosu.records(tmp_path / name)
    assert [(seat.name, seat.bot) for seat in record.seats] == [("Ann", "greedy"), ("Bea", None), ("Cai", None)]
    assert verify(record.whole()) is None
    assert (name[-2:] == "gz") is (tmp_path / name).read_bytes().startswith(gzip.compress(b"")[:2])


def test_every_way_to_get_a_match_gives_an_equal_one(match: nokosu.Match, tmp_path: Path) -> None:
    match.save(tmp_path / "m.jsonl")
    (record,) = nokosu.records(tmp_path / "m.jsonl")
    *_, (before, last) = record.replay()
    again = nokosu.Match.start("second", players=3, rounds=2, seed=7).apply_all(action for _, action in record.replay())
    core = CoreMatch(match.ruleset, match.deals, match.finished, match.round, match.scores)
    for other in (nokosu.load(tmp_path / "m.jsonl"), record.match(), before.apply(last), again, core):
        assert other == match
        assert match == other
        assert hash(other) == hash(match)
    assert match != nokosu.play("greedy", players=3, rounds=2, seed=8)
    assert match != "a match"


def test_a_match_underway_is_saved_and_played_on(tmp_path: Path) -> None:
    match = nokosu.Match.start("second", players=3, seed=1)
    match = match.apply(match.legal[3])
    match.save(tmp_path / "m.jsonl")
    assert nokosu.load(tmp_path / "m.jsonl").apply(str(match.legal[0])) == match.apply(match.legal[0])


@pytest.mark.parametrize("name", ["many.jsonl", "many.jsonl.gz"])
def test_many_matches_in_one_file(match: nokosu.Match, name: str, tmp_path: Path) -> None:
    other = nokosu.play("random", players=3, rounds=1, seed=2)
    match.save(tmp_path / name)
    other.save(tmp_path / name, append=True)
    assert [record.match() for record in nokosu.records(tmp_path / name)] == [match, other]
    assert nokosu.load(tmp_path / name, 2) == other
    with pytest.raises(nokosu.NokosuError, match="several matches"):
        nokosu.load(tmp_path / name)
    with pytest.raises(nokosu.NokosuError, match="no match number 3"):
        nokosu.load(tmp_path / name, 3)


def test_bad_files_and_names_are_one_line(match: nokosu.Match, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(nokosu.NokosuError, match="has no match"):
        nokosu.load(tmp_path / "empty")
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 40)
    with pytest.raises(nokosu.NokosuError) as error:
        nokosu.load(tmp_path / "binary")
    assert "\n" not in str(error.value)
    for names in (["Ann"], "Ann"):
        with pytest.raises(nokosu.NokosuError, match="names: expected one for each of the 3 seats"):
            match.save(tmp_path / "m", names=names)


def test_rows_take_matches_records_and_files(match: nokosu.Match) -> None:
    rows = list(nokosu.rows([match]))
    assert [row["points"] for row in rows] == [points for row in match.scores for points in row]
    assert list(nokosu.rows(match)) == rows
    assert list(nokosu.rows(nokosu.records(EXAMPLES))) == list(nokosu.rows(EXAMPLES))
    assert list(nokosu.rows(next(nokosu.records(EXAMPLES)))) == list(nokosu.rows(EXAMPLES))[:12]
    with pytest.raises(nokosu.NokosuError, match="expected records or matches, got int"):
        list(nokosu.rows([1]))  # type: ignore[list-item]  # a mistake
