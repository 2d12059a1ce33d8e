"""Golden matches: nothing about a match or about what anybody sees of it changes unnoticed."""

import pytest

from nokosu import editions
from tests.playthroughs.playthrough import FOLDER, path, playthrough


def test_M2_no_edition_and_player_count_lacks_a_playthrough() -> None:
    assert set(FOLDER.glob("*.txt")) == {path(*pair) for pair in editions.pairs()}


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_M2_H4_the_match_and_every_view_of_it_are_as_before(edition: str, players: int) -> None:
    """If this is meant to differ: `make playthroughs`, and read the difference."""
    assert playthrough(edition, players).splitlines() == path(edition, players).read_text("utf-8").splitlines()


def test_H4_a_changed_view_is_noticed() -> None:
    golden = path("second", 3).read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(golden) if text.startswith("  │ hand: "))
    planted = [*golden[:line], golden[line] + " R7", *golden[line + 1 :]]
    assert playthrough("second", 3).splitlines() != planted
