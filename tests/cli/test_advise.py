"""`nokosu advise`: a decision of a saved match, readable by a player and by a program."""

from pathlib import Path

import pytest

from nokosu.record.codec import decode
from nokosu.record.replay import replay
from tests.cli.commands import in_json, nokosu, refused, saved_match


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved_match(tmp_path_factory.mktemp("advise"), rounds=2)


def advised(record: Path, *arguments: str) -> dict[str, object]:
    return in_json("advise", str(record), "--simulations", "60", *arguments)


def test_a_decision_as_it_stood_in_the_record(record: Path) -> None:
    decisions = list(replay(decode(record.read_bytes())))
    second = [(match, action) for match, action in decisions if match.round_index == 1]
    for number in (1, 9, 10, 30):
        match, action = second[number - 1]
        found = advised(record, "--round", "2", "--decision", str(number))
        options = found["options"]
        assert isinstance(options, list)
        assert (found["round"], found["decision"], found["seat"]) == (1, number - 1, match.to_act)
        assert found["played"] == str(action)
        assert {option["action"] for option in options} == {str(legal) for legal in match.legal()}
        assert set(options[0]) == {"action", "score", "margin", "chance", "makes", "zero", "visits", "prior", "reason"}


def test_a_seats_own_next_decision(record: Path) -> None:
    for seat in range(3):
        assert advised(record, "--decision", "12", "--seat", str(seat))["seat"] == seat


def test_a_player_can_read_it(record: Path) -> None:
    done = nokosu("advise", str(record), "--decision", "15", "--simulations", "60")
    assert done.exit_code == 0
    assert "Round 1, decision 15: random (" in done.stdout
    for words in (
        "In hand: ",
        "Trump: d",
        "Move",
        "Points",
        "Margin",
        "Chance",
        "Instinct",
        "Why",
        "play ",
        " ←",
        "%",
    ):
        assert words in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--round", "3"), "there is no round 3; choose 1 to 2"),
        (("--decision", "999"), "Round 1 has no decision 999. Choose 1 to 45"),
        (("--seat", "7"), "7"),
        (("--match", "2"), "2"),
    ],
)
def test_what_is_not_there_is_refused_in_a_line(record: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("advise", str(record), *arguments)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "nothing.jsonl" in refused("advise", str(tmp_path / "nothing.jsonl"))


def test_how_much_was_looked_at_can_be_seen(record: Path) -> None:
    done = nokosu("advise", str(record), "--decision", "15", "--simulations", "150")
    assert "over 3 possible deals" in " ".join(done.stdout.split())


def test_instinct_is_shared_among_the_moves(record: Path) -> None:
    options = advised(record, "--decision", "15", "--simulations", "150")["options"]
    assert isinstance(options, list)
    assert sum(option["prior"] for option in options) == pytest.approx(1.0, abs=0.01)
    assert {option["visits"] for option in options} == {3}


def test_it_says_where_the_hidden_cards_probably_are(record: Path) -> None:
    found = advised(record, "--decision", "30")
    cards = found["cards"]
    assert isinstance(cards, dict)
    assert cards
    for chances in cards.values():
        assert len(chances) == 4  # three seats, and aside
        assert sum(chances) == pytest.approx(1.0, abs=0.01)
        assert chances[int(str(found["seat"]))] == 0.0
