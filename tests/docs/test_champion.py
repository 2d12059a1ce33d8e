"""docs/champion.md has the numbers that were measured."""

from tools.pages.champion import PAGE, page


def test_the_table_of_training_runs_is_written_from_its_numbers() -> None:
    text = PAGE.read_text("utf-8")
    assert page(text) == text
