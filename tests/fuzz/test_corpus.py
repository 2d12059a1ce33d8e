"""Every input of the corpus, and some changes of each, on every run; `python -m tests.fuzz` looks further."""

from __future__ import annotations

import random

import pytest

from tests.fuzz import targets
from tests.fuzz.__main__ import answer, mutated, seeds

FAULTLESS = ("read", "refused")


@pytest.mark.parametrize("target", targets.TARGETS)
def test_every_input_is_read_or_refused(target: str) -> None:
    chance, pool = random.Random(1), seeds(target)
    assert any(answer(target, data)[0] == "read" for data in pool), "a corpus of refusals finds nothing"
    for data in [*pool, *(mutated(chance.choice(pool), chance.choice(pool), chance) for _ in range(200))]:
        kind, fault = answer(target, data)
        assert kind in FAULTLESS, fault


def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(data: bytes) -> None:
        if b"," in data:
            raise IndexError("list index out of range")

    monkeypatch.setattr(targets, "TARGETS", {"frame": careless})
    assert any(answer("frame", data)[0] == "IndexError" for data in seeds("frame"))
