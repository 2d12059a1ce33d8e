"""The planted faults fit the sources: each text is there, and so is its test."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.abuse.planted import FAULTS, ROOT, Fault


@pytest.mark.parametrize("file", sorted({fault.file for fault in FAULTS}))
def test_every_defence_that_is_taken_out_is_there(file: str) -> None:
    source = (ROOT / "src" / "nokosu" / file).read_text(encoding="utf-8")
    assert [fault.text for fault in FAULTS if fault.file == file and fault.text not in source] == []


def test_every_fault_has_its_test() -> None:
    assert [fault.test for fault in FAULTS if not _has_test(fault)] == []


def test_no_fault_is_planted_twice() -> None:
    assert [fault for fault, count in Counter(FAULTS).items() if count > 1] == []


def test_faults_change_something() -> None:
    assert [fault for fault in FAULTS if fault.text == fault.becomes] == []


def _has_test(fault: Fault) -> bool:
    file, _, name = fault.test.partition("::")
    source = (ROOT / "tests" / "abuse" / file).read_text(encoding="utf-8")
    return re.search(rf"^(async )?def {name.partition('[')[0]}\(", source, re.MULTILINE) is not None
