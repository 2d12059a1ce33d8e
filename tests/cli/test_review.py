"""`nokosu review`: luck and decisions of a player, readable by a player and by a program."""

from pathlib import Path

import pytest

from tests.cli.commands import in_json, nokosu, refused, saved_match


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved_match(tmp_path_factory.mktemp("review"), rounds=1)


def test_a_player_can_read_it(record: Path, tmp_path: Path) -> None:
    twice = tmp_path / "twice.jsonl"
    twice.write_bytes(record.read_bytes() * 2)
    picture = tmp_path / "review.svg"
    done = nokosu("review", str(twice), "--seat", "1", "--svg", str(picture))
    assert done.exit_code == 0
    for words in (
        "points in 1 round",
        "Average for this seat",
        "Luck: cards and dice",
        "Your decisions",
        "decisions:",
    ):
        assert words in done.stdout
    assert "All matches" in done.stdout
    assert picture.read_text("utf-8").startswith("<svg")


def test_a_program_can_read_it(record: Path) -> None:
    found = in_json("review", str(record), "--seat", "2")
    assert found["format"] == "nokosu-review/1"
    matches, players = found["matches"], found["players"]
    assert isinstance(matches, list)
    assert isinstance(players, list)
    (match,), (player,) = matches, players
    assert match["review"]["seat"] == 2
    assert player["matches"] == 1
    assert set(player) >= {
        "player",
        "rounds",
        "decisions",
        "points",
        "luck",
        "adjusted",
        "own",
        "others",
        "lost",
        "blunders",
    }


def test_what_cannot_be_reviewed_is_said(record: Path, tmp_path: Path) -> None:
    assert "--seat" in refused("review", str(record), "--seat", "7")
    assert "Nobody" in refused("review", str(record), "--player", "Nobody")
    assert "nothing.jsonl" in refused("review", str(tmp_path / "nothing.jsonl"))
