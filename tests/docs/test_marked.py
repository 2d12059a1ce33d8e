"""Parts of pages that programs write."""

import pytest

from tools.pages import renewed

PAGE = "Before.\n<!-- table: written by tools/pages/x.py -->\nold\n<!-- end of table -->\nAfter.\n"


def test_only_the_part_between_its_marks_is_written_again() -> None:
    assert renewed(PAGE, "x", {"table": "new\n"}) == PAGE.replace("old", "new")


@pytest.mark.parametrize(("tool", "part"), [("x", "curve"), ("y", "table")])
def test_a_page_without_a_place_for_a_part_is_refused(tool: str, part: str) -> None:
    with pytest.raises(ValueError, match=f"the page has no part {part}"):
        renewed(PAGE, tool, {part: "new\n"})
