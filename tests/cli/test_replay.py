"""`nokosu replay`: a match told to everybody, or to one seat and nothing that it could not see."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nokosu.cli import main
from nokosu.pictures.palettes import plain as palette
from nokosu.pictures.pieces import art
from nokosu.record import Record, SeatInfo, encode, record_of
from tests.builders import play_on
from tests.record import samples
from tests.record.samples import Json, changed, edited, from_text, match_of, record
from tests.tui.terminal import COLOURS, plain, shown


def replay(tmp_path: Path, *records: Record | Json, options: str = "") -> Result:
    lines = [encode(one) if isinstance(one, Record) else json.dumps(one) for one in records]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines), "utf-8")
    result = CliRunner().invoke(main, ["replay", str(file), *options.split()])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def told(tmp_path: Path, *records: Record | Json, options: str = "") -> list[str]:
    result = replay(tmp_path, *records, options=options)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def test_a_whole_match_told_to_everybody(tmp_path: Path) -> None:
    assert told(tmp_path, record(match_of())) == [
        "Edition second, 3 players, 1 round",
        "  0: Ann",
        "  1: Club, bot club",
        "  2: Bea",
        "Seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "The match was played to the end.",
        "",
        "Round 1 of 1, dealer: Ann",
        "  Without purple",
        "  Ann holds R2 R3 R5 B1 B3 G0 G6 Y0 Y4 and rolls dG1",
        "  Club holds R0 R4 B0 B2 B4 B5 G1 G5 Y5 and rolls dB1",
        "  Bea holds R1 B6 G2 G3 G4 Y1 Y2 Y3 Y6 and rolls dR3",
        "  Set aside, unseen: R6",
        "  In the middle: dR4 dR5 dB2 dB6 dB6 dG1 dG5 dY1 dY5 dY5",
        "  Picks: Club dG1, Bea a zero die, removing dB2, Ann dR5",
        "  Picks: Club dY5, Bea dR4, Ann a zero die, removing dY5",
        "  Picks: Club dG5, Bea dY1, Ann dB6",
        "  Trump: dB6",
        "  Trick 1: Club dY5, Bea Y2, Ann Y0; won by Club",
        "  Trick 2: Club G5, Bea G2, Ann dG1; won by Club",
        "  Trick 3: Club G1, Bea G3, Ann G0; won by Bea",
        "  Trick 4: Bea Y3, Ann Y4, Club Y5; won by Club",
        "  Trick 5: Club B5, Bea B6, Ann B1; won by Bea",
        "  Trick 6: Bea R1, Ann R2, Club R4; won by Club",
        "  Trick 7: Club dG1, Bea G4, Ann G6; won by Ann",
        "  Trick 8: Ann R3, Club R0, Bea dR4; won by Bea",
        "  Trick 9: Bea dY1, Ann B3, Club B4; won by Club",
        "  Trick 10: Club B2, Bea Y6, Ann dB6; won by Ann",
        "  Trick 11: Ann dR5, Club B0, Bea dR3; won by Club",
        "  Trick 12: Club dB1, Bea Y1, Ann R5; won by Club",
        "  Ann played for zero, won 2 tricks: target missed, 2 points",
        "  Club kept dG5, won 7 tricks: target missed, 7 points",
        "  Bea played for zero, won 3 tricks: target missed, 3 points",
        "  Totals: Ann 2, Club 7, Bea 3",
        "",
        "Club wins.",
    ]


def test_H1_H3_as_one_seat_saw_it(tmp_path: Path) -> None:
    whole = told(tmp_path, record(match_of()))
    seen = told(tmp_path, record(match_of()), options="--seat 2")
    assert [line for line in whole if line not in seen] == [
        "Seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "  Ann holds R2 R3 R5 B1 B3 G0 G6 Y0 Y4 and rolls dG1",
        "  Club holds R0 R4 B0 B2 B4 B5 G1 G5 Y5 and rolls dB1",
        "  Set aside, unseen: R6",
    ]
    assert [line for line in seen if line not in whole] == ["As Bea saw it", "  Ann rolls dG1", "  Club rolls dB1"]


def in_the_draft(swap: bool) -> Record:
    """Dealt by hand, two picks made; or the same with what seat 0 cannot know dealt otherwise."""
    whole = record(play_on(samples.given(match_of()), 2, 3))
    if not swap:
        return whole

    def redeal(bent: Json) -> None:
        dealt = bent["rounds"][0]
        ours, theirs, (aside,) = dealt["cards"][0], dealt["cards"][1] + dealt["cards"][2], dealt["aside"]
        unseen = sorted((*theirs, aside), key=lambda card: ("RBGYP".index(card[0]), card))
        dealt["cards"], dealt["aside"] = [ours, unseen[:9], unseen[9:18]], unseen[18:]

    return from_text(edited(whole, redeal))


def test_H4_what_a_seat_cannot_know_changes_nothing_that_it_is_told(tmp_path: Path) -> None:
    one, other = (replay(tmp_path, in_the_draft(swap), options="--seat 0").output for swap in (False, True))
    assert one == other
    assert "Ann holds R2" in one


def test_H4_an_account_with_a_planted_leak_is_found_by_that(tmp_path: Path) -> None:
    one, other = (replay(tmp_path, in_the_draft(swap), options="--reveal").output for swap in (False, True))
    assert one != other


def test_an_unfinished_match_is_told_to_a_seat_or_when_asked_twice(tmp_path: Path) -> None:
    refused = replay(tmp_path, samples.unfinished(25))
    assert refused.exit_code == 2
    assert "contains hidden cards" in refused.output
    assert "Seed" not in refused.output
    seen = told(tmp_path, samples.unfinished(25), options="--seat 1")
    assert "The match was abandoned." in seen
    assert not any("Seed" in line or "Aside" in line for line in seen)
    assert seen[-3:] == [
        "  Trick 6, unfinished: Bea R1",
        "  Still in hand: R0 R4 B0 B2 B4",
        "  Ann to play.",
    ]
    assert any(line.startswith("Seed") for line in told(tmp_path, samples.unfinished(25), options="--reveal"))


def test_Z5_declarations_are_told(tmp_path: Path) -> None:
    lines = told(tmp_path, record(match_of("first", 3)))
    assert [line for line in lines if " declare" in line] == [
        "  Club declares zero and returns dB1",
        "  Bea does not declare zero",
        "  Ann declares zero and returns dG1",
    ]


def test_one_round_of_one_match(tmp_path: Path) -> None:
    records = [record(match_of()), record(match_of("roger", 4, rounds=3))]
    lines = told(tmp_path, *records, options="--match 2 --round 3 --plain")
    assert lines[0] == "Edition roger, 4 players, 3 rounds"
    assert [line for line in lines if line.startswith("Round")] == ["Round 3 of 3, dealer: Bea"]
    assert not any("win" in line for line in lines)


def test_substitutions_are_told(tmp_path: Path) -> None:
    lines = told(tmp_path, samples.served_record())
    assert "  From decision 4 of this round, club played for Ann (timeout)" in lines
    assert "  From decision 21 of this round, Ann played again (back)" in lines


def test_M5_a_shared_win(tmp_path: Path) -> None:
    archived = Path(__file__).parents[1] / "record/archive/M5-shared-by-all.jsonl"
    assert told(tmp_path, json.loads(archived.read_text("utf-8")))[-1] == "Ann, Club, Bea share the win."


def test_names_that_would_play_with_the_terminal(tmp_path: Path) -> None:
    names = [SeatInfo("\x1b[2JAnn\n"), SeatInfo("Bea"), SeatInfo("Bea", bot="x" * 1000)]
    output = replay(tmp_path, record_of(match_of(), names)).output
    assert "\x1b" not in output
    assert "  0: ?[2JAnn?" in output.splitlines()
    assert "  1: Bea (1)" in output.splitlines()
    assert max(map(len, output.splitlines())) < 200


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--match 3", "there is no match 3; the file has 1"),
        ("--seat 3", "there is no seat 3; choose 0 to 2"),
        ("--round 2", "there is no round 2; choose 1 to 1"),
        ("--round 0", "--round: expected a whole number, at least 1"),
    ],
)
def test_what_is_not_there(tmp_path: Path, options: str, said: str) -> None:
    result = replay(tmp_path, record(match_of()), options=options)
    assert result.exit_code == 2
    assert said in result.output


def test_a_record_that_is_not_true_is_not_told(tmp_path: Path) -> None:
    result = replay(tmp_path, changed(record(match_of()), ("totals", 0), 99))
    assert result.exit_code == 1
    assert result.stderr == f"{tmp_path / 'games.jsonl'}:1: totals[0]: expected 2, found 99\n"
    assert result.stdout == ""


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    result = replay(tmp_path, {})
    assert result.exit_code == 1
    assert result.stderr == f"{tmp_path / 'games.jsonl'}:1: format: missing; every record has this key\n"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert ": No such file or directory" in result.output


@pytest.mark.parametrize("language", ["en", "ja"])
def test_on_a_terminal_pieces_have_their_colours_and_symbols(language: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(encode(record(match_of())), "utf-8")
    seen = shown("replay", str(file), "--text", columns=80, typed="", NOKOSU_LANGUAGE=language)
    assert COLOURS.search(seen)
    assert "▲dG1" in seen
    bare = shown("replay", str(file), "--plain", columns=80, typed="", NOKOSU_LANGUAGE=language)
    assert plain(bare) == bare.split("\n")
    assert "▲" not in bare


def test_standard_input() -> None:
    result = CliRunner().invoke(main, ["replay", "-"], input=encode(record(match_of())))
    assert result.exit_code == 0
    assert result.output.endswith("Club wins.\n")


def test_as_json(tmp_path: Path) -> None:
    (line,) = told(tmp_path, record(match_of()), options="--json")
    found = json.loads(line)
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Club", "Bea"]
    assert (found["status"], found["seat"], found["seed"][:6]) == ("finished", None, "000102")
    (only,) = found["rounds"]
    assert (only["round"], len(only["cards"]), len(only["aside"])) == (0, 3, 1)
    assert [only["events"][at]["type"] for at in (0, 1, -2, -1)] == ["dealt", "taken", "scored", "ended"]
    assert found["winners"] == only["events"][-1]["winners"]


def test_H1_H3_json_has_nothing_that_its_seat_did_not_see(tmp_path: Path) -> None:
    (line,) = told(tmp_path, record(match_of()), options="--json --seat 1")
    found = json.loads(line)
    (only,) = found["rounds"]
    assert (found["seat"], found["seed"], only["cards"], only["aside"]) == (1, None, None, None)
    assert only["events"][0]["hand"] == ["R0", "R4", "B0", "B2", "B4", "B5", "G1", "G5", "Y5"]


def test_a_file_without_records(tmp_path: Path) -> None:
    result = replay(tmp_path)
    assert (result.exit_code, result.stderr) == (2, f"Error: {tmp_path / 'games.jsonl'} contains no records.\n")


def test_a_round_is_drawn_as_its_audience_saw_it(tmp_path: Path) -> None:
    played = record(match_of())
    everybody = replay(tmp_path, played, options="--svg -").stdout
    ann = replay(tmp_path, played, options="--svg - --seat 0").stdout
    words = "\n".join(told(tmp_path, played, options=f"--svg {tmp_path / 'round.svg'}"))
    assert (tmp_path / "round.svg").read_text("utf-8") == everybody
    assert "The match was played to the end." in words
    for picture in (everybody, ann):
        assert picture.startswith("<svg")
        assert "Round 1 of 1, dealer: Ann" in picture
        assert drawing("R6") not in picture  # the card aside
    # Every card of a hand is also drawn where it was played; one seat's picture lacks the others' hands.
    for seat, hand in enumerate(match_of().round.deal.cards):
        for card in map(str, hand):
            assert everybody.count(drawing(card)) == 2
            assert ann.count(drawing(card)) == (2 if seat == 0 else 1)


def test_the_picture_of_an_unfinished_match_is_secret_too(tmp_path: Path) -> None:
    underway = record(match_of(actions=20))
    refused = replay(tmp_path, underway, options="--svg -")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert replay(tmp_path, underway, options="--svg - --seat 1").exit_code == 0


def drawing(piece: str) -> str:
    """A card as it is drawn, but for the crown of a trump."""
    return art(piece, palette("standard"))
