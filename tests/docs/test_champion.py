"""docs/champion.md and docs/champion-log.md have the numbers that were measured."""

from tools.pages.champion import LOG, PAGE, log, page


def test_the_tables_are_written_from_their_numbers() -> None:
    text, logged = PAGE.read_text("utf-8"), LOG.read_text("utf-8")
    assert (page(text), log(logged)) == (text, logged)


def test_a_number_that_was_changed_by_hand_is_found() -> None:
    changed = LOG.read_text("utf-8").replace("17.03 billion", "17.04 billion")
    assert log(changed) != changed
