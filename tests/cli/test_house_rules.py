"""House rules on the command line: a group's own file wherever an edition is taken."""

import json
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.editions import house
from nokosu.record.codec import decode
from tests.cli.commands import in_json, nokosu, refused

SECOND = Path(editions.__file__).with_name("second.toml")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The second edition with other numbers: a bonus of 7, two picks each at three players."""
    text = SECOND.read_text(encoding="utf-8").replace('edition = "second"', 'edition = "our-club"')
    text = text.replace("\nbonus = 10", "\nbonus = 7")
    return written(tmp_path, text)


def written(folder: Path, text: str) -> Path:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def simulated(file: Path, out: Path, *arguments: str) -> None:
    done = nokosu("simulate", "--edition", str(file), "--rounds", "1", "--seed", "1", "--out", str(out), *arguments)
    assert done.exit_code == 0, done.output


def test_a_record_names_the_house_rules_and_verifies_with_or_without_their_file(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    simulated(file, out, "--bot", "club")
    record = decode(out.read_bytes())
    assert record.ruleset.edition == "our-club"
    assert record.ruleset.digest == editions.find(str(file)).ruleset(4, 1).digest
    house._READ.clear()
    assert nokosu("verify", str(out)).exit_code == 0, "the record has the numbers"
    assert nokosu("verify", str(out), "--edition", str(file)).exit_code == 0


def test_a_record_without_the_numbers_verifies_with_their_file_alone(file: Path, tmp_path: Path) -> None:
    """As versions before wrote them."""
    out = tmp_path / "match.jsonl"
    simulated(file, out, "--bot", "club")
    old = json.loads(out.read_bytes())
    del old["ruleset"]["house"]
    out.write_text(json.dumps(old))
    house._READ.clear()
    done = nokosu("verify", str(out))
    assert done.exit_code == 1
    assert 'unknown edition "our-club"; built in: first, hungarian, manual, roger, second.' in done.stdout
    assert "--edition" in done.stdout
    assert nokosu("verify", str(out), "--edition", str(file)).exit_code == 0


def test_a_record_of_other_numbers_does_not_verify(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    simulated(file, out)
    house._READ.clear()
    file.write_text(file.read_text(encoding="utf-8").replace("\nbonus = 7", "\nbonus = 8"), encoding="utf-8")
    done = nokosu("verify", str(out), "--edition", str(file))
    assert done.exit_code == 1
    assert "ruleset.digest: no such rules: no revision of the edition our-club has the digest" in done.stdout


def test_every_command_that_takes_an_edition_takes_a_file(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    simulated(file, out)
    given = ("--edition", str(file))
    assert in_json("deal", *given, "--seed", "1")["seed"]
    assert nokosu("replay", str(out), *given).exit_code == 0
    assert in_json("advise", str(out), *given, "--decision", "30", "--simulations", "50")["options"]
    played = nokosu("play", *given, "--rounds", "1", "--plain", stdin="q\n")
    assert played.exit_code == 0
    text = nokosu("position", str(out), *given, "--decision", "40").stdout.strip()
    assert " our-club/4@" in text
    assert nokosu("simulate", "--from", text, *given, "--seed", "1").exit_code == 0
    house._READ.clear()
    assert "unknown edition our-club; built in" in refused("position", text)
    assert nokosu("position", text, *given).stdout.strip() == text
    arena = nokosu(
        "arena",
        "--bot",
        "random",
        "--bot",
        "greedy",
        *given,
        "--players",
        "3",
        "--rounds",
        "9",
        "--jobs",
        "1",
        "--json",
    )
    assert arena.exit_code == 0, arena.output


def test_a_file_is_checked_and_shown(file: Path) -> None:
    done = nokosu("editions", str(file))
    assert done.exit_code == 0
    assert "our-club" in done.stdout
    (shown,) = json.loads(nokosu("editions", str(file), "--json").stdout)["editions"]
    assert shown["edition"] == "our-club"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("zero_dice = 2", "zero_dices = 2", "zero_dices: unknown key; did you mean zero_dice?"),
        ("\nbonus = 7", "\nbonus = 1000", "bonus: expected 0 to 100, found 1000"),
        ("pool_size = 13", "pool_size = 12", "players.4.pool_size: expected 13 (4 players, 3 picks each, "),
        ('edition = "our-club"', 'edition = "second"', "edition: 'second' is a built-in edition; give yours "),
        ('edition = "our-club"', 'edition = "our club"', "edition: expected lower-case letters, digits and hyphens"),
        ("bonus = 7", "bonus = ", "not TOML: "),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_in_one_line(file: Path, old: str, new: str, told: str) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    for command in ("simulate", "deal", "play"):
        assert refused(command, "--edition", str(file)).startswith(f"Error: {file}: {told}")


def test_a_file_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    assert refused("deal", "--edition", str(missing)) == f"Error: {missing}: cannot be read: No such file or directory"
    missing.write_bytes(b"\xff\xfe")
    assert refused("deal", "--edition", str(missing)) == f"Error: {missing}: not a text file in UTF-8"
    assert ".toml" in refused("verify", "x.jsonl", "--edition", "second")


LONG = "\ncards_each = 10\ndice_per_colour = 5\ndrawn_each = 3\n"


def test_rules_that_the_kernel_cannot_play_are_said_and_others_play(file: Path, tmp_path: Path) -> None:
    """Fifteen tricks: more than the kernel holds."""
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\ncards_each = 10\ndice_per_colour = 5\ndrawn_each = 2\n", LONG), encoding="utf-8")
    out = tmp_path / "match.jsonl"
    simulated(file, out, "--bot", "search:20", "--bot", "club", "--bot", "greedy", "--bot", "beginner")
    record = decode(out.read_bytes())
    assert [(change.seat, change.by, change.why) for change in record.substitutions or ()] == [
        (0, "club", "unsupported")
    ]
    given = ("--edition", str(file), "--decision", "60")
    advice = nokosu("advise", str(out), *given)
    assert advice.exit_code == 0
    assert (
        "cannot play these house rules (rules the kernel cannot play: at most 14 tricks and 56 plays)" in advice.stdout
    )
    assert in_json("advise", str(out), *given)["source"] == "club"
    assert "cannot play these house rules" in refused("solve", str(out), *given)
