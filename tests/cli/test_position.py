"""Positions in one line on the command line: written from records, and taken wherever a decision or a start is."""

from pathlib import Path

import pytest

from nokosu.core.view import view
from nokosu.record.codec import decode
from nokosu.record.position import position_of
from nokosu.record.position_reader import parse_position
from nokosu.record.replay import match_at
from nokosu.record.round_text import parse_round
from nokosu.record.verify import verify
from tests.cli.commands import in_json, nokosu, refused, saved_match

LATE = ("--round", "2", "--decision", "40")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved_match(tmp_path_factory.mktemp("position"), rounds=2)


def written(record: Path, *arguments: str) -> str:
    done = nokosu("position", str(record), *arguments)
    assert done.exit_code == 0, done.output
    return done.stdout.removesuffix("\n")


def to_act(record: Path) -> str:
    return str(match_at(decode(record.read_bytes()), 1, 39).to_act)


def test_a_point_of_a_record_in_one_line(record: Path) -> None:
    match = match_at(decode(record.read_bytes()), 1, 39)
    assert written(record, *LATE) == str(position_of(match))
    assert written(record, *LATE, "--seat", "2") == str(position_of(view(match, 2)))
    assert match.seed is not None
    assert match.seed.hex() not in written(record, *LATE)


def test_a_position_is_checked_and_written_in_its_usual_form(record: Path) -> None:
    whole = written(record, *LATE)
    assert nokosu("position", whole).stdout == whole + "\n"
    seen = written(record, *LATE, "--seat", "1")
    assert nokosu("position", whole, "--seat", "1").stdout == seen + "\n"
    assert "cards of seat 0" in refused("position", seen, "--seat", "0")
    assert "cards of seat 7" in refused("position", whole, "--seat", "7")


@pytest.mark.parametrize("decision", ["1", "12", "25", "40"])
def test_advice_is_the_same_from_the_text_as_from_the_record(record: Path, decision: str) -> None:
    at = ("--round", "2", "--decision", decision)
    expected = in_json("advise", str(record), *at, "--simulations", "200")
    for audience in ((), ("--seat", str(expected["seat"]))):
        found = in_json("advise", written(record, *at, *audience), "--simulations", "200")
        assert figures(found) == figures(expected)


def figures(advice: dict[str, object]) -> list[object]:
    """All of it, but for what only a record knows: what was played, and names in the reasons."""
    options = advice["options"]
    assert isinstance(options, list)
    rest = [value for key, value in advice.items() if key not in {"played", "options"}]
    return [rest, [{**option, "reason": ""} for option in options]]


def test_solutions_are_the_same_from_the_text_as_from_the_record(record: Path) -> None:
    expected = in_json("solve", str(record), *LATE)
    seen = written(record, *LATE, "--seat", to_act(record))
    assert {**in_json("solve", seen), "played": expected["played"]} == expected
    expected = in_json("solve", str(record), *LATE, "--open")
    whole = written(record, *LATE)
    assert {**in_json("solve", whole, "--open"), "played": expected["played"]} == expected
    assert "unknown cards" in refused("solve", seen, "--open")


def test_matches_are_simulated_from_a_position(record: Path, tmp_path: Path) -> None:
    seen = written(record, *LATE, "--seat", to_act(record))
    out = tmp_path / "on.jsonl"
    done = nokosu("simulate", "--from", seen, "--matches", "20", "--seed", "1", "--out", str(out))
    assert done.exit_code == 0
    position = parse_position(seen)
    hands = set()
    for line in out.read_bytes().splitlines():
        played = decode(line)
        assert verify(played) is None
        assert (played.seed, played.ruleset.rounds_override, len(played.rounds)) == (None, 1, 1)
        reached = view(match_at(played, 0, 39), position.seen.seat)
        assert (reached.hand, reached.tricks, reached.trick) == (
            position.seen.hand,
            position.seen.tricks,
            position.seen.trick,
        )
        hands.add(played.rounds[0].deal.cards)
    assert len(hands) > 1, "unknown cards are drawn anew for every match"


def test_a_person_plays_on_from_a_position(record: Path, tmp_path: Path) -> None:
    whole, seat = written(record, *LATE), int(to_act(record))
    saved = tmp_path / "on.jsonl"
    done = nokosu("play", "--from", whole, "--plain", "--save", str(saved), "--name", "Ann", stdin="1\n" * 40)
    assert done.exit_code == 0
    played = decode(saved.read_bytes())
    assert verify(played) is None
    assert played.finished
    assert [info.bot is None for info in played.seats] == [number == seat for number in range(3)]
    assert played.seats[seat].name == "Ann"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("advise", "Error: notation, column 10: expected second/4, found 'nonsense'"),
        ("solve", "Error: notation, column 10: expected second/4, found 'nonsense'"),
        ("position", "Error: notation, column 10: expected second/4, found 'nonsense'"),
        ("simulate --from", "Error: notation, column 10: expected second/4, found 'nonsense'"),
        ("play --from", "Error: notation, column 10: expected second/4, found 'nonsense'"),
    ],
)
def test_what_is_not_a_position_is_refused_in_one_line(command: str, told: str) -> None:
    assert refused(*command.split(), "nokosu/1 nonsense") == told


@pytest.mark.parametrize("option", [("--players", "4"), ("--edition", "first"), ("--rounds", "2")])
def test_a_position_has_its_own_rules(record: Path, option: tuple[str, str]) -> None:
    whole = written(record, *LATE)
    assert f"leave out {option[0]}." in refused("simulate", "--from", whole, *option)
    assert f"leave out {option[0]}." in refused("play", "--from", whole, *option)


def test_only_the_seat_to_act_is_advised(record: Path) -> None:
    other = (int(to_act(record)) + 1) % 3
    seen = written(record, *LATE, "--seat", str(other))
    assert f"Seat {to_act(record)} is to " in refused("advise", seen)
    assert f"Seat {to_act(record)} is to " in refused("advise", written(record, *LATE), "--seat", str(other))


def test_nothing_is_played_from_a_round_that_is_over(record: Path) -> None:
    finished = decode(record.read_bytes())
    end = str(position_of(match_at(finished)))
    assert parse_position(end).seen.to_act is None
    for command in (("advise", end), ("simulate", "--from", end), ("play", "--from", end)):
        assert refused(*command) == "Error: The round is over in this position."


def test_a_point_that_the_record_does_not_have(record: Path) -> None:
    assert "--seat" in refused("position", str(record), "--seat", "5")
    assert "--round" in refused("position", str(record), "--round", "3")
    assert "decision" in refused("position", str(record), "--decision", "99").lower()


def test_the_cards_of_a_match_that_goes_on_are_shown_only_if_asked_for(tmp_path: Path) -> None:
    saved = tmp_path / "left.jsonl"
    assert nokosu("play", "--plain", "--save", str(saved), "--seed", "5", stdin="q\n").exit_code == 0
    assert "--reveal" in refused("position", str(saved))
    assert nokosu("position", str(saved), "--reveal").exit_code == 0
    assert "seat:1" in nokosu("position", str(saved), "--seat", "1").stdout


def test_rounds_in_one_line(record: Path) -> None:
    match = match_at(decode(record.read_bytes()))
    lines = nokosu("replay", str(record), "--lines").stdout.splitlines()
    assert [parse_round(line) for line in lines] == list(match.rounds)
    assert nokosu("replay", str(record), "--lines", "--round", "2").stdout.splitlines() == lines[1:]
    assert "leave out --seat" in refused("replay", str(record), "--lines", "--seat", "1")
