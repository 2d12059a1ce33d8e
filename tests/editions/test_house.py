"""House rules: an edition from a group's own file, found again by its name and digest once it was read."""

from pathlib import Path

import pytest

from nokosu import editions
from nokosu.core.errors import RulesetError
from nokosu.core.match import Match
from nokosu.record.position import position_of
from nokosu.record.position_reader import parse_position
from tests.builders import SEED
from tests.editions.test_loader import GOOD


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text(GOOD, encoding="utf-8")
    return str(path)


def test_an_edition_is_found_by_its_name_or_its_file(file: str) -> None:
    assert editions.find("second") is editions.load("second")
    assert editions.find(file).name == "club"
    assert editions.find(file) is editions.find(file), "a file is read once"


def test_what_a_stranger_names_never_reads_a_file(file: str) -> None:
    for name in (file, "club"):
        assert not editions.known(name)
        with pytest.raises(RulesetError, match="there is no edition"):
            editions.load(name)
        with pytest.raises(RulesetError, match="there is no edition"):
            editions.ruleset(name, 3)


def test_a_file_that_was_read_is_known_by_its_name(file: str) -> None:
    rules = editions.find(file).ruleset(3)
    assert editions.known("club")
    assert "club" not in editions.names()
    assert editions.original("club") is None
    assert editions.ruleset_by_digest("club", 3, digest=rules.digest) == rules


def test_two_files_of_the_same_name_are_told_apart_by_their_digests(file: str, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(GOOD.replace("\nbonus = 10", "\nbonus = 9"), encoding="utf-8")
    both = [editions.find(name).ruleset(3) for name in (file, str(other))]
    for rules in both:
        assert editions.ruleset_by_digest("club", 3, digest=rules.digest) == rules


def test_a_position_of_house_rules_comes_back_where_the_file_was_read(file: str) -> None:
    rules = editions.find(file).ruleset(3)
    position = position_of(Match.start(rules, SEED))
    assert f"club/3@{rules.digest[:12]}" in str(position)
    assert parse_position(str(position)) == position


def test_a_file_that_cannot_be_used_is_refused(file: str, tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"missing\.toml: cannot be read: No such file or directory"):
        editions.find(str(tmp_path / "missing.toml"))
    Path(file).write_bytes(b"\xff")
    with pytest.raises(RulesetError, match=r"house\.toml: not a text file in UTF-8"):
        editions.find(file)
    Path(file).write_text(GOOD.replace('"club"', '"second"'), encoding="utf-8")
    with pytest.raises(RulesetError, match="edition: 'second' is a built-in edition; give yours another name"):
        editions.find(file)


def test_rules_travel_as_numbers() -> None:
    edition = editions.house_rules(GOOD, "club.toml")
    for rules in (edition.ruleset(3), edition.ruleset(3, 2), edition.ruleset(3, removed_colour="R")):
        numbers = editions.house_numbers(rules)
        again = editions.house_edition("club", 3, numbers)
        assert again.ruleset(3, rules.rounds_override, rules.removed_choice) == rules
    four = editions.house_numbers(editions.ruleset("second", 4))
    assert (four["removes_colour"], four["removed_colour"]) == (False, "P")
    with pytest.raises(RulesetError, match="club: surprise: unknown key"):
        editions.house_edition("club", 3, {"surprise": 1})


def test_the_nearest_edition_is_the_one_with_the_fewest_other_numbers() -> None:
    for name, players in editions.pairs():
        text = (Path(editions.__file__).with_name(f"{name}.toml")).read_text("utf-8")
        own = editions.house_rules(
            text.replace(f'"{name}"', '"our-club"', 1).replace("revision = 1", "revision = 9"), "x"
        )
        base = editions.nearest(own, players)
        numbers = editions.edition_numbers(own, players) | {"revision": 0}
        assert numbers == editions.edition_numbers(base, players) | {"revision": 0}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('title = "Club rules"', "title" + ".a" * 1400 + " = 1", "title: expected a text, found <dict>"),
        ("revision = 2", "revision = 0x" + "f" * 3800, "revision: expected at most 1000000, found "),
        ("revision = 2", "revision = " + "9" * 4400, "not TOML: "),
        ("revision = 2", "revision = " + "[" * 3000, "not TOML: "),
    ],
)
def test_a_hostile_text_is_refused_in_one_line(old: str, new: str, told: str) -> None:
    with pytest.raises(RulesetError) as refused:
        editions.house_rules(GOOD.replace(old, new), "x")
    said = str(refused.value)
    assert said.startswith(f"x: {told}")
    assert "\n" not in said
    assert len(said) < 300
